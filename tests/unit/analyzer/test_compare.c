/* SPDX-License-Identifier: MIT */
/* Comparisons of machines of known roofs with operators of known times: what moved must come out, and nothing else. */
#include "../gam_test.h"

#include "analyzer/compare/compare.h"

#include "fixture_machine.h"
#include "near.h"

#include <math.h>

static const char compute_bound[] = "gemm:m=1024,n=1024,k=1024,dtype=f32";
static const char memory_bound[] = "add:n=134217728,dtype=f32";
#define COMPUTE_NS 12e6
#define MEMORY_NS  90e6
static const char host_class[] = "GenuineIntel/6-207-2/2 cores/1 per core/L1 48 KiB,L2 2 MiB/24 GiB/kvm/6.1/x86_64";

/* Two runs and what came of them. */
struct pair {
    struct machine base, cand;
    struct gam_report b, c;
    struct gam_compare compare;
};

static void machine_named(struct machine *m, int rounds, double sigma, const char *uuid)
{
    machine_init(m, rounds, sigma);
    gam_runset_run(&m->set)->uuid = uuid;
    gam_runset_host(&m->set)->class = host_class;
    gam_runset_device(&m->set)->class = "cpu/GenuineIntel/6-207-2/x86_64";
}

static void pair_open(struct pair *p, int rounds, double sigma)
{
    memset(p, 0, sizeof *p);
    machine_named(&p->base, rounds, sigma, "00000000-0000-4000-8000-00000000000b");
    machine_named(&p->cand, rounds, sigma, "00000000-0000-4000-8000-00000000000c");
    gam_rand_seed(&p->cand.rand, 2);
}

static void pair_judge(struct pair *p)
{
    struct gam_err err = { 0 };

    machine_analyze(&p->base, &p->b);
    machine_analyze(&p->cand, &p->c);
    if (gam_compare(&p->b, &p->c, 0.03, &p->compare, &err))
        fail_msg("%s", err.text);
}

static void pair_close(struct pair *p)
{
    gam_compare_release(&p->compare);
    gam_report_release(&p->b);
    gam_report_release(&p->c);
    machine_release(&p->base);
    machine_release(&p->cand);
}

static const struct gam_compare_row *row_of(const struct pair *p, const char *spec)
{
    for (size_t i = 0; i < p->compare.n_rows; i++) {
        const struct gam_compare_row *r = &p->compare.row[i];

        if (!strcmp((r->cand ? r->cand : r->base)->spec, spec))
            return r;
    }
    fail_msg("no row of %s", spec);
    return NULL;
}

static const struct gam_finding *finding(const struct pair *p, const char *code)
{
    for (size_t i = 0; i < p->compare.n_findings; i++)
        if (!strcmp(p->compare.finding[i].code, code))
            return &p->compare.finding[i];
    return NULL;
}

/* The usual machine twice, with that compute operator and that memory operator. */
static void usual(struct pair *p, double sigma, double compute_factor, double memory_factor, double dram_factor)
{
    struct machine_rates slower = machine_usual;

    slower.read[3] *= dram_factor;
    pair_open(p, 10, sigma);
    machine_roofs(&p->base, &machine_usual);
    machine_roofs(&p->cand, &slower);
    machine_op(&p->base, compute_bound, COMPUTE_NS);
    machine_op(&p->base, memory_bound, MEMORY_NS);
    machine_op(&p->cand, compute_bound, COMPUTE_NS * compute_factor);
    machine_op(&p->cand, memory_bound, MEMORY_NS * memory_factor);
    pair_judge(p);
}

static void check(const struct gam_compare_row *r, enum gam_compare_change change, enum gam_compare_moved moved)
{
    assert_string_equal(gam_compare_change_word(r->change), gam_compare_change_word(change));
    assert_string_equal(gam_compare_moved_word(r->moved), gam_compare_moved_word(moved));
}

