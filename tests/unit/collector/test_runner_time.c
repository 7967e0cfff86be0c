/* SPDX-License-Identifier: MIT */
/* The budget, the length of a visit, and the time that is said to be left. */
#include "../gam_test.h"

#include "fixture_fake.h"

#include <math.h>
#include <stdio.h>

#define MS 1e6
#define S  1e9

static void items_add(struct fake *f, int n)
{
    char spec[64];

    for (int i = 0; i < n; i++) {
        snprintf(spec, sizeof spec, "add:n=%d,dtype=f32", 16 + i);
        fake_add(f, spec, (1 + i % 7 * 5) * 0.3 * MS);
    }
}

static double wobble(const struct fake *f, const struct fake_item *item)
{
    return item->iteration_ns * (f->round % 2 ? 1.04 : 0.98);
}

/* Times that never settle, so that the stop rule does not end the run before the budget does. */
static void times_wobble(struct fake *f)
{
    for (size_t i = 0; i < f->plan.n; i++)
        f->item[i].time_ns = wobble;
}

static void assert_within(const char *what, double value, double low, double high)
{
    if (!(value >= low && value <= high))
        fail_msg("%s is %g, not within %g and %g", what, value, low, high);
}

static void test_a_visit_fills_the_budget(void **state)
{
    struct fake *f = *state;

    items_add(f, 20);
    times_wobble(f);
    f->config.visit_ns = 0;
    f->plan.budget_ns = (uint64_t)(10 * S);
    fake_assert_ok(f);
    assert_int_equal(f->result.rounds_done, 10);
    assert_string_equal(f->result.stop_reason, "rounds");
    assert_within("run", (double)f->now_ns, 9.0 * S, 10.2 * S);
    assert_within("visit", (double)f->result.visit_ns, 40 * MS,
                  52 * MS); /* 10 s / (10 rounds x 20 items), less what surrounds it */
}

static void test_visits_have_a_longest_and_a_shortest(void **state)
{
    struct fake *f = *state;

    items_add(f, 20);
    times_wobble(f);
    f->config.visit_ns = 0;
    f->plan.budget_ns = (uint64_t)(1000 * S);
    fake_assert_ok(f);
    assert_within("visit", (double)f->result.visit_ns, 99.9 * MS, 100 * MS);
    assert_within("run", (double)f->now_ns, 19 * S, 22 * S);
}

/* 20 items of 5 ms take about 0.12 s a round: seven or eight rounds of ten fit into 1 s beside the preparation. */
static void test_fewer_rounds_in_a_small_budget(void **state)
{
    struct fake *f = *state;

    items_add(f, 20);
    times_wobble(f);
    f->config.visit_ns = 0;
    f->plan.budget_ns = (uint64_t)(1.3 * S);
    fake_assert_ok(f);
    assert_within("rounds", f->result.rounds_done, 6, 9);
    assert_string_equal(f->result.stop_reason, "budget");
    assert_within("visit", (double)f->result.visit_ns, 5 * MS, 7 * MS);
    assert_within("run", (double)f->now_ns, 1.0 * S, 1.4 * S);
}

static void test_six_rounds_whatever_the_budget(void **state)
{
    struct fake *f = *state;

    items_add(f, 20);
    times_wobble(f);
    f->config.visit_ns = 0;
    f->plan.budget_ns = 1000;
    fake_assert_ok(f);
    assert_int_equal(f->result.rounds_done, 6);
    assert_string_equal(f->result.stop_reason, "budget");
    assert_int_equal(f->result.measured, 20);
}

