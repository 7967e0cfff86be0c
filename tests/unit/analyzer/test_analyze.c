/* SPDX-License-Identifier: MIT */
/* Whole analyses of described machines: labels, gains, and numbers that look impossible. */
#include "fixture_machine.h"
#include "near.h"

static const char gemm[] = "gemm:m=1024,n=1024,k=1024,dtype=f32"; /* 2.147 GFLOP: 10.74 ms at 200 GFLOP/s; 12 MiB */
static const char gemm_small[] = "gemm:m=16,n=16,k=16,dtype=f32";
static const char add_big[] = "add:n=33554432,dtype=f32"; /* 384 MiB: 20.13 ms at 20 GB/s */

struct scene {
    struct machine m;
    struct gam_report r;
};

static int setup(void **state)
{
    struct scene *s = test_calloc(1, sizeof *s);
    machine_init(&s->m, 10, 0.01);
    machine_roofs(&s->m, &machine_usual);
    *state = s;
    return 0;
}

static int teardown(void **state)
{
    struct scene *s = *state;
    gam_report_release(&s->r);
    machine_release(&s->m);
    test_free(s);
    return 0;
}

static const struct gam_report_operator *analyzed(struct scene *s, const char *spec)
{
    machine_analyze(&s->m, &s->r);
    return report_op(&s->r, spec, NULL);
}

static void expect_label(const struct gam_report_operator *op, enum gam_label label)
{
    if (op->bound.label != label)
        fail_msg("%s: %s: %s; expected %s", op->spec, gam_label_word(op->bound.label), op->bound.reason, gam_label_word(label));
}

static void labels_of_a_quiet_machine(void **state)
{
    struct scene *s = *state;
    machine_op(&s->m, gemm, 1.2e7);
    machine_op(&s->m, gemm_small, 2100);
    machine_op(&s->m, add_big, 2.2e7);
    machine_op(&s->m, "gemm:m=512,n=512,k=512,dtype=f32", 1.4e7);
    machine_analyze(&s->m, &s->r);
    const struct gam_report_operator *op = report_op(&s->r, gemm, NULL);
    expect_label(op, GAM_LABEL_COMPUTE);
    assert_true(op->bound.confidence >= 0.99);
    assert_string_equal(op->bound.resource, "compute");
    assert_non_null(strstr(op->bound.reason, "of cpu/compute/f32/fma/avx2/fma/t2 (20"));
    op = report_op(&s->r, add_big, NULL);
    expect_label(op, GAM_LABEL_MEMORY);
    assert_string_equal(op->bound.level, "DRAM");
    assert_string_equal(op->roof->id, "cpu/memory/DRAM/triad/t2");
    assert_string_equal(op->intensity_level, "DRAM");
    assert_near(op->intensity.value, 1.0 / 12, 1e-12);
    op = report_op(&s->r, gemm_small, NULL);
    expect_label(op, GAM_LABEL_OVERHEAD);
    assert_true(isnan(op->bound.confidence));
    op = report_op(&s->r, "gemm:m=512,n=512,k=512,dtype=f32", NULL);
    expect_label(op, GAM_LABEL_LATENCY);
    assert_non_null(strstr(op->bound.reason, "compute side: below every roof by 10."));
    assert_true(isnan(s->r.device[0].pnorm));
    assert_non_null(report_finding(&s->r, "overlap-not-measured"));
    assert_non_null(report_finding(&s->r, "overhead-bound"));
}

