/* SPDX-License-Identifier: MIT */
/* Every registered implementation against the oracle, over awkward shapes, 1 to 3 threads and every instruction set that the
 * machine has. What an implementation's `supports` refuses is left out; a new implementation is tested by being there, a new kind
 * by its shapes in one of the tables.
 */
#include "common/err.h"
#include "kernels/impl.h"
#include "kernels/oracle/oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINE = 64, GUARD = 0x5c, SEED = 7 };

/* Specs without their dtype: each runs in f32 and f64. */
static const char *const gemm_specs[] = {
    "gemm:m=1,n=1,k=1",
    "gemm:m=1,n=1,k=97",
    "gemm:m=2,n=3,k=5",
    "gemm:m=1,n=257,k=31",
    "gemm:m=131,n=1,k=17",
    "gemm:m=7,n=13,k=1",
    "gemm:m=16,n=16,k=16",
    "gemm:m=15,n=33,k=65",
    "gemm:m=61,n=127,k=101",
    "gemm:m=128,n=96,k=64",
    "gemm:m=150,n=257,k=133",
    "gemm:m=64,n=48,k=700",
    "gemm:m=61,n=43,k=29,ta=1",
    "gemm:m=61,n=43,k=29,tb=1",
    "gemm:m=61,n=43,k=29,ta=1,tb=1",
    "gemm:m=1,n=200,k=150,ta=1",
    "gemm:m=1,n=200,k=150,tb=1",
    "gemm:batch=3,m=17,n=19,k=23",
    "gemm:batch=5,m=9,n=31,k=12,ta=1",
    "gemm:batch=2,m=37,n=8,k=41,tb=1,alpha=0.5",
    "gemm:m=29,n=31,k=37,alpha=-2.5",
    "gemm:m=29,n=31,k=37,alpha=0",
    "gemm:m=29,n=31,k=37,beta=1",
    "gemm:m=29,n=31,k=37,alpha=0.25,beta=-0.5",
    "gemm:batch=2,m=29,n=31,k=37,beta=2,bias=1,act=relu",
    "gemm:m=33,n=65,k=7,bias=1",
    "gemm:m=33,n=65,k=7,bias=1,act=relu",
    "gemm:m=33,n=65,k=7,act=gelu",
    "gemm:m=33,n=65,k=7,bias=1,act=silu,tb=1",
    "gemm:m=70,n=300,k=259,bias=1",
    "gemm:m=40,n=300,k=1000",
    NULL,
};

static const char *const conv2d_specs[] = {
    "conv2d:c=1,h=1,k=1,r=1",
    "conv2d:c=3,h=7,k=5,r=3",
    "conv2d:c=3,h=7,k=5,r=3,pad=1",
    "conv2d:n=2,c=5,h=11,w=13,k=7,r=3,s=5,pad=2",
    "conv2d:c=3,h=31,k=17,r=7,stride=2,pad=3",
    "conv2d:c=8,h=9,w=17,k=4,r=3,s=5,stride=2,pad=2,dilation=2,groups=2",
    "conv2d:n=3,c=6,h=10,k=9,r=2,s=3,stride=3,groups=3",
    "conv2d:n=2,c=13,h=12,k=13,r=3,pad=1,groups=13",
    "conv2d:c=7,h=12,k=14,r=3,pad=1,groups=7,bias=1",
    "conv2d:c=16,h=14,k=24,r=1",
    "conv2d:n=2,c=16,h=14,k=24,r=1,stride=2",
    "conv2d:c=4,h=5,k=4,r=3,pad=4",
    "conv2d:c=2,h=20,w=3,k=3,r=5,s=1,pad=1,dilation=3,bias=1",
    "conv2d:c=32,h=28,k=32,r=3,pad=1",
    "conv2d:c=24,h=30,w=27,k=40,r=3,pad=1,stride=2,bias=1",
    "conv2d:c=1,h=9,w=300,k=2,r=3,pad=1",
    NULL,
};

static const char *const attention_specs[] = {
    "attention:hq=1,sq=1,d=1",
    "attention:hq=1,sq=1,skv=37,d=5",
    "attention:hq=3,sq=17,d=8",
    "attention:hq=2,sq=65,d=64",
    "attention:hq=2,sq=64,skv=129,d=32",
    "attention:hq=2,sq=33,skv=70,d=16,dv=24",
    "attention:hq=6,hkv=2,sq=19,d=11",
    "attention:b=2,hq=4,hkv=1,sq=13,skv=31,d=40,dv=7",
    "attention:hq=2,sq=50,d=16,mask=causal",
    "attention:hq=2,sq=20,skv=53,d=16,mask=causal",
    "attention:hq=2,sq=53,skv=20,d=16,mask=causal",
    "attention:hq=2,sq=50,d=16,mask=causal-tl",
    "attention:hq=2,sq=20,skv=53,d=16,mask=causal-tl",
    "attention:hq=2,sq=53,skv=20,d=16,mask=causal-tl",
    "attention:hq=2,sq=129,d=128,mask=causal",
    "attention:b=3,hq=8,hkv=2,sq=1,skv=300,d=64",
    "attention:b=2,hq=8,hkv=8,sq=1,skv=257,d=33,mask=causal",
    "attention:hq=2,sq=2,skv=200,d=64,mask=causal,hkv=1",
    "attention:hq=1,sq=9,d=4,scale=3",
    "attention:hq=1,sq=9,d=64,scale=0.001",
    NULL,
};

static const char *const row_specs[] = {
    "softmax:rows=1,cols=1",
    "softmax:rows=1,cols=1000",
    "softmax:rows=7,cols=33",
    "softmax:rows=65,cols=127",
    "softmax:rows=3,cols=5001",
    "softmax:rows=500,cols=1",
    "layernorm:rows=1,cols=1",
    "layernorm:rows=5,cols=3",
    "layernorm:rows=31,cols=129",
    "layernorm:rows=2,cols=4099",
    "layernorm:rows=9,cols=64,eps=0.1",
    "rmsnorm:rows=1,cols=1",
    "rmsnorm:rows=5,cols=3",
    "rmsnorm:rows=31,cols=129",
    "rmsnorm:rows=2,cols=4099",
    "rmsnorm:rows=9,cols=64,eps=0.1",
    NULL,
};

static const char *const element_specs[] = {
    "add:n=1",     "add:n=17", "add:n=10007", "mul:n=1",      "mul:n=31",     "mul:n=4096",         "gelu:n=1",
    "gelu:n=1025", "silu:n=1", "silu:n=999",  "gelu:n=10007", "silu:n=10007", "gelu:n=1,form=tanh", "gelu:n=2050,form=tanh",
    NULL,
};

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
            fail_msg("%s: no shapes: add some to a table of this file, so that its implementations are tested",
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
