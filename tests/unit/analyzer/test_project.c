/* SPDX-License-Identifier: MIT */
/* Projections of runs of described machines, where what they should give is known. */
#include "tests/unit/gam_test.h"

#include "analyzer/arena.h"
#include "analyzer/whatif/project.h"
#include "tests/unit/analyzer/fixture_machine.h"
#include "tests/unit/analyzer/near.h"

#include <math.h>

#define GEMM "gemm:m=1024,n=1024,k=1024,dtype=f32"
#define ADD  "add:n=67108864,dtype=f32"
#define TINY "gemm:m=16,n=16,k=16,dtype=f32"

/* A run of the usual machine: gemm at 80 % of its roof, add at 90 %, and one that is bound by its launch. */
static void usual(struct machine *m, struct gam_report *r)
{
    machine_init(m, 10, 0.001);
    machine_roofs(m, &machine_usual);
    machine_op(m, GEMM, 2.0 * 1024 * 1024 * 1024 / 200e9 * 1e9 / 0.8);
    machine_op(m, ADD, 3.0 * 67108864 * 4 / 20e9 * 1e9 / 0.9);
    machine_op(m, TINY, 2500);
    machine_analyze(m, r);
}

static const struct gam_projected *row(const struct gam_projection *p, const char *spec)
{
    for (size_t i = 0; i < p->n; i++)
        if (!strcmp(p->row[i].op->spec, spec))
            return &p->row[i];
    fail_msg("no row %s", spec);
    return NULL;
}

static void project(const struct gam_report *r, const struct gam_machine *there, enum gam_efficiency_rule rule,
                    const struct gam_edits *e, struct gam_projection *out)
{
    const struct gam_project_options o = { .efficiency = rule, .edits = e };
    struct gam_err err = { 0 };

    if (gam_project(r, 0, there, &o, out, &err))
        fail_msg("%s", err.text);
}

static void test_onto_itself(void **state)
{
    struct machine m;
    struct gam_report r;
    struct gam_machine there;
    struct gam_projection p;

    (void)state;
    usual(&m, &r);
    gam_machine_from_report(&r, 0, r.op[0].threads, &there);
    project(&r, &there, GAM_EFFICIENCY_OWN, NULL, &p);
    assert_int_equal(p.n, 3);
    for (size_t i = 0; i < p.n; i++)
        assert_near(p.row[i].time_ns.value / p.row[i].op->time_ns.value, 1, 1e-9);
    assert_near(p.speedup.value, 1, 1e-9);
    assert_int_equal(row(&p, GEMM)->bound.label, GAM_LABEL_COMPUTE);
    assert_int_equal(row(&p, ADD)->bound.label, GAM_LABEL_MEMORY);
    assert_true(p.bound_ns <= p.there_ns.value);
    gam_projection_release(&p);
    gam_report_release(&r);
    machine_release(&m);
}

static void test_onto_a_faster_machine(void **state)
{
    struct machine_rates fast = machine_usual;
    struct machine m, n;
    struct gam_report r, s;
    struct gam_machine there;
    struct gam_projection p;
    struct gam_backtest b;
    struct gam_arena *memory = NULL;

    (void)state;
    usual(&m, &r);
    fast.fma_f32 *= 3;
    for (size_t i = 0; i < 4; i++)
        fast.read[i] *= 2;
    machine_init(&n, 10, 0.001);
    machine_roofs(&n, &fast);
    machine_op(&n, GEMM, 2.0 * 1024 * 1024 * 1024 / 600e9 * 1e9 / 0.8);
    machine_op(&n, ADD, 3.0 * 67108864 * 4 / 40e9 * 1e9 / 0.9);
    machine_analyze(&n, &s);
    gam_machine_from_report(&s, 0, s.op[0].threads, &there);
    project(&r, &there, GAM_EFFICIENCY_OWN_FIRST, NULL, &p);
    assert_near(row(&p, ADD)->op->time_ns.value / row(&p, ADD)->time_ns.value, 2, 0.02);
    assert_near(row(&p, GEMM)->op->time_ns.value / row(&p, GEMM)->time_ns.value, 3, 0.1);
    assert_int_equal(gam_backtest(&(struct gam_backtest_input){ &p, &r, &s, 0, s.op[0].threads, 0 }, &memory, &b, NULL), 0);
    assert_int_equal(b.n, 2);
    assert_true(b.median < 0.05 && b.p90 < 0.1);
    assert_true(isnan(b.median_low)); /* two operators give no interval */
    assert_true(b.n_roofs >= 4);
    assert_near(b.roofs_moved, 1, 0.02);      /* four levels of memory twice as fast ... */
    assert_near(b.roofs_moved_most, 2, 0.02); /* ... and arithmetic three times */
    gam_arena_free(memory);
    gam_projection_release(&p);
    gam_report_release(&r);
    gam_report_release(&s);
    machine_release(&m);
    machine_release(&n);
}

