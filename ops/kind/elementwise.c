/* SPDX-License-Identifier: MIT */
/* add: c = a + b. mul: c = a b. gelu: y = x/2 (1 + erf(x/sqrt 2)), or its tanh form. silu: y = x / (1 + exp(-x)).
 *
 * Layout: n elements without gaps; the result in the type "out".
 */
#include "ops/activation.h"
#include "ops/shape.h"

static const char *const forms[] = { "erf", "tanh", NULL };

#define COMMON_KEYS                                                                                                              \
    GAM_KEY_TYPE_BY("acc", GAM_DTYPE_RULE_ACC, "type of the arithmetic"),                                                        \
        GAM_KEY_TYPE_BY("out", GAM_DTYPE_RULE_SAME, "element type of the result"), GAM_KEY_TYPE

static const struct gam_op_key plain_keys[] = { GAM_KEY_DIM("n", "elements"), COMMON_KEYS };
static const struct gam_op_key gelu_keys[] = { GAM_KEY_DIM("n", "elements"),
                                               GAM_KEY_CHOICE("form", forms, "erf: exact; tanh: approximation"), COMMON_KEYS };

static struct gam_operand result_of(const struct gam_op *op, const char *name)
{
    return gam_operand_make(name, GAM_OPERAND_OUT, (enum gam_dtype)gam_op_int(op, "out"), GAM_FILL_POISON,
                            (uint64_t)gam_op_int(op, "n"));
}

static struct gam_operand input_of(const struct gam_op *op, const char *name)
{
    return gam_operand_make(name, GAM_OPERAND_IN, gam_op_dtype(op), GAM_FILL_UNIFORM, (uint64_t)gam_op_int(op, "n"));
}

static size_t two_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    out[0] = input_of(op, "a");
    out[1] = input_of(op, "b");
    out[2] = result_of(op, "c");
    return 3;
}

static size_t one_operand(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    out[0] = input_of(op, "x");
    out[1] = result_of(op, "y");
    return 2;
}

static void one_flop(const struct gam_op *op, struct gam_cost *out)
{
    gam_cost_begin(op, out);
    out->fma_flop = (double)gam_op_int(op, "n");
}

static void activation_cost(const struct gam_op *op, enum gam_activation act, struct gam_cost *out)
{
    const struct gam_activation_flop *flop = gam_activation_flop(act);

    gam_cost_begin(op, out);
    out->fma_flop = flop->fma * (double)gam_op_int(op, "n");
    out->special_flop = flop->special * (double)gam_op_int(op, "n");
}

static void gelu_cost(const struct gam_op *op, struct gam_cost *out)
{
    activation_cost(op, gam_op_int(op, "form") ? GAM_ACT_GELU_TANH : GAM_ACT_GELU, out);
}

static void silu_cost(const struct gam_op *op, struct gam_cost *out)
{
    activation_cost(op, GAM_ACT_SILU, out);
}

static double exact_tolerance(const struct gam_op *op)
{
    return gam_tolerance(op, 1, 1);
}

static double function_tolerance(const struct gam_op *op)
{
    return gam_tolerance(op, 4, 1);
}

const struct gam_op_kind gam_op_kind_add = {
    .name = "add",
    .summary = "sum of two vectors",
    .class = GAM_OP_SUBJECT,
    .keys = plain_keys,
    .n_keys = sizeof plain_keys / sizeof plain_keys[0],
    .size_key = "n",
    .example = "add:n=1048576,dtype=f32",
    .cost = one_flop,
    .operands = two_operands,
    .tolerance = exact_tolerance,
};

const struct gam_op_kind gam_op_kind_mul = {
    .name = "mul",
    .summary = "elementwise product of two vectors",
    .class = GAM_OP_SUBJECT,
    .keys = plain_keys,
    .n_keys = sizeof plain_keys / sizeof plain_keys[0],
    .size_key = "n",
    .example = "mul:n=1048576,dtype=f32",
    .cost = one_flop,
    .operands = two_operands,
    .tolerance = exact_tolerance,
};

const struct gam_op_kind gam_op_kind_gelu = {
    .name = "gelu",
    .summary = "Gaussian error linear unit",
    .class = GAM_OP_SUBJECT,
    .keys = gelu_keys,
    .n_keys = sizeof gelu_keys / sizeof gelu_keys[0],
    .size_key = "n",
    .example = "gelu:n=1048576,dtype=f32",
    .cost = gelu_cost,
    .operands = one_operand,
    .tolerance = function_tolerance,
};

const struct gam_op_kind gam_op_kind_silu = {
    .name = "silu",
    .summary = "sigmoid linear unit",
    .class = GAM_OP_SUBJECT,
    .keys = plain_keys,
    .n_keys = sizeof plain_keys / sizeof plain_keys[0],
    .size_key = "n",
    .example = "silu:n=1048576,dtype=f32",
    .cost = silu_cost,
    .operands = one_operand,
    .tolerance = function_tolerance,
};