/* Without noise every number is known. */
static void numbers_to_the_digit(void **state)
{
    struct scene *s = *state;
    machine_release(&s->m);
    machine_init(&s->m, 10, 0);
    machine_roofs(&s->m, &machine_usual);
    int64_t k = machine_op(&s->m, gemm, 12e6);
    gam_runset_node(&s->m.set)[gam_runset_measurement(&s->m.set)[k].node].calls = 3;
    machine_time(&s->m, machine_measure(&s->m, GAM_ROLE_SUBJECT, gemm, "portable"), 60e6);
    machine_op(&s->m, add_big, 24e6);
    machine_analyze(&s->m, &s->r);
    const struct gam_report_operator *op = report_op(&s->r, gemm, "simd");
    double flop = 2.0 * 1024 * 1024 * 1024, compute = flop / 200, bytes = 12.0 * 1024 * 1024, l3 = bytes / 80;
    assert_near(op->time_ns.value, 12e6, 0);
    assert_near(op->time_ns.low, 12e6, 0);
    assert_near(op->flop.value, flop, 0);
    assert_near(op->flop_per_s.value, flop / 12e6 * 1e9, 1);
    assert_near(op->roof_share.value, compute / 12e6, 1e-9);
    assert_near(op->epsilon, compute / 12e6, 1e-9);
    assert_near(op->t_lo_ns, compute, 1e-3);
    assert_near(op->gain_ns.value, 3 * (12e6 - compute), 0.01);
    assert_int_equal(op->best, 1);
    assert_int_equal(op->calls, 3);
    assert_near(op->share.value, 36.0 / 60, 1e-12);
    assert_near(s->r.unit_time_ns.value, 60e6, 1e-6);
    assert_near(op->resource[0].time_ns, compute, 1e-3);
    assert_string_equal(op->resource[op->n_resources - 1].name, "overhead");
    assert_near(op->resource[op->n_resources - 1].time_ns, 2000, 1e-9);
    double sum = 0;
    for (size_t i = 0; i < op->n_resources; i++) {
        sum += op->resource[i].elasticity;
        if (strcmp(op->resource[i].name, "L3") == 0)
            assert_near(op->resource[i].low_ns, l3, 1e-3);
    }
    assert_near(sum, 1, 1e-12);
    assert_true(op->t_lo_ns <= op->t_mod_ns && op->t_mod_ns <= op->t_hi_ns);
    /* without overlap, what the binding resource takes; at least what is left over the next one */
    assert_near(op->relief_ns.value, 3 * compute, 0.1);
    assert_true(op->relief_ns.low > 0 && op->relief_ns.low < op->relief_ns.value);
    op = report_op(&s->r, gemm, "portable");
    assert_int_equal(op->best, 0);
    assert_false(gam_quantity_known(&op->share));
    /* 36 ms - 3 x 10.7 ms lost by gemm, 24 - 20.13 ms by add: the order of the table */
    assert_string_equal(s->r.op[0].spec, add_big);
    assert_string_equal(s->r.op[0].id, "o1");
    assert_string_equal(s->r.op[1].implementation, "simd");
    assert_string_equal(s->r.op[2].implementation, "portable");
}

/* Verified and with FLOPs from its shape: it is the roof that was too low. */
static void beaten_roof(void **state)
{
    struct scene *s = *state;
    machine_op(&s->m, gemm, 9e6); /* 239 GFLOP/s above a roof of 200 */
    machine_op(&s->m, "gemm:m=1000,n=1000,k=1000,dtype=f32", 1e7);
    const struct gam_report_operator *op = analyzed(s, gemm);
    expect_label(op, GAM_LABEL_COMPUTE);
    assert_near(op->roof_share.value, 1, 1e-9);
    const struct gam_ceiling *roof = report_ceiling(&s->r, "cpu/compute/f32/fma/avx2/fma/t2");
    assert_int_equal(roof->validity, GAM_VOID);
    assert_non_null(strstr(roof->reason, "beaten by gemm:m=1024"));
    assert_string_equal(op->roof->id, "cpu/compute/f32/fma/observed/t2");
    assert_near(report_op(&s->r, "gemm:m=1000,n=1000,k=1000,dtype=f32", NULL)->roof_share.value, 200.0 / 238.6, 0.02);
    assert_non_null(report_finding(&s->r, "roof-beaten"));
    assert_null(report_finding(&s->r, "roof-void"));
    assert_null(report_finding(&s->r, "invalid"));
}

/* 384 MiB do not stay in 32 MiB: what moves them faster than the memory roof shows that the roof was too low. */
static void beaten_memory_roof(void **state)
{
    struct scene *s = *state;
    machine_op(&s->m, add_big, 1.3e7); /* 31 GB/s above a roof of 20 */
    machine_op(&s->m, "add:n=30000000,dtype=f32", 1.8e7);
    const struct gam_report_operator *op = analyzed(s, add_big);
    expect_label(op, GAM_LABEL_MEMORY);
    assert_string_equal(op->bound.level, "DRAM");
    assert_near(op->roof_share.value, 1, 1e-9);
    assert_string_equal(op->roof->id, "cpu/memory/DRAM/triad/observed/t2");
    assert_int_equal(op->roof->observed, 1);
    assert_int_equal(report_ceiling(&s->r, "cpu/memory/DRAM/triad/t2")->validity, GAM_VOID);
    assert_int_equal(report_ceiling(&s->r, "cpu/memory/DRAM/read/t2")->validity, GAM_VALID);
    assert_near(report_op(&s->r, "add:n=30000000,dtype=f32", NULL)->roof_share.value, 20.0 / 31, 0.02);
    assert_non_null(strstr(report_finding(&s->r, "roof-beaten")->text, "above the measured roof of DRAM"));
}

