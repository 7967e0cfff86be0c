/* SPDX-License-Identifier: MIT */
/* oneDNN, opened at run time: the part of its C API that the implementations use, with own declarations so that no header of it
 * is needed. Versions 2.x and 3.x differ in how descriptors are made and agree in how primitives run.
 * Sources: the API reference of versions 2.6 and 3.7 (oneapi/dnnl/dnnl.h).
 */
#ifndef GAM_COMMON_VENDOR_DL_ONEDNN_H
#define GAM_COMMON_VENDOR_DL_ONEDNN_H

#include <stddef.h>
#include <stdint.h>

struct gam_err;

enum { GAM_ONEDNN_DIMS = 12 /* length of every array of dimensions */ };

typedef int64_t gam_onednn_dims[GAM_ONEDNN_DIMS];

/* Values that both versions share. */
enum {
    GAM_ONEDNN_SUCCESS = 0,
    GAM_ONEDNN_NO_MEMORY = 1,
    GAM_ONEDNN_UNIMPLEMENTED = 3,
    GAM_ONEDNN_F32 = 3,     /* data type */
    GAM_ONEDNN_TAG_ANY = 1, /* layout left to the library */
    GAM_ONEDNN_FORWARD_INFERENCE = 96,
    GAM_ONEDNN_CPU = 1,
    GAM_ONEDNN_CONVOLUTION_DIRECT = 1,
    GAM_ONEDNN_BINARY_ADD = 0x1fff0,
    GAM_ONEDNN_BINARY_MUL = 0x1fff1,
    GAM_ONEDNN_SOFTMAX_ACCURATE = 0x30000,
    GAM_ONEDNN_STREAM_DEFAULT = 1,
    GAM_ONEDNN_QUERY_IMPLEMENTATION = 8,
    GAM_ONEDNN_QUERY_SRC = 129,
    GAM_ONEDNN_QUERY_WEIGHTS = 131,
    GAM_ONEDNN_QUERY_DST = 133,
    GAM_ONEDNN_ARG_SRC = 1,
    GAM_ONEDNN_ARG_SRC_1 = 2,
    GAM_ONEDNN_ARG_DST = 17,
    GAM_ONEDNN_ARG_WEIGHTS = 33,
    GAM_ONEDNN_ARG_BIAS = 41,
    GAM_ONEDNN_ARG_SCALE = 51,
    GAM_ONEDNN_ARG_SHIFT = 52
};

struct gam_onednn_exec_arg {
    int arg;
    void *memory;
};

struct gam_onednn_version {
    int major, minor, patch; /* more follows */
};

/* Functions of the library by their names without "dnnl_"; all return a status unless said. Handles are pointers to opaque
 * structs; a memory descriptor `md` is the handle in 3.x, the address of the struct in 2.x. */
struct gam_onednn_api {
    char text[32]; /* "2.6.3" */
    int major;

    const struct gam_onednn_version *(*version)(void);
    int (*engine_create)(void **engine, int kind, size_t index);
    int (*engine_destroy)(void *engine);
    int (*stream_create)(void **stream, void *engine, unsigned flags);
    int (*stream_destroy)(void *stream);
    int (*stream_wait)(void *stream);
    int (*memory_create)(void **memory, const void *md, void *engine, void *data);
    int (*memory_destroy)(void *memory);
    int (*memory_set_data_handle)(void *memory, void *data);
    int (*memory_desc_equal)(const void *md_a, const void *md_b); /* returns a truth value */
    size_t (*memory_desc_get_size)(const void *md);               /* returns bytes */
    const void *(*primitive_desc_query_md)(const void *pd, int what, int index);
    int (*primitive_desc_query)(const void *pd, int what, int index, void *result);
    int (*primitive_desc_destroy)(void *pd);
    int (*primitive_create)(void **primitive, const void *pd);
    int (*primitive_destroy)(void *primitive);
    int (*primitive_execute)(const void *primitive, void *stream, int n, const struct gam_onednn_exec_arg *args);
    int (*primitive_attr_create)(void **attr);
    int (*primitive_attr_destroy)(void *attr);
    int (*primitive_attr_set_post_ops)(void *attr, const void *post_ops);
    int (*post_ops_create)(void **post_ops);
    int (*post_ops_destroy)(void *post_ops);
    int (*reorder_primitive_desc_create)(void **pd, const void *src_md, void *src_engine, const void *dst_md, void *dst_engine,
                                         const void *attr);
    int (*sgemm)(char transa, char transb, int64_t m, int64_t n, int64_t k, float alpha, const float *a, int64_t lda,
                 const float *b, int64_t ldb, float beta, float *c, int64_t ldc); /* row-major */

