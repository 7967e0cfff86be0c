/* SPDX-License-Identifier: MIT */
/* What goes wrong: devices, memory, the sink, and the user who stops it. */
#include "../gam_test.h"

#include "fixture_fake.h"

#include <stdio.h>

#define MS 1e6

static void test_device_fails_in_a_round(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 3 * MS)->fail_at_run =
        2 + 3 * 3; /* 2 to prepare, 3 a visit: in the last sample of the third */
    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    fake_assert_ok(f);
    fake_assert_status(f, 0, GAM_STATUS_FAILED, "round 2: the fake device fell over");
    fake_assert_status(f, 1, GAM_STATUS_OK, NULL);
    assert_int_equal(fake_samples(f, 0, -1), 2 * 3 + 2); /* what was measured before is kept */
    assert_int_equal(fake_samples(f, 1, -1), 6 * 3);
    assert_int_equal(f->result.failed, 1);
    assert_int_equal(f->result.measured, 1);
}

static void test_device_fails_while_preparing(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 3 * MS)->fail_at_run = 1;
    fake_add(f, "add:n=16,dtype=f32", 3 * MS)->fail_at_run = 2;
    fake_assert_ok(f);
    fake_assert_status(f, 0, GAM_STATUS_FAILED, "fell over");
    fake_assert_status(f, 1, GAM_STATUS_FAILED, "fell over");
    assert_string_equal(f->result.stop_reason, "nothing to measure");
}

static void test_every_allocation_fails_once(void **state)
{
    struct fake *f = *state;
    int n = 0;

    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    fake_add(f, "add:n=16,dtype=f64", 3 * MS); /* not shared with the first */
    f->plan.item[1].status = GAM_STATUS_SKIPPED;
    for (f->fail_allocation = 1; f->fail_allocation < 10; f->fail_allocation++) {
        f->allocations = 0;
        fake_assert_ok(f);
        n += f->result.failed == 1;
        gam_runset_release(&f->set);
        gam_runset_init(&f->set);
        memset(f->emit.next, 0, sizeof f->emit.next);
    }
    assert_int_equal(n, 3); /* one per operand: nothing can be evicted for it */
}

static void test_too_little_memory_for_all(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=262144,dtype=f32", 3 * MS); /* 3 MiB */
    f->limit_bytes = 2 << 20;
    fake_assert_ok(f);
    fake_assert_status(f, 0, GAM_STATUS_FAILED, "no more memory");
}

/* Items that do not fit together are prepared again at each visit, within the limit. */
static void test_memory_limit_is_kept(void **state)
{
    struct fake *f = *state;

    for (int i = 0; i < 3; i++) {
        fake_add(f, "add:n=262144,dtype=f32", 3 * MS);
        fake_last(f)->threads = i + 1;
    }
    f->device.info.memory[0].instances = 2; /* two homes: buffers touched by other workers are not shared */
    f->alloc_ns_per_kib = 100;
    f->config.memory_bytes = 7 << 20;
    fake_assert_ok(f);
    assert_int_equal(f->result.measured, 3);
    assert_true(f->most_bytes <= 7 << 20);
    assert_true(f->allocations > 9);   /* again and again */
    assert_true(f->item[0].plans > 1); /* and planned anew, for the new memory */
}

/* There is room for all, but not for all between visits. */
static void test_little_is_kept_between_visits(void **state)
{
    struct fake *f = *state;

    for (int i = 0; i < 3; i++) {
        fake_add(f, "add:n=262144,dtype=f32", 3 * MS);
        fake_last(f)->threads = i + 1;
    }
    f->device.info.memory[0].instances = 2;
    f->alloc_ns_per_kib = 100;
    f->config.memory_bytes = 100 << 20;
    f->config.kept_bytes = 3 << 20;
    fake_assert_ok(f);
    assert_int_equal(f->result.measured, 3);
    assert_true(f->most_bytes <= 6 << 20);
    assert_true(f->allocations > 9);
}

static void test_one_item_over_the_limit(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=262144,dtype=f32", 3 * MS);
    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    f->config.memory_bytes = 1 << 20;
    fake_assert_ok(f);
    assert_int_equal(f->result.subjects, 2);
    assert_int_equal(f->result.subjects_measured, 1);
    fake_assert_status(f, 0, GAM_STATUS_SKIPPED, "operands take 3 MiB, 1 MiB may be used");
    fake_assert_status(f, 1, GAM_STATUS_OK, NULL);
}

static void test_memory_is_shared(void **state)
{
    struct fake *f = *state;

    for (int i = 0; i < 5; i++)
        fake_add(f, "add:n=262144,dtype=f32", 3 * MS);
    fake_add(f, "add:n=1000,dtype=f32", 3 * MS); /* uses the beginning of the larger ones */
    fake_assert_ok(f);
    assert_int_equal(f->result.measured, 6);
    assert_int_equal(f->allocations, 3);
}

static void test_cold_copies(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=1000,dtype=f32", 3 * MS);
    fake_last(f)->cache = GAM_CACHE_COLD;
    f->llc_bytes = 100000;
    fake_assert_ok(f);
    assert_int_equal(fake_measurement(f, 0)->copies, 17); /* 200000 bytes in copies of 3 x 4032 (whole lines) */
    f->llc_bytes = 0;
    gam_runset_release(&f->set);
    gam_runset_init(&f->set);
    memset(f->emit.next, 0, sizeof f->emit.next);
    fake_assert_ok(f);
    fake_assert_status(f, 0, GAM_STATUS_SKIPPED, "last-level cache is not known");
}

