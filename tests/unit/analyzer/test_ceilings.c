/* SPDX-License-Identifier: MIT */
/* Ceilings from roof samples, their self-tests and the choice of one for an operator. */
#include "analyzer/ceilings.h"
#include "analyzer/gate/selftest.h"
#include "analyzer/model.h"
#include "analyzer/overlap.h"
#include "fixture_machine.h"
#include "near.h"

#include <stdio.h>

static void values_to_the_digit(void **state)
{
    struct machine m;
    struct gam_report r;
    (void)state;
    machine_init(&m, 10, 0);
    machine_roofs(&m, &machine_usual);
    machine_analyze(&m, &r);
    const struct gam_ceiling *c = report_ceiling(&r, "cpu/compute/f32/fma/avx2/fma/t2");
    assert_non_null(c);
    assert_near(c->value.value, 200e9, 1);
    assert_near(c->value.low, 200e9, 1);
    assert_int_equal(c->value.n, 10);
    assert_int_equal(c->validity, GAM_VALID);
    assert_string_equal(c->value.unit, "flop/s");
    assert_true(isnan(c->theoretical));
    assert_near(c->round[9], 200e9, 1);
    assert_near(report_ceiling(&r, "cpu/compute/f32/special/avx2/exp/t2")->value.value, 20e9, 1);
    assert_near(report_ceiling(&r, "cpu/memory/L1/read/t2")->value.value, 800e9, 1e3);
    assert_near(report_ceiling(&r, "cpu/memory/DRAM/copy/t2")->value.value, 18e9, 1e3);
    assert_near(report_ceiling(&r, "cpu/launch/t2")->value.value, 2000, 1e-6);
    gam_report_release(&r);
    machine_release(&m);
}

/* Ceilings of one MI200 die by rocprofiler-compute (rocm-systems, tests/workloads/vcopy/MI200/roofline.csv):
 * LDS 17718, L1 9227, L2 5018, HBM 1388.9 GB/s, FP32 20942, FP64 20273 GFLOP/s; in the order of four levels. */
static void published_machine(void **state)
{
    const struct machine_rates mi200 = { .fma_f32 = 20942e9,
                                         .fma_f64 = 20273e9,
                                         .read = { 17718e9, 9227e9, 5018e9, 1388.9e9 },
                                         .write = 1,
                                         .copy = 1,
                                         .triad = 1,
                                         .launch_ns = 5000 };
    struct machine m;
    struct gam_report r;
    (void)state;
    machine_init(&m, 10, 0.003);
    machine_roofs(&m, &mi200);
    machine_analyze(&m, &r);
    const struct gam_ceiling *c = report_ceiling(&r, "cpu/compute/f32/fma/avx2/fma/t2");
    assert_near(c->value.value, 20942e9, 0.005 * 20942e9);
    assert_near(report_ceiling(&r, "cpu/memory/DRAM/read/t2")->value.value, 1388.9e9, 0.005 * 1388.9e9);
    for (size_t i = 0; i < r.device[0].n_ceilings; i++)
        assert_int_equal(r.device[0].ceiling[i].validity, GAM_VALID);
    gam_report_release(&r);
    machine_release(&m);
}