/* What was said to be left, against what it took, when a quarter, a half and three quarters were done. */
static void assert_left(const struct fake *f)
{
    double total = (double)f->now_ns;

    assert_true(f->n_told < FAKE_TOLD);
    for (int quarter = 1; quarter < 4; quarter++) {
        size_t i = 0;
        double truth;
        char what[40];

        while (i + 1 < f->n_told && (double)f->told[i + 1].elapsed_ns <= total * quarter / 4)
            i++;
        truth = total - (double)f->told[i].elapsed_ns;
        snprintf(what, sizeof what, "time left at %d %%, over the truth", 25 * quarter);
        assert_within(what, (double)f->told[i].left_ns / truth, 0.8, 1.2);
    }
}

static void test_time_left_with_a_budget(void **state)
{
    struct fake *f = *state;

    items_add(f, 20);
    times_wobble(f);
    f->config.visit_ns = 0;
    f->plan.budget_ns = (uint64_t)(10 * S);
    f->tick_ns = 20000; /* everything between the launches takes time too */
    fake_assert_ok(f);
    assert_left(f);
}

static void test_time_left_without_a_budget(void **state)
{
    struct fake *f = *state;

    items_add(f, 20);
    times_wobble(f);
    f->config.visit_ns = 0;
    f->tick_ns = 20000;
    fake_assert_ok(f);
    assert_int_equal(f->result.visit_ns, 50 * MS);
    assert_left(f);
}

/* Preparation takes a third of the run, and twice as long as was guessed. */
static void test_time_left_with_slow_memory(void **state)
{
    struct fake *f = *state;

    for (int i = 0; i < 12; i++) {
        char spec[64];

        snprintf(spec, sizeof spec, "add:n=%d,dtype=f32", 500000 + i);
        fake_add(f, spec, 3 * MS);
        fake_last(f)->threads = i + 1;
    }
    f->device.info.memory[0].instances = 2; /* nothing is shared */
    f->alloc_ns_per_kib = 40000;
    times_wobble(f);
    f->config.visit_ns = 0;
    f->plan.budget_ns = (uint64_t)(9 * S);
    fake_assert_ok(f);
    assert_left(f);
    assert_within("run", (double)f->now_ns, 8 * S, 9.5 * S);
}

/* One run of an item takes longer than all other visits together. */
static void test_time_left_with_a_long_item(void **state)
{
    struct fake *f = *state;

    items_add(f, 5);
    fake_add(f, "add:n=1000,dtype=f32", 300 * MS);
    times_wobble(f);
    f->config.visit_ns = 0;
    f->plan.budget_ns = (uint64_t)(1 * S);
    fake_assert_ok(f);
    assert_int_equal(f->result.rounds_done, 6);
    assert_left(f);
}

static void test_progress_counts(void **state)
{
    struct fake *f = *state;
    const struct gam_progress *last;

    items_add(f, 4);
    fake_assert_ok(f);
    assert_int_equal(f->told[0].phase, GAM_PHASE_PREPARE);
    last = &f->told[f->n_told - 1];
    assert_int_equal(last->phase, GAM_PHASE_DONE);
    assert_int_equal(last->left_ns, 0);
    assert_int_equal(last->done, 6 * 4);
    for (size_t i = 1; i < f->n_told; i++) {
        assert_true(f->told[i].elapsed_ns >= f->told[i - 1].elapsed_ns);
        assert_true(f->told[i].done >= f->told[i - 1].done);
    }
}

int main(void)
{
#define FAKE_TEST(name) cmocka_unit_test_setup_teardown(name, fake_setup, fake_teardown)
    const struct CMUnitTest tests[] = {
        FAKE_TEST(test_a_visit_fills_the_budget),
        FAKE_TEST(test_visits_have_a_longest_and_a_shortest),
        FAKE_TEST(test_fewer_rounds_in_a_small_budget),
        FAKE_TEST(test_six_rounds_whatever_the_budget),
        FAKE_TEST(test_time_left_with_a_budget),
        FAKE_TEST(test_time_left_without_a_budget),
        FAKE_TEST(test_time_left_with_slow_memory),
        FAKE_TEST(test_time_left_with_a_long_item),
        FAKE_TEST(test_progress_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
