/* SPDX-License-Identifier: MIT */
/* gemm through rocBLAS. Nobody has run this on hardware yet. */
#include "ops/kind/gemm.h"
#include "common/err.h"
#include "common/vendor/dl_rocblas.h"
#include "kernels/gpu/queue.h"

#include <stdio.h>
#include <stdlib.h>

static const struct rocblas_type {
    enum gam_dtype dtype;
    int in, out, compute;
} types[] = {
    { GAM_DTYPE_F64, GAM_ROCBLAS_F64, GAM_ROCBLAS_F64, GAM_ROCBLAS_F64 },
    { GAM_DTYPE_F32, GAM_ROCBLAS_F32, GAM_ROCBLAS_F32, GAM_ROCBLAS_F32 },
    { GAM_DTYPE_F16, GAM_ROCBLAS_F16, GAM_ROCBLAS_F16, GAM_ROCBLAS_F32 },
    { GAM_DTYPE_BF16, GAM_ROCBLAS_BF16, GAM_ROCBLAS_BF16, GAM_ROCBLAS_F32 },
};

struct rocblas_gemm {
    const struct gam_rocblas *library;
    const struct rocblas_type *type;
    struct gam_gpu_columns shape;
    int batch;
    void *handle;
    union {
        double f64;
        float f32;
    } alpha, beta;
};

static const char *rocblas_version(void)
{
    const struct gam_rocblas *library;

    return gam_rocblas_get(&library, NULL) ? NULL : library->text;
}

static const struct rocblas_type *type_find(enum gam_dtype dtype)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (types[i].dtype == dtype)
            return &types[i];
    return NULL;
}

static int rocblas_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    const struct gam_rocblas *library;
    int rc = gam_gpu_library_takes(op, caps, GAM_LANG_HIP, "rocBLAS", why);

    if (rc)
        return rc;
    if (!type_find(gam_op_dtype(op)))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "rocBLAS is asked for f64, f32, f16 and bf16 here, not %s",
                           gam_dtype_info(gam_op_dtype(op))->name);
    if (!gam_rocblas_get(&library, why))
        return 0;
    if (why)
        why->code = -GAM_EUNSUPPORTED;
    return -GAM_EUNSUPPORTED;
}

static int turn_word(int turned)
{
    return turned ? GAM_ROCBLAS_TRANSPOSED : GAM_ROCBLAS_PLAIN;
}

static int rocblas_run(struct gam_launch *launch, void *const *operand)
{
    const struct rocblas_gemm *g = launch->state;
    const struct gam_gpu_columns *s = &g->shape;
    void *c = operand[GAM_GEMM_C];
    int status = g->library->gemm(g->handle, turn_word(s->first_turned), turn_word(s->second_turned), (int)s->rows, (int)s->cols,
                                  (int)s->depth, &g->alpha, operand[GAM_GEMM_B], g->type->in, (int)s->first_ld, s->first_stride,
                                  operand[GAM_GEMM_A], g->type->in, (int)s->second_ld, s->second_stride, &g->beta, c,
                                  g->type->out, (int)s->result_ld, s->result_stride, c, g->type->out, (int)s->result_ld,
                                  s->result_stride, g->batch, g->type->compute, GAM_ROCBLAS_ALGORITHM_STANDARD, 0, 0);

    return status ? -GAM_EDEVICE : 0;
}

static void rocblas_release(struct gam_launch *launch)
{
    struct rocblas_gemm *g = launch->state;

    if (g && g->handle)
        g->library->destroy_handle(g->handle);
    free(g);
    launch->state = NULL;
}

static int rocblas_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    const struct gam_gpu_queue *queue = caps->host;
    struct rocblas_gemm *g;
    struct gam_gemm s;
    int status, rc = rocblas_supports(op, caps, err);

    if (rc)
        return rc;
    g = calloc(1, sizeof *g);
    if (!g)
        return gam_err_nomem(err);
    (void)gam_rocblas_get(&g->library, NULL);
    g->type = type_find(gam_op_dtype(op));
    gam_gpu_columns_of(op, &g->shape);
    gam_gemm_shape(op, &s);
    g->batch = (int)s.batch;
    if (g->type->compute == GAM_ROCBLAS_F64) {
        g->alpha.f64 = s.alpha;
        g->beta.f64 = s.beta;
    } else {
        g->alpha.f32 = (float)s.alpha;
        g->beta.f32 = (float)s.beta;
    }
    *out = (struct gam_launch){
        .lang = GAM_LANG_HIP, .run = rocblas_run, .state = g, .release = rocblas_release, .threads = 1, .flop_scale = 1
    };
    snprintf(out->detail, sizeof out->detail, "rocBLAS %s", g->library->text);
    status = g->library->create_handle(&g->handle);
    if (!status)
        status = g->library->set_stream(g->handle, queue->stream);
    if (!status)
        return 0;
    rc = gam_err_set(err, -GAM_EDEVICE, "rocBLAS: %s", g->library->status_text(status));
    gam_launch_release(out);
    return rc;
}

const struct gam_impl gam_impl_rocblas_gemm = {
    .name = "rocblas",
    .kinds = { "gemm" },
    .lang = GAM_LANG_HIP,
    .version = rocblas_version,
    .supports = rocblas_supports,
    .plan = rocblas_plan,
};
