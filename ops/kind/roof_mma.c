/* SPDX-License-Identifier: MIT */
/* Tensor roof: every warp takes `chains` independent 16 x 8 results through n products d = a b + d of a 16 x depth and a
 * depth x 8 matrix, dense, 256 depth FLOP each. depth is what one instruction takes: 8 of tf32, 16 of f16 and bf16, 32 of i8 and
 * f8e4m3.
 *
 * Two matrices a take turns, of which the second undoes most of what the first did: so sums stay small, and with entries of +-1
 * and a power of two they are exact. What a chain must come to is known to the last bit.
 */
#include "ops/kind/roof_mma.h"

#include "common/err.h"
#include "ops/shape.h"

static const char *const isa_words[] = { "tensor", NULL };
static const char *const class_words[] = { "fma", NULL };
static const char *const mix_words[] = { "mma", NULL };

static const struct gam_op_key keys[] = {
    { .name = "isa", .type = GAM_KEY_WORD, .words = isa_words, .help = "tensor cores" },
    { .name = "class", .type = GAM_KEY_WORD, .words = class_words, .help = "class of the FLOPs" },
    { .name = "mix", .type = GAM_KEY_WORD, .words = mix_words, .help = "what a step does: one dense product" },
    { .name = "chains", .type = GAM_KEY_INT, .required = true, .least = 1, .most = 16, .help = "independent results of a warp" },
    { .name = "n", .type = GAM_KEY_INT, .required = true, .least = 1, .most = 1 << 14, .help = "products of each chain" },
    { .name = "groups", .type = GAM_KEY_INT, .required = true, .least = 1, .most = 1 << 20, .help = "work-groups" },
    { .name = "items",
      .type = GAM_KEY_INT,
      .fallback = 256,
      .least = 32,
      .most = 1024,
      .help = "work-items of a group: whole warps of 32" },
    GAM_KEY_TYPE_BY("acc", GAM_DTYPE_RULE_ACC, "type of the sums"),
    { .name = "dtype", .type = GAM_KEY_DTYPE, .required = true, .help = "f16, bf16, tf32, i8 or f8e4m3" },
};

void gam_roof_mma_shape(const struct gam_op *op, struct gam_roof_mma *out)
{
    *out = (struct gam_roof_mma){
        .type = gam_mma_type_find(gam_op_dtype(op)),
        .groups = gam_op_int(op, "groups"),
        .items = gam_op_int(op, "items"),
        .n = gam_op_int(op, "n"),
        .chains = (int)gam_op_int(op, "chains"),
    };
    out->elements = (uint64_t)out->groups * (uint64_t)out->items * (uint64_t)out->chains * GAM_MMA_VALUES;
}

static int mma_check(const struct gam_op *op, struct gam_err *err)
{
    struct gam_roof_mma s;

    gam_roof_mma_shape(op, &s);
    if (!s.type)
        return gam_err_set(err, -GAM_EINVAL, "roof_mma: dtype must be f16, bf16, tf32, i8 or f8e4m3");
    if ((enum gam_dtype)gam_op_int(op, "acc") != s.type->sum)
        return gam_err_set(err, -GAM_EINVAL, "roof_mma: acc must be %s", gam_dtype_info(s.type->sum)->name);
    if (s.items % GAM_MMA_LANES)
        return gam_err_set(err, -GAM_EINVAL, "roof_mma: items=%lld must be a multiple of %d", (long long)s.items, GAM_MMA_LANES);
    return 0;
}

static void mma_cost(const struct gam_op *op, struct gam_cost *out)
{
    struct gam_roof_mma s;

    gam_roof_mma_shape(op, &s);
    out->fma_flop =
        2.0 * GAM_MMA_M * GAM_MMA_N * s.type->depth * (double)s.n * s.chains * (double)(s.groups * s.items / GAM_MMA_LANES);
    out->written_bytes = (double)s.elements * gam_dtype_bytes(s.type->sum);
}

static size_t mma_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    struct gam_roof_mma s;

    gam_roof_mma_shape(op, &s);
    out[0] = (struct gam_operand){ .name = "x",
                                   .role = GAM_OPERAND_OUT,
                                   .dtype = s.type->sum,
                                   .fill = GAM_FILL_POISON,
                                   .elements = s.elements,
                                   .bytes = gam_dtype_storage_bytes(s.type->sum, s.elements) };
    return 1;
}

static double mma_tolerance(const struct gam_op *op)
{
    (void)op;
    return gam_dtype_info(GAM_DTYPE_F32)->epsilon;
}

const struct gam_op_kind gam_op_kind_roof_mma = {
    .name = "roof_mma",
    .summary = "compute roof of tensor cores: chains of dense products of small matrices",
    .class = GAM_OP_ROOF_COMPUTE,
    .keys = keys,
    .n_keys = sizeof keys / sizeof *keys,
    .work_key = "n",
    .example = "roof_mma:chains=4,n=64,groups=2,dtype=bf16",
    .check = mma_check,
    .cost = mma_cost,
    .operands = mma_operands,
    .tolerance = mma_tolerance,
};