/* Each put and each commit fails once: the run ends with the sink's error and gives everything back. */
static void test_the_sink_fails(void **state)
{
    struct fake *f = *state;
    int puts, commits;

    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    fake_add(f, "add:n=16,dtype=f32", 2 * MS)->wrong = 1;
    fake_assert_ok(f);
    puts = f->puts;
    commits = f->commits;
    assert_true(puts > 20 && commits > 6);
    for (int i = 1; i <= puts + commits; i++) {
        gam_runset_release(&f->set);
        gam_runset_init(&f->set);
        memset(f->emit.next, 0, sizeof f->emit.next);
        f->puts = f->commits = 0;
        f->fail_put = i <= puts ? i : 0;
        f->fail_commit = i <= puts ? 0 : i - puts;
        assert_int_equal(fake_run(f), -GAM_EIO);
        assert_error(&f->err, -GAM_EIO, "disk is full");
        assert_string_equal(f->result.stop_reason, "failed");
    }
}

static void test_cancelled_while_preparing(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    f->cancel_at_run = 1;
    assert_int_equal(fake_run(f), -GAM_ECANCELLED);
    assert_string_equal(f->result.stop_reason, "cancelled");
    fake_assert_status(f, 0, GAM_STATUS_PARTIAL, "interrupted");
    assert_int_equal(f->result.measured, 0);
    assert_int_equal(f->item[1].launches, 0);
}

static void test_cancelled_in_a_round(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    f->cancel_at_run = 4 + 6 * 2 + 2; /* in the third round */
    assert_int_equal(fake_run(f), -GAM_ECANCELLED);
    assert_string_equal(f->result.stop_reason, "cancelled");
    assert_int_equal(f->result.rounds_done, 2);
    fake_assert_status(f, 0, GAM_STATUS_PARTIAL, "interrupted");
    assert_int_equal(fake_samples(f, 0, -1) + fake_samples(f, 1, -1), 2 * 2 * 3 + 3); /* the visit in work was finished */
}

static double wobble(const struct fake *f, const struct fake_item *item)
{
    return item->iteration_ns * (f->round > 0 && f->round % 2 ? 1.05 : 1);
}

static void test_cancelled_after_enough_rounds(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 3 * MS)->time_ns = wobble;
    f->cancel_at_run = 2 + 3 * 7 + 1;
    assert_int_equal(fake_run(f), -GAM_ECANCELLED);
    assert_int_equal(f->result.rounds_done, 8);    /* its only visit was in work */
    fake_assert_status(f, 0, GAM_STATUS_OK, NULL); /* six rounds have an interval */
    assert_int_equal(f->result.measured, 1);
}

static void test_plan_out_of_range(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    f->plan.item[0].device = 1;
    assert_int_equal(fake_run(f), -GAM_EINVAL);
    f->plan.item[0].device = 0;
    f->plan.n_nodes = 2;
    assert_int_equal(fake_run(f), -GAM_EINTERNAL);
    assert_error(&f->err, -GAM_EINTERNAL, "node 1");
    fake_add(f, "add:n=32,dtype=f32", 3 * MS);
    fake_last(f)->node = 0;
    f->plan.n_nodes = 1;
    assert_int_equal(fake_run(f), -GAM_EINTERNAL);
    assert_error(&f->err, -GAM_EINTERNAL, "another operator than its node 0");
}

static void test_skipped_by_the_plan(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    fake_last(f)->impl = NULL;
    fake_last(f)->status = GAM_STATUS_SKIPPED;
    snprintf(fake_last(f)->reason, sizeof fake_last(f)->reason, "no implementation here");
    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    fake_assert_ok(f);
    fake_assert_status(f, 0, GAM_STATUS_SKIPPED, "no implementation here");
    assert_string_equal(fake_measurement(f, 0)->implementation, "none");
    fake_assert_status(f, 1, GAM_STATUS_OK, NULL);
}

int main(void)
{
#define FAKE_TEST(name) cmocka_unit_test_setup_teardown(name, fake_setup, fake_teardown)
    const struct CMUnitTest tests[] = {
        FAKE_TEST(test_device_fails_in_a_round),
        FAKE_TEST(test_device_fails_while_preparing),
        FAKE_TEST(test_every_allocation_fails_once),
        FAKE_TEST(test_too_little_memory_for_all),
        FAKE_TEST(test_memory_limit_is_kept),
        FAKE_TEST(test_little_is_kept_between_visits),
        FAKE_TEST(test_one_item_over_the_limit),
        FAKE_TEST(test_memory_is_shared),
        FAKE_TEST(test_cold_copies),
        FAKE_TEST(test_the_sink_fails),
        FAKE_TEST(test_cancelled_while_preparing),
        FAKE_TEST(test_cancelled_in_a_round),
        FAKE_TEST(test_cancelled_after_enough_rounds),
        FAKE_TEST(test_plan_out_of_range),
        FAKE_TEST(test_skipped_by_the_plan),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
