/* SPDX-License-Identifier: MIT */
/* y = (x - mean) / sqrt(variance + eps) weight + bias, over each row; the variance divides by cols.
 *
 * Layout: x and y rows x cols, row-major without gaps; weight and bias: cols. y in the type "out".
 */
#include "ops/shape.h"

static const struct gam_op_key keys[] = {
    GAM_KEY_DIM("rows", "independent rows"),
    GAM_KEY_DIM("cols", "elements of a row"),
    GAM_KEY_NUMBER("eps", 1e-5, 0, 1, "added to the variance"),
    GAM_KEY_TYPE_BY("acc", GAM_DTYPE_RULE_ACC, "type of the sums"),
    GAM_KEY_TYPE_BY("out", GAM_DTYPE_RULE_SAME, "element type of y"),
    GAM_KEY_TYPE,
};

static size_t layernorm_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    int64_t rows = gam_op_int(op, "rows"), cols = gam_op_int(op, "cols");
    uint64_t elements = gam_dims_product(2, (int64_t[]){ rows, cols });

    out[0] = gam_operand_make("x", GAM_OPERAND_IN, gam_op_dtype(op), GAM_FILL_UNIFORM, elements);
    out[1] = gam_operand_make("weight", GAM_OPERAND_IN, gam_op_dtype(op), GAM_FILL_UNIFORM, (uint64_t)cols);
    out[2] = gam_operand_make("bias", GAM_OPERAND_IN, gam_op_dtype(op), GAM_FILL_UNIFORM, (uint64_t)cols);
    out[3] = gam_operand_make("y", GAM_OPERAND_OUT, (enum gam_dtype)gam_op_int(op, "out"), GAM_FILL_POISON, elements);
    return 4;
}

/* Per element: add to the sum; subtract the mean, square, add; subtract, scale, weight, bias: 8. Work per row is left out. */
static void layernorm_cost(const struct gam_op *op, struct gam_cost *out)
{
    gam_cost_begin(op, out);
    out->fma_flop = 8 * (double)gam_op_int(op, "rows") * (double)gam_op_int(op, "cols");
}

/* A row that does not stay in the cache is read for its mean, its variance and the result. */
static void layernorm_traffic(const struct gam_op *op, double capacity_bytes, struct gam_traffic *out)
{
    gam_traffic_rows(op, (double)gam_op_int(op, "cols") * gam_dtype_bytes(gam_op_dtype(op)), 3, capacity_bytes, out);
}

static double layernorm_tolerance(const struct gam_op *op)
{
    return gam_tolerance(op, 1, (double)gam_op_int(op, "cols"));
}

const struct gam_op_kind gam_op_kind_layernorm = {
    .name = "layernorm",
    .summary = "layer normalisation over rows, with weight and bias",
    .class = GAM_OP_SUBJECT,
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .size_key = "rows",
    .example = "layernorm:rows=1024,cols=4096,dtype=f32",
    .cost = layernorm_cost,
    .traffic = layernorm_traffic,
    .operands = layernorm_operands,
    .tolerance = layernorm_tolerance,
};
