/* SPDX-License-Identifier: MIT */
/* Memory levels, what a shape asks of them, and the resource times that follow. */
#include "analyzer/overlap.h"
#include "analyzer/times.h"
#include "near.h"

#include <stdio.h>

/* 2 cores, each with L1 32 KiB and L2 1 MiB; one L3 of 32 MiB; main memory. */
static const struct gam_levels usual = { 4,
                                         { { "L1", 0, 32 << 10, 64, 2, 1 },
                                           { "L2", 0, 1 << 20, 64, 2, 1 },
                                           { "L3", 0, 32 << 20, 64, 1, 2 },
                                           { "DRAM", 1, 8e9, NAN, 1, 2 } } };

static void reach(void **state)
{
    (void)state;
    assert_near(gam_level_reach_bytes(&usual.level[0], 1), 32 << 10, 0);
    assert_near(gam_level_reach_bytes(&usual.level[0], 2), 64 << 10, 0);
    assert_near(gam_level_reach_bytes(&usual.level[0], 9), 64 << 10, 0); /* no more than there are */
    assert_near(gam_level_reach_bytes(&usual.level[2], 2), 32 << 20, 0);
    assert_near(gam_levels_last_cache_bytes(&usual, 2), 32 << 20, 0);
}

static void serving_level(void **state)
{
    struct gam_levels none = { 0 }, unknown = usual, small = { 1, { { "HBM", 1, NAN, NAN, 1, 1 } } };
    (void)state;
    assert_int_equal(gam_levels_serving(&usual, 64 << 10, 2), 0);
    assert_int_equal(gam_levels_serving(&usual, 64 << 10, 1), 1);
    assert_int_equal(gam_levels_serving(&usual, (64 << 10) + 1, 2), 1);
    assert_int_equal(gam_levels_serving(&usual, 1e12, 2), 3);
    assert_int_equal(gam_levels_serving(&none, 1, 2), -1);
    assert_int_equal(gam_levels_main(&none), -1);
    unknown.level[1].size_bytes = NAN;
    assert_int_equal(gam_levels_serving(&unknown, 64 << 10, 2), 0);
    assert_int_equal(gam_levels_serving(&unknown, 1e6, 2), -1);
    assert_int_equal(gam_levels_serving(&small, 1e6, 2), 0);
    assert_true(isnan(gam_levels_last_cache_bytes(&small, 2)));
}

static struct gam_work work_of(const char *spec, int cold)
{
    struct gam_op op;
    struct gam_work w;
    assert_int_equal(gam_op_parse(spec, &op, NULL), 0);
    gam_work_read(&op, &usual, (double)gam_op_footprint(&op), cold, 2, &w);
    return w;
}

/* Low end: compulsory. High end: the traffic model of the cache inside the level, 2 b m n k w / sqrt(C / 3w). */
static void range_of_bytes(void **state)
{
    (void)state;
    struct gam_work w = work_of("gemm:m=2048,n=2048,k=2048,dtype=f32", 0); /* 48 MiB: main memory */
    double compulsory = 3.0 * 2048 * 2048 * 4, flop = 2.0 * 2048 * 2048 * 2048;
    assert_int_equal(w.serving, 3);
    for (size_t i = 0; i < 4; i++)
        assert_near(gam_work_low_bytes(&w, i), compulsory, 0);
    assert_near(gam_work_high_bytes(&w, 0), compulsory, 0);
    assert_near(gam_work_high_bytes(&w, 1), flop * 4 / sqrt(32768 / 12.0), 1e-6 * flop);
    assert_near(gam_work_high_bytes(&w, 2), flop * 4 / sqrt(1048576 / 12.0), 1e-6 * flop);
    assert_true(gam_work_high_bytes(&w, 3) >= compulsory);
    assert_near(gam_work_read_share(&w), 2.0 / 3, 1e-12);
}

static void warm_and_cold(void **state)
{
    (void)state;
    struct gam_work w = work_of("add:n=10000,dtype=f32", 0); /* 120 000 B */
    assert_int_equal(w.serving, 1);
    assert_near(gam_work_low_bytes(&w, 2), 0, 0);
    assert_near(gam_work_low_bytes(&w, 1), 120000, 0);
    assert_true(gam_work_move_in(&w));
    assert_int_equal(w.serving, 0);
    assert_near(gam_work_low_bytes(&w, 1), 0, 0);
    assert_false(gam_work_move_in(&w));
    w = work_of("add:n=10000,dtype=f32", 1);
    assert_int_equal(w.serving, 3);
}

