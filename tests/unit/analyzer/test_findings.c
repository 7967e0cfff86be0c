/* SPDX-License-Identifier: MIT */
/* Findings: each appears when its cause is there, with evidence, and not on a quiet machine. */
#include "fixture_machine.h"
#include "near.h"

static const char gemm[] = "gemm:m=1024,n=1024,k=1024,dtype=f32";
static const char add_big[] = "add:n=33554432,dtype=f32";

struct scene {
    struct machine m;
    struct gam_report r;
};

static int setup(void **state)
{
    struct scene *s = test_calloc(1, sizeof *s);
    machine_init(&s->m, 10, 0.005);
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

static const struct gam_finding *found(struct scene *s, const char *code)
{
    machine_analyze(&s->m, &s->r);
    const struct gam_finding *f = report_finding(&s->r, code);
    if (!f)
        fail_msg("no finding '%s'", code);
    return f;
}

static void quiet_machine(void **state)
{
    struct scene *s = *state;
    machine_op(&s->m, gemm, 1.1e7);
    machine_analyze(&s->m, &s->r);
    assert_int_equal(s->r.n_findings, 2);
    assert_non_null(report_finding(&s->r, "overlap-not-measured"));
    assert_non_null(report_finding(&s->r, "at-the-roof"));
}

static void at_the_roof(void **state)
{
    struct scene *s = *state;
    machine_op(&s->m, add_big, 2.1e7);
    const struct gam_finding *f = found(s, "at-the-roof");
    assert_non_null(strstr(f->text, "is at its roof (96 %) and takes 100 % of the unit"));
    assert_non_null(strstr(f->remedy, "needs less work, not better code"));
    assert_string_equal(f->operator_id, "o1");
    assert_non_null(strstr(f->evidence, "DRAM"));
}

static void largest_gain(void **state)
{
    struct scene *s = *state;
    machine_op(&s->m, gemm, 3e7);
    const struct gam_finding *f = found(s, "largest-gain");
    assert_non_null(strstr(f->text, "would save 19."));
    assert_near(f->weight, s->r.op[0].gain_ns.value, 0);
}

static void wrong_failed_and_skipped(void **state)
{
    struct scene *s = *state;
    static const char *const name[] = { "portable", "onednn", "openblas" };
    static const enum gam_status status[] = { GAM_STATUS_WRONG, GAM_STATUS_FAILED, GAM_STATUS_SKIPPED };
    machine_op(&s->m, gemm, 1.1e7);
    for (int i = 0; i < 3; i++) {
        int64_t k = machine_measure(&s->m, GAM_ROLE_SUBJECT, gemm, name[i]);
        struct gam_measurement *m = &gam_runset_measurement(&s->m.set)[k];
        m->status = status[i];
        m->reason = gam_runset_text(&s->m.set, i == 2 ? "library not found: libopenblas.so.0" : "because");
        m->error = 0.5;
        if (i == 0)
            machine_time(&s->m, k, 1e6);
    }
    int64_t again = machine_measure(&s->m, GAM_ROLE_SUBJECT, add_big, "openblas");
    gam_runset_measurement(&s->m.set)[again].status = GAM_STATUS_SKIPPED;
    gam_runset_measurement(&s->m.set)[again].reason = gam_runset_text(&s->m.set, "library not found: another one");
    const struct gam_finding *f = found(s, "wrong-result");
    assert_int_equal(f->severity, GAM_SEVERITY_ERROR);
    assert_string_equal(f->evidence, "largest error 0.5, tolerance 1e-06");
    assert_ptr_equal(f, &s->r.finding[0]); /* errors first */
    f = report_finding(&s->r, "implementation-failed");
    assert_string_equal(f->evidence, "because");
    f = report_finding(&s->r, "skipped");
    assert_string_equal(f->text, "2 operators by openblas were not run");
    assert_string_equal(f->evidence, "gemm:m=1024,n=1024,k=1024,dtype=f32: library not found: libopenblas.so.0");
    /* the wrong one is faster, and neither the best nor judged nor a roof */
    const struct gam_report_operator *op = report_op(&s->r, gemm, "portable");
    assert_int_equal(op->best, 0);
    assert_int_equal(op->bound.label, GAM_LABEL_INDETERMINATE);
    assert_string_equal(op->bound.reason, "not judged: its result is wrong: because");
    assert_int_equal(report_op(&s->r, gemm, "simd")->best, 1);
    assert_int_equal(report_ceiling(&s->r, "cpu/compute/f32/fma/avx2/fma/t2")->validity, GAM_VALID);
}

static void counters(void **state)
{
    struct scene *s = *state;
    struct gam_run *run = gam_runset_run(&s->m.set);
    run->counters = gam_runset_text(&s->m.set, "software-only");
    run->counters_reason = gam_runset_text(&s->m.set, "no performance monitoring unit");
    const struct gam_finding *f = found(s, "counters-unavailable");
    assert_string_equal(f->evidence, "no performance monitoring unit");
    gam_report_release(&s->r);
    struct gam_event e;
    gam_record_clear(GAM_RECORD_EVENT, &e);
    e.severity = GAM_SEVERITY_INFO;
    e.code = "counters-unavailable";
    e.text = "meter 'papi': cannot be opened";
    machine_add(&s->m, GAM_RECORD_EVENT, &e);
    f = found(s, "counters-unavailable"); /* said by the collector: not said twice */
    assert_string_equal(f->text, e.text);
    size_t n = 0;
    for (size_t i = 0; i < s->r.n_findings; i++)
        n += strcmp(s->r.finding[i].code, "counters-unavailable") == 0;
    assert_int_equal(n, 1);
}

static void untrusted_counter(void **state)
{
    struct scene *s = *state;
    int64_t k = machine_op(&s->m, gemm, 1.1e7);
    machine_reading(&s->m, k, "fp_ops_f32", GAM_QUANTITY_DELTA, 0.5, 1e9);
    const struct gam_finding *f = found(s, "counter-untrusted");
    assert_non_null(strstr(f->text, "fp_ops_f32"));
    const struct gam_report_operator *op = report_op(&s->r, gemm, NULL);
    assert_false(gam_quantity_known(&op->executed_flop));
    assert_int_equal(op->bound.label, GAM_LABEL_COMPUTE);
}

static void counted_flops(void **state)
{
    static const struct {
        double ratio;
        enum gam_label label;
        int mismatch;
    } row[] = { { 1.0, GAM_LABEL_COMPUTE, 0 }, { 1.3, GAM_LABEL_COMPUTE, 1 }, { 2.5, GAM_LABEL_INVALID, 1 },
                { 0.5, GAM_LABEL_INVALID, 1 }, { 0, GAM_LABEL_INVALID, 1 },   { -1, GAM_LABEL_INVALID, 1 } };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct scene s;
        machine_init(&s.m, 10, 0.005);
        machine_roofs(&s.m, &machine_usual);
        int64_t k = machine_op(&s.m, gemm, 1.1e7);
        machine_reading(&s.m, k, "fp_ops_f32", GAM_QUANTITY_DELTA, 1, row[i].ratio * 2.0 * 1024 * 1024 * 1024);
        machine_analyze(&s.m, &s.r);
        const struct gam_report_operator *op = report_op(&s.r, gemm, NULL);
        assert_near(op->executed_ratio.value, row[i].ratio, 1e-9);
        assert_int_equal(op->bound.label, row[i].label);
        assert_int_equal(report_finding(&s.r, "count-mismatch") != NULL, row[i].mismatch);
        gam_report_release(&s.r);
        machine_release(&s.m);
    }
}

