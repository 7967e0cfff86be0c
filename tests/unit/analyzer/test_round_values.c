/* SPDX-License-Identifier: MIT */
/* Values per round from samples, and meter readings per visit. */
#include "analyzer/readings.h"
#include "fixture_machine.h"
#include "near.h"

#include <stdlib.h>

struct tables {
    struct machine m;
    struct gam_arena *arena;
    struct gam_round_table rounds;
    struct gam_readings readings;
};

static void build(struct tables *t)
{
    struct gam_err err = { 0 };
    assert_int_equal(gam_rounds_build(&t->m.set, &t->arena, &t->rounds, &err), 0);
    assert_int_equal(gam_readings_build(&t->m.set, &t->rounds, &t->arena, &t->readings, &err), 0);
}

static int setup(void **state)
{
    struct tables *t = calloc(1, sizeof *t);
    machine_init(&t->m, 6, 0);
    *state = t;
    return 0;
}

static int teardown(void **state)
{
    struct tables *t = *state;
    gam_arena_free(t->arena);
    machine_release(&t->m);
    free(t);
    return 0;
}

static const char spec[] = "gemm:m=64,n=64,k=64,dtype=f32";

/* Of one iteration, whatever the number of them; the middle one, not the mean; passes with counters do not count. */
static void median_within_a_round(void **state)
{
    struct tables *t = *state;
    int64_t k = machine_measure(&t->m, GAM_ROLE_SUBJECT, spec, "simd");
    machine_sample(&t->m, k, 0, 10, 1000);   /* 100 */
    machine_sample(&t->m, k, 0, 1, 5000);    /* an outlier */
    machine_sample(&t->m, k, 0, 100, 11000); /* 110 */
    machine_sample(&t->m, k, 2, 2, 400);
    machine_sample(&t->m, k, 2, 2, 600);
    build(t);
    const double *ns = gam_rounds_of(&t->rounds, (size_t)k);
    assert_int_equal(t->rounds.n_rounds, 3);
    assert_near(ns[0], 110, 0);
    assert_true(isnan(ns[1]));
    assert_near(ns[2], 250, 0);
}

/* Median of round medians with its order-statistics interval; pooling the samples would give another value. */
static void summary_over_rounds(void **state)
{
    struct tables *t = *state;
    int64_t k = machine_measure(&t->m, GAM_ROLE_SUBJECT, spec, "simd");
    for (int r = 0; r < 10; r++)
        for (int i = 0; i < (r == 9 ? 100 : 1); i++)
            machine_sample(&t->m, k, r, 1, 100 + r);
    build(t);
    struct gam_interval i = gam_rounds_interval(&t->rounds, gam_rounds_of(&t->rounds, (size_t)k));
    assert_near(i.value, 104.5, 0);
    assert_near(i.low, 101, 0); /* the 2nd and 9th of 10 */
    assert_near(i.high, 108, 0);
    assert_int_equal(i.n, 10);
}

static void few_rounds_leave_the_interval_open(void **state)
{
    struct tables *t = *state;
    int64_t k = machine_measure(&t->m, GAM_ROLE_SUBJECT, spec, "simd");
    machine_sample(&t->m, k, 0, 1, 100);
    build(t);
    struct gam_quantity q =
        gam_interval_quantity(gam_rounds_interval(&t->rounds, gam_rounds_of(&t->rounds, (size_t)k)), "ns", GAM_SOURCE_TIMED);
    assert_near(q.value, 100, 0);
    assert_true(isnan(q.low) && isnan(q.high));
    assert_non_null(q.reason);
    q = gam_interval_quantity((struct gam_interval){ NAN, NAN, NAN, 0 }, "ns", GAM_SOURCE_TIMED);
    assert_false(gam_quantity_known(&q));
    assert_int_equal(q.source, GAM_SOURCE_NONE);
}

static void unusable_samples_are_counted(void **state)
{
    struct tables *t = *state;
    int64_t k = machine_measure(&t->m, GAM_ROLE_SUBJECT, spec, "simd");
    machine_sample(&t->m, k, 0, 1, 0);
    machine_sample(&t->m, k, 0, 1, -5);
    machine_sample(&t->m, k, 0, 0, 100);
    machine_sample(&t->m, k, -1, 1, 100);
    machine_sample(&t->m, k, 1ll << 40, 1, 100);
    build(t);
    assert_int_equal(t->rounds.ignored, 5);
    assert_int_equal(t->rounds.n_rounds, 0);
    assert_int_equal(t->rounds.untimed[k], 1);
}

/* Several ranks: the slowest one's time, and how long the others waited for it. */
static void ranks(void **state)
{
    static const int64_t ms[] = { 110, 110, 110, 10 };
    struct tables *t = *state;
    int64_t k = machine_measure(&t->m, GAM_ROLE_SUBJECT, spec, "simd");
    for (int64_t rank = 0; rank < 4; rank++) {
        struct gam_sample s = { .ordinal = (int64_t)gam_runset_sample_n(&t->m.set),
                                .measurement = k,
                                .rank = rank,
                                .iterations = 1,
                                .duration_ns = ms[rank] * 1000000 };
        machine_add(&t->m, GAM_RECORD_SAMPLE, &s);
    }
    build(t);
    assert_near(gam_rounds_of(&t->rounds, (size_t)k)[0], 110e6, 0);
    assert_near(t->rounds.wait_ns[0], 75e6, 0);
}

