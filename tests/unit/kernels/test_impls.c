/* SPDX-License-Identifier: MIT */
/* Every registered implementation against the oracle, over awkward shapes, 1 to 3 threads and every instruction set that the
 * machine has. What an implementation's `supports` refuses is left out; a new implementation is tested by being there, a new kind
 * by its shapes in one of the tables.
 */
#include "common/err.h"
#include "kernels/impl.h"
#include "kernels/oracle/oracle.h"
#include "tests/unit/kernels/shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINE = 64, GUARD = 0x5c, SEED = 7 };

/* One operator with its operands; each operand ends in a line of guard bytes. */
struct bench {
    struct gam_op op;
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    size_t n;
    void *operand[GAM_OP_MAX_OPERANDS];
    void *copy[GAM_OP_MAX_OPERANDS]; /* of the inputs */
    void *first;                     /* output of the first of two runs */
};

static size_t output_of(const struct bench *b)
{
    size_t i = 0;

    while (b->info[i].role != GAM_OPERAND_OUT && b->info[i].role != GAM_OPERAND_INOUT)
        i++;
    return i;
}

static void *guarded(uint64_t bytes)
{
    unsigned char *memory = aligned_alloc(LINE, (bytes + LINE + LINE - 1) / LINE * LINE);

    assert_non_null(memory);
    memset(memory + bytes, GUARD, LINE);
    return memory;
}

static void bench_init(struct bench *b, const char *spec)
{
    struct gam_err err = { 0 };

    if (gam_op_parse(spec, &b->op, &err))
        fail_msg("%s: %s", spec, err.text);
    b->n = gam_op_operands(&b->op, b->info);
    for (size_t i = 0; i < b->n; i++) {
        b->operand[i] = guarded(b->info[i].bytes);
        b->copy[i] = guarded(b->info[i].bytes);
        gam_inputs_fill(&b->op, i, b->copy[i], SEED, 1);
    }
    b->first = guarded(b->info[output_of(b)].bytes);
}

static void bench_reset(struct bench *b)
{
    for (size_t i = 0; i < b->n; i++)
        memcpy(b->operand[i], b->copy[i], b->info[i].bytes);
}

static void bench_release(struct bench *b)
{
    for (size_t i = 0; i < b->n; i++) {
        free(b->operand[i]);
        free(b->copy[i]);
    }
    free(b->first);
}

static void check_memory(const struct bench *b, const char *what)
{
    for (size_t i = 0; i < b->n; i++) {
        const unsigned char *end = (const unsigned char *)b->operand[i] + b->info[i].bytes;

        for (size_t g = 0; g < LINE; g++)
            if (end[g] != GUARD)
                fail_msg("%s: wrote %zu bytes behind operand %s", what, g, b->info[i].name);
        if (b->info[i].role == GAM_OPERAND_IN && memcmp(b->operand[i], b->copy[i], b->info[i].bytes))
            fail_msg("%s: changed its input %s", what, b->info[i].name);
    }
}

static void verify(const struct bench *b, const struct gam_launch *launch, const char *what)
{
    struct gam_verdict verdict;
    struct gam_err err = { 0 };

    if (gam_verify(&b->op, b->operand, launch->tile_m, launch->tile_n, SEED, &verdict, &err))
        fail_msg("%s: %s", what, err.text);
    if (!verdict.right)
        fail_msg("%s: error %g over tolerance %g at %llu of %llu checked (%s)", what, verdict.error, verdict.tolerance,
                 (unsigned long long)verdict.worst_index, (unsigned long long)verdict.checked, launch->detail);
}

/* Twice: what it kept from the first run must not change the second. */
static void run_twice(struct bench *b, struct gam_launch *launch, const char *what)
{
    size_t out = output_of(b);

    bench_reset(b);
    assert_int_equal(launch->run(launch, b->operand), 0);
    check_memory(b, what);
    verify(b, launch, what);
    memcpy(b->first, b->operand[out], b->info[out].bytes);
    bench_reset(b);
    assert_int_equal(launch->run(launch, b->operand), 0);
    check_memory(b, what);
    if (memcmp(b->first, b->operand[out], b->info[out].bytes)) /* other sums are allowed, wrong ones not */
        verify(b, launch, what);
}

/* 1 when the implementation took the operator. */
static int try_impl(struct bench *b, const struct gam_impl *impl, const struct gam_caps *caps, const char *spec)
{
    struct gam_launch launch = { .lang = GAM_LANG_HOST };
    struct gam_err err = { 0 };
    char what[200];

    snprintf(what, sizeof what, "%s %s, %d threads, isa %#x", impl->name, spec, caps->threads, caps->isa);
    if (impl->supports(&b->op, caps, &err)) {
        assert_true(err.text[0]);
        return 0;
    }
    if (impl->plan(&b->op, caps, &launch, &err))
        fail_msg("%s: plan: %s", what, err.text);
    if (launch.lang == GAM_LANG_HOST) {
        assert_int_equal(launch.threads, caps->threads);
        run_twice(b, &launch, what);
    }
    gam_launch_release(&launch);
    return 1;
}

