/* SPDX-License-Identifier: MIT */
/* gemm through cuBLASLt. The library proposes several algorithms; each is a variant that the runner tries. Nobody has run this on
 * hardware yet. */
#include "ops/kind/gemm.h"
#include "common/err.h"
#include "common/vendor/dl_cublaslt.h"
#include "kernels/gpu/queue.h"

#include <stdio.h>
#include <stdlib.h>

enum { CUBLASLT_VARIANTS = 5, CUBLASLT_WORKSPACE = 64 << 20 };

static const struct cublaslt_type {
    enum gam_dtype dtype;
    int in, out, compute, scale, major_least, minor_least;
} types[] = {
    { GAM_DTYPE_F64, GAM_CUBLASLT_R_64F, GAM_CUBLASLT_R_64F, GAM_CUBLASLT_COMPUTE_64F, GAM_CUBLASLT_R_64F, 5, 0 },
    { GAM_DTYPE_F32, GAM_CUBLASLT_R_32F, GAM_CUBLASLT_R_32F, GAM_CUBLASLT_COMPUTE_32F, GAM_CUBLASLT_R_32F, 5, 0 },
    { GAM_DTYPE_TF32, GAM_CUBLASLT_R_32F, GAM_CUBLASLT_R_32F, GAM_CUBLASLT_COMPUTE_TF32, GAM_CUBLASLT_R_32F, 8, 0 },
    { GAM_DTYPE_F16, GAM_CUBLASLT_R_16F, GAM_CUBLASLT_R_16F, GAM_CUBLASLT_COMPUTE_32F, GAM_CUBLASLT_R_32F, 5, 3 },
    { GAM_DTYPE_BF16, GAM_CUBLASLT_R_16BF, GAM_CUBLASLT_R_16BF, GAM_CUBLASLT_COMPUTE_32F, GAM_CUBLASLT_R_32F, 8, 0 },
    { GAM_DTYPE_I8, GAM_CUBLASLT_R_8I, GAM_CUBLASLT_R_32I, GAM_CUBLASLT_COMPUTE_32I, GAM_CUBLASLT_R_32I, 7, 2 },
    { GAM_DTYPE_F8E4M3, GAM_CUBLASLT_R_8F_E4M3, GAM_CUBLASLT_R_16BF, GAM_CUBLASLT_COMPUTE_32F, GAM_CUBLASLT_R_32F, 8, 9 },
};

struct cublaslt_gemm {
    const struct gam_cublaslt *library;
    const struct gam_gpu_queue *queue;
    void *handle, *desc, *first, *second, *result;
    struct gam_cublaslt_choice choice;
    uint64_t workspace; /* address; 0: none */
    union {
        double f64;
        float f32;
        int32_t i32;
    } alpha, beta;
};

static const char *cublaslt_version(void)
{
    const struct gam_cublaslt *library;

    return gam_cublaslt_get(&library, NULL) ? NULL : library->text;
}

static const struct cublaslt_type *type_find(enum gam_dtype dtype)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (types[i].dtype == dtype)
            return &types[i];
    return NULL;
}

static int cublaslt_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    const struct cublaslt_type *type = type_find(gam_op_dtype(op));
    const struct gam_gpu_queue *queue = caps->host;
    const struct gam_cublaslt *library;
    struct gam_gemm s;
    int rc = gam_gpu_library_takes(op, caps, GAM_LANG_CUDA, "cuBLASLt", why);

    if (rc)
        return rc;
    if (!type || queue->major * 10 + queue->minor < type->major_least * 10 + type->minor_least)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "cuBLASLt has no product of %s on sm_%d%d",
                           gam_dtype_info(gam_op_dtype(op))->name, queue->major, queue->minor);
    gam_gemm_shape(op, &s);
    if (type->dtype == GAM_DTYPE_F8E4M3 && (!s.tb || s.ta))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "cuBLASLt multiplies f8e4m3 with tb=1 and ta=0 only");
    if (type->dtype == GAM_DTYPE_I8 && (s.alpha != 1 || s.beta != 0))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "cuBLASLt here multiplies i8 with alpha=1 and beta=0 only");
    if (!gam_cublaslt_get(&library, why))
        return 0;
    if (why)
        why->code = -GAM_EUNSUPPORTED;
    return -GAM_EUNSUPPORTED;
}