/* A reading stands with the first sample of its visit and covers all of them. */
static void counts_per_iteration(void **state)
{
    struct tables *t = *state;
    int64_t k = machine_measure(&t->m, GAM_ROLE_SUBJECT, spec, "simd");
    machine_reading(&t->m, k, "fp_ops_f32", GAM_QUANTITY_DELTA, 1, 500);
    machine_sample(&t->m, k, 0, 10, 1000);
    build(t);
    struct gam_quantity q = gam_readings_get(&t->readings, (size_t)k, "fp_ops_f32");
    assert_near(q.value, 500, 0);
    assert_near(q.low, 500, 0);
    assert_int_equal(q.n, 6);
    assert_int_equal(q.source, GAM_SOURCE_COUNTER);
    assert_int_equal(q.flags & GAM_Q_UNTRUSTED, 0);
    for (int r = 0; r < 6; r++) { /* a second sample in each of those visits: the same readings now cover twice the iterations */
        struct gam_sample s = { .ordinal = (int64_t)gam_runset_sample_n(&t->m.set),
                                .measurement = k,
                                .round = r,
                                .pass = 1,
                                .iterations = 10,
                                .duration_ns = 1000 };
        machine_add(&t->m, GAM_RECORD_SAMPLE, &s);
    }
    build(t);
    assert_near(gam_readings_get(&t->readings, (size_t)k, "fp_ops_f32").value, 250, 0);
}

static void levels_are_not_divided(void **state)
{
    struct tables *t = *state;
    int64_t k = machine_measure(&t->m, GAM_ROLE_SUBJECT, spec, "simd");
    machine_sample(&t->m, k, 5, 10, 1000);
    machine_reading(&t->m, k, "clock_hz", GAM_QUANTITY_LEVEL, NAN, 3e9);
    build(t);
    struct gam_quantity q = gam_readings_get(&t->readings, (size_t)k, "clock_hz");
    assert_near(q.value, 3e9, 0);
    assert_true(q.flags & GAM_Q_UNTRUSTED);
}

static void a_failed_truth_test_is_not_used(void **state)
{
    struct tables *t = *state;
    int64_t k = machine_measure(&t->m, GAM_ROLE_SUBJECT, spec, "simd");
    machine_sample(&t->m, k, 5, 10, 1000);
    machine_reading(&t->m, k, "fp_ops_f32", GAM_QUANTITY_DELTA, 0.5, 500);
    machine_reading(&t->m, k, "fp_ops_f64", GAM_QUANTITY_DELTA, 1.05, 500);
    build(t);
    struct gam_quantity q = gam_readings_get(&t->readings, (size_t)k, "fp_ops_f32");
    assert_false(gam_quantity_known(&q));
    assert_non_null(strstr(q.reason, "truth test"));
    q = gam_readings_get(&t->readings, (size_t)k, "fp_ops_f64");
    assert_true(gam_quantity_known(&q));
    q = gam_readings_get(&t->readings, (size_t)k, "nothing");
    assert_string_equal(q.reason, "no meter reads it");
}

/* What the collector says once for the run is the reason at every measurement. */
static void missing_for_the_whole_run(void **state)
{
    struct tables *t = *state;
    struct gam_reading r;
    int64_t k = machine_measure(&t->m, GAM_ROLE_SUBJECT, spec, "simd");
    machine_reading(&t->m, k, "l3_misses", GAM_QUANTITY_DELTA, NAN, NAN);
    int64_t other = machine_measure(&t->m, GAM_ROLE_SUBJECT, spec, "portable");
    gam_record_clear(GAM_RECORD_READING, &r);
    r.ordinal = (int64_t)gam_runset_reading_n(&t->m.set);
    r.quantity = 0;
    r.target = GAM_TARGET_RUN;
    r.reason = "the event cannot be added";
    machine_add(&t->m, GAM_RECORD_READING, &r);
    build(t);
    struct gam_quantity q = gam_readings_get(&t->readings, (size_t)other, "l3_misses");
    assert_false(gam_quantity_known(&q));
    assert_string_equal(q.reason, "the event cannot be added");
}

static void stolen_time(void **state)
{
    struct tables *t = *state;
    int64_t k = machine_measure(&t->m, GAM_ROLE_SUBJECT, spec, "simd");
    machine_reading(&t->m, k, "steal_ns", GAM_QUANTITY_DELTA, NAN, 10); /* 100 ns in a visit of 1000 ns on 2 threads */
    build(t);
    assert_near(gam_readings_time_share(&t->readings, "steal_ns"), 0.05, 1e-12);
    assert_true(isnan(gam_readings_time_share(&t->readings, "other_ns")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(median_within_a_round, setup, teardown),
        cmocka_unit_test_setup_teardown(summary_over_rounds, setup, teardown),
        cmocka_unit_test_setup_teardown(few_rounds_leave_the_interval_open, setup, teardown),
        cmocka_unit_test_setup_teardown(unusable_samples_are_counted, setup, teardown),
        cmocka_unit_test_setup_teardown(ranks, setup, teardown),
        cmocka_unit_test_setup_teardown(counts_per_iteration, setup, teardown),
        cmocka_unit_test_setup_teardown(levels_are_not_divided, setup, teardown),
        cmocka_unit_test_setup_teardown(a_failed_truth_test_is_not_used, setup, teardown),
        cmocka_unit_test_setup_teardown(missing_for_the_whole_run, setup, teardown),
        cmocka_unit_test_setup_teardown(stolen_time, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