/* Every order of four edits out of the pool is one question: the same projection to the last bit. */
static void test_the_order_of_edits_does_not_matter(void **state)
{
    static const char *const pool[] = { "mem=x2",    "clock=0.8",        "dtype=f64",   "batch=x4",
                                        "launch=x3", "weights=int4:128", "compute=x0.5" };
    enum { POOL = sizeof pool / sizeof *pool, TAKEN = 4, ORDERS = 24 };
    struct machine m;
    struct gam_report r;
    struct gam_machine there;

    (void)state;
    usual(&m, &r);
    gam_machine_from_report(&r, 0, r.op[0].threads, &there);
    for (size_t first = 0; first + TAKEN <= POOL; first++) {
        struct gam_projection base, p;

        for (int order = 0; order < ORDERS; order++) {
            size_t left[TAKEN] = { first, first + 1, first + 2, first + 3 };
            struct gam_edits e;

            gam_edits_init(&e);
            for (int n = TAKEN, code = order; n > 0; code /= n, n--) {
                int at = code % n;

                assert_int_equal(gam_edit_parse(&e, pool[left[at]], NULL), 0);
                memmove(&left[at], &left[at + 1], (size_t)(n - 1 - at) * sizeof *left);
            }
            project(&r, &there, GAM_EFFICIENCY_OWN, &e, order ? &p : &base);
            for (size_t k = 0; order && k < p.n; k++)
                assert_memory_equal(&p.row[k].time_ns.value, &base.row[k].time_ns.value, sizeof(double));
            if (order)
                gam_projection_release(&p);
        }
        gam_projection_release(&base);
    }
    gam_report_release(&r);
    machine_release(&m);
}

static void test_edits_out_of_range_are_refused(void **state)
{
    static const char *const words[] = { "mem=x1e-308", "mem=x1e308",     "mem=x0",  "mem=x-1",    "mem=xnan",
                                         "mem=xinf",    "batch=x1e18",    "clock=0", "fuse=o1+o1", "fuse=o1",
                                         "fuse=+",      "weights=int4:0", "zero=4",  "tp=1.5" };

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct gam_edits e;
        struct gam_err err = { 0 };

        gam_edits_init(&e);
        if (gam_edit_parse(&e, words[i], &err) != -GAM_EINVAL || !*err.text)
            fail_msg("'%s' passed", words[i]);
    }
}

static void test_scaling_is_never_worth_more_than_its_factor(void **state)
{
    static const char *const words[] = { "compute=x4", "mem=x4", "launch=x4", "clock=4", "compute=x1e9", "net=x2" };
    struct machine m;
    struct gam_report r;
    struct gam_machine there;

    (void)state;
    usual(&m, &r);
    gam_machine_from_report(&r, 0, r.op[0].threads, &there);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct gam_projection p;
        struct gam_edits e;

        gam_edits_init(&e);
        assert_int_equal(gam_edit_parse(&e, words[i], NULL), 0);
        project(&r, &there, GAM_EFFICIENCY_OWN, &e, &p);
        for (size_t k = 0; k < p.n; k++)
            assert_true(p.row[k].op->time_ns.value / p.row[k].time_ns.value <= (i == 4 ? 1e9 : 4) * (1 + 1e-9));
        assert_true(p.speedup.value >= 1 - 1e-9);
        gam_projection_release(&p);
    }
    gam_report_release(&r);
    machine_release(&m);
}

static double speedup(const struct gam_report *r, const struct gam_machine *there, const char *word, const char *spec)
{
    struct gam_projection p;
    struct gam_edits e;
    double value;

    gam_edits_init(&e);
    assert_int_equal(gam_edit_parse(&e, word, NULL), 0);
    project(r, there, GAM_EFFICIENCY_OWN, &e, &p);
    value = row(&p, spec)->op->time_ns.value / row(&p, spec)->time_ns.value;
    gam_projection_release(&p);
    return value;
}