    /* 2.x only: descriptors of memory and of operations are structs of the caller, which the library fills. */
    struct {
        int (*memory_desc_init_by_strides)(void *md, int n, const int64_t *dims, int type, const int64_t *strides);
        int (*memory_desc_init_by_tag)(void *md, int n, const int64_t *dims, int type, int tag);
        int (*primitive_desc_create)(void **pd, const void *op, const void *attr, void *engine, const void *hint);
        int (*matmul_desc_init)(void *op, const void *src, const void *weights, const void *bias, const void *dst);
        int (*dilated_convolution_forward_desc_init)(void *op, int prop, int alg, const void *src, const void *weights,
                                                     const void *bias, const void *dst, const int64_t *strides,
                                                     const int64_t *dilates, const int64_t *pad_before, const int64_t *pad_after);
        int (*softmax_v2_forward_desc_init)(void *op, int prop, int alg, const void *src, const void *dst, int axis);
        int (*layer_normalization_forward_desc_init)(void *op, int prop, const void *data, const void *stat, float epsilon,
                                                     unsigned flags);
        int (*eltwise_forward_desc_init)(void *op, int prop, int alg, const void *data, float alpha, float beta);
        int (*binary_desc_init)(void *op, int alg, const void *src_0, const void *src_1, const void *dst);
        int (*post_ops_append_eltwise)(void *post_ops, float scale, int alg, float alpha, float beta);
    } v2;

    /* 3.x only. */
    struct {
        int (*memory_desc_create_with_strides)(void **md, int n, const int64_t *dims, int type, const int64_t *strides);
        int (*memory_desc_create_with_tag)(void **md, int n, const int64_t *dims, int type, int tag);
        int (*memory_desc_destroy)(void *md);
        int (*matmul_primitive_desc_create)(void **pd, void *engine, const void *src, const void *weights, const void *bias,
                                            const void *dst, const void *attr);
        int (*convolution_forward_primitive_desc_create)(void **pd, void *engine, int prop, int alg, const void *src,
                                                         const void *weights, const void *bias, const void *dst,
                                                         const int64_t *strides, const int64_t *dilates,
                                                         const int64_t *pad_before, const int64_t *pad_after, const void *attr);
        int (*softmax_forward_primitive_desc_create)(void **pd, void *engine, int prop, int alg, const void *src, const void *dst,
                                                     int axis, const void *attr);
        int (*layer_normalization_forward_primitive_desc_create)(void **pd, void *engine, int prop, const void *src,
                                                                 const void *dst, const void *stat, float epsilon, unsigned flags,
                                                                 const void *attr);
        int (*eltwise_forward_primitive_desc_create)(void **pd, void *engine, int prop, int alg, const void *src, const void *dst,
                                                     float alpha, float beta, const void *attr);
        int (*binary_primitive_desc_create)(void **pd, void *engine, int alg, const void *src_0, const void *src_1,
                                            const void *dst, const void *attr);
        int (*post_ops_append_eltwise)(void *post_ops, int alg, float alpha, float beta);
    } v3;
};

/* The library, opened at the first call and never closed. 0, or -GAM_ENOENT (not found), -GAM_EVERSION (neither 2.x nor 3.x, or
 * without a function that its version should have). */
int gam_onednn_get(const struct gam_onednn_api **out, struct gam_err *err);

#endif