static void test_nothing(void **state)
{
    struct pair p;

    (void)state;
    usual(&p, 0.002, 1, 1, 1);
    assert_int_equal(p.compare.n_rows, 2);
    for (size_t i = 0; i < 2; i++)
        check(&p.compare.row[i], GAM_CHANGE_SAME, GAM_MOVED_NOTHING);
    assert_int_equal(p.compare.count[GAM_CHANGE_SAME], 2);
    assert_true(fabs(p.compare.unit_time.value - 1) < 0.01);
    assert_null(finding(&p, "roof-moved"));
    assert_non_null(finding(&p, "one-after-the-other"));
    pair_close(&p);
}

static void test_the_point(void **state)
{
    struct pair p;

    (void)state;
    usual(&p, 0.002, 1.2, 0.9, 1);
    check(row_of(&p, compute_bound), GAM_CHANGE_SLOWER, GAM_MOVED_POINT);
    check(row_of(&p, memory_bound), GAM_CHANGE_FASTER, GAM_MOVED_POINT);
    assert_true(fabs(row_of(&p, compute_bound)->time.value - 1.2) < 0.01);
    assert_true(row_of(&p, compute_bound)->time.low < 1.2 && row_of(&p, compute_bound)->time.high > 1.2);
    assert_ptr_equal(row_of(&p, compute_bound), &p.compare.row[0]); /* what is worse stands first */
    pair_close(&p);
}

static void test_the_roof(void **state)
{
    struct pair p;

    (void)state;
    usual(&p, 0.002, 1, 1 / 0.8, 0.8);
    check(row_of(&p, memory_bound), GAM_CHANGE_SLOWER, GAM_MOVED_ROOF);
    check(row_of(&p, compute_bound), GAM_CHANGE_SAME, GAM_MOVED_NOTHING);
    assert_true(fabs(row_of(&p, memory_bound)->roof.value - 0.8) < 0.01);
    assert_non_null(finding(&p, "roof-moved"));
    assert_non_null(strstr(finding(&p, "roof-moved")->evidence, "DRAM"));
    pair_close(&p);
    usual(&p, 0.002, 1, 1, 1.25); /* a faster memory that the operator did not use */
    check(row_of(&p, memory_bound), GAM_CHANGE_SAME, GAM_MOVED_ROOF);
    pair_close(&p);
}

static void test_both(void **state)
{
    struct pair p;

    (void)state;
    usual(&p, 0.002, 1, 1.5, 0.8); /* the roof explains 1.25 of it */
    check(row_of(&p, memory_bound), GAM_CHANGE_SLOWER, GAM_MOVED_BOTH);
    assert_true(row_of(&p, memory_bound)->share.high < 1);
    pair_close(&p);
}

/* The candidate's cores are so slow that the same operator now lies under the compute roof, in the same time or another. */
static void test_the_other_roof(void **state)
{
    const double factors[] = { 1, 1.5 };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct machine_rates weak = machine_usual;
        const struct gam_compare_row *row;
        struct pair p;

        weak.fma_f32 *= 0.005;
        weak.special_f32 *= 0.005;
        pair_open(&p, 10, 0.002);
        machine_roofs(&p.base, &machine_usual);
        machine_roofs(&p.cand, &weak);
        machine_op(&p.base, memory_bound, 2 * MEMORY_NS);
        machine_op(&p.cand, memory_bound, 2 * MEMORY_NS * factors[i]);
        pair_judge(&p);
        row = row_of(&p, memory_bound);
        check(row, i ? GAM_CHANGE_SLOWER : GAM_CHANGE_SAME, GAM_MOVED_OTHER_ROOF);
        assert_string_not_equal(row->base->roof->id, row->cand->roof->id);
        assert_true(isnan(row->roof.value));
        assert_non_null(strstr(row->roof.reason, "another roof"));
        assert_non_null(strstr(row->reason, "another roof"));
        pair_close(&p);
    }
}

