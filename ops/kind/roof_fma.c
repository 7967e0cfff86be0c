/* SPDX-License-Identifier: MIT */
/* Compute roof: `chains` independent vector accumulators per worker, each taken through n dependent steps.
 *
 * A step by mix (per lane):
 *   fma      x = u x + v              2 FLOP, one instruction (neon: x = x + u v)
 *   muladd   x = u x; x = x + v       2 FLOP, two instructions: what code without FMA can reach
 *   fmaadd   even chains as fma, odd chains x = x + d: 1.5 FLOP on average; for cores whose adders are pipes of their own
 *   div      x = x / u                1 special operation
 *   sqrt     x = sqrt(u x x + v)      1 special operation; the arithmetic that keeps the chain moving is not counted
 *   exp      x = exp(-x)              1 special operation: argument reduction and polynomial in vector registers, within 2 ulp
 * The operand "x" receives every lane of every chain, so that each can be compared with a replay of
 * its steps. u and v alternate between two values.
 */
#include "common/err.h"
#include "ops/kind/roof.h"
#include "ops/kind/roof_gpu.h"

#include <string.h>

static const char *const class_words[] = { "fma", "special", NULL };
static const char *const mix_words[] = { "fma", "muladd", "fmaadd", "exp", "div", "sqrt", NULL };

/* FLOP of one step of one lane. */
static const struct mix {
    double fma, special;
} mixes[GAM_MIXES] = {
    [GAM_MIX_FMA] = { 2, 0 }, [GAM_MIX_MULADD] = { 2, 0 }, [GAM_MIX_FMAADD] = { 1.5, 0 },
    [GAM_MIX_EXP] = { 0, 1 }, [GAM_MIX_DIV] = { 0, 1 },    [GAM_MIX_SQRT] = { 0, 1 },
};

static const struct gam_op_key keys[] = {
    { .name = "isa", .type = GAM_KEY_WORD, .required = true, .words = gam_roof_isa_words, .help = "instruction set" },
    { .name = "class", .type = GAM_KEY_WORD, .words = class_words, .help = "class of the FLOPs; must fit the mix" },
    { .name = "mix", .type = GAM_KEY_WORD, .words = mix_words, .help = "what a step does" },
    { .name = "chains", .type = GAM_KEY_INT, .required = true, .least = 1, .most = 64, .help = "independent accumulators" },
    { .name = "n",
      .type = GAM_KEY_INT,
      .required = true,
      .least = 2,
      .most = 1 << 24,
      .help = "steps of each chain; an even number" },
    GAM_ROOF_GPU_KEYS,
    { .name = "threads", .type = GAM_KEY_INT, .fallback = 1, .least = 1, .most = 4096, .help = "workers" },
    { .name = "dtype", .type = GAM_KEY_DTYPE, .required = true, .help = "f32 or f64" },
};

void gam_roof_fma_shape(const struct gam_op *op, struct gam_roof_fma *out)
{
    *out = (struct gam_roof_fma){
        .isa = (enum gam_roof_isa)gam_op_int(op, "isa"),
        .mix = (enum gam_roof_mix)gam_op_int(op, "mix"),
        .dtype = gam_op_dtype(op),
        .chains = (int)gam_op_int(op, "chains"),
        .threads = (int)(gam_op_int(op, "threads") * gam_op_int(op, "groups")),
        .n = gam_op_int(op, "n"),
    };
    out->lanes = (int)(gam_roof_vector_bytes(out->isa) / (out->dtype == GAM_DTYPE_F32 ? sizeof(float) : sizeof(double)));
    if (out->isa == GAM_ROOF_GPU)
        out->lanes = (int)(gam_op_int(op, "items") * gam_op_int(op, "width"));
    out->per_thread = (uint64_t)out->chains * (uint64_t)out->lanes;
    out->elements = out->per_thread * (uint64_t)out->threads;
}

static int fma_check(const struct gam_op *op, struct gam_err *err)
{
    struct gam_roof_fma s;
    const struct mix *m;

    gam_roof_fma_shape(op, &s);
    m = &mixes[s.mix];
    if (s.dtype != GAM_DTYPE_F32 && s.dtype != GAM_DTYPE_F64)
        return gam_err_set(err, -GAM_EINVAL, "roof_fma: dtype must be f32 or f64");
    if (roof_gpu_check(op, err))
        return -GAM_EINVAL;
    if ((m->special > 0) != !strcmp(gam_op_word(op, "class"), "special"))
        return gam_err_set(err, -GAM_EINVAL, "roof_fma: mix=%s is of class %s; say class=%s", gam_op_word(op, "mix"),
                           class_words[m->special > 0], class_words[m->special > 0]);
    if (s.mix == GAM_MIX_FMAADD && s.chains % 2)
        return gam_err_set(err, -GAM_EINVAL, "roof_fma: mix=fmaadd needs an even number of chains, not %d", s.chains);
    if (s.n % 2)
        return gam_err_set(err, -GAM_EINVAL, "roof_fma: n must be even, not %lld", (long long)s.n);
    return 0;
}

static void fma_cost(const struct gam_op *op, struct gam_cost *out)
{
    struct gam_roof_fma s;
    double steps;

    gam_roof_fma_shape(op, &s);
    steps = (double)s.n * (double)s.elements;
    out->fma_flop = steps * mixes[s.mix].fma;
    out->special_flop = steps * mixes[s.mix].special;
    out->written_bytes = (double)gam_dtype_storage_bytes(s.dtype, s.elements);
}

static size_t fma_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    struct gam_roof_fma s;

    gam_roof_fma_shape(op, &s);
    out[0] = (struct gam_operand){ .name = "x",
                                   .role = GAM_OPERAND_OUT,
                                   .dtype = s.dtype,
                                   .fill = GAM_FILL_POISON,
                                   .elements = s.elements,
                                   .bytes = gam_dtype_storage_bytes(s.dtype, s.elements) };
    return 1;
}

/* A replay gives the same bits, but for exp: two units in the last place, and half as much again of the step before, and so on.
 */
static double fma_tolerance(const struct gam_op *op)
{
    return 4 * gam_dtype_info(gam_op_dtype(op))->epsilon;
}

const struct gam_op_kind gam_op_kind_roof_fma = {
    .name = "roof_fma",
    .summary = "compute roof: independent chains of dependent vector operations",
    .class = GAM_OP_ROOF_COMPUTE,
    .keys = keys,
    .n_keys = sizeof keys / sizeof *keys,
    .work_key = "n",
    .example = "roof_fma:isa=avx2,chains=10,n=65536,threads=2,dtype=f32",
    .check = fma_check,
    .cost = fma_cost,
    .operands = fma_operands,
    .tolerance = fma_tolerance,
};