/* Functions computed by multiplying and adding execute more than the shape says, and that is no fault. */
static void special_functions_execute_more(void **state)
{
    static const char softmax[] = "softmax:rows=4096,cols=4096,dtype=f32";
    struct scene *s = *state;
    int64_t k = machine_op(&s->m, softmax, 8e6);
    machine_reading(&s->m, k, "fp_ops_f32", GAM_QUANTITY_DELTA, 1, 20.0 * 4096 * 4096);
    machine_analyze(&s->m, &s->r);
    assert_int_not_equal(report_op(&s->r, softmax, NULL)->bound.label, GAM_LABEL_INVALID);
}

static void traffic_of_main_memory(void **state)
{
    struct scene *s = *state;
    int64_t k = machine_op(&s->m, add_big, 2.1e7);
    machine_reading(&s->m, k, "dram_read_bytes", GAM_QUANTITY_DELTA, 1, 3.0 * 4 * 33554432);
    machine_reading(&s->m, k, "dram_written_bytes", GAM_QUANTITY_DELTA, 1, 3.0 * 4 * 33554432);
    const struct gam_finding *f = found(s, "more-traffic");
    assert_non_null(strstr(f->text, "moves 2.0 times the bytes"));
    assert_near(report_op(&s->r, add_big, NULL)->traffic_ratio.value, 2, 1e-9);
}