/* The best median wins, not the best round; the wrong, the failed and the dropped do not compete. */
static void best_candidate(void **state)
{
    static const char fast[] = "roof_fma:isa=avx2,chains=12,n=65536,dtype=f32",
                      slow[] = "roof_fma:isa=avx2,chains=8,n=65536,dtype=f32";
    struct machine m;
    struct gam_report r;
    (void)state;
    machine_init(&m, 10, 0);
    m.threads = 1;
    int64_t a = machine_measure(&m, GAM_ROLE_ROOF, slow, "roof"), b = machine_measure(&m, GAM_ROLE_ROOF, fast, "roof");
    for (int i = 0; i < 10; i++) {
        machine_sample(&m, a, i, 1, i < 4 ? 100000 : 1000000); /* 8 chains x 8 lanes x 65536 x 2 = 8.39 MFLOP */
        machine_sample(&m, b, i, 1, 900000);                   /* 12.6 MFLOP */
    }
    int64_t wrong = machine_measure(&m, GAM_ROLE_ROOF, "roof_fma:isa=avx2,chains=20,n=65536,dtype=f32", "roof");
    machine_time(&m, wrong, 1000);
    gam_runset_measurement(&m.set)[wrong].status = GAM_STATUS_WRONG;
    machine_analyze(&m, &r);
    const struct gam_ceiling *c = report_ceiling(&r, "cpu/compute/f32/fma/avx2/fma/t1");
    assert_int_equal(r.device[0].n_ceilings, 1);
    assert_near(c->value.value, 12.0 * 8 * 65536 * 2 / 900000 * 1e9, 1);
    assert_non_null(strstr(c->method, "chains=12"));
    assert_int_equal(c->validity, GAM_NOISY); /* no twin */
    assert_non_null(strstr(c->reason, "not tested"));
    gam_report_release(&r);
    machine_release(&m);
}

/* Twice the work takes 1.1 times the time (work removed by a compiler): void, and nothing is held against it. */
static void work_that_does_not_double(void **state)
{
    static const struct {
        double doubling, sigma;
        enum gam_validity expected;
    } row[] = { { 2, 0.005, GAM_VALID },
                { 1.1, 0.005, GAM_VOID },
                { 2.4, 0.005, GAM_VOID },
                { 2.1, 0.02, GAM_NOISY },
                { 1.93, 0.001, GAM_VALID } };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct machine m;
        struct gam_report r;
        machine_init(&m, 10, row[i].sigma);
        m.doubling = row[i].doubling;
        machine_roofs(&m, &machine_usual);
        machine_op(&m, "gemm:m=1024,n=1024,k=1024,dtype=f32", 1.2e7);
        machine_analyze(&m, &r);
        const struct gam_ceiling *c = report_ceiling(&r, "cpu/compute/f32/fma/avx2/fma/t2");
        assert_int_equal(c->validity, row[i].expected);
        assert_int_equal(c->reason != NULL, row[i].expected != GAM_VALID);
        if (row[i].expected == GAM_VOID) {
            const struct gam_report_operator *op = &r.op[0];
            assert_int_equal(op->bound.label, GAM_LABEL_INDETERMINATE);
            assert_non_null(strstr(op->bound.reason, "no valid fma ceiling for f32 on 2 threads"));
            assert_non_null(report_finding(&r, "roof-void"));
        }
        gam_report_release(&r);
        machine_release(&m);
    }
}

/* Streams with k FMAs per double on 100 GFLOP/s and 20 GB/s, whose times add up with p = 3: p is found, and no ceiling comes of
 * them. */
static void sweep_gives_the_overlap(void **state)
{
    struct machine m;
    struct gam_report r;
    (void)state;
    machine_init(&m, 10, 0);
    machine_roofs(&m, &machine_usual);
    machine_analyze(&m, &r);
    size_t n_ceilings = r.device[0].n_ceilings;
    assert_true(isnan(r.device[0].pnorm));
    assert_non_null(report_finding(&r, "overlap-not-measured"));
    gam_report_release(&r);
    for (int k = 1; k <= 512; k *= 2) {
        char spec[GAM_OP_SPEC_MAX];
        double time[2] = { 2.0 * k * (64 << 20) / 8 / 100, (64 << 20) / 20.0 };
        snprintf(spec, sizeof spec, "roof_sweep:isa=avx2,fmas=%d,level=DRAM,bytes=134217728,chunk=67108864,threads=2,dtype=f64",
                 k);
        machine_time(&m, machine_measure(&m, GAM_ROLE_ROOF, spec, "roof"), gam_pnorm(time, 2, 3));
    }
    machine_analyze(&m, &r);
    assert_near(r.device[0].pnorm, 3, 1e-3);
    assert_near(r.device[0].pnorm_residual, 0, 1e-4);
    assert_int_equal(r.device[0].n_ceilings, n_ceilings);
    assert_null(report_finding(&r, "overlap-not-measured"));
    gam_report_release(&r);
    machine_release(&m);
}

