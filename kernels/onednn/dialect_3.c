/* SPDX-License-Identifier: MIT */
/* oneDNN 3.x: descriptors are handles, primitive descriptors come in one step. */
#include "kernels/onednn/dialect.h"

static int md_strides(const struct gam_onednn_context *c, int n, const int64_t *dims, const int64_t *strides, void **md)
{
    return c->api->v3.memory_desc_create_with_strides(md, n, dims, GAM_ONEDNN_F32, strides);
}

static int md_any(const struct gam_onednn_context *c, int n, const int64_t *dims, void **md)
{
    return c->api->v3.memory_desc_create_with_tag(md, n, dims, GAM_ONEDNN_F32, GAM_ONEDNN_TAG_ANY);
}

static void md_free(const struct gam_onednn_context *c, void *md)
{
    if (md)
        c->api->v3.memory_desc_destroy(md);
}

static int append_eltwise(const struct gam_onednn_context *c, void *post_ops, int alg, float alpha)
{
    return c->api->v3.post_ops_append_eltwise(post_ops, alg, alpha, 0);
}

static int matmul(const struct gam_onednn_context *c, const struct gam_onednn_mds *md, const void *attr, void **pd)
{
    return c->api->v3.matmul_primitive_desc_create(pd, c->engine, md->src, md->weights, md->bias, md->dst, attr);
}

static int convolution(const struct gam_onednn_context *c, const struct gam_onednn_mds *md, const struct gam_onednn_window *w,
                       void **pd)
{
    return c->api->v3.convolution_forward_primitive_desc_create(pd, c->engine, GAM_ONEDNN_FORWARD_INFERENCE,
                                                                GAM_ONEDNN_CONVOLUTION_DIRECT, md->src, md->weights, md->bias,
                                                                md->dst, w->stride, w->dilation, w->pad, w->pad, NULL);
}

static int softmax(const struct gam_onednn_context *c, const void *md, int axis, void **pd)
{
    return c->api->v3.softmax_forward_primitive_desc_create(pd, c->engine, GAM_ONEDNN_FORWARD_INFERENCE,
                                                            GAM_ONEDNN_SOFTMAX_ACCURATE, md, md, axis, NULL);
}

static int layernorm(const struct gam_onednn_context *c, const void *md, float epsilon, void **pd)
{
    const unsigned use_scale = 2, use_shift = 4;

    return c->api->v3.layer_normalization_forward_primitive_desc_create(pd, c->engine, GAM_ONEDNN_FORWARD_INFERENCE, md, md, NULL,
                                                                        epsilon, use_scale | use_shift, NULL);
}

static int eltwise(const struct gam_onednn_context *c, const void *md, int alg, void **pd)
{
    return c->api->v3.eltwise_forward_primitive_desc_create(pd, c->engine, GAM_ONEDNN_FORWARD_INFERENCE, alg, md, md, 1, 0, NULL);
}

static int binary(const struct gam_onednn_context *c, const void *md, int alg, void **pd)
{
    return c->api->v3.binary_primitive_desc_create(pd, c->engine, alg, md, md, md, NULL);
}

const struct gam_onednn_dialect gam_onednn_dialect_3 = {
    .alg = {
        [GAM_ONEDNN_RELU] = 0x20,
        [GAM_ONEDNN_GELU_ERF] = 0x31,
        [GAM_ONEDNN_GELU_TANH] = 0x2b,
        [GAM_ONEDNN_SWISH] = 0x2c,
    },
    .md_strides = md_strides,
    .md_any = md_any,
    .md_free = md_free,
    .append_eltwise = append_eltwise,
    .matmul = matmul,
    .convolution = convolution,
    .softmax = softmax,
    .layernorm = layernorm,
    .eltwise = eltwise,
    .binary = binary,
};