static int try_spec(const char *spec)
{
    const unsigned isa = gam_isa_detect(), masks[] = { isa, isa & ~(unsigned)GAM_ISA_AVX512, GAM_ISA_BASE };
    struct bench bench;
    int taken = 0;

    bench_init(&bench, spec);
    for (const struct gam_impl *impl = NULL; (impl = gam_impl_next(impl, bench.op.kind->name));)
        for (size_t m = 0; m < sizeof masks / sizeof masks[0]; m++)
            for (int threads = 1; threads <= 3; threads++) {
                struct gam_caps caps = { .device_kind = "cpu",
                                         .langs = 1u << GAM_LANG_HOST,
                                         .isa = masks[m],
                                         .threads = threads,
                                         .l1_bytes = 32768,
                                         .l2_bytes = 1048576,
                                         .llc_bytes = 16777216,
                                         .memory_bytes = 1u << 30 };

                if (!m || masks[m] != masks[m - 1])
                    taken += try_impl(&bench, impl, &caps, spec);
            }
    bench_release(&bench);
    return taken;
}

static void try_table(const char *const *specs)
{
    static const char *const types[] = { "f32", "f64" };

    for (size_t i = 0; specs[i]; i++)
        for (size_t t = 0; t < 2; t++) {
            char spec[200];

            snprintf(spec, sizeof spec, "%s,dtype=%s", specs[i], types[t]);
            if (!try_spec(spec))
                fail_msg("%s: no implementation takes it", spec);
        }
}

static int table_has(const char *const *specs, const char *kind)
{
    for (size_t n = strlen(kind); *specs; specs++)
        if (!strncmp(*specs, kind, n) && (*specs)[n] == ':')
            return 1;
    return 0;
}

static void test_every_kind_has_shapes(void **state)
{
    static const char *const *const tables[] = { gemm_specs, conv2d_specs, attention_specs, row_specs, element_specs };

    (void)state;
    for (size_t k = 0; gam_op_kinds[k]; k++) {
        int found = gam_op_kinds[k]->class != GAM_OP_SUBJECT;

        for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
            found |= table_has(tables[t], gam_op_kinds[k]->name);
        if (!found)
            fail_msg("%s: no shapes: add some to a table of shapes.h, so that its implementations are tested",
                     gam_op_kinds[k]->name);
    }
}

static void test_gemm(void **state)
{
    (void)state;
    try_table(gemm_specs);
}

static void test_conv2d(void **state)
{
    (void)state;
    try_table(conv2d_specs);
}

static void test_attention(void **state)
{
    (void)state;
    try_table(attention_specs);
}

static void test_rows(void **state)
{
    (void)state;
    try_table(row_specs);
}

static void test_elements(void **state)
{
    (void)state;
    try_table(element_specs);
}

/* Whoever takes these must be right; nobody has to. */
static void test_other_types_are_refused_or_right(void **state)
{
    static const char *const specs[] = {
        "gemm:m=9,n=17,k=33,out=f16,dtype=f32",
        "gemm:m=9,n=17,k=33,out=f64,dtype=f32",
        "gemm:m=9,n=17,k=33,wdtype=i8,dtype=f32",
        "gemm:m=9,n=17,k=33,acc=f64,dtype=f32",
        "gemm:m=9,n=17,k=33,dtype=f16",
        "gemm:m=9,n=17,k=33,dtype=bf16",
        "gemm:m=9,n=17,k=33,out=f32,dtype=bf16",
        "gemm:m=9,n=17,k=33,dtype=i8",
        "conv2d:c=3,h=9,k=4,r=3,out=f64,dtype=f32",
        "conv2d:c=3,h=9,k=4,r=3,dtype=f16",
        "attention:hq=2,sq=9,d=8,out=f16,dtype=f32",
        "attention:hq=2,sq=9,d=8,dtype=bf16",
        "softmax:rows=3,cols=5,out=f16,dtype=f32",
        "layernorm:rows=3,cols=5,acc=f64,dtype=f32",
        "rmsnorm:rows=3,cols=5,dtype=f16",
        "add:n=9,out=f64,dtype=f32",
        "gelu:n=9,dtype=f8e4m3",
        "silu:n=9,out=f32,dtype=i4",
    };

    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        try_spec(specs[i]);
}

static void test_registry(void **state)
{
    (void)state;
    assert_non_null(gam_impl_find("portable", "gemm"));
    assert_null(gam_impl_find("portable", "nothing"));
    assert_null(gam_impl_find("nothing", "gemm"));
    assert_null(gam_impl_next(NULL, "nothing"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gemm),      cmocka_unit_test(test_conv2d),
        cmocka_unit_test(test_attention), cmocka_unit_test(test_rows),
        cmocka_unit_test(test_elements),  cmocka_unit_test(test_other_types_are_refused_or_right),
        cmocka_unit_test(test_registry),  cmocka_unit_test(test_every_kind_has_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