/* The same without a verified result: a number that cannot be true. */
static void impossible_and_not_verified(void **state)
{
    struct scene *s = *state;
    int64_t k = machine_op(&s->m, gemm, 9e6);
    gam_runset_measurement(&s->m.set)[k].error = NAN;
    const struct gam_report_operator *op = analyzed(s, gemm);
    expect_label(op, GAM_LABEL_INVALID);
    assert_int_equal(report_ceiling(&s->r, "cpu/compute/f32/fma/avx2/fma/t2")->validity, GAM_VALID);
    assert_non_null(report_finding(&s->r, "invalid"));
}

/* Up to 5 % above a roof is noise, not a diagnosis. */
static void slightly_above_the_roof(void **state)
{
    struct scene *s = *state;
    machine_op(&s->m, gemm, 10.74e6 / 1.03);
    const struct gam_report_operator *op = analyzed(s, gemm);
    expect_label(op, GAM_LABEL_COMPUTE);
    assert_int_equal(report_ceiling(&s->r, "cpu/compute/f32/fma/avx2/fma/t2")->validity, GAM_VALID);
    assert_true(op->gain_ns.value == 0);
}

/* 36 MB do not fit L3's 32 MiB, yet most of them stay there. */
static void served_by_the_next_level(void **state)
{
    static const char add[] = "add:n=3000000,dtype=f32";
    struct scene *s = *state;
    machine_op(&s->m, add, 36e6 / 60); /* 60 GB/s; DRAM gives 20, L3 80 */
    const struct gam_report_operator *op = analyzed(s, add);
    expect_label(op, GAM_LABEL_MEMORY);
    assert_string_equal(op->bound.level, "L3");
    assert_non_null(strstr(op->bound.reason, "faster than DRAM allows: L3 serves it"));
    assert_near(op->roof_share.value, 0.75, 0.02);
    assert_string_equal(op->intensity_level, "L3");
    assert_near(op->bytes[3].read.value, 0, 0);
}

/* 500 ns where starting two threads takes 2000: it did not start them. */
static void runs_on_its_own_thread(void **state)
{
    struct scene *s = *state;
    machine_op(&s->m, gemm_small, 500);
    const struct gam_report_operator *op = analyzed(s, gemm_small);
    assert_int_not_equal(op->bound.label, GAM_LABEL_INVALID);
    assert_non_null(strstr(op->bound.reason, "faster than starting 2 threads: it does not start them"));
}

static void cold_operands_come_from_main_memory(void **state)
{
    static const char add[] = "add:n=1000000,dtype=f32"; /* 12 MB: L3 when warm */
    struct scene *s = *state;
    int64_t k = machine_op(&s->m, add, 12e6 / 18);
    gam_runset_measurement(&s->m.set)[k].cache = GAM_CACHE_COLD;
    const struct gam_report_operator *op = analyzed(s, add);
    expect_label(op, GAM_LABEL_MEMORY);
    assert_string_equal(op->bound.level, "DRAM");
}

/* Four query heads share a key head whose 4 MiB do not fit L2: L3 may see up to four times the bytes of main memory. It cannot
 * have, for the time was too short. */
static void bytes_are_bounded_by_the_time(void **state)
{
    static const char decode[] = "attention:b=8,hq=32,hkv=8,sq=1,skv=8192,d=64,dtype=f32"; /* 268 MB */
    struct scene *s = *state;
    machine_op(&s->m, decode, 1.4e7);
    const struct gam_report_operator *op = analyzed(s, decode);
    expect_label(op, GAM_LABEL_MEMORY);
    assert_string_equal(op->bound.level, "DRAM");
    for (size_t i = 0; i < op->n_resources; i++)
        if (op->resource[i].kind == GAM_RESOURCE_MEMORY)
            assert_true(op->resource[i].high_ns <= 1.02 * op->time_ns.value);
    assert_near(op->bytes[2].read.high / op->bytes[2].read.low, 4, 0.01); /* what the shape allows stands in the report */
}

