/* SPDX-License-Identifier: MIT */
/* Where n steps take a chain, in closed form. */
#include "kernels/oracle/oracle.h"
#include "kernels/roof/roof.h"

#include <math.h>

/* x -> a x + b: the distance to the fixed point is multiplied by a. NEON: x -> x + a b. */
static double fma_end(const struct gam_roof_fma *s, const struct gam_roof_coef *k, double x)
{
    double n = (double)s->n, fixed;

    if (s->isa == GAM_ROOF_NEON && s->mix != GAM_MIX_MULADD)
        return x + n * k->a * k->b;
    fixed = k->b / (1 - k->a);
    return fixed + pow(k->a, n) * (x - fixed);
}

static double add_end(const struct gam_roof_fma *s, const struct gam_roof_coef *k, double x)
{
    return x + (double)s->n * k->d;
}

static double div_end(const struct gam_roof_fma *s, const struct gam_roof_coef *k, double x)
{
    return x / pow(k->q, (double)s->n);
}

static double sqrt_end(const struct gam_roof_fma *s, const struct gam_roof_coef *k, double x)
{
    return sqrt(x * x + (double)s->n * k->s);
}

/* Contracts to the fixed point of exp(-x), 0.567..., so that later steps change nothing. */
static double exp_end(const struct gam_roof_fma *s, const struct gam_roof_coef *k, double x)
{
    (void)k;
    for (int64_t i = 0; i < s->n; i++) {
        double next = exp(-x);

        if (next == x)
            break;
        x = next;
    }
    return x;
}

static double (*const ends[GAM_MIXES])(const struct gam_roof_fma *, const struct gam_roof_coef *, double) = {
    [GAM_MIX_FMA] = fma_end, [GAM_MIX_MULADD] = fma_end, [GAM_MIX_FMAADD] = fma_end,
    [GAM_MIX_EXP] = exp_end, [GAM_MIX_DIV] = div_end,    [GAM_MIX_SQRT] = sqrt_end,
};

static int fma_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value, double *magnitude)
{
    struct gam_roof_coef coef;
    struct gam_roof_fma s;

    (void)operand;
    gam_roof_fma_shape(op, &s);
    gam_roof_coef_make(&s, &coef);
    for (size_t i = 0; i < n; i++) {
        uint64_t chain = index[i] % s.per_thread / (uint64_t)s.lanes;
        int adds = s.mix == GAM_MIX_FMAADD && chain % 2;
        double start = gam_roof_start(index[i]);

        value[i] = (adds ? add_end : ends[s.mix])(&s, &coef, start);
        magnitude[i] = fabs(value[i]) + start;
    }
    return 0;
}

const struct gam_oracle gam_oracle_roof_fma = {
    .kind = "roof_fma",
    .reference = fma_reference,
};
