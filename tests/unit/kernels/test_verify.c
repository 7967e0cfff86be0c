/* SPDX-License-Identifier: MIT */
/* gam_verify accepts a right output and catches wrong ones: right outputs come from the portable implementation and are then
 * spoilt. */
#include "common/err.h"
#include "kernels/impl.h"
#include "kernels/oracle/convert.h"
#include "kernels/oracle/oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 11 };

struct run {
    struct gam_op op;
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    size_t n, output;
    void *operand[GAM_OP_MAX_OPERANDS];
};

static void run_init(struct run *r, const char *spec)
{
    struct gam_caps caps = { .device_kind = "cpu", .langs = 1u << GAM_LANG_HOST, .isa = GAM_ISA_BASE, .threads = 2 };
    const struct gam_impl *impl;
    struct gam_launch launch;
    struct gam_err err = { 0 };

    if (gam_op_parse(spec, &r->op, &err))
        fail_msg("%s: %s", spec, err.text);
    r->n = gam_op_operands(&r->op, r->info);
    for (size_t i = 0; i < r->n; i++) {
        r->operand[i] = malloc(r->info[i].bytes);
        assert_non_null(r->operand[i]);
        gam_inputs_fill(&r->op, i, r->operand[i], SEED, 2);
        if (r->info[i].role == GAM_OPERAND_OUT || r->info[i].role == GAM_OPERAND_INOUT)
            r->output = i;
    }
    impl = gam_impl_find("portable", r->op.kind->name);
    assert_int_equal(impl->plan(&r->op, &caps, &launch, &err), 0);
    assert_int_equal(launch.run(&launch, r->operand), 0);
    gam_launch_release(&launch);
}

static void run_release(struct run *r)
{
    for (size_t i = 0; i < r->n; i++)
        free(r->operand[i]);
}

static struct gam_verdict verdict_of(struct run *r)
{
    struct gam_verdict verdict;
    struct gam_err err = { 0 };

    if (gam_verify(&r->op, r->operand, 32, 256, SEED, &verdict, &err))
        fail_msg("%s", err.text);
    return verdict;
}

static double get(const struct run *r, uint64_t i)
{
    return gam_element(r->info[r->output].dtype, r->operand[r->output], i);
}

static void set(struct run *r, uint64_t i, double value)
{
    gam_elements_store(r->info[r->output].dtype, r->operand[r->output], i, 1, &value);
}

static void must_be_right(struct run *r, const char *spec)
{
    struct gam_verdict v = verdict_of(r);

    if (!v.right)
        fail_msg("%s: right output refused: error %g, tolerance %g at %llu", spec, v.error, v.tolerance,
                 (unsigned long long)v.worst_index);
    assert_true(v.checked >= 256 || v.checked == r->info[r->output].elements);
}

static void must_be_wrong(struct run *r, const char *spec, const char *how)
{
    struct gam_verdict v = verdict_of(r);

    if (v.right)
        fail_msg("%s: %s was accepted: error %g, tolerance %g", spec, how, v.error, v.tolerance);
}

/* Outputs small enough to be compared whole: any element, wrong by little, is found. */
static const char *const small_specs[] = {
    "gemm:m=37,n=41,k=64,dtype=f32",
    "gemm:batch=2,m=17,n=19,k=33,beta=0.5,bias=1,act=gelu,dtype=f64",
    "conv2d:c=6,h=10,k=9,r=3,pad=1,groups=3,dtype=f32",
    "attention:hq=4,hkv=2,sq=33,skv=65,d=16,mask=causal,dtype=f32",
    "softmax:rows=9,cols=50,dtype=f32",
    "layernorm:rows=9,cols=50,dtype=f64",
    "rmsnorm:rows=9,cols=50,dtype=f32",
    "add:n=1000,dtype=f32",
    "mul:n=1000,dtype=f64",
    "gelu:n=1000,dtype=f32",
    "silu:n=1000,dtype=f32",
};