/* Twice as long for all, roofs included: the same labels, shares and elasticities. */
static void scale_of_time(void **state)
{
    static const double at[] = { 1.2e7, 4e7, 2.2e7, 2.5e3 };
    static const char *const spec[] = { gemm, "gemm:m=512,n=512,k=512,dtype=f32", add_big, gemm_small };
    struct scene *s = *state;
    struct gam_report twice;
    for (size_t i = 0; i < 4; i++)
        machine_op(&s->m, spec[i], at[i]);
    machine_analyze(&s->m, &s->r);
    for (size_t i = 0; i < gam_runset_sample_n(&s->m.set); i++)
        gam_runset_sample(&s->m.set)[i].duration_ns *= 2;
    machine_analyze(&s->m, &twice);
    for (size_t i = 0; i < 4; i++) {
        const struct gam_report_operator *a = report_op(&s->r, spec[i], NULL), *b = report_op(&twice, spec[i], NULL);
        assert_int_equal(a->bound.label, b->bound.label);
        assert_near(a->roof_share.value, b->roof_share.value, 1e-9);
        assert_near(2 * a->gain_ns.value, b->gain_ns.value, 1e-6 * a->time_ns.value);
        for (size_t k = 0; k < a->n_resources; k++)
            assert_near(a->resource[k].elasticity, b->resource[k].elasticity, 1e-9);
    }
    gam_report_release(&twice);
}

/* The implementation's own instruction set stands in the reason when another one's roof is higher. */
static void own_instruction_set(void **state)
{
    struct scene *s = *state;
    for (int twice = 1; twice <= 2; twice++)
        machine_time(&s->m,
                     machine_measure(&s->m, twice == 1 ? GAM_ROLE_ROOF : GAM_ROLE_CONTROL,
                                     twice == 1 ? "roof_fma:isa=base,chains=10,n=65536,threads=2,dtype=f32"
                                                : "roof_fma:isa=base,chains=10,n=131072,threads=2,dtype=f32",
                                     "roof"),
                     twice * 10.0 * 4 * 2 * 65536 * 2 / 50e9 * 1e9);
    int64_t k = machine_op(&s->m, gemm, 5e7);
    gam_runset_measurement(&s->m.set)[k].detail = "base 4x8";
    const struct gam_report_operator *op = analyzed(s, gemm);
    expect_label(op, GAM_LABEL_LATENCY);
    assert_non_null(strstr(op->bound.reason, "21 % of cpu/compute/f32/fma/avx2"));
    assert_non_null(strstr(op->bound.reason, "86 % of the base roof that it uses"));
}

static void waiting_ranks(void **state)
{
    static const int64_t ms[] = { 110, 110, 110, 10 };
    struct scene *s = *state;
    struct gam_collective c;
    int64_t k = machine_measure(&s->m, GAM_ROLE_SUBJECT, add_big, "mpi");
    for (int64_t i = 0; i < 40; i++) {
        struct gam_sample sample = { .ordinal = (int64_t)gam_runset_sample_n(&s->m.set),
                                     .measurement = k,
                                     .rank = i % 4,
                                     .round = i / 4,
                                     .iterations = 1,
                                     .duration_ns = ms[i % 4] * 1000000 };
        machine_add(&s->m, GAM_RECORD_SAMPLE, &sample);
    }
    gam_record_clear(GAM_RECORD_COLLECTIVE, &c);
    c.measurement = k;
    c.op = "all-reduce";
    machine_add(&s->m, GAM_RECORD_COLLECTIVE, &c);
    expect_label(analyzed(s, add_big), GAM_LABEL_IMBALANCE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(labels_of_a_quiet_machine, setup, teardown),
        cmocka_unit_test_setup_teardown(numbers_to_the_digit, setup, teardown),
        cmocka_unit_test_setup_teardown(beaten_roof, setup, teardown),
        cmocka_unit_test_setup_teardown(beaten_memory_roof, setup, teardown),
        cmocka_unit_test_setup_teardown(impossible_and_not_verified, setup, teardown),
        cmocka_unit_test_setup_teardown(slightly_above_the_roof, setup, teardown),
        cmocka_unit_test_setup_teardown(served_by_the_next_level, setup, teardown),
        cmocka_unit_test_setup_teardown(runs_on_its_own_thread, setup, teardown),
        cmocka_unit_test_setup_teardown(cold_operands_come_from_main_memory, setup, teardown),
        cmocka_unit_test_setup_teardown(bytes_are_bounded_by_the_time, setup, teardown),
        cmocka_unit_test_setup_teardown(scale_of_time, setup, teardown),
        cmocka_unit_test_setup_teardown(own_instruction_set, setup, teardown),
        cmocka_unit_test_setup_teardown(waiting_ranks, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
