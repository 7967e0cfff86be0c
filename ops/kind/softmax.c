/* SPDX-License-Identifier: MIT */
/* y = exp(x - max x) / sum exp(x - max x), over each row.
 *
 * Layout: x and y rows x cols, row-major without gaps; y in the type "out".
 */
#include "ops/shape.h"

static const struct gam_op_key keys[] = {
    GAM_KEY_DIM("rows", "independent rows"),
    GAM_KEY_DIM("cols", "elements of a row"),
    GAM_KEY_TYPE_BY("acc", GAM_DTYPE_RULE_ACC, "type of the sums"),
    GAM_KEY_TYPE_BY("out", GAM_DTYPE_RULE_SAME, "element type of y"),
    GAM_KEY_TYPE,
};

static size_t softmax_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    uint64_t elements = gam_dims_product(2, (int64_t[]){ gam_op_int(op, "rows"), gam_op_int(op, "cols") });

    out[0] = gam_operand_make("x", GAM_OPERAND_IN, gam_op_dtype(op), GAM_FILL_UNIFORM, elements);
    out[1] = gam_operand_make("y", GAM_OPERAND_OUT, (enum gam_dtype)gam_op_int(op, "out"), GAM_FILL_POISON, elements);
    return 2;
}

/* Per element: compare for the maximum, subtract, add to the sum, scale; and one exp. The division per row is left out. */
static void softmax_cost(const struct gam_op *op, struct gam_cost *out)
{
    double elements = (double)gam_op_int(op, "rows") * (double)gam_op_int(op, "cols");

    gam_cost_begin(op, out);
    out->fma_flop = 4 * elements;
    out->special_flop = elements;
}

/* A row that does not stay in the cache is read for its maximum, for the sum and for the result. */
static void softmax_traffic(const struct gam_op *op, double capacity_bytes, struct gam_traffic *out)
{
    gam_traffic_rows(op, (double)gam_op_int(op, "cols") * gam_dtype_bytes(gam_op_dtype(op)), 3, capacity_bytes, out);
}

static double softmax_tolerance(const struct gam_op *op)
{
    return gam_tolerance(op, 1, (double)gam_op_int(op, "cols"));
}

const struct gam_op_kind gam_op_kind_softmax = {
    .name = "softmax",
    .summary = "softmax over rows",
    .class = GAM_OP_SUBJECT,
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .size_key = "rows",
    .example = "softmax:rows=1024,cols=1024,dtype=f32",
    .cost = softmax_cost,
    .traffic = softmax_traffic,
    .operands = softmax_operands,
    .tolerance = softmax_tolerance,
};
