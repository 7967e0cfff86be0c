/* SPDX-License-Identifier: MIT */
/* y[n][k][p][q] = bias[k] + sum over c, r, s of x[n][g cg + c][p stride - pad + r dilation][q stride - pad + s dilation]
 * w[k][c][r][s], g = k / kg: the group of output channel k. Pixels outside x are 0. Depthwise: groups = c.
 *
 * Layout: row-major without gaps. x: N C H W. w: K (C/groups) R S in the type "wdtype". y: N K P Q and bias: K in the type "out".
 */
#include "ops/kind/conv2d.h"

#include "common/err.h"
#include "ops/shape.h"

#include <inttypes.h>
#include <math.h>

#define SIDE(key, low, text)                                                                                                     \
    {                                                                                                                            \
        .name = (key), .type = GAM_KEY_INT, .required = true, .least = (low), .most = GAM_SIDE_MAX, .help = (text)               \
    }
#define SIDE_AS(key, other, text)                                                                                                \
    {                                                                                                                            \
        .name = (key), .type = GAM_KEY_INT, .same_as = (other), .least = 1, .most = GAM_SIDE_MAX, .help = (text)                 \
    }
#define STEP(key, value, low, text)                                                                                              \
    {                                                                                                                            \
        .name = (key), .type = GAM_KEY_INT, .fallback = (value), .least = (low), .most = GAM_SIDE_MAX, .help = (text)            \
    }

static const struct gam_op_key keys[] = {
    GAM_KEY_DIM_OR("n", 1, "images"),
    GAM_KEY_DIM("c", "input channels"),
    SIDE("h", 1, "input rows"),
    SIDE_AS("w", "h", "input columns"),
    GAM_KEY_DIM("k", "output channels"),
    SIDE("r", 1, "filter rows"),
    SIDE_AS("s", "r", "filter columns"),
    STEP("stride", 1, 1, "step of the filter, both ways"),
    STEP("pad", 0, 0, "zeros around the input, all sides"),
    STEP("dilation", 1, 1, "distance of filter taps, both ways"),
    STEP("groups", 1, 1, "channel groups; c of them: depthwise"),
    GAM_KEY_FLAG("bias", "1: a number per output channel is added"),
    GAM_KEY_TYPE_BY("wdtype", GAM_DTYPE_RULE_SAME, "element type of the weights"),
    GAM_KEY_TYPE_BY("acc", GAM_DTYPE_RULE_ACC, "type of the sums"),
    GAM_KEY_TYPE_BY("out", GAM_DTYPE_RULE_OUT, "element type of y and bias"),
    GAM_KEY_TYPE,
};

/* Size of one side of the output; 0 or less when the filter does not fit. Cannot overflow: sides are at most 2^30. */
static int64_t side_out(int64_t in, int64_t taps, const struct gam_conv2d *s)
{
    int64_t room = in + 2 * s->pad - s->dilation * (taps - 1) - 1;

    return room < 0 ? 0 : room / s->stride + 1;
}

void gam_conv2d_shape(const struct gam_op *op, struct gam_conv2d *out)
{
    *out = (struct gam_conv2d){
        .n = gam_op_int(op, "n"),
        .c = gam_op_int(op, "c"),
        .h = gam_op_int(op, "h"),
        .w = gam_op_int(op, "w"),
        .k = gam_op_int(op, "k"),
        .r = gam_op_int(op, "r"),
        .s = gam_op_int(op, "s"),
        .stride = gam_op_int(op, "stride"),
        .pad = gam_op_int(op, "pad"),
        .dilation = gam_op_int(op, "dilation"),
        .groups = gam_op_int(op, "groups"),
        .bias = (int)gam_op_int(op, "bias"),
    };
    out->cg = out->c / out->groups;
    out->kg = out->k / out->groups;
    out->p = side_out(out->h, out->r, out);
    out->q = side_out(out->w, out->s, out);
}