static void test_noise_is_unclear(void **state)
{
    struct pair p;

    (void)state;
    usual(&p, 0.08, 1.02, 1, 1);
    check(row_of(&p, compute_bound), GAM_CHANGE_UNCLEAR, GAM_MOVED_UNCLEAR);
    pair_close(&p);
    pair_open(&p, 5, 0.001); /* five rounds give no interval */
    machine_roofs(&p.base, &machine_usual);
    machine_roofs(&p.cand, &machine_usual);
    machine_op(&p.base, compute_bound, COMPUTE_NS);
    machine_op(&p.cand, compute_bound, COMPUTE_NS * 2);
    pair_judge(&p);
    check(row_of(&p, compute_bound), GAM_CHANGE_UNCLEAR, GAM_MOVED_UNCLEAR);
    pair_close(&p);
}

/* A machine of twice the rates: times say nothing, shares do. */
static void test_other_machines(void **state)
{
    struct machine_rates twice = machine_usual;
    struct pair p;

    (void)state;
    twice.fma_f32 *= 2;
    for (size_t i = 0; i < 4; i++)
        twice.read[i] *= 2;
    pair_open(&p, 10, 0.002);
    gam_runset_host(&p.cand.set)->class = "GenuineIntel/6-207-2/4 cores/1 per core/L1 48 KiB,L2 2 MiB/24 GiB/kvm/6.1/x86_64";
    machine_roofs(&p.base, &machine_usual);
    machine_roofs(&p.cand, &twice);
    machine_op(&p.base, compute_bound, COMPUTE_NS);
    machine_op(&p.base, memory_bound, MEMORY_NS);
    machine_op(&p.cand, compute_bound, COMPUTE_NS / 2);
    machine_op(&p.cand, memory_bound, MEMORY_NS / 1.6);
    pair_judge(&p);
    assert_int_equal(p.compare.n_differences, 1);
    assert_string_equal(p.compare.difference[0].what, "cores");
    assert_string_equal(p.compare.difference[0].base, "2 cores");
    assert_string_equal(p.compare.difference[0].cand, "4 cores");
    for (size_t i = 0; i < p.compare.n_rows; i++) {
        assert_true(isnan(p.compare.row[i].time.value));
        assert_string_equal(p.compare.row[i].time.reason, "the hosts differ");
        assert_null(gam_compare_moved_word(p.compare.row[i].moved));
    }
    assert_true(isnan(p.compare.unit_time.value));
    assert_int_equal(row_of(&p, compute_bound)->change, GAM_CHANGE_SAME);
    assert_int_equal(row_of(&p, memory_bound)->change, GAM_CHANGE_FARTHER);
    assert_true(fabs(row_of(&p, memory_bound)->share.value - 0.8) < 0.02);
    assert_non_null(finding(&p, "fingerprint-differs"));
    pair_close(&p);
}

/* What was not recorded may not be taken for equal. */
static void test_unknown_class(void **state)
{
    struct pair p;

    (void)state;
    pair_open(&p, 10, 0.002);
    gam_runset_host(&p.base.set)->class = gam_runset_host(&p.cand.set)->class = NULL;
    machine_op(&p.base, compute_bound, COMPUTE_NS);
    machine_op(&p.cand, compute_bound, COMPUTE_NS);
    pair_judge(&p);
    assert_int_equal(p.compare.n_differences, 1);
    assert_true(isnan(p.compare.row[0].time.value));
    pair_close(&p);
    pair_open(&p, 10, 0.002);
    gam_runset_host(&p.cand.set)->cpu_quota = 1.5;
    gam_runset_device(&p.base.set)->class = NULL;
    machine_op(&p.base, compute_bound, COMPUTE_NS);
    machine_op(&p.cand, compute_bound, COMPUTE_NS);
    pair_judge(&p);
    assert_int_equal(p.compare.n_differences, 1);
    assert_string_equal(p.compare.difference[0].what, "cpu limit");
    assert_string_equal(p.compare.difference[0].cand, "1.5 cpus");
    assert_true(isnan(p.compare.row[0].time.value));
    gam_runset_host(&p.cand.set)->cpu_quota = NAN;
    gam_compare_release(&p.compare);
    assert_int_equal(gam_compare(&p.b, &p.c, 0.03, &p.compare, NULL), 0);
    assert_string_equal(p.compare.row[0].time.reason, "the devices differ");
    pair_close(&p);
}

