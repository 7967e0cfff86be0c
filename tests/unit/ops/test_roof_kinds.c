/* SPDX-License-Identifier: MIT */
/* Specs, costs, operands and checks of the roofs. */
#include "../gam_test.h"

#include "ops/kind/roof.h"

#include <math.h>

static struct gam_op parsed(const char *spec)
{
    struct gam_err err = { 0 };
    struct gam_op op;

    if (gam_op_parse(spec, &op, &err))
        fail_msg("%s: %s", spec, err.text);
    return op;
}

static struct gam_cost cost_of(const char *spec)
{
    struct gam_op op = parsed(spec);
    struct gam_cost cost;

    gam_op_cost(&op, &cost);
    return cost;
}

static void test_compute_cost(void **state)
{
    struct gam_cost c = cost_of("roof_fma:isa=avx512,chains=10,n=100,threads=2,dtype=f32");

    (void)state;
    assert_true(c.fma_flop == 2.0 * 100 * 10 * 16 * 2 && c.special_flop == 0);
    assert_true(c.written_bytes == 2 * 10 * 64 && c.read_bytes == 0);
    assert_int_equal(c.compute_dtype, GAM_DTYPE_F32);
    assert_true(cost_of("roof_fma:isa=avx2,mix=fmaadd,chains=10,n=100,dtype=f64").fma_flop == 1.5 * 100 * 10 * 4);
    assert_true(cost_of("roof_fma:isa=base,mix=muladd,chains=4,n=2,dtype=f64").fma_flop == 2.0 * 2 * 4 * 2);
    c = cost_of("roof_fma:isa=neon,class=special,mix=exp,chains=4,n=8,dtype=f32");
    assert_true(c.special_flop == 8 * 4 * 4 && c.fma_flop == 0);
}

static void test_stream_cost(void **state)
{
    struct gam_cost c = cost_of("roof_stream:isa=base,pattern=triad,level=L2,bytes=49152,chunk=122880,threads=2,dtype=f64");

    (void)state;
    assert_true(c.read_bytes == 81920 && c.written_bytes == 40960 && c.fma_flop == 2 * 5120);
    c = cost_of("roof_stream:isa=base,pattern=read,level=DRAM,bytes=8192,chunk=4096,dtype=f32");
    assert_true(c.read_bytes == 4096 && c.written_bytes == 0 && c.fma_flop == 0);
    c = cost_of("roof_stream:isa=base,pattern=write,nt=1,level=DRAM,bytes=8192,chunk=4096,dtype=f32");
    assert_true(c.read_bytes == 0 && c.written_bytes == 4096);
    c = cost_of("roof_stream:isa=base,pattern=copy,level=L3,bytes=8192,chunk=16384,dtype=f32");
    assert_true(c.read_bytes == 8192 && c.written_bytes == 8192);
}

static void test_stream_operands(void **state)
{
    struct gam_op op = parsed("roof_stream:isa=base,pattern=triad,level=L2,bytes=49152,chunk=24576,threads=2,dtype=f32");
    struct gam_operand o[GAM_OP_MAX_OPERANDS];

    (void)state;
    assert_int_equal(gam_op_operands(&op, o), 4);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(o[i].bytes, 16384);
        assert_int_equal(o[i].elements, 4096);
        assert_int_equal(o[i].role, i == 1 ? GAM_OPERAND_WORK : GAM_OPERAND_IN);
    }
    assert_int_equal(o[3].role, GAM_OPERAND_OUT);
    assert_int_equal(o[3].elements, 2 * GAM_ROOF_CHECK);
}

static void test_chase(void **state)
{
    struct gam_op op = parsed("roof_chase:level=L1,bytes=8192,steps=100,dtype=i64");
    struct gam_operand o[GAM_OP_MAX_OPERANDS];

    (void)state;
    assert_int_equal(gam_op_operands(&op, o), 2);
    assert_int_equal(o[GAM_CHASE_NEXT].elements, 128);
    assert_int_equal(o[GAM_CHASE_NEXT].fill, GAM_FILL_CHAIN);
    assert_true(cost_of("roof_chase:level=L1,bytes=8192,steps=100,dtype=i64").read_bytes == 800);
}

