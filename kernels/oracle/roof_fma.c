/* SPDX-License-Identifier: MIT */
/* Replays a chain: the same operations in the same element type, one lane at a time. Every one of them but exp is rounded
 * correctly by every machine, so that the results are equal to the last bit.
 */
#include "kernels/oracle/oracle.h"
#include "kernels/roof/roof.h"

#include <math.h>

/* What the replay needs to know of a step: the instruction set decides what is fused. */
enum step { STEP_FMA, STEP_SUM, STEP_MULADD, STEP_ADD, STEP_DIV, STEP_SQRT_FUSED, STEP_SQRT, STEP_EXP };

static enum step step_of(const struct gam_roof_fma *s, uint64_t chain)
{
    if (s->mix == GAM_MIX_FMA || s->mix == GAM_MIX_FMAADD)
        return s->mix == GAM_MIX_FMAADD && chain % 2 ? STEP_ADD : s->isa == GAM_ROOF_NEON ? STEP_SUM : STEP_FMA;
    if (s->mix == GAM_MIX_SQRT)
        return s->isa == GAM_ROOF_BASE ? STEP_SQRT : STEP_SQRT_FUSED;
    return s->mix == GAM_MIX_MULADD ? STEP_MULADD : s->mix == GAM_MIX_DIV ? STEP_DIV : STEP_EXP;
}

static float step_f32(enum step step, float x, float u, float v, float d)
{
    float product = x * u, square = x * x, rest = square * u;

    switch (step) {
    case STEP_FMA:
        return fmaf(x, u, v);
    case STEP_SUM:
        return fmaf(u, v, x);
    case STEP_MULADD:
        return product + v;
    case STEP_ADD:
        return x + d;
    case STEP_DIV:
        return x / u;
    case STEP_SQRT_FUSED:
        return sqrtf(fmaf(square, u, v));
    case STEP_SQRT:
        return sqrtf(rest + v);
    default:
        return (float)exp(-(double)x);
    }
}

static double step_f64(enum step step, double x, double u, double v, double d)
{
    double product = x * u, square = x * x, rest = square * u;

    switch (step) {
    case STEP_FMA:
        return fma(x, u, v);
    case STEP_SUM:
        return fma(u, v, x);
    case STEP_MULADD:
        return product + v;
    case STEP_ADD:
        return x + d;
    case STEP_DIV:
        return x / u;
    case STEP_SQRT_FUSED:
        return sqrt(fma(square, u, v));
    case STEP_SQRT:
        return sqrt(rest + v);
    default:
        return exp(-x);
    }
}

/* exp(-x) contracts to its fixed point, 0.567..., and then changes no more. */
static double replay(const struct gam_roof_fma *s, const struct gam_roof_coef *k, enum step step, double start)
{
    float x32 = (float)start;
    double x = start;

    for (int64_t i = 0; i < s->n; i++) {
        double before = x;

        if (s->dtype == GAM_DTYPE_F32)
            x = x32 = step_f32(step, x32, (float)k->u[i % 2], (float)k->v[i % 2], (float)k->d);
        else
            x = step_f64(step, x, k->u[i % 2], k->v[i % 2], k->d);
        if (step == STEP_EXP && x == before)
            break;
    }
    return x;
}

static int fma_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                         double *magnitude)
{
    double end[2][GAM_ROOF_STARTS]; /* of even and odd chains */
    struct gam_roof_coef coef;
    struct gam_roof_fma s;

    (void)operand;
    gam_roof_fma_shape(op, &s);
    gam_roof_coef_make(&s, &coef);
    for (int parity = 0; parity < 2; parity++)
        for (int i = 0; i < GAM_ROOF_STARTS; i++)
            end[parity][i] = NAN;
    for (size_t i = 0; i < n; i++) {
        uint64_t chain = index[i] % s.per_thread / (uint64_t)s.lanes;
        double *known = &end[chain % 2][index[i] % GAM_ROOF_STARTS];

        if (isnan(*known))
            *known = replay(&s, &coef, step_of(&s, chain), gam_roof_start(index[i]));
        value[i] = *known;
        magnitude[i] = fabs(value[i]);
    }
    return 0;
}

const struct gam_oracle gam_oracle_roof_fma = {
    .kind = "roof_fma",
    .reference = fma_reference,
};
