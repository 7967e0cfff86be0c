/* SPDX-License-Identifier: MIT */
/* Runs that lack things, hold nonsense, or are large: an analysis must give an answer with a reason, and never crash. */
#include "common/rand.h"
#include "fixture_machine.h"
#include "near.h"

#include <stdio.h>

static const char gemm[] = "gemm:m=1024,n=1024,k=1024,dtype=f32";

static void nothing_at_all(void **state)
{
    struct gam_runset set;
    struct gam_report r;
    (void)state;
    gam_runset_init(&set);
    assert_int_equal(gam_analyze(&set, NULL, NULL, &r, NULL), 0);
    assert_int_equal(r.n_ops, 0);
    assert_int_equal(r.n_devices, 0);
    assert_false(gam_quantity_known(&r.unit_time_ns));
    gam_report_release(&r);
    gam_report_release(&r); /* twice is once */
    gam_runset_release(&set);
}

static void no_rounds(void **state)
{
    struct machine m;
    struct gam_report r;
    (void)state;
    machine_init(&m, 0, 0);
    machine_roofs(&m, &machine_usual);
    machine_op(&m, gemm, 1e7);
    machine_analyze(&m, &r);
    assert_int_equal(r.n_rounds, 0);
    assert_int_equal(r.op[0].bound.label, GAM_LABEL_INDETERMINATE);
    assert_false(gam_quantity_known(&r.op[0].time_ns));
    assert_non_null(r.op[0].time_ns.reason);
    assert_non_null(report_finding(&r, "too-few-rounds"));
    gam_report_release(&r);
    machine_release(&m);
}

/* One round, one sample: numbers, but no intervals and no label. */
static void one_round(void **state)
{
    struct machine m;
    struct gam_report r;
    (void)state;
    machine_init(&m, 1, 0);
    machine_roofs(&m, &machine_usual);
    machine_op(&m, gemm, 12e6);
    machine_analyze(&m, &r);
    const struct gam_report_operator *op = &r.op[0];
    assert_near(op->time_ns.value, 12e6, 0);
    assert_true(isnan(op->time_ns.low));
    assert_near(op->roof_share.value, 0.8948, 1e-4);
    assert_int_equal(op->bound.label, GAM_LABEL_INDETERMINATE);
    assert_non_null(strstr(op->bound.reason, "1 round with its roofs: at least 6"));
    assert_near(op->share.value, 1, 1e-12);
    assert_int_equal(report_ceiling(&r, "cpu/compute/f32/fma/avx2/fma/t2")->validity, GAM_NOISY);
    gam_report_release(&r);
    machine_release(&m);
}

static void five_and_six_rounds(void **state)
{
    (void)state;
    for (int rounds = 5; rounds <= 6; rounds++) {
        struct machine m;
        struct gam_report r;
        machine_init(&m, rounds, 0.002);
        machine_roofs(&m, &machine_usual);
        machine_op(&m, gemm, 12e6);
        machine_analyze(&m, &r);
        assert_int_equal(r.op[0].bound.label, rounds < 6 ? GAM_LABEL_INDETERMINATE : GAM_LABEL_COMPUTE);
        gam_report_release(&r);
        machine_release(&m);
    }
}

static void no_roofs(void **state)
{
    struct machine m;
    struct gam_report r;
    (void)state;
    machine_init(&m, 10, 0);
    machine_op(&m, gemm, 12e6);
    machine_analyze(&m, &r);
    assert_int_equal(r.op[0].bound.label, GAM_LABEL_INDETERMINATE);
    assert_non_null(strstr(r.op[0].bound.reason, "no valid fma ceiling"));
    assert_null(r.op[0].roof);
    assert_false(gam_quantity_known(&r.op[0].roof_share));
    assert_non_null(report_finding(&r, "no-roofs"));
    gam_report_release(&r);
    machine_release(&m);
}