/* The work key doubles the work and leaves the operands; launch has none. */
static void test_work_key(void **state)
{
    static const char *const specs[] = {
        "roof_fma:isa=avx2,chains=10,n=100,dtype=f32",
        "roof_stream:isa=base,pattern=copy,level=L2,bytes=49152,chunk=24576,threads=3,dtype=f64",
        "roof_chase:level=L1,bytes=8192,steps=100,dtype=i64",
    };

    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct gam_op op = parsed(specs[i]), twice = op;
        struct gam_cost once, two;

        for (size_t k = 0; k < op.kind->n_keys; k++)
            twice.v[k].i *= !strcmp(op.kind->keys[k].name, op.kind->work_key) ? 2 : 1;
        gam_op_cost(&op, &once);
        gam_op_cost(&twice, &two);
        assert_true(two.fma_flop == 2 * once.fma_flop && two.read_bytes == 2 * once.read_bytes);
        assert_int_equal(gam_op_footprint(&op), gam_op_footprint(&twice));
    }
    assert_null(gam_op_kind_find("roof_launch")->work_key);
}

static void test_canonical(void **state)
{
    static const char *const kinds[] = { "roof_fma", "roof_stream", "roof_chase", "roof_launch", "roof_sweep" };

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct gam_op op = parsed(gam_op_kind_find(kinds[i])->example);
        char spec[GAM_OP_SPEC_MAX];

        assert_true(gam_op_spec(&op, spec, sizeof spec) > 0);
        assert_string_equal(spec, op.kind->example);
    }
}

static const struct {
    const char *spec, *says;
} refused[] = {
    { "roof_fma:isa=avx2,chains=10,n=101,dtype=f32", "must be even" },
    { "roof_fma:isa=avx2,chains=10,n=100,dtype=i8", "f32 or f64" },
    { "roof_fma:isa=avx2,mix=div,chains=10,n=100,dtype=f32", "class=special" },
    { "roof_fma:isa=avx2,class=special,chains=10,n=100,dtype=f32", "class=fma" },
    { "roof_fma:isa=avx2,mix=fmaadd,chains=9,n=100,dtype=f32", "even number of chains" },
    { "roof_stream:isa=base,pattern=triad,level=L2,bytes=8192,chunk=12288,dtype=f32", "multiple of 12288" },
    { "roof_stream:isa=base,pattern=copy,level=L2,bytes=8192,chunk=4096,dtype=f32", "chunk=4096" },
    { "roof_stream:isa=base,pattern=read,nt=1,level=L2,bytes=8192,chunk=4096,dtype=f32", "stores nothing" },
    { "roof_stream:isa=base,pattern=read,level=L2,bytes=8192,chunk=4096,dtype=f16", "f32 or f64" },
    { "roof_sweep:isa=base,fmas=1,level=L2,bytes=8192,chunk=4096,threads=3,dtype=f64", "multiple of 12288" },
    { "roof_sweep:isa=base,fmas=1,level=L2,bytes=8192,chunk=12288,dtype=f64", "chunk=12288" },
    { "roof_sweep:isa=base,fmas=1,level=L2,bytes=8192,chunk=4096,dtype=bf16", "f32 or f64" },
    { "roof_chase:level=L1,bytes=100,steps=1,dtype=i64", "multiple of 64" },
    { "roof_chase:level=L1,bytes=8192,steps=1,dtype=f32", "i64" },
    { "roof_launch:dtype=f32", "f64" },
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct gam_err err = { 0 };
        struct gam_op op;

        assert_int_equal(gam_op_parse(refused[i].spec, &op, &err), -GAM_EINVAL);
        assert_error(&err, -GAM_EINVAL, refused[i].says);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compute_cost), cmocka_unit_test(test_stream_cost), cmocka_unit_test(test_stream_operands),
        cmocka_unit_test(test_chase),        cmocka_unit_test(test_work_key),    cmocka_unit_test(test_canonical),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
