/* SPDX-License-Identifier: MIT */
/* The tensor roof's shape, cost and limits. */
#include "../gam_test.h"

#include "ops/kind/roof_mma.h"

#include <math.h>

static struct gam_op parsed(const char *spec)
{
    struct gam_err err = { .code = 0 };
    struct gam_op op;

    if (gam_op_parse(spec, &op, &err))
        fail_msg("%s", err.text);
    return op;
}

/* 2 x 16 x 8 x 16 a product, for each warp and chain. */
static void costs_what_it_multiplies(void **state)
{
    struct gam_op op = parsed("roof_mma:chains=4,n=100,groups=3,items=256,dtype=bf16");
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    struct gam_cost cost;

    (void)state;
    gam_op_cost(&op, &cost);
    assert_true(cost.fma_flop == 4096.0 * 100 * 4 * 3 * 8);
    assert_int_equal(cost.compute_dtype, GAM_DTYPE_BF16);
    assert_int_equal(gam_op_operands(&op, operand), 1);
    assert_int_equal(operand[0].dtype, GAM_DTYPE_F32);
    assert_int_equal(operand[0].elements, 3 * 256 * 4 * 4);
}

/* What makes every sum exact, and the numbers no constant. */
static void multiplies_small_exact_numbers(void **state)
{
    int kinds = 0;

    (void)state;
    for (int row = 0; row < GAM_MMA_M; row++)
        for (int k = 0; k < GAM_MMA_K; k++) {
            double a = gam_roof_mma_a(row, k);

            assert_true(fabs(a) == 1 || fabs(a) == 0.5);
            kinds |= 1 << ((a < 0) * 2 + (fabs(a) == 0.5));
        }
    assert_int_equal(kinds, 15);
    for (int k = 0; k < GAM_MMA_K; k++)
        for (int col = 0; col < GAM_MMA_N; col++)
            assert_true(fabs(gam_roof_mma_b(k, col)) == 1 || fabs(gam_roof_mma_b(k, col)) == 0.5);
}

static void refuses(void **state)
{
    static const struct {
        const char *spec, *part;
    } rows[] = {
        { "roof_mma:chains=4,n=64,groups=2,dtype=f32", "f16 or bf16" },
        { "roof_mma:chains=4,n=64,groups=2,acc=f64,dtype=f16", "acc must be f32" },
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
