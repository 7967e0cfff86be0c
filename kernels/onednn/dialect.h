/* SPDX-License-Identifier: MIT */
/* What differs between oneDNN 2.x and 3.x, behind one set of functions: how descriptors are made, and numbers of algorithms.
 * All types are f32. Functions return a status of the library (GAM_ONEDNN_SUCCESS ...); on success the caller owns what came out:
 * md with md_free, pd with api->primitive_desc_destroy.
 */
#ifndef GAM_KERNELS_ONEDNN_DIALECT_H
#define GAM_KERNELS_ONEDNN_DIALECT_H

#include "common/vendor/dl_onednn.h"

enum gam_onednn_eltwise {
    GAM_ONEDNN_RELU,
    GAM_ONEDNN_GELU_ERF,
    GAM_ONEDNN_GELU_TANH,
    GAM_ONEDNN_SWISH,
    GAM_ONEDNN_ELTWISE_COUNT
};

/* A library with its engine. */
struct gam_onednn_context {
    const struct gam_onednn_api *api;
    void *engine;
};

struct gam_onednn_mds {
    const void *src, *weights, *bias, *dst; /* bias may be NULL */
};

struct gam_onednn_window {
    gam_onednn_dims stride, dilation, pad; /* dilation: 0 for a dense filter */
};

struct gam_onednn_dialect {
    int alg[GAM_ONEDNN_ELTWISE_COUNT];
    int (*md_strides)(const struct gam_onednn_context *c, int n, const int64_t *dims, const int64_t *strides, void **md);
    int (*md_any)(const struct gam_onednn_context *c, int n, const int64_t *dims, void **md);
    void (*md_free)(const struct gam_onednn_context *c, void *md); /* NULL allowed */
    int (*append_eltwise)(const struct gam_onednn_context *c, void *post_ops, int alg, float alpha);
    int (*matmul)(const struct gam_onednn_context *c, const struct gam_onednn_mds *md, const void *attr, void **pd);
    int (*convolution)(const struct gam_onednn_context *c, const struct gam_onednn_mds *md, const struct gam_onednn_window *w,
                       void **pd);
    int (*softmax)(const struct gam_onednn_context *c, const void *md, int axis, void **pd);
    int (*layernorm)(const struct gam_onednn_context *c, const void *md, float epsilon, void **pd); /* with scale and shift */
    int (*eltwise)(const struct gam_onednn_context *c, const void *md, int alg, void **pd);
    int (*binary)(const struct gam_onednn_context *c, const void *md, int alg, void **pd);
};

extern const struct gam_onednn_dialect gam_onednn_dialect_2, gam_onednn_dialect_3;

#endif
