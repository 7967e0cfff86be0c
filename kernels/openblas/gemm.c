/* SPDX-License-Identifier: MIT */
/* gemm through OpenBLAS: one call per product of the batch. */
#include "ops/kind/gemm.h"
#include "common/err.h"
#include "common/vendor/dl_openblas.h"
#include "kernels/impl.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct openblas_gemm {
    const struct gam_openblas *library;
    struct gam_gemm shape;
    enum gam_dtype dtype;
};

static const char *openblas_version(void)
{
    const struct gam_openblas *library;

    return gam_openblas_get(&library, NULL) ? NULL : library->version;
}

static int openblas_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    const struct gam_openblas *library;
    enum gam_dtype dtype = gam_op_dtype(op);
    struct gam_gemm s;
    int rc;

    if (!(caps->langs & 1u << GAM_LANG_HOST))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "runs on the cpu only");
    if ((dtype != GAM_DTYPE_F32 && dtype != GAM_DTYPE_F64) || !gam_op_is_uniform(op, dtype))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "OpenBLAS multiplies f32 or f64, with sums and results of that type");
    gam_gemm_shape(op, &s);
    if (s.bias || s.act != GAM_ACT_NONE)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "OpenBLAS has no fused bias or activation");
    if (s.m > INT_MAX || s.n > INT_MAX || s.k > INT_MAX)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "OpenBLAS here counts in 32 bits");
    rc = gam_openblas_get(&library, why);
    if (!rc)
        return 0;
    if (why)
        why->code = -GAM_EUNSUPPORTED;
    return -GAM_EUNSUPPORTED;
}

static int openblas_run(struct gam_launch *launch, void *const *operand)
{
    const struct openblas_gemm *g = launch->state;
    const struct gam_gemm *s = &g->shape;
    const int m = (int)s->m, n = (int)s->n, k = (int)s->k, lda = s->ta ? m : k, ldb = s->tb ? k : n;
    const int ta = s->ta ? GAM_CBLAS_TRANSPOSED : GAM_CBLAS_PLAIN, tb = s->tb ? GAM_CBLAS_TRANSPOSED : GAM_CBLAS_PLAIN;
    const double *a64 = operand[GAM_GEMM_A], *b64 = operand[GAM_GEMM_B];
    const float *a32 = operand[GAM_GEMM_A], *b32 = operand[GAM_GEMM_B];
    double *c64 = operand[GAM_GEMM_C];
    float *c32 = operand[GAM_GEMM_C];

    g->library->set_num_threads(launch->threads); /* of the process: others may have set it since */
    for (int64_t i = 0; i < s->batch; i++) {
        const int64_t a = i * s->m * s->k, b = i * s->k * s->n, c = i * s->m * s->n;

        if (g->dtype == GAM_DTYPE_F64)
            g->library->dgemm(GAM_CBLAS_ROW_MAJOR, ta, tb, m, n, k, s->alpha, a64 + a, lda, b64 + b, ldb, s->beta, c64 + c, n);
        else
            g->library->sgemm(GAM_CBLAS_ROW_MAJOR, ta, tb, m, n, k, (float)s->alpha, a32 + a, lda, b32 + b, ldb, (float)s->beta,
                              c32 + c, n);
    }
    return 0;
}

static void openblas_release(struct gam_launch *launch)
{
    free(launch->state);
    launch->state = NULL;
}

static int openblas_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    struct openblas_gemm *g;
    int rc = openblas_supports(op, caps, err);

    if (rc)
        return rc;
    g = calloc(1, sizeof *g);
    if (!g)
        return gam_err_nomem(err);
    (void)gam_openblas_get(&g->library, NULL);
    gam_gemm_shape(op, &g->shape);
    g->dtype = gam_op_dtype(op);
    *out = (struct gam_launch){
        .lang = GAM_LANG_HOST,
        .run = openblas_run,
        .state = g,
        .release = openblas_release,
        .threads = caps->threads,
        .flop_scale = 1,
    };
    snprintf(out->detail, sizeof out->detail, "OpenBLAS %s", g->library->version);
    return 0;
}

const struct gam_impl gam_impl_openblas_gemm = {
    .name = "openblas",
    .kinds = { "gemm" },
    .lang = GAM_LANG_HOST,
    .version = openblas_version,
    .supports = openblas_supports,
    .plan = openblas_plan,
};