static void test_edits(void **state)
{
    struct machine m;
    struct gam_report r;
    struct gam_machine there;

    (void)state;
    usual(&m, &r);
    gam_machine_from_report(&r, 0, r.op[0].threads, &there);
    assert_near(speedup(&r, &there, "dtype=f64", ADD), 0.5, 0.01); /* twice the bytes */
    assert_true(speedup(&r, &there, "dtype=f64", GEMM) < 0.55);    /* and half the rate */
    assert_near(speedup(&r, &there, "batch=x2", ADD), 0.5, 0.01);
    assert_near(speedup(&r, &there, "clock=0.5", ADD), 1, 0.05);
    assert_near(speedup(&r, &there, "clock=0.5", GEMM), 0.5, 0.05);
    assert_near(speedup(&r, &there, "mem=x2", ADD), 2, 0.02);
    assert_near(speedup(&r, &there, "launch=x2", ADD), 1, 0.01);
    gam_report_release(&r);
    machine_release(&m);
}

static struct gam_hw_fact fact(enum gam_hw_what what, const char *dtype, double value)
{
    struct gam_hw_fact f = { .what = what, .value = value, .low = NAN, .high = NAN, .unit = "1" };

    f.qualifier[GAM_HW_DTYPE] = dtype;
    f.qualifier[GAM_HW_SPARSITY] = dtype ? "dense" : NULL;
    f.qualifier[GAM_HW_LEVEL] = what == GAM_HW_MEMORY_BYTES || what == GAM_HW_BANDWIDTH ? "main" : NULL;
    f.qualifier[GAM_HW_LINK] = what == GAM_HW_LINK_ONE_WAY ? "host" : NULL;
    return f;
}

static void test_onto_a_published_device(void **state)
{
    struct gam_hw_fact facts[] = { fact(GAM_HW_PEAK, "f32", 2e12), fact(GAM_HW_BANDWIDTH, NULL, 1e12),
                                   fact(GAM_HW_MEMORY_BYTES, NULL, 8e9), fact(GAM_HW_LINK_ONE_WAY, NULL, 10e9) };
    const char *kinds[] = { "gemm" };
    struct gam_hw_device d = { .id = "d", .name = "D", .fact = facts, .n_facts = 4, .coverage = GAM_HW_COVERS_ANY };
    struct machine m;
    struct gam_report r;
    struct gam_machine there;
    struct gam_projection p;
    struct gam_err err = { 0 };

    (void)state;
    usual(&m, &r);
    assert_int_equal(gam_machine_from_hw(&d, 0, &there, &err), 0);
    project(&r, &there, GAM_EFFICIENCY_OWN_FIRST, NULL, &p);
    assert_near(row(&p, ADD)->time_ns.value, 3.0 * 67108864 * 4 / 1e12 * 1e9 / 0.9,
                5e4); /* at its own 90 %, a little for the rest */
    assert_near(row(&p, ADD)->bound_ns, 3.0 * 67108864 * 4 / 1e12 * 1e9, 1);
    assert_true(row(&p, ADD)->time_ns.high / row(&p, ADD)->time_ns.value > 1.2); /* published figures are uncertain */
    assert_true(isnan(row(&p, TINY)->time_ns.value));                            /* bound by launches, none known there */
    assert_int_equal(p.fits, 1);
    assert_true(p.missing_share > 0);
    gam_projection_release(&p);

    d.coverage = GAM_HW_COVERS_LISTED;
    d.kind = kinds;
    d.n_kinds = 1;
    project(&r, &there, GAM_EFFICIENCY_OWN_FIRST, NULL, &p);
    assert_int_equal(row(&p, ADD)->covered, 0);
    assert_near(row(&p, ADD)->time_ns.value - row(&p, ADD)->op->time_ns.value, 3.0 * 67108864 * 4 / 10e9 * 1e9, 1);
    assert_true(p.fallback_share > 0.3);
    gam_projection_release(&p);

    facts[2].value = 1e8;
    gam_machine_release(&there);
    assert_int_equal(gam_machine_from_hw(&d, 0, &there, &err), 0);
    project(&r, &there, GAM_EFFICIENCY_OWN_FIRST, NULL, &p);
    assert_int_equal(p.fits, 0);
    gam_projection_release(&p);
    facts[0].qualifier[GAM_HW_DTYPE] = "f16"; /* no rate for f32: no time, no guess */
    gam_machine_release(&there);
    assert_int_equal(gam_machine_from_hw(&d, 0, &there, &err), 0);
    project(&r, &there, GAM_EFFICIENCY_OWN_FIRST, NULL, &p);
    assert_true(isnan(row(&p, GEMM)->time_ns.value));
    assert_non_null(row(&p, GEMM)->reason);
    gam_projection_release(&p);
    gam_machine_release(&there);
    gam_report_release(&r);
    machine_release(&m);
}