static void misses_stand_for_traffic(void **state)
{
    struct scene *s = *state;
    for (size_t i = 0; i < gam_runset_memory_n(&s->m.set); i++)
        gam_runset_memory(&s->m.set)[i].line_bytes = 64;
    int64_t k = machine_op(&s->m, add_big, 2.1e7);
    machine_reading(&s->m, k, "l3_misses", GAM_QUANTITY_DELTA, NAN, 12.0 * 33554432 / 64);
    machine_analyze(&s->m, &s->r);
    const struct gam_report_operator *op = report_op(&s->r, add_big, NULL);
    assert_near(op->traffic_ratio.value, 1, 1e-9);
    assert_true(op->traffic_ratio.flags & GAM_Q_LOWER_BOUND);
}

static void machine_conditions(void **state)
{
    struct scene *s = *state;
    struct gam_host_fact fact = { .host = 0, .key = "governor", .value = "powersave" };
    machine_add(&s->m, GAM_RECORD_HOST_FACT, &fact);
    gam_runset_host(&s->m.set)->cores = 1;
    int64_t k = machine_op(&s->m, gemm, 1.1e7);
    machine_reading(&s->m, k, "steal_ns", GAM_QUANTITY_DELTA, NAN, 20); /* 200 of 2 x 1000 ns */
    machine_analyze(&s->m, &s->r);
    assert_non_null(report_finding(&s->r, "governor"));
    assert_string_equal(report_finding(&s->r, "oversubscribed")->text, "2 threads on 1 cores");
    assert_non_null(strstr(report_finding(&s->r, "time-stolen")->text, "10.0 %"));
}

/* A machine of two homes of memory, or of two kinds of cores: half of the rounds take half as long again. */
static void two_modes(void **state)
{
    struct scene *s = *state;
    int64_t k = machine_measure(&s->m, GAM_ROLE_SUBJECT, gemm, "simd"),
            other = machine_measure(&s->m, GAM_ROLE_SUBJECT, add_big, "simd");
    for (int r = 0; r < s->m.rounds; r++) {
        machine_sample(&s->m, k, r, 1000, (r % 2 ? 32000000LL : 21000000LL) + 10000 * r);
        machine_sample(&s->m, other, r, 1000, 21000000LL + 1100000LL * r); /* it drifts: no two groups */
    }
    machine_analyze(&s->m, &s->r);
    const struct gam_finding *f = report_finding(&s->r, "two-modes");
    assert_non_null(f);
    assert_non_null(strstr(f->text, "takes two different times: about 21.0 "));
    assert_non_null(strstr(f->text, " in 5 rounds, 32.1 "));
    assert_string_equal(f->operator_id, report_op(&s->r, gemm, NULL)->id);
    for (size_t i = 0, n = 0; i < s->r.n_findings; i++)
        assert_true((n += !strcmp(s->r.finding[i].code, "two-modes")) < 2);
}

static void clocks_of_a_gpu(void **state)
{
    struct scene *s = *state;
    int64_t k = machine_op(&s->m, gemm, 1.1e7);
    machine_reading(&s->m, k, "gpu_clock_hz", GAM_QUANTITY_LEVEL, NAN, 1.9e9);
    machine_reading(&s->m, k, "gpu_clock_least_hz", GAM_QUANTITY_LEVEL, NAN, 1.2e9);
    machine_reading(&s->m, k, "gpu_throttled_looks", GAM_QUANTITY_DELTA, NAN, 3);
    machine_analyze(&s->m, &s->r);
    assert_non_null(strstr(report_finding(&s->r, "gpu-throttled")->text, gemm));
    assert_non_null(strstr(report_finding(&s->r, "gpu-clock-moved")->evidence, "down to 1.20 GHz"));
}

static void noise(void **state)
{
    struct machine m;
    struct gam_report r;
    (void)state;
    machine_init(&m, 10, 0.15);
    machine_roofs(&m, &machine_usual);
    machine_analyze(&m, &r);
    assert_true(r.noise_fma_cv > 0.05 && r.noise_fma_cv < 0.4);
    assert_true(r.noise_dram_cv > 0.05 && r.noise_dram_cv < 0.4);
    assert_non_null(strstr(report_finding(&r, "noisy-machine")->evidence, ", the roof of main memory by "));
    assert_non_null(report_finding(&r, "roof-noisy"));
    gam_report_release(&r);
    machine_release(&m);
}

