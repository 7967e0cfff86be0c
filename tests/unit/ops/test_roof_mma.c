/* SPDX-License-Identifier: MIT */
/* The tensor roof's shape, cost and limits. */
#include "../gam_test.h"

#include "ops/kind/roof_mma.h"

#include <math.h>
#include <stdio.h>

static struct gam_op parsed(const char *spec)
{
    struct gam_err err = { .code = 0 };
    struct gam_op op;

    if (gam_op_parse(spec, &op, &err))
        fail_msg("%s", err.text);
    return op;
}

/* 2 x 16 x 8 x depth a product, for each warp and chain; sums of integers are integers. */
static void costs_what_it_multiplies(void **state)
{
    static const struct {
        const char *dtype;
        enum gam_dtype type, sum;
        double depth;
    } rows[] = { { "bf16", GAM_DTYPE_BF16, GAM_DTYPE_F32, 16 },
                 { "f16", GAM_DTYPE_F16, GAM_DTYPE_F32, 16 },
                 { "tf32", GAM_DTYPE_TF32, GAM_DTYPE_F32, 8 },
                 { "i8", GAM_DTYPE_I8, GAM_DTYPE_I32, 32 },
                 { "f8e4m3", GAM_DTYPE_F8E4M3, GAM_DTYPE_F32, 32 } };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gam_operand operand[GAM_OP_MAX_OPERANDS];
        struct gam_cost cost;
        struct gam_op op;
        char spec[80];

        snprintf(spec, sizeof spec, "roof_mma:chains=4,n=100,groups=3,items=256,dtype=%s", rows[i].dtype);
        op = parsed(spec);
        gam_op_cost(&op, &cost);
        assert_true(cost.fma_flop == 256 * rows[i].depth * 100 * 4 * 3 * 8);
        assert_int_equal(cost.compute_dtype, rows[i].type);
        assert_int_equal(gam_op_operands(&op, operand), 1);
        assert_int_equal(operand[0].dtype, rows[i].sum);
        assert_int_equal(operand[0].elements, 3 * 256 * 4 * 4);
        assert_int_equal(operand[0].bytes, 3 * 256 * 4 * 4 * 4);
    }
}

/* Element (row, col) of the product of a or of what takes turns with it. */
static double product(const struct gam_mma_type *type, double (*left)(const struct gam_mma_type *, int, int), int row, int col)
{
    double sum = 0;

    for (int k = 0; k < type->depth; k++)
        sum += left(type, row, k) * gam_roof_mma_b(type, k, col);
    return sum;
}

/* What makes every sum exact and small, and the numbers no constant. */
static void multiplies_small_exact_numbers(void **state)
{
    (void)state;
    for (const struct gam_mma_type *t = gam_mma_types; t < gam_mma_types + GAM_MMA_TYPES; t++) {
        int kinds = 0;

        for (int row = 0; row < GAM_MMA_M; row++)
            for (int k = 0; k < t->depth; k++) {
                double a = gam_roof_mma_a(t, row, k);

                assert_true(fabs(a) == 1 || fabs(a) == t->second);
                assert_true(fabs(gam_roof_mma_turned(t, row, k)) == fabs(a));
                kinds |= 1 << ((a < 0) * 2 + (fabs(a) != 1));
            }
        assert_int_equal(kinds, t->second == 1 ? 5 : 15);
        for (int row = 0; row < GAM_MMA_M; row++)
            for (int col = 0; col < GAM_MMA_N; col++) {
                double one = product(t, gam_roof_mma_a, row, col), two = one + product(t, gam_roof_mma_turned, row, col);

                assert_true(two != 0); /* each pair shows */
                assert_true(gam_roof_mma_result(t, 3, row, col, 7) == 3 * t->start + 3 * two + one);
                assert_true(gam_roof_mma_result(t, 0, row, col, 12) == 6 * two);
            }
    }
}

static void refuses(void **state)
{
    static const struct {
        const char *spec, *part;
    } rows[] = {
        { "roof_mma:chains=4,n=64,groups=2,dtype=f32", "f16, bf16, tf32, i8 or f8e4m3" },
        { "roof_mma:chains=4,n=64,groups=2,acc=f64,dtype=f16", "acc must be f32" },
        { "roof_mma:chains=4,n=64,groups=2,acc=f32,dtype=i8", "acc must be i32" },
        { "roof_mma:chains=4,n=64,groups=2,items=48,dtype=f16", "a multiple of 32" },
        { "roof_mma:chains=4,n=20000,groups=2,dtype=f16", "n" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gam_err err = { .code = 0 };
        struct gam_op op;

        assert_int_equal(gam_op_parse(rows[i].spec, &op, &err), -GAM_EINVAL);
        assert_error(&err, -GAM_EINVAL, rows[i].part);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(costs_what_it_multiplies),
                                        cmocka_unit_test(multiplies_small_exact_numbers), cmocka_unit_test(refuses) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
