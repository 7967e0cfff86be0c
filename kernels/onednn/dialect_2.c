/* SPDX-License-Identifier: MIT */
/* oneDNN 2.x. Descriptors are structs of the caller; their definitions belong to the library's header, so room is given that
 * holds the largest with a margin (2.7: memory 696 bytes, convolution 5976).
 */
#include "kernels/onednn/dialect.h"

#include <stdlib.h>

enum { MD_BYTES = 2048, OP_BYTES = 16384 };

struct op {
    _Alignas(64) unsigned char bytes[OP_BYTES];
};

static void *md_room(void)
{
    return calloc(1, MD_BYTES);
}

static int md_strides(const struct gam_onednn_context *c, int n, const int64_t *dims, const int64_t *strides, void **md)
{
    int status;

    *md = md_room();
    if (!*md)
        return GAM_ONEDNN_NO_MEMORY;
    status = c->api->v2.memory_desc_init_by_strides(*md, n, dims, GAM_ONEDNN_F32, strides);
    if (status) {
        free(*md);
        *md = NULL;
    }
    return status;
}

static int md_any(const struct gam_onednn_context *c, int n, const int64_t *dims, void **md)
{
    int status;

    *md = md_room();
    if (!*md)
        return GAM_ONEDNN_NO_MEMORY;
    status = c->api->v2.memory_desc_init_by_tag(*md, n, dims, GAM_ONEDNN_F32, GAM_ONEDNN_TAG_ANY);
    if (status) {
        free(*md);
        *md = NULL;
    }
    return status;
}

static void md_free(const struct gam_onednn_context *c, void *md)
{
    (void)c;
    free(md);
}

static int append_eltwise(const struct gam_onednn_context *c, void *post_ops, int alg, float alpha)
{
    return c->api->v2.post_ops_append_eltwise(post_ops, 1, alg, alpha, 0);
}

static int created(const struct gam_onednn_context *c, int status, const struct op *op, const void *attr, void **pd)
{
    return status ? status : c->api->v2.primitive_desc_create(pd, op->bytes, attr, c->engine, NULL);
}

static int matmul(const struct gam_onednn_context *c, const struct gam_onednn_mds *md, const void *attr, void **pd)
{
    struct op op;

    return created(c, c->api->v2.matmul_desc_init(op.bytes, md->src, md->weights, md->bias, md->dst), &op, attr, pd);
}

static int convolution(const struct gam_onednn_context *c, const struct gam_onednn_mds *md, const struct gam_onednn_window *w,
                       void **pd)
{
    struct op op;
    int status = c->api->v2.dilated_convolution_forward_desc_init(op.bytes, GAM_ONEDNN_FORWARD_INFERENCE,
                                                                  GAM_ONEDNN_CONVOLUTION_DIRECT, md->src, md->weights, md->bias,
                                                                  md->dst, w->stride, w->dilation, w->pad, w->pad);

    return created(c, status, &op, NULL, pd);
}

static int softmax(const struct gam_onednn_context *c, const void *md, int axis, void **pd)
{
    struct op op;

    return created(c,
                   c->api->v2.softmax_v2_forward_desc_init(op.bytes, GAM_ONEDNN_FORWARD_INFERENCE, GAM_ONEDNN_SOFTMAX_ACCURATE,
                                                           md, md, axis),
                   &op, NULL, pd);
}

static int layernorm(const struct gam_onednn_context *c, const void *md, float epsilon, void **pd)
{
    const unsigned use_scale = 8, use_shift = 16;
    struct op op;
    int status = c->api->v2.layer_normalization_forward_desc_init(op.bytes, GAM_ONEDNN_FORWARD_INFERENCE, md, NULL, epsilon,
                                                                  use_scale | use_shift);

    return created(c, status, &op, NULL, pd);
}

static int eltwise(const struct gam_onednn_context *c, const void *md, int alg, void **pd)
{
    struct op op;

    return created(c, c->api->v2.eltwise_forward_desc_init(op.bytes, GAM_ONEDNN_FORWARD_INFERENCE, alg, md, 1, 0), &op, NULL, pd);
}

static int binary(const struct gam_onednn_context *c, const void *md, int alg, void **pd)
{
    struct op op;

    return created(c, c->api->v2.binary_desc_init(op.bytes, alg, md, md, md), &op, NULL, pd);
}

const struct gam_onednn_dialect gam_onednn_dialect_2 = {
    .alg = {
        [GAM_ONEDNN_RELU] = 0x1f,
        [GAM_ONEDNN_GELU_ERF] = 0x30,
        [GAM_ONEDNN_GELU_TANH] = 0xcf,
        [GAM_ONEDNN_SWISH] = 0xdf,
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