static struct gam_ceiling ceiling(enum gam_ceiling_kind kind, const char *where, double value, double *round)
{
    struct gam_ceiling c = { .kind = kind,
                             .threads = 2,
                             .dtype = kind == GAM_CEILING_COMPUTE ? GAM_DTYPE_F32 : -1,
                             .value = { .value = value },
                             .round = round };
    snprintf(c.id, sizeof c.id, "%s", where);
    snprintf(c.level, sizeof c.level, "%s", kind == GAM_CEILING_MEMORY ? where : "");
    snprintf(c.class_, sizeof c.class_, "%s", kind == GAM_CEILING_COMPUTE ? where : "");
    snprintf(c.pattern, sizeof c.pattern, "%s", kind == GAM_CEILING_MEMORY ? "triad" : "");
    return c;
}

static void resource_times(void **state)
{
    double never[1] = { NAN };
    struct gam_ceiling c[] = {
        ceiling(GAM_CEILING_COMPUTE, "fma", 100e9, never), ceiling(GAM_CEILING_COMPUTE, "special", 10e9, never),
        ceiling(GAM_CEILING_MEMORY, "L1", 400e9, never),   ceiling(GAM_CEILING_MEMORY, "L2", 100e9, never),
        ceiling(GAM_CEILING_MEMORY, "L3", 50e9, never),    ceiling(GAM_CEILING_MEMORY, "DRAM", 10e9, never),
        ceiling(GAM_CEILING_LAUNCH, "launch", 2000, never)
    };
    struct gam_report_device d = { .ceiling = c, .n_ceilings = 7 };
    struct gam_times t;
    struct gam_model m;
    (void)state;
    struct gam_work w = work_of("softmax:rows=1000,cols=1000,dtype=f32", 0); /* 8 MB in L3; 4e6 fma, 1e6 special */
    gam_times_build(&d, &usual, &w, (struct gam_crew){ .workers = 2, .started = 2 }, &t);
    assert_string_equal(t.missing, "");
    assert_int_equal(t.n, 5); /* compute, L1, L2, L3, overhead */
    assert_near(gam_leaf_ns(&t.leaf[0], GAM_END_LOW), 4e6 / 100 + 1e6 / 10, 1e-6);
    assert_near(gam_leaf_ns(&t.leaf[3], GAM_END_LOW), 8e6 / 50, 1e-6);
    assert_near(gam_leaf_ns(&t.leaf[4], GAM_END_HIGH), 2000, 0);
    assert_int_equal(gam_times_largest(&t, GAM_RESOURCE_MEMORY), 3);
    assert_true(gam_times_model(&t, GAM_END_LOW, 0, 1, 1, &m)); /* never measured in these rounds: their own values */
    assert_near(m.time[3], 8e6 / 50, 1e-6);
    c[1].validity = GAM_VOID;
    gam_times_build(&d, &usual, &w, (struct gam_crew){ .workers = 2, .started = 2 }, &t);
    assert_string_equal(t.missing, "no valid special ceiling for f32 on 2 threads");
    gam_times_build(&d, &usual, &w, (struct gam_crew){ .workers = 1, .started = 1 }, &t);
    assert_non_null(strstr(t.missing, "on 1 thread"));
    w = work_of("gemm:m=1000,n=1000,k=1000,act=gelu,dtype=f32", 0); /* an activation is no reason to know nothing */
    gam_times_build(&d, &usual, &w, (struct gam_crew){ .workers = 2, .started = 2 }, &t);
    assert_string_equal(t.missing, "");
}

/* k FMAs per element of a triad, k = 1 ... 512, on a machine whose times add up with p = 3. */
static void overlap_from_an_intensity_sweep(void **state)
{
    double never[1] = { NAN };
    struct gam_ceiling c[] = { ceiling(GAM_CEILING_COMPUTE, "fma", 100e9, never),
                               ceiling(GAM_CEILING_MEMORY, "DRAM", 10e9, never) };
    struct gam_report_device d = { .ceiling = c, .n_ceilings = 2 };
    struct gam_sweep_point point[10];
    double residual;
    (void)state;
    for (size_t i = 0; i < 10; i++) {
        double flop = 2 * exp2((double)i) * 1e6, time[2] = { flop / 100, 12e6 / 10 };
        point[i] = (struct gam_sweep_point){ .flop = flop,
                                             .bytes = 12e6,
                                             .read_share = 2.0 / 3,
                                             .dtype = GAM_DTYPE_F32,
                                             .threads = 2,
                                             .level = "DRAM",
                                             .ns = gam_pnorm(time, 2, 3) };
    }
    assert_near(gam_overlap_fit(&d, point, 10, &residual), 3, 1e-3);
    assert_near(residual, 0, 1e-4);
    assert_true(isnan(gam_overlap_fit(&d, point, 5, &residual))); /* does not reach the ridge */
    d.n_ceilings = 1;
    assert_true(isnan(gam_overlap_fit(&d, point, 10, &residual)));
}