/* Without a launch roof the rest still decides. */
static void roofs_of_some_kinds(void **state)
{
    struct machine_rates rates = machine_usual;
    struct machine m;
    struct gam_report r;
    (void)state;
    rates.launch_ns = 0;
    rates.special_f32 = 0;
    rates.read[1] = 0; /* no roof of an inner level */
    machine_init(&m, 10, 0.005);
    machine_roofs(&m, &rates);
    machine_op(&m, gemm, 12e6);
    machine_op(&m, "softmax:rows=4096,cols=4096,dtype=f32", 8e6);
    machine_op(&m, "add:n=20000,dtype=f32", 6e3);   /* 240 kB: served by L2; 40 GB/s, L3 gives 80 */
    machine_op(&m, "add:n=20001,dtype=f32", 2.5e3); /* faster than L3: nothing to hold it against */
    machine_analyze(&m, &r);
    assert_int_equal(report_op(&r, gemm, NULL)->bound.label, GAM_LABEL_COMPUTE);
    assert_non_null(
        strstr(report_op(&r, "softmax:rows=4096,cols=4096,dtype=f32", NULL)->bound.reason, "no valid special ceiling"));
    const struct gam_report_operator *op = report_op(&r, "add:n=20000,dtype=f32", NULL);
    assert_non_null(strstr(op->bound.reason, "L2 serves it and has no valid roof: held against L3"));
    assert_string_equal(op->roof->level, "L3");
    op = report_op(&r, "add:n=20001,dtype=f32", NULL);
    assert_int_equal(op->bound.label, GAM_LABEL_INDETERMINATE);
    assert_non_null(strstr(op->bound.reason, "L2 serves it and has no valid bandwidth ceiling"));
    gam_report_release(&r);
    machine_release(&m);
}

static void unknown_operators(void **state)
{
    struct machine m;
    struct gam_report r;
    (void)state;
    machine_init(&m, 10, 0);
    machine_roofs(&m, &machine_usual);
    machine_op(&m, "wavelet:n=5,dtype=f32", 1e6);
    machine_op(&m, "gemm:m=oops,dtype=f32", 1e6);
    machine_measure(&m, GAM_ROLE_ROOF, "roof_of_tomorrow:x=1,dtype=f32", "roof");
    machine_analyze(&m, &r);
    for (size_t i = 0; i < 2; i++) {
        assert_null(r.op[i].op.kind);
        assert_int_equal(r.op[i].bound.label, GAM_LABEL_INDETERMINATE);
        assert_non_null(strstr(r.op[i].bound.reason, "does not know the operator"));
        assert_near(r.op[i].time_ns.value, 1e6, 0);
        assert_false(gam_quantity_known(&r.op[i].flop));
    }
    gam_report_release(&r);
    machine_release(&m);
}

static void times_of_zero(void **state)
{
    struct machine m;
    struct gam_report r;
    (void)state;
    machine_init(&m, 10, 0);
    machine_roofs(&m, &machine_usual);
    int64_t k = machine_measure(&m, GAM_ROLE_SUBJECT, gemm, "simd");
    for (int i = 0; i < 10; i++)
        machine_sample(&m, k, i, 1, 0);
    machine_analyze(&m, &r);
    assert_int_equal(r.op[0].bound.label, GAM_LABEL_INVALID);
    assert_non_null(report_finding(&r, "samples-ignored"));
    gam_report_release(&r);
    machine_release(&m);
}

/* A measurement that was interrupted keeps what it has. */
static void partial_measurement(void **state)
{
    struct machine m;
    struct gam_report r;
    (void)state;
    machine_init(&m, 10, 0.002);
    machine_roofs(&m, &machine_usual);
    int64_t k = machine_measure(&m, GAM_ROLE_SUBJECT, gemm, "simd");
    gam_runset_measurement(&m.set)[k].status = GAM_STATUS_PARTIAL;
    for (int i = 0; i < 7; i++)
        machine_sample(&m, k, i, 1, 12000000);
    gam_runset_run(&m.set)->status = GAM_RUN_STOPPED;
    machine_analyze(&m, &r);
    assert_int_equal(r.op[0].time_ns.n, 7);
    assert_int_equal(r.op[0].bound.label, GAM_LABEL_COMPUTE);
    assert_non_null(report_finding(&r, "run-incomplete"));
    gam_report_release(&r);
    machine_release(&m);
}

