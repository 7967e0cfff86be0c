/* SPDX-License-Identifier: MIT */
/* gemm: the matmul primitive with bias and activation fused; with alpha or beta, which it has not, the library's sgemm. */
#include "ops/kind/gemm.h"
#include "common/err.h"
#include "kernels/onednn/program.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

/* alpha: relu's slope below 0; factor inside silu's sigmoid; no meaning for gelu. */
static const struct {
    enum gam_onednn_eltwise which;
    float alpha;
} eltwise_of[] = {
    [GAM_ACT_RELU] = { GAM_ONEDNN_RELU, 0 },
    [GAM_ACT_GELU] = { GAM_ONEDNN_GELU_ERF, 0 },
    [GAM_ACT_SILU] = { GAM_ONEDNN_SWISH, 1 },
    [GAM_ACT_GELU_TANH] = { GAM_ONEDNN_GELU_TANH, 0 },
};

static int scaled(const struct gam_gemm *s)
{
    return s->alpha != 1 || s->beta != 0;
}

static int gemm_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    struct gam_gemm s;

    gam_gemm_shape(op, &s);
    if (scaled(&s) && (s.bias || s.act != GAM_ACT_NONE))
        return gam_err_set(why, -GAM_EUNSUPPORTED,
                           "oneDNN has no single call for alpha or beta together with bias or an activation");
    return gam_onednn_supports(op, caps, why);
}

/* Memory of a matrix rows x cols per batch element, stored transposed or not. */
static int matrix_md(const struct gam_onednn_program *p, const int64_t batch_rows_cols[3], int transposed, void **md)
{
    int64_t rows = batch_rows_cols[1], cols = batch_rows_cols[2];
    gam_onednn_dims strides = { rows * cols, transposed ? 1 : cols, transposed ? rows : 1 };

    return p->dialect->md_strides(&p->context, 3, batch_rows_cols, strides, md);
}

/* Attributes that apply the activation; NULL for none. */
static int activation_attr(const struct gam_onednn_program *p, enum gam_activation act, void **attr)
{
    const struct gam_onednn_api *api = p->context.api;
    void *post_ops = NULL;
    int status;

    if (act == GAM_ACT_NONE)
        return GAM_ONEDNN_SUCCESS;
    status = api->primitive_attr_create(attr);
    if (!status)
        status = api->post_ops_create(&post_ops);
    if (!status)
        status = p->dialect->append_eltwise(&p->context, post_ops, p->dialect->alg[eltwise_of[act].which], eltwise_of[act].alpha);
    if (!status)
        status = api->primitive_attr_set_post_ops(*attr, post_ops);
    if (post_ops)
        api->post_ops_destroy(post_ops);
    return status;
}

static int bind_matrices(struct gam_onednn_program *p, const struct gam_onednn_mds *md, const void *pd, struct gam_err *err)
{
    const struct {
        const void *md;
        int arg, operand;
    } all[] = {
        { md->src, GAM_ONEDNN_ARG_SRC, GAM_GEMM_A },
        { md->weights, GAM_ONEDNN_ARG_WEIGHTS, GAM_GEMM_B },
        { md->dst, GAM_ONEDNN_ARG_DST, GAM_GEMM_C },
        { md->bias, GAM_ONEDNN_ARG_BIAS, GAM_GEMM_BIAS },
    };
    struct gam_onednn_binding bindings[4];
    int n = md->bias ? 4 : 3;

    for (int i = 0; i < n; i++) {
        int memory = gam_onednn_memory_add(p, all[i].md, all[i].operand, err);

        if (memory < 0)
            return memory;
        bindings[i] = (struct gam_onednn_binding){ all[i].arg, memory };
    }
    return gam_onednn_step_add(p, pd, bindings, n, err);
}