static int said(const struct cublaslt_gemm *g, int status, struct gam_err *err)
{
    return status ? gam_err_set(err, -GAM_EDEVICE, "cuBLASLt: %s", g->library->status_name(status)) : 0;
}

static void scalars_set(struct cublaslt_gemm *g, const struct cublaslt_type *type, const struct gam_gemm *s)
{
    if (type->scale == GAM_CUBLASLT_R_64F) {
        g->alpha.f64 = s->alpha;
        g->beta.f64 = s->beta;
    } else if (type->scale == GAM_CUBLASLT_R_32I) {
        g->alpha.i32 = 1;
        g->beta.i32 = 0;
    } else {
        g->alpha.f32 = (float)s->alpha;
        g->beta.f32 = (float)s->beta;
    }
}

static int layout_make(const struct cublaslt_gemm *g, void **layout, int type, const int64_t shape[4], int64_t batch)
{
    int32_t count = (int32_t)batch;
    int status = g->library->layout_create(layout, type, (uint64_t)shape[0], (uint64_t)shape[1], shape[2]);

    if (!status && batch > 1)
        status = g->library->layout_set(*layout, GAM_CUBLASLT_LAYOUT_BATCH, &count, sizeof count);
    if (!status && batch > 1)
        status = g->library->layout_set(*layout, GAM_CUBLASLT_LAYOUT_STRIDE, &shape[3], sizeof shape[3]);
    return status;
}

/* Descriptions of the product and its matrices. Shapes are as stored: rows, columns, leading dimension, stride. */
static int product_describe(struct cublaslt_gemm *g, const struct gam_op *op, const struct cublaslt_type *type,
                            struct gam_err *err)
{
    struct gam_gpu_columns c;
    struct gam_gemm s;
    int32_t turned[2];
    int status;

    gam_gpu_columns_of(op, &c);
    gam_gemm_shape(op, &s);
    scalars_set(g, type, &s);
    turned[0] = c.first_turned;
    turned[1] = c.second_turned;
    const int64_t first[] = { c.first_ld, c.first_turned ? c.rows : c.depth, c.first_ld, c.first_stride };
    const int64_t second[] = { c.second_ld, c.second_turned ? c.depth : c.cols, c.second_ld, c.second_stride };
    const int64_t result[] = { c.rows, c.cols, c.result_ld, c.result_stride };
    status = g->library->desc_create(&g->desc, type->compute, type->scale);
    if (!status)
        status = g->library->desc_set(g->desc, GAM_CUBLASLT_DESC_TRANSA, &turned[0], sizeof turned[0]);
    if (!status)
        status = g->library->desc_set(g->desc, GAM_CUBLASLT_DESC_TRANSB, &turned[1], sizeof turned[1]);
    if (!status)
        status = layout_make(g, &g->first, type->in, first, s.batch);
    if (!status)
        status = layout_make(g, &g->second, type->in, second, s.batch);
    if (!status)
        status = layout_make(g, &g->result, type->out, result, s.batch);
    return said(g, status, err);
}

/* The algorithms that the library proposes, best first; returns how many or an error. */
static int algorithms_ask(struct cublaslt_gemm *g, struct gam_cublaslt_choice choice[CUBLASLT_VARIANTS], struct gam_err *err)
{
    uint64_t most = CUBLASLT_WORKSPACE;
    void *preference = NULL;
    int found = 0, status = g->library->preference_create(&preference);

    if (!status)
        status = g->library->preference_set(preference, GAM_CUBLASLT_PREFERENCE_WORKSPACE, &most, sizeof most);
    if (!status)
        status = g->library->choose(g->handle, g->desc, g->first, g->second, g->result, g->result, preference, CUBLASLT_VARIANTS,
                                    choice, &found);
    if (preference)
        g->library->preference_destroy(preference);
    if (!status && !found)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "cuBLASLt knows no algorithm for this product");
    return status ? said(g, status, err) : found;
}