static void test_one_wrong_element(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof small_specs / sizeof small_specs[0]; s++) {
        struct run r = { .n = 0 };
        uint64_t last;

        run_init(&r, small_specs[s]);
        must_be_right(&r, small_specs[s]);
        last = r.info[r.output].elements - 1;
        for (uint64_t i = 0; i <= last; i += i < last && i + 97 > last ? last - i : 97) {
            double right = get(&r, i);

            set(&r, i, right + 0.05);
            must_be_wrong(&r, small_specs[s], "an element off by 0.05");
            set(&r, i, right);
        }
        must_be_right(&r, small_specs[s]);
        run_release(&r);
    }
}

/* Also in outputs that are only sampled: these are found by looking at every element for what is no number. */
static const char *const all_sizes[] = {
    "gemm:m=37,n=41,k=64,dtype=f32",        "gemm:m=400,n=400,k=400,dtype=f32",      "conv2d:c=32,h=60,k=48,r=3,pad=1,dtype=f32",
    "attention:hq=4,sq=600,d=32,dtype=f32", "softmax:rows=3000,cols=1100,dtype=f32", "add:n=12000001,dtype=f32",
};

static void test_nan_infinity_and_poison(void **state)
{
    const double values[] = { NAN, INFINITY, -INFINITY };

    (void)state;
    for (size_t s = 0; s < sizeof all_sizes / sizeof all_sizes[0]; s++) {
        struct run r = { .n = 0 };
        uint64_t at;
        double right;

        run_init(&r, all_sizes[s]);
        must_be_right(&r, all_sizes[s]);
        at = r.info[r.output].elements / 7 * 5 + 3;
        right = get(&r, at);
        for (size_t v = 0; v < 3; v++) {
            set(&r, at, values[v]);
            must_be_wrong(&r, all_sizes[s], "NaN or infinity");
            assert_true(isnan(verdict_of(&r).error));
            assert_true(verdict_of(&r).worst_index == at);
        }
        set(&r, at, right);
        must_be_right(&r, all_sizes[s]);
        gam_inputs_poison(&r.op, r.output, r.operand[r.output]);
        must_be_wrong(&r, all_sizes[s], "poison");
        run_release(&r);
    }
}

static void test_output_of_zeros(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof all_sizes / sizeof all_sizes[0]; s++) {
        struct run r = { .n = 0 };

        run_init(&r, all_sizes[s]);
        memset(r.operand[r.output], 0, r.info[r.output].bytes);
        must_be_wrong(&r, all_sizes[s], "zeros");
        run_release(&r);
    }
}

/* Shapes that are sampled: a patch whose elements lack the last term, or hold a neighbour's value, is found by the projection
 * even where no sample lies. */
struct patch {
    const char *spec;
    uint64_t rows, cols; /* of one plane of the output */
    uint64_t row, col, height, width;
};

static const struct patch patches[] = {
    { "gemm:m=400,n=400,k=400,dtype=f32", 400, 400, 151, 203, 4, 8 },
    { "gemm:m=400,n=400,k=400,dtype=f64", 400, 400, 151, 203, 1, 1 },
    { "gemm:m=397,n=401,k=399,ta=1,dtype=f32", 397, 401, 392, 33, 5, 7 },
    { "gemm:m=397,n=401,k=399,tb=1,alpha=2,beta=0.5,bias=1,dtype=f32", 397, 401, 17, 388, 3, 13 },
    { "gemm:batch=3,m=300,n=300,k=300,dtype=f32", 300, 300, 290, 290, 10, 10 },
    { "conv2d:c=32,h=60,k=48,r=3,pad=1,dtype=f32", 48, 3600, 31, 1777, 1, 16 },
    { "conv2d:n=2,c=64,h=59,k=64,r=3,stride=2,pad=1,groups=2,bias=1,dtype=f32", 64, 900, 5, 333, 2, 4 },
    { "conv2d:c=256,h=60,k=256,r=3,pad=1,groups=256,dtype=f32", 256, 3600, 200, 3500, 1, 1 },
};

static void test_wrong_tile_outside_the_sample(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof patches / sizeof patches[0]; s++) {
        const struct patch *p = &patches[s];
        struct run r = { .n = 0 };

        run_init(&r, p->spec);
        must_be_right(&r, p->spec);
        for (uint64_t i = 0; i < p->height; i++)
            for (uint64_t j = 0; j < p->width; j++)
                set(&r, (p->row + i) * p->cols + p->col + j, 0.5 * get(&r, (p->row + i) * p->cols + p->col + j) + 3);
        must_be_wrong(&r, p->spec, "a wrong tile");
        run_release(&r);
    }
}