static void values_of_one_round(void **state)
{
    double round[3] = { 100e9, NAN, 50e9 };
    struct gam_ceiling c = ceiling(GAM_CEILING_COMPUTE, "fma", 80e9, round);
    struct gam_leaf leaf = { .kind = GAM_RESOURCE_COMPUTE, .part = { { 1e9, 4e9, &c } }, .n_parts = 1 };
    (void)state;
    assert_near(gam_leaf_round_ns(&leaf, GAM_END_LOW, 0, 3), 1e7, 1e-6);
    assert_near(gam_leaf_round_ns(&leaf, GAM_END_HIGH, 2, 3), 8e7, 1e-6);
    assert_true(isnan(gam_leaf_round_ns(&leaf, GAM_END_LOW, 1, 3)));
    assert_near(gam_leaf_ns(&leaf, GAM_END_MIDDLE), 2e9 / 80, 1e-6); /* geometric mean of 1e9 and 4e9 */
}

/* What comes from the host's memory and goes there: each way over its own roof, one after the other. */
static void host_link(void **state)
{
    double never[1] = { NAN };
    struct gam_ceiling c[] = { ceiling(GAM_CEILING_COMPUTE, "fma", 100e9, never),
                               ceiling(GAM_CEILING_MEMORY, "DRAM", 10e9, never), ceiling(GAM_CEILING_HOST_LINK, "", 4e9, never),
                               ceiling(GAM_CEILING_HOST_LINK, "", 2e9, never), ceiling(GAM_CEILING_HOST_LINK, "", 1e9, never) };
    static const char *const way[] = { "to-device", "from-device", "to-device" }, *const memory[] = { "pinned", "pinned",
                                                                                                      "pageable" };
    struct gam_report_device d = { .ceiling = c, .n_ceilings = 5 };
    struct gam_work w = work_of("add:n=1000000,dtype=f32", 1);
    struct gam_crew crew = { .workers = 2, .started = 2, .host = GAM_HOST_PINNED };
    struct gam_times t;
    (void)state;
    for (int i = 0; i < 3; i++) {
        snprintf(c[2 + i].pattern, sizeof c[0].pattern, "%s", way[i]);
        snprintf(c[2 + i].pipe, sizeof c[0].pipe, "%s", memory[i]);
    }
    gam_times_build(&d, &usual, &w, crew, &t);
    int leaf = gam_times_largest(&t, GAM_RESOURCE_HOST_LINK);
    assert_true(leaf >= 0);
    assert_near(gam_leaf_ns(&t.leaf[leaf], GAM_END_LOW), 8e6 / 4 + 4e6 / 2, 1e-6);
    crew.host = GAM_HOST_NONE;
    gam_times_build(&d, &usual, &w, crew, &t);
    assert_int_equal(gam_times_largest(&t, GAM_RESOURCE_HOST_LINK), -1);
    crew.host = GAM_HOST_PAGEABLE; /* no roof back */
    gam_times_build(&d, &usual, &w, crew, &t);
    assert_string_equal(t.missing, "no valid ceiling of the link to the host with pageable memory");
    assert_int_equal(gam_host_memory_of("gpu+pinned"), GAM_HOST_PINNED);
    assert_int_equal(gam_host_memory_of("gpu"), GAM_HOST_NONE);
    assert_int_equal(gam_host_memory_of("a+b"), GAM_HOST_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_link),           cmocka_unit_test(reach),
        cmocka_unit_test(serving_level),       cmocka_unit_test(range_of_bytes),
        cmocka_unit_test(warm_and_cold),       cmocka_unit_test(resource_times),
        cmocka_unit_test(values_of_one_round), cmocka_unit_test(overlap_from_an_intensity_sweep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