static void op_by(struct machine *m, const char *spec, const char *implementation, double ns)
{
    machine_time(m, machine_measure(m, GAM_ROLE_SUBJECT, spec, implementation), ns);
}

static void test_pairing(void **state)
{
    struct pair p;
    const struct gam_compare_row *r;

    (void)state;
    pair_open(&p, 10, 0.002);
    op_by(&p.base, compute_bound, "openblas", COMPUTE_NS);
    op_by(&p.base, compute_bound, "portable", COMPUTE_NS * 4);
    op_by(&p.base, memory_bound, "simd", MEMORY_NS);
    op_by(&p.cand, compute_bound, "simd", COMPUTE_NS * 0.9);
    op_by(&p.cand, compute_bound, "portable", COMPUTE_NS * 4);
    op_by(&p.cand, "gelu:n=4194304,dtype=f32", "simd", 1e6);
    pair_judge(&p);
    assert_int_equal(p.compare.n_rows, 4);
    r = row_of(&p, compute_bound);
    assert_int_equal(r->match, GAM_MATCH_IMPLEMENTATION);
    assert_string_equal(r->base->implementation, "openblas");
    assert_string_equal(r->cand->implementation, "simd");
    assert_int_equal(r->change, GAM_CHANGE_FASTER);
    assert_int_equal(p.compare.count[GAM_CHANGE_GONE], 1);
    assert_int_equal(p.compare.count[GAM_CHANGE_NEW], 1);
    assert_int_equal(p.compare.count[GAM_CHANGE_SAME], 1); /* portable against portable */
    assert_string_equal(p.compare.unit_time.reason, "the two units are not made of the same operators");
    pair_close(&p);
    pair_open(&p, 10, 0.002);
    op_by(&p.base, compute_bound, "simd", COMPUTE_NS);
    op_by(&p.cand, compute_bound, "simd", COMPUTE_NS);
    gam_runset_measurement(&p.cand.set)->threads = 1;
    pair_judge(&p);
    assert_int_equal(p.compare.row[0].match, GAM_MATCH_THREADS);
    assert_string_equal(p.compare.row[0].time.reason, "other numbers of threads");
    pair_close(&p);
}

static void test_shared_roofs(void **state)
{
    struct pair p;

    (void)state;
    usual(&p, 0.002, 1, 1.2, 1);
    gam_compare_release(&p.compare);
    p.c.roofs = p.b.roofs;
    assert_int_equal(gam_compare(&p.b, &p.c, 0.03, &p.compare, NULL), 0);
    assert_true(p.compare.roofs_shared);
    check(row_of(&p, memory_bound), GAM_CHANGE_SLOWER, GAM_MOVED_POINT);
    assert_true(row_of(&p, memory_bound)->roof.value == 1);
    assert_non_null(finding(&p, "roofs-shared"));
    assert_null(finding(&p, "roof-moved"));
    pair_close(&p);
}

static void test_empty_and_bad(void **state)
{
    struct pair p;
    struct gam_err err = { 0 };

    (void)state;
    pair_open(&p, 0, 0);
    pair_judge(&p);
    assert_int_equal(p.compare.n_rows, 0);
    gam_compare_release(&p.compare);
    assert_int_equal(gam_compare(&p.b, &p.c, 0, &p.compare, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "threshold");
    assert_int_equal(gam_compare(&p.b, &p.c, NAN, &p.compare, &err), -GAM_EINVAL);
    pair_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing),        cmocka_unit_test(test_the_point),     cmocka_unit_test(test_the_roof),
        cmocka_unit_test(test_the_other_roof), cmocka_unit_test(test_both),          cmocka_unit_test(test_noise_is_unclear),
        cmocka_unit_test(test_other_machines), cmocka_unit_test(test_unknown_class), cmocka_unit_test(test_pairing),
        cmocka_unit_test(test_shared_roofs),   cmocka_unit_test(test_empty_and_bad),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
