/* SPDX-License-Identifier: MIT */
/* relu: y = max(x, 0).
 *
 * Layout: n elements without gaps; y in the type "out".
 */
#include "ops/activation.h"
#include "ops/shape.h"

static const struct gam_op_key keys[] = {
    GAM_KEY_DIM("n", "elements"),
    GAM_KEY_TYPE_BY("acc", GAM_DTYPE_RULE_ACC, "type of the arithmetic"),
    GAM_KEY_TYPE_BY("out", GAM_DTYPE_RULE_SAME, "element type of y"),
    GAM_KEY_TYPE,
};

static size_t relu_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    uint64_t n = (uint64_t)gam_op_int(op, "n");

    out[0] = gam_operand_make("x", GAM_OPERAND_IN, gam_op_dtype(op), GAM_FILL_UNIFORM, n);
    out[1] = gam_operand_make("y", GAM_OPERAND_OUT, (enum gam_dtype)gam_op_int(op, "out"), GAM_FILL_POISON, n);
    return 2;
}

static void relu_cost(const struct gam_op *op, struct gam_cost *out)
{
    gam_cost_begin(op, out);
    out->fma_flop = gam_activation_flop(GAM_ACT_RELU)->fma * (double)gam_op_int(op, "n");
}

static double relu_tolerance(const struct gam_op *op)
{
    return gam_tolerance(op, 1, 1);
}

const struct gam_op_kind gam_op_kind_relu = {
    .name = "relu",
    .summary = "rectified linear unit",
    .class = GAM_OP_SUBJECT,
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .size_key = "n",
    .example = "relu:n=1048576,dtype=f32",
    .cost = relu_cost,
    .operands = relu_operands,
    .tolerance = relu_tolerance,
};