/* Two elements exchanged: their sum stays, their weights differ. */
static void test_swapped_elements(void **state)
{
    struct run r = { .n = 0 };
    double first, second;

    (void)state;
    run_init(&r, "gemm:m=400,n=400,k=400,dtype=f64");
    first = get(&r, 200 * 400 + 150);
    second = get(&r, 200 * 400 + 151);
    assert_true(fabs(first - second) > 1e-3);
    set(&r, 200 * 400 + 150, second);
    set(&r, 200 * 400 + 151, first);
    must_be_wrong(&r, "gemm 400", "two swapped elements");
    run_release(&r);
}

/* Edges of tiles are always in the sample: with an activation there is no projection, only the sample. */
static void test_wrong_edges_of_tiles(void **state)
{
    const char *spec = "gemm:m=400,n=600,k=400,act=relu,dtype=f32";
    const uint64_t rows[] = { 0, 399 }, cols[] = { 0, 599 };
    struct run r = { .n = 0 };

    (void)state;
    run_init(&r, spec);
    must_be_right(&r, spec);
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++) {
            uint64_t at = rows[i] * 600 + cols[j];
            double right = get(&r, at);

            set(&r, at, right + 1);
            must_be_wrong(&r, spec, "a wrong corner");
            set(&r, at, right);
        }
    for (uint64_t j = 0; j < 600; j++)
        set(&r, 32 * 600 + j, get(&r, 32 * 600 + j) + 1); /* the first row of the second tile */
    must_be_wrong(&r, spec, "a wrong row behind a tile's edge");
    run_release(&r);
}

/* One key of 4096 left out: the output of the operator with 4095 keys on the same memory (one key-value head, so rows lie alike).
 */
static void test_attention_without_its_last_key(void **state)
{
    const char *full = "attention:hq=8,hkv=1,sq=1,skv=4096,d=64,dtype=f32";
    struct run r = { .n = 0 }, less = { .n = 0 };

    (void)state;
    run_init(&r, full);
    run_init(&less, "attention:hq=8,hkv=1,sq=1,skv=4095,d=64,dtype=f32");
    must_be_right(&r, full);
    for (size_t i = 0; i < r.output; i++)
        assert_memory_equal(r.operand[i], less.operand[i], less.info[i].bytes);
    memcpy(r.operand[r.output], less.operand[r.output], r.info[r.output].bytes);
    must_be_wrong(&r, full, "a missing key");
    run_release(&less);
    run_release(&r);
}

static void test_unknown_kinds_have_no_verdict(void **state)
{
    static const struct gam_op_key keys[] = { { .name = "dtype", .type = GAM_KEY_DTYPE } };
    static const struct gam_op_kind kind = { .name = "nothing", .keys = keys, .n_keys = 1 };
    struct gam_op op = { .kind = &kind };
    struct gam_verdict verdict;
    struct gam_err err;

    (void)state;
    assert_int_equal(gam_verify(&op, NULL, 0, 0, 1, &verdict, &err), -GAM_EUNSUPPORTED);
    assert_non_null(strstr(err.text, "nothing: no reference"));
    assert_false(verdict.right);
}

static void test_verdict_repeats_for_a_seed(void **state)
{
    struct run r = { .n = 0 };
    struct gam_verdict a, b;

    (void)state;
    run_init(&r, "gemm:m=400,n=400,k=400,dtype=f32");
    a = verdict_of(&r);
    b = verdict_of(&r);
    assert_true(a.error == b.error && a.checked == b.checked && a.worst_index == b.worst_index);
    assert_true(a.error > 0);
    run_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_wrong_element),
        cmocka_unit_test(test_nan_infinity_and_poison),
        cmocka_unit_test(test_output_of_zeros),
        cmocka_unit_test(test_wrong_tile_outside_the_sample),
        cmocka_unit_test(test_swapped_elements),
        cmocka_unit_test(test_wrong_edges_of_tiles),
        cmocka_unit_test(test_attention_without_its_last_key),
        cmocka_unit_test(test_unknown_kinds_have_no_verdict),
        cmocka_unit_test(test_verdict_repeats_for_a_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