static void gemm_free(struct cublaslt_gemm *g)
{
    if (g->workspace)
        g->queue->driver->memory_free(g->workspace);
    if (g->first)
        g->library->layout_destroy(g->first);
    if (g->second)
        g->library->layout_destroy(g->second);
    if (g->result)
        g->library->layout_destroy(g->result);
    if (g->desc)
        g->library->desc_destroy(g->desc);
    if (g->handle)
        g->library->destroy(g->handle);
    free(g);
}

static void cublaslt_release(struct gam_launch *launch)
{
    gemm_free(launch->state);
    launch->state = NULL;
}

static int cublaslt_run(struct gam_launch *launch, void *const *operand)
{
    const struct cublaslt_gemm *g = launch->state;

    return g->library->matmul(g->handle, g->desc, &g->alpha, operand[GAM_GEMM_B], g->first, operand[GAM_GEMM_A], g->second,
                              &g->beta, operand[GAM_GEMM_C], g->result, operand[GAM_GEMM_C], g->result, &g->choice.algorithm,
                              (void *)(uintptr_t)g->workspace, g->choice.workspace_bytes, g->queue->stream)
               ? -GAM_EDEVICE
               : 0;
}

/* Everything but the choice. */
static int gemm_make(const struct gam_op *op, const struct gam_caps *caps, struct cublaslt_gemm **out, struct gam_err *err)
{
    struct cublaslt_gemm *g = calloc(1, sizeof *g);
    int rc;

    if (!g)
        return gam_err_nomem(err);
    g->queue = caps->host;
    rc = gam_cublaslt_get(&g->library, err);
    if (!rc)
        rc = said(g, g->library->create(&g->handle), err);
    if (!rc)
        rc = product_describe(g, op, type_find(gam_op_dtype(op)), err);
    if (rc) {
        if (g->library)
            gemm_free(g);
        else
            free(g);
        return rc;
    }
    *out = g;
    return 0;
}

static uint32_t cublaslt_variants(const struct gam_op *op, const struct gam_caps *caps)
{
    struct gam_cublaslt_choice choice[CUBLASLT_VARIANTS];
    struct cublaslt_gemm *g;
    int found;

    if (gemm_make(op, caps, &g, NULL))
        return 1;
    found = algorithms_ask(g, choice, NULL);
    gemm_free(g);
    return found < 1 ? 1 : (uint32_t)found;
}

static int cublaslt_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    struct gam_cublaslt_choice choice[CUBLASLT_VARIANTS];
    struct cublaslt_gemm *g = NULL;
    int found, rc = cublaslt_supports(op, caps, err);

    if (!rc)
        rc = gemm_make(op, caps, &g, err);
    if (rc)
        return rc;
    found = algorithms_ask(g, choice, err);
    if (found > 0 && caps->variant >= (uint32_t)found)
        found = gam_err_set(err, -GAM_EUNSUPPORTED, "cuBLASLt proposes %d algorithms only", found);
    if (found > 0) {
        g->choice = choice[caps->variant];
        if (g->choice.workspace_bytes && g->queue->driver->memory_alloc(&g->workspace, g->choice.workspace_bytes))
            found = gam_err_set(err, -GAM_ENOMEM, "no device memory for cuBLASLt's workspace of %zu bytes",
                                g->choice.workspace_bytes);
    }
    if (found < 0) {
        gemm_free(g);
        return found;
    }
    *out = (struct gam_launch){
        .lang = GAM_LANG_CUDA, .run = cublaslt_run, .state = g, .release = cublaslt_release, .threads = 1, .flop_scale = 1
    };
    snprintf(out->detail, sizeof out->detail, "cuBLASLt %s, proposal %u of %d, workspace %zu", g->library->text,
             caps->variant + 1, found, g->choice.workspace_bytes);
    return 0;
}

const struct gam_impl gam_impl_cublaslt_gemm = {
    .name = "cublaslt",
    .kinds = { "gemm", "roof_gemm" },
    .lang = GAM_LANG_CUDA,
    .version = cublaslt_version,
    .supports = cublaslt_supports,
    .plan = cublaslt_plan,
    .variants = cublaslt_variants,
};
