/* SPDX-License-Identifier: MIT */
/* Rounds, order, stop rule, calibration, samples: on a scripted clock, so every number is exact. */
#include "../gam_test.h"

#include "fixture_fake.h"

#define MS 1e6

/* 100 us: samples of a fifth of the visit are 20 iterations, 5 of them. 3 ms: one iteration is a sample, 3 of them. */
static void test_samples_to_the_digit(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 0.1 * MS);
    fake_add(f, "add:n=32,dtype=f32", 3 * MS);
    fake_assert_ok(f);
    assert_string_equal(f->result.stop_reason, "all intervals within 1 %"); /* times never change */
    assert_int_equal(f->result.rounds_done, 6);
    assert_int_equal(f->result.measured, 2);
    assert_int_equal(f->result.visit_ns, 10 * MS);
    fake_assert_status(f, 0, GAM_STATUS_OK, NULL);
    fake_assert_status(f, 1, GAM_STATUS_OK, NULL);
    assert_int_equal(fake_samples(f, 0, -1), 6 * 5);
    assert_int_equal(fake_samples(f, 1, -1), 6 * 3);
    for (size_t i = 0; i < gam_runset_sample_n(&f->set); i++) {
        const struct gam_sample *s = &gam_runset_sample(&f->set)[i];

        assert_int_equal(s->iterations, s->measurement ? 1 : 20);
        assert_int_equal(s->duration_ns, s->measurement ? 3 * MS : 2 * MS);
        assert_int_equal(s->flags, 0);
        assert_int_equal(s->pass, 0);
    }
    assert_string_equal(fake_measurement(f, 0)->detail, "fake 0");
    assert_int_equal(fake_measurement(f, 0)->footprint_bytes, 3 * 16 * 4);
    assert_int_equal(fake_measurement(f, 0)->checked, 16);
    assert_string_equal(gam_runset_operator(&f->set)[1].spec, "add:n=32,dtype=f32");
    assert_string_equal(f->result.counters, "off");
}

/* Every round visits every item; the order changes from round to round and comes back with the seed. */
static void test_order_is_seeded(void **state)
{
    struct fake *f = *state;
    char first[FAKE_LOG], visits[256] = "";
    size_t n = 0;

    for (int i = 0; i < 6; i++)
        fake_add(f, "add:n=16,dtype=f32", (i + 2) * MS);
    fake_assert_ok(f);
    for (size_t i = 0; i < f->n_order; i++)
        if (!n || visits[n - 1] != f->order[i])
            visits[n++] = f->order[i];
    assert_true(n >= 30 && n <= 36); /* two visits of one item may meet between rounds */
    memcpy(first, f->order, f->n_order + 1);
    assert_memory_not_equal(visits, visits + 6, 6);
    gam_runset_release(&f->set);
    gam_runset_init(&f->set);
    memset(f->emit.next, 0, sizeof f->emit.next);
    memset(f->order, 0, sizeof f->order);
    f->n_order = 0;
    f->round = -1;
    fake_assert_ok(f);
    assert_string_equal(f->order, first);
}

static double wobble(const struct fake *f, const struct fake_item *item)
{
    return item->iteration_ns * (f->round > 0 && f->round % 2 ? 1.05 : 1);
}

static void test_noise_goes_to_the_last_round(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 2 * MS);
    fake_add(f, "add:n=16,dtype=f32", 2 * MS)->time_ns = wobble;
    fake_assert_ok(f);
    assert_string_equal(f->result.stop_reason, "rounds");
    assert_int_equal(f->result.rounds_done, 10);
}

static double narrow_late(const struct fake *f, const struct fake_item *item)
{
    return item->iteration_ns * (f->round == 0 ? 1.5 : 1);
}

/* Of 6 values the interval is the lowest to the highest; of 8 the second to the seventh: one outlier no longer shows. */
static void test_stops_once_narrow(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 2 * MS)->time_ns = narrow_late;
    fake_assert_ok(f);
    assert_string_equal(f->result.stop_reason, "all intervals within 1 %");
    assert_true(f->result.rounds_done > 6 && f->result.rounds_done < 10);
}

static void test_calibrates_short_ones(void **state)
{
    struct fake *f = *state;
    const struct gam_sample *s;

    fake_add(f, "add:n=16,dtype=f32", 37);
    f->config.visit_ns = (uint64_t)(5 * MS);
    fake_assert_ok(f);
    s = &gam_runset_sample(&f->set)[0];
    assert_int_equal(s->iterations, 29730); /* the first whole number of 37 ns above 1.1 ms */
    assert_int_equal(s->duration_ns, 29730 * 37);
    assert_int_equal(fake_samples(f, 0, 0), 6 * 5);
}

static double faster_later(const struct fake *f, const struct fake_item *item)
{
    return item->iteration_ns * (f->round >= 0 ? 0.5 : 1);
}

/* Calibrated at twice its later time: the first round's samples are too short and say so, the next ones are long enough. */
static void test_flags_short_samples(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 1000)->time_ns = faster_later;
    f->config.visit_ns = (uint64_t)(5 * MS);
    fake_assert_ok(f);
    for (size_t i = 0; i < gam_runset_sample_n(&f->set); i++) {
        const struct gam_sample *s = &gam_runset_sample(&f->set)[i];

        assert_int_equal(s->flags, s->round ? 0 : GAM_SAMPLE_SHORT);
        assert_int_equal(s->iterations, s->round ? 2200 : 1100);
        assert_int_equal(s->duration_ns, s->iterations * 500);
    }
}

static void test_no_time_at_all(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 0);
    fake_add(f, "add:n=16,dtype=f32", 2 * MS);
    fake_assert_ok(f);
    fake_assert_status(f, 0, GAM_STATUS_FAILED, "no time at all");
    fake_assert_status(f, 1, GAM_STATUS_OK, NULL);
}

static void test_nothing_to_measure(void **state)
{
    struct fake *f = *state;

    fake_assert_ok(f);
    assert_string_equal(f->result.stop_reason, "nothing to measure");
    fake_add(f, "add:n=16,dtype=f32", 1)->plan_code = -GAM_EUNSUPPORTED;
    fake_assert_ok(f);
    assert_string_equal(f->result.stop_reason, "nothing to measure");
    fake_assert_status(f, 0, GAM_STATUS_FAILED, "told to fail");
    assert_int_equal(f->result.failed, 1);
}

static void test_fewer_rounds_when_asked(void **state)
{
    struct fake *f = *state;

    f->plan.rounds = f->plan.rounds_least = 3;
    fake_add(f, "add:n=16,dtype=f32", 2 * MS);
    fake_assert_ok(f);
    assert_int_equal(f->result.rounds_done, 3);
    assert_string_equal(f->result.stop_reason, "rounds"); /* three values have no interval */
}

int main(void)
{
#define FAKE_TEST(name) cmocka_unit_test_setup_teardown(name, fake_setup, fake_teardown)
    const struct CMUnitTest tests[] = {
        FAKE_TEST(test_samples_to_the_digit), FAKE_TEST(test_order_is_seeded),       FAKE_TEST(test_noise_goes_to_the_last_round),
        FAKE_TEST(test_stops_once_narrow),    FAKE_TEST(test_calibrates_short_ones), FAKE_TEST(test_flags_short_samples),
        FAKE_TEST(test_no_time_at_all),       FAKE_TEST(test_nothing_to_measure),    FAKE_TEST(test_fewer_rounds_when_asked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
