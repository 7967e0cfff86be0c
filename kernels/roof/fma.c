/* SPDX-License-Identifier: MIT */
/* roof_fma: starts every worker's chains and lets them run. */
#include "common/err.h"
#include "kernels/roof/roof.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

static const struct gam_roof_fma_kernel *const tables[GAM_ROOF_ISAS] = {
    [GAM_ROOF_BASE] = gam_roof_fma_base,
#if defined(__x86_64__)
    [GAM_ROOF_AVX2] = gam_roof_fma_avx2,
    [GAM_ROOF_AVX512] = gam_roof_fma_avx512,
#elif defined(__aarch64__)
    [GAM_ROOF_NEON] = gam_roof_fma_neon,
#endif
};

struct fma_state {
    struct gam_roof_fma shape;
    struct gam_roof_coef coef;
    const struct gam_roof_fma_kernel *kernel;
};

static double rounded(double x, enum gam_dtype dtype)
{
    return dtype == GAM_DTYPE_F32 ? (double)(float)x : x;
}

/* x -> u0 x + v0 -> u1 (u0 x + v0) + v1: the distance to 3/4 is multiplied by 1 - 1/h, h about the number of pairs. */
static void coef_affine(double h, enum gam_dtype dtype, struct gam_roof_coef *out)
{
    out->u[0] = rounded(-sqrt(3), dtype);
    out->u[1] = rounded((1 - 1 / h) / out->u[0], dtype);
    out->v[0] = 2;
    out->v[1] = rounded(-out->u[1] * out->v[0] + 0.75 * (1 - out->u[0] * out->u[1]), dtype);
}

/* x -> x / u0 -> x / (u0 u1), u0 u1 = 1 + 1/h. */
static void coef_quotient(double h, enum gam_dtype dtype, struct gam_roof_coef *out)
{
    out->u[0] = rounded(sqrt(3), dtype);
    out->u[1] = rounded((1 + 1 / h) / out->u[0], dtype);
}

/* x -> x + u0 v0 -> x + u0 v0 + u1 v1, which is x - 1/(2h). */
static void coef_sum(double h, enum gam_dtype dtype, struct gam_roof_coef *out)
{
    out->u[0] = rounded(sqrt(3), dtype);
    out->v[0] = rounded(1 / out->u[0], dtype);
    out->u[1] = -out->u[0];
    out->v[1] = rounded((1 + 0.5 / h) / out->u[0], dtype);
}

void gam_roof_coef_make(const struct gam_roof_fma *shape, struct gam_roof_coef *out)
{
    double h = (double)shape->n / 2 + 1;

    *out = (struct gam_roof_coef){ .d = ldexp(1, -(int)ceil(log2((double)shape->n))) };
    if (shape->mix == GAM_MIX_DIV)
        coef_quotient(h, shape->dtype, out);
    else if (shape->isa == GAM_ROOF_NEON && (shape->mix == GAM_MIX_FMA || shape->mix == GAM_MIX_FMAADD))
        coef_sum(h, shape->dtype, out);
    else
        coef_affine(h, shape->dtype, out);
}

double gam_roof_start(uint64_t i)
{
    return 0.5 + (double)(i % GAM_ROOF_STARTS) / 16;
}

static void chains_start(void *x, const struct gam_roof_fma *s, uint64_t first)
{
    for (uint64_t i = 0; i < s->per_thread; i++) {
        if (s->dtype == GAM_DTYPE_F32)
            ((float *)x)[i] = (float)gam_roof_start(first + i);
        else
            ((double *)x)[i] = gam_roof_start(first + i);
    }
}

static int fma_run(struct gam_launch *launch, void *const *operand)
{
    const struct fma_state *st = launch->state;
    size_t slice = (size_t)gam_dtype_storage_bytes(st->shape.dtype, st->shape.per_thread);
    int team = 0;

#pragma omp parallel num_threads(launch->threads)
    {
        uint64_t worker = (uint64_t)omp_get_thread_num();
        unsigned char *x = (unsigned char *)operand[0] + worker * slice;

        if (worker == 0)
            team = omp_get_num_threads();
        chains_start(x, &st->shape, worker * st->shape.per_thread);
        st->kernel->run(x, st->shape.n, &st->coef);
    }
    return team == launch->threads ? 0 : -GAM_EDEVICE;
}

static const struct gam_roof_fma_kernel *fma_kernel(const struct gam_roof_fma *s)
{
    for (const struct gam_roof_fma_kernel *k = tables[s->isa]; k && k->run; k++)
        if (k->mix == s->mix && k->dtype == s->dtype && k->chains == s->chains)
            return k;
    return NULL;
}

static int fma_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    struct gam_roof_fma s;
    int rc;

    gam_roof_fma_shape(op, &s);
    if ((rc = gam_roof_supports(caps, (int)s.isa, s.threads, op->kind->name, why)))
        return rc;
    if (!fma_kernel(&s))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "roof_fma: no kernel isa=%s mix=%s with %d chains", gam_op_word(op, "isa"),
                           gam_op_word(op, "mix"), s.chains);
    return 0;
}

static void fma_release(struct gam_launch *launch)
{
    free(launch->state);
    launch->state = NULL;
}

static int fma_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    struct fma_state *st;
    int rc = fma_supports(op, caps, err);

    if (rc)
        return rc;
    st = calloc(1, sizeof *st);
    if (!st)
        return gam_err_nomem(err);
    gam_roof_fma_shape(op, &st->shape);
    gam_roof_coef_make(&st->shape, &st->coef);
    st->kernel = fma_kernel(&st->shape);
    *out = (struct gam_launch){
        .lang = GAM_LANG_HOST, .run = fma_run, .state = st, .release = fma_release, .threads = st->shape.threads, .flop_scale = 1
    };
    gam_roof_detail(out, "%s %s, %d chains", gam_op_word(op, "isa"), gam_op_word(op, "mix"), st->shape.chains);
    return 0;
}

const struct gam_impl gam_impl_roof_fma = {
    .name = "roof",
    .kinds = { "roof_fma" },
    .lang = GAM_LANG_HOST,
    .supports = fma_supports,
    .plan = fma_plan,
};
