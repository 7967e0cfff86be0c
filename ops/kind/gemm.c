/* SPDX-License-Identifier: MIT */
/* c = act(alpha a b + beta c + bias), once per batch element.
 *
 * Layout: row-major without gaps, batch outermost. a: m x k (k x m if ta). b: k x n (n x k if tb), in the type "wdtype".
 * c: m x n in the type "out"; it is read too when beta is not 0. bias: n in the type "out", added to every row, shared by the
 * batch.
 */
#include "ops/kind/gemm.h"

#include "ops/shape.h"

#include <math.h>

static const char *const activations[] = { "none", "relu", "gelu", "silu", NULL }; /* in the order of enum gam_activation */

#define GEMM_KEYS                                                                                                                \
    GAM_KEY_DIM_OR("batch", 1, "independent products"), GAM_KEY_DIM("m", "rows of a and c"),                                     \
        GAM_KEY_DIM("n", "columns of b and c"), GAM_KEY_DIM("k", "columns of a, rows of b"),                                     \
        GAM_KEY_FLAG("ta", "1: a is stored transposed, k x m"), GAM_KEY_FLAG("tb", "1: b is stored transposed, n x k"),          \
        GAM_KEY_NUMBER("alpha", 1, -1e30, 1e30, "factor of the product"),                                                        \
        GAM_KEY_NUMBER("beta", 0, -1e30, 1e30, "factor of the old c"), GAM_KEY_FLAG("bias", "1: a row of n is added"),           \
        GAM_KEY_CHOICE("act", activations, "applied to the result; gelu is the erf form"),                                       \
        GAM_KEY_TYPE_BY("wdtype", GAM_DTYPE_RULE_SAME, "element type of b (weights)"),                                           \
        GAM_KEY_TYPE_BY("acc", GAM_DTYPE_RULE_ACC, "type of the sums"),                                                          \
        GAM_KEY_TYPE_BY("out", GAM_DTYPE_RULE_OUT, "element type of c and bias"), GAM_KEY_TYPE

static const struct gam_op_key keys[] = { GEMM_KEYS };

/* As a roof: what a library's product reaches. It competes with the tensor roof's own kernels and has their words. */
static const char *const roof_isa_words[] = { "tensor", NULL };
static const char *const roof_class_words[] = { "fma", NULL };
static const char *const roof_mix_words[] = { "mma", NULL };

static const struct gam_op_key roof_keys[] = {
    { .name = "isa", .type = GAM_KEY_WORD, .words = roof_isa_words, .help = "tensor cores" },
    { .name = "class", .type = GAM_KEY_WORD, .words = roof_class_words, .help = "class of the FLOPs" },
    { .name = "mix", .type = GAM_KEY_WORD, .words = roof_mix_words, .help = "what a step does: dense products" },
    GEMM_KEYS,
};

void gam_gemm_shape(const struct gam_op *op, struct gam_gemm *out)
{
    *out = (struct gam_gemm){
        .batch = gam_op_int(op, "batch"),
        .m = gam_op_int(op, "m"),
        .n = gam_op_int(op, "n"),
        .k = gam_op_int(op, "k"),
        .ta = (int)gam_op_int(op, "ta"),
        .tb = (int)gam_op_int(op, "tb"),
        .alpha = gam_op_real(op, "alpha"),
        .beta = gam_op_real(op, "beta"),
        .bias = (int)gam_op_int(op, "bias"),
        .act = (enum gam_activation)gam_op_int(op, "act"),
    };
}

static size_t gemm_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    enum gam_dtype result = (enum gam_dtype)gam_op_int(op, "out"), weights = (enum gam_dtype)gam_op_int(op, "wdtype");
    struct gam_gemm s;

    gam_gemm_shape(op, &s);
    out[GAM_GEMM_A] = gam_operand_make("a", GAM_OPERAND_IN, gam_op_dtype(op), GAM_FILL_UNIFORM,
                                       gam_dims_product(3, (int64_t[]){ s.batch, s.m, s.k }));
    out[GAM_GEMM_B] =
        gam_operand_make("b", GAM_OPERAND_IN, weights, GAM_FILL_UNIFORM, gam_dims_product(3, (int64_t[]){ s.batch, s.k, s.n }));
    out[GAM_GEMM_C] =
        gam_operand_make("c", s.beta != 0 ? GAM_OPERAND_INOUT : GAM_OPERAND_OUT, result,
                         s.beta != 0 ? GAM_FILL_UNIFORM : GAM_FILL_POISON, gam_dims_product(3, (int64_t[]){ s.batch, s.m, s.n }));
    if (!s.bias)
        return GAM_GEMM_BIAS;
    out[GAM_GEMM_BIAS] = gam_operand_make("bias", GAM_OPERAND_IN, result, GAM_FILL_UNIFORM, (uint64_t)s.n);
    return GAM_GEMM_BIAS + 1;
}

static void gemm_cost(const struct gam_op *op, struct gam_cost *out)
{
    const struct gam_activation_flop *act;
    struct gam_gemm s;
    double results;

    gam_gemm_shape(op, &s);
    act = gam_activation_flop(s.act);
    results = (double)s.batch * (double)s.m * (double)s.n;
    gam_cost_begin(op, out);
    out->fma_flop = results * (2.0 * (double)s.k + (s.alpha != 1) + (s.beta != 0 ? 2 : 0) + s.bias + act->fma);
    out->special_flop = results * act->special;
}

/* Square tiles of a, b and c that fill the cache together have sides sqrt(C / 3w); every tile of c then reads k/side tiles of a
 * and of b: 2 m n k w / side bytes in all. */
static void gemm_traffic(const struct gam_op *op, double capacity_bytes, struct gam_traffic *out)
{
    double width = fmax(gam_dtype_bytes(gam_op_dtype(op)), gam_dtype_bytes((enum gam_dtype)gam_op_int(op, "wdtype")));
    double side = fmax(1, sqrt(capacity_bytes / (3 * width)));
    struct gam_gemm s;

    gam_gemm_shape(op, &s);
    gam_traffic_from_total(op, 2.0 * (double)s.batch * (double)s.m * (double)s.n * (double)s.k * width / side, out);
}

static double gemm_tolerance(const struct gam_op *op)
{
    return gam_tolerance(op, gam_op_int(op, "act") == GAM_ACT_NONE ? 1 : 4, (double)gam_op_int(op, "k"));
}

const struct gam_op_kind gam_op_kind_gemm = {
    .name = "gemm",
    .summary = "matrix product",
    .class = GAM_OP_SUBJECT,
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .size_key = "batch",
    .example = "gemm:m=512,n=512,k=512,dtype=f32",
    .cost = gemm_cost,
    .traffic = gemm_traffic,
    .operands = gemm_operands,
    .tolerance = gemm_tolerance,
};

const struct gam_op_kind gam_op_kind_roof_gemm = {
    .name = "roof_gemm",
    .summary = "compute roof of tensor cores: a large matrix product of a library",
    .class = GAM_OP_ROOF_COMPUTE,
    .keys = roof_keys,
    .n_keys = sizeof roof_keys / sizeof roof_keys[0],
    .example = "roof_gemm:m=512,n=512,k=512,dtype=bf16",
    .cost = gemm_cost,
    .operands = gemm_operands,
    .tolerance = gemm_tolerance,
};