static int matmul_build(struct gam_onednn_program *p, const struct gam_op *op, char *detail, struct gam_err *err)
{
    struct gam_gemm s;
    void *a = NULL, *b = NULL, *c = NULL, *bias = NULL, *attr = NULL, *pd = NULL;
    int status, rc;

    gam_gemm_shape(op, &s);
    status = matrix_md(p, (int64_t[]){ s.batch, s.m, s.k }, s.ta, &a);
    if (!status)
        status = matrix_md(p, (int64_t[]){ s.batch, s.k, s.n }, s.tb, &b);
    if (!status)
        status = matrix_md(p, (int64_t[]){ s.batch, s.m, s.n }, 0, &c);
    if (!status && s.bias)
        status = matrix_md(p, (int64_t[]){ 1, 1, s.n }, 0, &bias);
    if (!status)
        status = activation_attr(p, s.act, &attr);
    if (!status)
        status = p->dialect->matmul(&p->context, &(struct gam_onednn_mds){ a, b, bias, c }, attr, &pd);
    rc = gam_onednn_check(status, "matmul", err);
    if (!rc)
        rc = bind_matrices(p, &(struct gam_onednn_mds){ a, b, bias, c }, pd, err);
    if (!rc)
        gam_onednn_detail(p, pd, " matmul", detail);
    if (pd)
        p->context.api->primitive_desc_destroy(pd);
    if (attr)
        p->context.api->primitive_attr_destroy(attr);
    p->dialect->md_free(&p->context, bias);
    p->dialect->md_free(&p->context, c);
    p->dialect->md_free(&p->context, b);
    p->dialect->md_free(&p->context, a);
    return rc;
}

struct sgemm {
    const struct gam_onednn_api *api;
    struct gam_gemm shape;
};

static int sgemm_run(struct gam_launch *launch, void *const *operand)
{
    const struct sgemm *g = launch->state;
    const struct gam_gemm *s = &g->shape;
    const float *a = operand[GAM_GEMM_A], *b = operand[GAM_GEMM_B];
    float *c = operand[GAM_GEMM_C];
    int before = omp_get_max_threads(), status = GAM_ONEDNN_SUCCESS;

    omp_set_num_threads(launch->threads); /* the library takes this thread's default number */
    for (int64_t i = 0; i < s->batch && !status; i++)
        status = g->api->sgemm(s->ta ? 'T' : 'N', s->tb ? 'T' : 'N', s->m, s->n, s->k, (float)s->alpha, a + i * s->m * s->k,
                               s->ta ? s->m : s->k, b + i * s->k * s->n, s->tb ? s->k : s->n, (float)s->beta, c + i * s->m * s->n,
                               s->n);
    omp_set_num_threads(before);
    return gam_onednn_check(status, "sgemm", NULL);
}

static void sgemm_release(struct gam_launch *launch)
{
    free(launch->state);
    launch->state = NULL;
}

static int sgemm_plan(const struct gam_gemm *s, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    struct sgemm *g = malloc(sizeof *g);
    int rc;

    if (!g)
        return gam_err_nomem(err);
    g->shape = *s;
    rc = gam_onednn_get(&g->api, err);
    if (rc) {
        free(g);
        return rc;
    }
    *out = (struct gam_launch){
        .lang = GAM_LANG_HOST,
        .run = sgemm_run,
        .state = g,
        .release = sgemm_release,
        .threads = caps->threads,
        .flop_scale = 1,
    };
    snprintf(out->detail, sizeof out->detail, "sgemm");
    return 0;
}

static int gemm_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    struct gam_gemm s;
    int rc = gemm_supports(op, caps, err);

    if (rc)
        return rc;
    gam_gemm_shape(op, &s);
    return scaled(&s) ? sgemm_plan(&s, caps, out, err) : gam_onednn_plan(matmul_build, op, caps, out, err);
}

const struct gam_impl gam_impl_onednn_gemm = {
    .name = "onednn",
    .kinds = { "gemm" },
    .lang = GAM_LANG_HOST,
    .version = gam_onednn_version,
    .supports = gemm_supports,
    .plan = gemm_plan,
};