/* The same sweep with noise, when the point of 64 FMAs takes `slow` times as long as it should. */
static void sweep_with_cliff(struct gam_report *r, struct machine *m, double slow)
{
    machine_init(m, 10, 0.005);
    machine_roofs(m, &machine_usual);
    for (int k = 1; k <= 512; k *= 2) {
        char spec[GAM_OP_SPEC_MAX];
        double time[2] = { 2.0 * k * (64 << 20) / 8 / 100, (64 << 20) / 20.0 };
        snprintf(spec, sizeof spec, "roof_sweep:isa=avx2,fmas=%d,level=DRAM,bytes=134217728,chunk=67108864,threads=2,dtype=f64",
                 k);
        machine_time(m, machine_measure(m, GAM_ROLE_ROOF, spec, "roof"), (k == 64 ? slow : 1) * gam_pnorm(time, 2, 3));
    }
    machine_analyze(m, r);
}

static void sweep_must_not_fall(void **state)
{
    struct machine m;
    struct gam_report r;
    (void)state;
    sweep_with_cliff(&r, &m, 1);
    assert_null(report_finding(&r, "sweep-falls"));
    gam_report_release(&r);
    machine_release(&m);
    sweep_with_cliff(&r, &m, 1.03); /* beyond its interval, but no cliff */
    assert_null(report_finding(&r, "sweep-falls"));
    gam_report_release(&r);
    machine_release(&m);
    sweep_with_cliff(&r, &m, 2);
    const struct gam_finding *f = report_finding(&r, "sweep-falls");
    assert_non_null(f); /* 64 FMAs of 2 FLOPs on 8 bytes: 49.5 GFLOP/s after the 92.9 of 32 FMAs */
    assert_non_null(strstr(f->text, "(avx2) falls at 16 FLOP/byte to 53 % of its rate at 8: registers may spill there"));
    assert_near(r.device[0].fall.flop_per_s[0], 92.9e9, 1e9);
    assert_near(r.device[0].fall.flop_per_s[1], 49.5e9, 1e9);
    gam_report_release(&r);
    machine_release(&m);
}

/* Too few rounds have no interval: nothing is said, as in other streams' points. */
static void sweep_of_unknown_noise(void **state)
{
    struct gam_sweep_point p[2] = { { 100, 10, 1, GAM_DTYPE_F64, 2, "DRAM", "avx2", 10, NAN, NAN },
                                    { 50, 10, 1, GAM_DTYPE_F64, 2, "DRAM", "avx2", 2, 1.9, 2.1 } };
    struct gam_sweep_fall fall;
    (void)state;
    assert_false(gam_overlap_fall(p, 2, &fall)); /* sorted now: the slow one is last */
    p[1].ns_low = 9.9;
    p[1].ns_high = 10.1;
    assert_true(gam_overlap_fall(p, 2, &fall));
    assert_near(fall.intensity[0], 5, 0);
    assert_near(fall.intensity[1], 10, 0);
    snprintf(p[1].isa, sizeof p[1].isa, "avx512");
    assert_false(gam_overlap_fall(p, 2, &fall));
    assert_false(gam_overlap_fall(p, 0, &fall));
}