/* Roofs of an earlier run, spot-checked by those measured in this one. */
static void reused_roofs(void **state)
{
    (void)state;
    for (int drifted = 0; drifted < 2; drifted++) {
        struct machine_rates now = { .fma_f32 = drifted ? 170e9 : 199e9, .launch_ns = 2000 };
        struct machine old, m;
        struct gam_report r;
        struct gam_err err = { 0 };
        machine_init(&old, 10, 0.005);
        machine_roofs(&old, &machine_usual);
        machine_init(&m, 6, 0.005);
        machine_roofs(&m, &now);
        machine_op(&m, gemm, 1.2e7);
        assert_int_equal(gam_analyze(&m.set, &old.set, NULL, &r, &err), 0);
        const struct gam_report_operator *op = report_op(&r, gemm, NULL);
        assert_int_equal(op->bound.label, GAM_LABEL_COMPUTE);
        assert_near(op->roof_share.value, 0.895, 0.01);
        assert_non_null(strstr(op->roof_share.reason, "another run"));
        assert_true(isnan(op->roof->round[0]));
        assert_int_equal(op->roof->value.n, 10);
        assert_int_equal(report_finding(&r, "roofs-disagree") != NULL, drifted);
        assert_true(r.noise_fma_cv < 0.02);
        gam_report_release(&r);
        machine_release(&m);
        machine_release(&old);
    }
}

/* Reused roofs of too few rounds have no interval: shares, but no label. */
static void reused_roofs_without_intervals(void **state)
{
    struct scene *s = *state;
    struct machine old;
    struct gam_err err = { 0 };
    machine_init(&old, 3, 0);
    machine_roofs(&old, &machine_usual);
    machine_op(&s->m, gemm, 1.2e7);
    assert_int_equal(gam_analyze(&s->m.set, &old.set, NULL, &s->r, &err), 0);
    const struct gam_report_operator *op = report_op(&s->r, gemm, NULL);
    assert_int_equal(op->bound.label, GAM_LABEL_INDETERMINATE);
    assert_non_null(strstr(op->bound.reason, "fewer than 6 rounds and has no interval"));
    assert_near(op->roof_share.value, 0.895, 0.01);
    machine_release(&old);
}

static void roofs_of_another_machine(void **state)
{
    struct scene *s = *state;
    struct machine other;
    struct gam_err err = { 0 };
    machine_init(&other, 10, 0);
    gam_runset_device(&other.set)->id = gam_runset_text(&other.set, "cuda:0");
    machine_op(&s->m, gemm, 1.2e7);
    assert_int_equal(gam_analyze(&s->m.set, &other.set, NULL, &s->r, &err), 0);
    assert_int_equal(s->r.device[0].n_ceilings, 0);
    assert_non_null(report_finding(&s->r, "no-roofs"));
    assert_int_equal(s->r.op[0].bound.label, GAM_LABEL_INDETERMINATE);
    machine_release(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(quiet_machine, setup, teardown),
        cmocka_unit_test_setup_teardown(at_the_roof, setup, teardown),
        cmocka_unit_test_setup_teardown(largest_gain, setup, teardown),
        cmocka_unit_test_setup_teardown(wrong_failed_and_skipped, setup, teardown),
        cmocka_unit_test_setup_teardown(counters, setup, teardown),
        cmocka_unit_test_setup_teardown(untrusted_counter, setup, teardown),
        cmocka_unit_test(counted_flops),
        cmocka_unit_test_setup_teardown(special_functions_execute_more, setup, teardown),
        cmocka_unit_test_setup_teardown(traffic_of_main_memory, setup, teardown),
        cmocka_unit_test_setup_teardown(misses_stand_for_traffic, setup, teardown),
        cmocka_unit_test_setup_teardown(machine_conditions, setup, teardown),
        cmocka_unit_test_setup_teardown(two_modes, setup, teardown),
        cmocka_unit_test_setup_teardown(clocks_of_a_gpu, setup, teardown),
        cmocka_unit_test(noise),
        cmocka_unit_test(reused_roofs),
        cmocka_unit_test_setup_teardown(reused_roofs_without_intervals, setup, teardown),
        cmocka_unit_test_setup_teardown(roofs_of_another_machine, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