static void dangling_device(void **state)
{
    struct machine m;
    struct gam_report r;
    struct gam_err err = { 0 };
    (void)state;
    machine_init(&m, 2, 0);
    int64_t k = machine_op(&m, gemm, 1e7);
    gam_runset_measurement(&m.set)[k].device = 7;
    assert_int_equal(gam_analyze(&m.set, &m.set, NULL, &r, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "its device 7 does not exist");
    assert_int_equal(r.n_ops, 0);
    machine_release(&m);
}

/* Any vector of operators and roofs, however odd: every field is a number in its range or missing with a reason. */
static void check_report(const struct gam_report *r)
{
    for (size_t i = 0; i < r->n_ops; i++) {
        const struct gam_report_operator *op = &r->op[i];
        double sum = 0;
        assert_non_null(gam_label_word(op->bound.label));
        assert_true(op->bound.reason[0] != 0 || op->bound.label != GAM_LABEL_INDETERMINATE);
        assert_true(isnan(op->bound.confidence) || (op->bound.confidence >= 0 && op->bound.confidence <= 1));
        for (size_t k = 0; k < op->n_resources; k++) {
            sum += op->resource[k].elasticity;
            assert_true(op->resource[k].low_ns <= op->resource[k].time_ns && op->resource[k].time_ns <= op->resource[k].high_ns);
        }
        assert_true(op->n_resources == 0 || fabs(sum - 1) < 1e-12);
        assert_true(!(op->t_lo_ns > op->t_mod_ns * (1 + 1e-12)) && !(op->t_mod_ns > op->t_hi_ns * (1 + 1e-12)));
        assert_true(!(op->gain_ns.value < 0));
        assert_true(!(op->share.value < 0) && !(op->share.value > 1 + 1e-12));
        assert_true(i == 0 || r->op[i - 1].best >= op->best);
    }
}

static void random_runs(void **state)
{
    static const char *const spec[] = { gemm,
                                        "gemm:m=16,n=16,k=16,dtype=f64",
                                        "add:n=100,dtype=f32",
                                        "add:n=20000000,dtype=f32",
                                        "softmax:rows=100,cols=100,dtype=f32",
                                        "attention:hq=8,hkv=8,sq=1,skv=4096,d=64,dtype=f32",
                                        "layernorm:rows=64,cols=64,dtype=f32",
                                        "conv2d:c=64,h=56,k=64,r=3,pad=1,dtype=f32",
                                        "nothing:n=1" };
    struct gam_rand rand;
    (void)state;
    gam_rand_seed(&rand, 9);
    for (int run = 0; run < 60; run++) {
        struct machine_rates rates = machine_usual;
        struct machine m;
        struct gam_report r;
        machine_init(&m, (int)gam_rand_below(&rand, 13), 0.3 * gam_rand_unit(&rand) * gam_rand_unit(&rand));
        m.doubling = gam_rand_below(&rand, 4) ? 2 : 1 + 2 * gam_rand_unit(&rand);
        rates.fma_f32 *= gam_rand_below(&rand, 6) ? 1 : 0;
        rates.launch_ns *= gam_rand_below(&rand, 6) ? 1 : 0;
        rates.read[gam_rand_below(&rand, 4)] *= exp(gam_rand_normal(&rand));
        machine_roofs(&m, &rates);
        for (size_t i = 0; i < sizeof spec / sizeof spec[0]; i++)
            machine_op(&m, spec[i], exp(4 + 12 * gam_rand_unit(&rand)));
        gam_runset_measurement(&m.set)[gam_runset_measurement_n(&m.set) - 1].status = (int64_t)gam_rand_below(&rand, 6);
        machine_analyze(&m, &r);
        check_report(&r);
        gam_report_release(&r);
        machine_release(&m);
    }
}

static void spoil_field(struct machine *m, struct gam_rand *rand)
{
    static const int64_t odd[] = { -1, 0, 1, 7, INT64_MAX, INT64_MIN, 1ll << 40, -(1ll << 33) };
    enum gam_record which = (enum gam_record)gam_rand_below(rand, GAM_RECORD_KINDS);
    const struct gam_record_desc *desc = gam_record_desc(which);
    struct gam_rows *rows = &m->set.of[which];
    if (rows->n == 0 || desc->n_fields == 0)
        return;
    const struct gam_field *field = &desc->fields[gam_rand_below(rand, desc->n_fields)];
    char *place = (char *)rows->row + gam_rand_below(rand, rows->n) * desc->size + field->offset;
    int64_t integer = odd[gam_rand_below(rand, sizeof odd / sizeof odd[0])];
    double real = gam_rand_below(rand, 3) ? (double)integer : NAN;
    if (field->type == GAM_FIELD_REAL)
        memcpy(place, &real, sizeof real);
    else if (field->type != GAM_FIELD_TEXT && field->type != GAM_FIELD_TIME)
        memcpy(place, &integer, sizeof integer);
    else if (field->nullable)
        *(const char **)(void *)place = NULL;
}

/* References that lead nowhere, words that do not exist, numbers out of all ranges: an answer or an error, no crash. */
static void spoiled_runs(void **state)
{
    struct gam_rand rand;
    (void)state;
    gam_rand_seed(&rand, 12);
    for (int run = 0; run < 400; run++) {
        struct machine m;
        struct gam_report r;
        struct gam_err err = { 0 };
        machine_init(&m, 6, 0.01);
        machine_roofs(&m, &machine_usual);
        int64_t k = machine_op(&m, gemm, 1.2e7);
        machine_reading(&m, k, "fp_ops_f32", GAM_QUANTITY_DELTA, 1, 2e9);
        machine_op(&m, "add:n=1000,dtype=f32", 1e4);
        for (uint64_t i = 1 + gam_rand_below(&rand, 12); i > 0; i--)
            spoil_field(&m, &rand);
        if (gam_analyze(&m.set, &m.set, NULL, &r, &err) != 0)
            assert_true(err.code < 0 && err.text[0] != 0);
        gam_report_release(&r);
        machine_release(&m);
    }
}

static void ten_thousand_operators(void **state)
{
    struct gam_rand rand;
    struct machine m;
    struct gam_report r;
    char spec[80];
    (void)state;
    gam_rand_seed(&rand, 10);
    machine_init(&m, 10, 0.01);
    machine_roofs(&m, &machine_usual);
    for (int i = 0; i < 10000; i++) {
        struct gam_operator op;
        struct gam_node node;
        struct gam_measurement k;
        snprintf(spec, sizeof spec, i % 2 ? "gemm:m=%d,n=256,k=256,dtype=f32" : "add:n=%d,dtype=f32", 1000 + i);
        gam_record_clear(GAM_RECORD_OPERATOR, &op);
        gam_record_clear(GAM_RECORD_NODE, &node);
        op.ordinal = (int64_t)gam_runset_operator_n(&m.set);
        op.spec = spec;
        op.kind = i % 2 ? "gemm" : "add";
        machine_add(&m, GAM_RECORD_OPERATOR, &op);
        node.ordinal = (int64_t)gam_runset_node_n(&m.set);
        node.operator= op.ordinal;
        node.calls = 1;
        machine_add(&m, GAM_RECORD_NODE, &node);
        k = gam_runset_measurement(&m.set)[0];
        k.ordinal = (int64_t)gam_runset_measurement_n(&m.set);
        k.role = GAM_ROLE_SUBJECT;
        k.node = node.ordinal;
        machine_add(&m, GAM_RECORD_MEASUREMENT, &k);
        double ideal = i % 2 ? 2.0 * (1000 + i) * 65536 / 200 : 12.0 * (1000 + i) / 300 + 2000;
        machine_time(&m, k.ordinal, ideal * (1 + gam_rand_unit(&rand)));
    }
    machine_analyze(&m, &r);
    assert_int_equal(r.n_ops, 10000);
    check_report(&r);
    gam_report_release(&r);
    machine_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_at_all),         cmocka_unit_test(no_rounds),     cmocka_unit_test(one_round),
        cmocka_unit_test(five_and_six_rounds),    cmocka_unit_test(no_roofs),      cmocka_unit_test(roofs_of_some_kinds),
        cmocka_unit_test(unknown_operators),      cmocka_unit_test(times_of_zero), cmocka_unit_test(partial_measurement),
        cmocka_unit_test(dangling_device),        cmocka_unit_test(random_runs),   cmocka_unit_test(spoiled_runs),
        cmocka_unit_test(ten_thousand_operators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