static void levels_out_of_order(void **state)
{
    struct machine_rates rates = machine_usual;
    struct machine m;
    struct gam_report r;
    (void)state;
    rates.read[2] = 15e9; /* L3 slower than main memory */
    machine_init(&m, 10, 0.005);
    machine_roofs(&m, &rates);
    machine_analyze(&m, &r);
    const struct gam_ceiling *c = report_ceiling(&r, "cpu/memory/L3/read/t2");
    assert_int_equal(c->validity, GAM_VOID);
    assert_non_null(strstr(c->reason, "DRAM"));
    assert_int_equal(report_ceiling(&r, "cpu/memory/DRAM/read/t2")->validity, GAM_VALID);
    assert_int_equal(report_ceiling(&r, "cpu/memory/L2/read/t2")->validity, GAM_VALID);
    gam_report_release(&r);
    machine_release(&m);
}

static void halves_disagree(void **state)
{
    struct machine m;
    struct gam_report r;
    (void)state;
    machine_init(&m, 10, 0);
    int64_t k = machine_measure(&m, GAM_ROLE_ROOF, "roof_launch:threads=2,dtype=f64", "roof");
    for (int i = 0; i < 10; i++)
        machine_sample(&m, k, i, 1, i < 5 ? 1000 + i : 2000 + i);
    machine_analyze(&m, &r);
    assert_int_equal(report_ceiling(&r, "cpu/launch/t2")->validity, GAM_VOID);
    gam_report_release(&r);
    machine_release(&m);
}

/* Hollander, Wolfe: rank-sum interval of 5 and 5 values at 96.8 %: third quotient from both ends. */
static void rank_sum_interval(void **state)
{
    const double a[] = { 1, 2, 3, 4, 5 }, b[] = { 1, 1, 1, 1, 1 };
    double scratch[256];
    (void)state;
    struct gam_interval i = gam_halves_ratio(a, 5, b, 5, scratch);
    assert_near(i.value, 3, 0);
    assert_near(i.low, 1, 0); /* the quotients are 1 1 1 1 1 2 2 ...: the third is 1 */
    assert_near(i.high, 5, 0);
    i = gam_halves_ratio(a, 3, b, 3, scratch);
    assert_true(isnan(i.low)); /* P(U = 0) = 1/20: no interval of 95 % */
    i = gam_halves_ratio(a, 4, b, 4, scratch);
    assert_near(i.low, 1, 0); /* P(U = 0) = 1/70: the whole range */
    assert_near(i.high, 4, 0);
    const double c[] = { 10, 20, 30, 40, 50, 60, 70, 80 }, one[] = { 1, 1.001, 1.002, 1.003, 1.004, 1.005, 1.006, 1.007 };
    i = gam_halves_ratio(c, 8, one, 8, scratch); /* n = m = 8: 2 P(U <= 13) = 0.0499, so the 14th of 64 */
    assert_true(i.low > 19.8 && i.low <= 20);
    i = gam_halves_ratio(a, 0, b, 5, scratch);
    assert_true(isnan(i.value));
}

static void windows(void **state)
{
    (void)state;
    assert_int_equal(gam_window_verdict((struct gam_interval){ 2, 1.95, 2.05, 10 }, GAM_WINDOW_DOUBLE), GAM_VALID);
    assert_int_equal(gam_window_verdict((struct gam_interval){ 2, 1.85, 2.05, 10 }, GAM_WINDOW_DOUBLE), GAM_NOISY);
    assert_int_equal(gam_window_verdict((struct gam_interval){ 1.8, 1.7, 1.89, 10 }, GAM_WINDOW_DOUBLE), GAM_VOID);
    assert_int_equal(gam_window_verdict((struct gam_interval){ 2, NAN, NAN, 3 }, GAM_WINDOW_DOUBLE), GAM_NOISY);
    assert_int_equal(gam_window_verdict((struct gam_interval){ NAN, NAN, NAN, 0 }, GAM_WINDOW_DOUBLE), GAM_NOISY);
    assert_int_equal(gam_window_verdict((struct gam_interval){ 100, 90, 110, 10 }, GAM_WINDOW_ORDER), GAM_VALID);
}