/* An operator that ran at twice its ceiling here has found a ceiling that is too low; the published one holds. */
static void test_published_ceilings_hold(void **state)
{
    struct gam_hw_fact facts[] = { fact(GAM_HW_PEAK, "f32", 2e12), fact(GAM_HW_BANDWIDTH, NULL, 1e12),
                                   fact(GAM_HW_MEMORY_BYTES, NULL, 8e9) };
    struct gam_hw_device d = { .id = "d", .name = "D", .fact = facts, .n_facts = 3, .coverage = GAM_HW_COVERS_ANY };
    struct machine m;
    struct gam_report r;
    struct gam_machine there;
    struct gam_projection p;
    struct gam_err err = { 0 };
    int said = 0;

    (void)state;
    machine_init(&m, 10, 0.001);
    machine_roofs(&m, &machine_usual);
    machine_op(&m, ADD, 3.0 * 67108864 * 4 / 20e9 * 1e9 / 2);
    machine_analyze(&m, &r);
    assert_int_equal(gam_machine_from_hw(&d, 0, &there, &err), 0);
    project(&r, &there, GAM_EFFICIENCY_OWN_FIRST, NULL, &p);
    assert_int_equal(row(&p, ADD)->held, 1);
    assert_true(row(&p, ADD)->time_ns.value >= row(&p, ADD)->bound_ns);
    for (size_t i = 0; i < p.n_notes; i++)
        said |= strstr(p.note[i], "1 of 1 operators ran above") != NULL;
    assert_true(said);
    gam_projection_release(&p);
    gam_machine_release(&there);
    gam_report_release(&r);
    machine_release(&m);
}

static void test_words(void **state)
{
    static const char *const bad[] = { "net",     "net=2x", "net=x0", "nett=x2",   "dtype=f33",    "sparse=4:8", "weights=int4:0",
                                       "fuse=o1", "tp=1.5", "zero=4", "batch=x-1", "compute=xnan", "=",          "" };
    struct gam_edits e;
    struct gam_err err = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        gam_edits_init(&e);
        if (gam_edit_parse(&e, bad[i], &err) != -GAM_EINVAL)
            fail_msg("'%s' was taken", bad[i]);
    }
    gam_edits_init(&e);
    assert_int_equal(gam_edit_parse(&e, "net=x2", &err), 0);
    assert_int_equal(gam_edit_parse(&e, "net=x2", &err), -GAM_EINVAL);
    gam_edits_init(&e);
    gam_edit_parse(&e, "nte=x2", &err);
    assert_error(&err, -GAM_EINVAL, "did you mean 'net'");
}

/* Published factors: int4 in groups of 128 at most 3.879 times; 2:4 of 16 bits 1.78, of 8 bits 1.6 times. */
static void test_weight_factors(void **state)
{
    struct gam_edits e;

    (void)state;
    gam_edits_init(&e);
    assert_int_equal(gam_edit_parse(&e, "weights=int4:128", NULL), 0);
    assert_near(1 / gam_edit_weight_factor(&e, 16), 3.879, 0.0005);
    gam_edits_init(&e);
    assert_int_equal(gam_edit_parse(&e, "sparse=2:4", NULL), 0);
    assert_near(gam_edit_weight_factor(&e, 16), 0.5625, 1e-12);
    assert_near(gam_edit_weight_factor(&e, 8), 0.625, 1e-12);
    assert_near(1 / gam_edit_weight_factor(&e, 16), 1.78, 0.005);
    assert_near(1 / gam_edit_weight_factor(&e, 8), 1.6, 0.05);
}

/* n unary operators in one kernel: from 2nS to 2S bytes. */
static void test_fusion(void **state)
{
    const char *const ids[] = { "o1", "o2", "o3", "o4" };
    const struct gam_cost cost = { .read_bytes = 100, .written_bytes = 100 }, all[] = { cost, cost, cost, cost };
    struct gam_edits e;
    double bytes = 0;
    int launches = 0;

    (void)state;
    gam_edits_init(&e);
    assert_int_equal(gam_edit_parse(&e, "fuse=o1+o2+o3+o4", NULL), 0);
    for (size_t i = 0; i < 4; i++) {
        int left;

        bytes += 200 - gam_edit_fused_bytes(&e, ids, all, 4, i, &left);
        launches += left;
    }
    assert_near(bytes, 200, 0);
    assert_int_equal(launches, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_onto_itself),
        cmocka_unit_test(test_onto_a_faster_machine),
        cmocka_unit_test(test_scaling_is_never_worth_more_than_its_factor),
        cmocka_unit_test(test_the_order_of_edits_does_not_matter),
        cmocka_unit_test(test_edits_out_of_range_are_refused),
        cmocka_unit_test(test_edits),
        cmocka_unit_test(test_onto_a_published_device),
        cmocka_unit_test(test_published_ceilings_hold),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_weight_factors),
        cmocka_unit_test(test_fusion),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