static int conv2d_check(const struct gam_op *op, struct gam_err *err)
{
    struct gam_conv2d s;

    gam_conv2d_shape(op, &s);
    if (s.c % s.groups || s.k % s.groups)
        return gam_err_set(err, -GAM_EINVAL, "conv2d: groups=%" PRId64 " must divide c=%" PRId64 " and k=%" PRId64, s.groups, s.c,
                           s.k);
    if (s.p < 1 || s.q < 1)
        return gam_err_set(err, -GAM_EINVAL,
                           "conv2d: a filter of %" PRId64 "x%" PRId64 " with dilation=%" PRId64
                           " is larger than the padded input of %" PRId64 "x%" PRId64 "; raise pad or h, w",
                           s.r, s.s, s.dilation, s.h + 2 * s.pad, s.w + 2 * s.pad);
    return 0;
}

static size_t conv2d_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    enum gam_dtype result = (enum gam_dtype)gam_op_int(op, "out"), weights = (enum gam_dtype)gam_op_int(op, "wdtype");
    struct gam_conv2d s;

    gam_conv2d_shape(op, &s);
    out[GAM_CONV_X] = gam_operand_make("x", GAM_OPERAND_IN, gam_op_dtype(op), GAM_FILL_UNIFORM,
                                       gam_dims_product(4, (int64_t[]){ s.n, s.c, s.h, s.w }));
    out[GAM_CONV_W] =
        gam_operand_make("w", GAM_OPERAND_IN, weights, GAM_FILL_UNIFORM, gam_dims_product(4, (int64_t[]){ s.k, s.cg, s.r, s.s }));
    out[GAM_CONV_Y] =
        gam_operand_make("y", GAM_OPERAND_OUT, result, GAM_FILL_POISON, gam_dims_product(4, (int64_t[]){ s.n, s.k, s.p, s.q }));
    if (!s.bias)
        return GAM_CONV_BIAS;
    out[GAM_CONV_BIAS] = gam_operand_make("bias", GAM_OPERAND_IN, result, GAM_FILL_UNIFORM, (uint64_t)s.k);
    return GAM_CONV_BIAS + 1;
}

/* Taps over the padding count: a library that skips them does less than this. */
static void conv2d_cost(const struct gam_op *op, struct gam_cost *out)
{
    struct gam_conv2d s;
    double results;

    gam_conv2d_shape(op, &s);
    results = (double)s.n * (double)s.k * (double)s.p * (double)s.q;
    gam_cost_begin(op, out);
    out->fma_flop = results * (2.0 * (double)s.cg * (double)s.r * (double)s.s + s.bias);
}

/* As the matrix product of kg x (cg r s) by (cg r s) x (n p q) per group, in square tiles (see gemm). */
static void conv2d_traffic(const struct gam_op *op, double capacity_bytes, struct gam_traffic *out)
{
    double width = fmax(gam_dtype_bytes(gam_op_dtype(op)), gam_dtype_bytes((enum gam_dtype)gam_op_int(op, "wdtype")));
    double side = fmax(1, sqrt(capacity_bytes / (3 * width)));
    struct gam_conv2d s;
    double macs;

    gam_conv2d_shape(op, &s);
    macs = (double)s.n * (double)s.k * (double)s.p * (double)s.q * (double)s.cg * (double)s.r * (double)s.s;
    gam_traffic_from_total(op, 2 * macs * width / side, out);
}

static double conv2d_tolerance(const struct gam_op *op)
{
    struct gam_conv2d s;

    gam_conv2d_shape(op, &s);
    return gam_tolerance(op, 1, (double)s.cg * (double)s.r * (double)s.s);
}

const struct gam_op_kind gam_op_kind_conv2d = {
    .name = "conv2d",
    .summary = "2-D convolution (cross-correlation), grouped or depthwise",
    .class = GAM_OP_SUBJECT,
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .size_key = "n",
    .example = "conv2d:c=64,h=56,k=64,r=3,pad=1,dtype=f32",
    .check = conv2d_check,
    .cost = conv2d_cost,
    .traffic = conv2d_traffic,
    .operands = conv2d_operands,
    .tolerance = conv2d_tolerance,
};