/* One machine, DRAM in GB/s: read 19.9, triad 20.8, triad non-temporal 26.4, copy 18.8, fill 15.2. */
static void nearest_read_share(void **state)
{
    static const struct {
        const char *pattern;
        double gbs;
    } row[] = { { "read", 19.9 }, { "triad", 20.8 }, { "triad-nt", 26.4 }, { "copy", 18.8 }, { "write", 15.2 } };
    static const struct {
        double share;
        const char *expected;
    } want[] = { { 1, "read" },   { 0.9, "read" },  { 2.0 / 3, "triad-nt" }, { 0.6, "triad-nt" },
                 { 0.5, "copy" }, { 0.2, "write" }, { 0, "write" } };
    struct gam_ceiling c[5] = { { .kind = GAM_CEILING_MEMORY } };
    struct gam_report_device d = { .ceiling = c, .n_ceilings = 5 };
    (void)state;
    for (size_t i = 0; i < 5; i++) {
        c[i] = (struct gam_ceiling){
            .kind = GAM_CEILING_MEMORY, .threads = 2, .level = "DRAM", .value = { .value = row[i].gbs * 1e9 }
        };
        snprintf(c[i].pattern, sizeof c[i].pattern, "%s", row[i].pattern);
    }
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        assert_string_equal(gam_ceiling_memory(&d, "DRAM", want[i].share, 2)->pattern, want[i].expected);
    assert_null(gam_ceiling_memory(&d, "DRAM", 1, 1));
    assert_null(gam_ceiling_memory(&d, "L1", 1, 2));
    c[2].validity = GAM_VOID;
    assert_string_equal(gam_ceiling_memory(&d, "DRAM", 2.0 / 3, 2)->pattern, "triad");
}

static double avx2_per_cycle(void *ctx, const char *what, const char *isa, const char *dtype, const char *level,
                             const char *pattern)
{
    (void)ctx;
    (void)level;
    bool mine = strcmp(what, "flop") == 0 && strcmp(isa, "avx2") == 0 && strcmp(dtype, "f32") == 0 && strcmp(pattern, "fma") == 0;
    return mine ? 32 : NAN;
}

/* 32 FLOP per cycle x 3.2 GHz x 2 threads = 204.8 GFLOP/s; a roof of 200 is 98 % of it, one of 230 is impossible. */
static void theoretical_roof(void **state)
{
    const struct gam_analyze_facts facts = { .per_cycle = avx2_per_cycle };
    (void)state;
    for (int above = 0; above < 2; above++) {
        struct machine m;
        struct gam_report r;
        struct gam_err err = { 0 };
        struct machine_rates rates = { .fma_f32 = above ? 230e9 : 200e9 };
        machine_init(&m, 10, 0);
        machine_roofs(&m, &rates);
        machine_reading(&m, 0, "clock_hz", GAM_QUANTITY_LEVEL, NAN, 3.2e9);
        assert_int_equal(gam_analyze(&m.set, &m.set, &facts, &r, &err), 0);
        const struct gam_ceiling *c = report_ceiling(&r, "cpu/compute/f32/fma/avx2/fma/t2");
        assert_near(c->clock_hz, 3.2e9, 0);
        assert_near(c->theoretical, 204.8e9, 1);
        assert_int_equal(report_finding(&r, "roof-above-theory") != NULL, above);
        gam_report_release(&r);
        machine_release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_to_the_digit),
        cmocka_unit_test(published_machine),
        cmocka_unit_test(best_candidate),
        cmocka_unit_test(work_that_does_not_double),
        cmocka_unit_test(sweep_gives_the_overlap),
        cmocka_unit_test(sweep_must_not_fall),
        cmocka_unit_test(sweep_of_unknown_noise),
        cmocka_unit_test(levels_out_of_order),
        cmocka_unit_test(halves_disagree),
        cmocka_unit_test(rank_sum_interval),
        cmocka_unit_test(windows),
        cmocka_unit_test(nearest_read_share),
        cmocka_unit_test(theoretical_roof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
