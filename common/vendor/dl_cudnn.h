/* SPDX-License-Identifier: MIT */
/* cuDNN, opened at run time: convolution and softmax by its functions, attention by its graphs. Values: cuDNN API reference
 * (8.9 to 9.19); those of attention are of 9.19. */
#ifndef GAM_COMMON_VENDOR_DL_CUDNN_H
#define GAM_COMMON_VENDOR_DL_CUDNN_H

#include <stddef.h>
#include <stdint.h>

struct gam_err;

enum {
    GAM_CUDNN_FLOAT = 0,
    GAM_CUDNN_DOUBLE = 1,
    GAM_CUDNN_HALF = 2,
    GAM_CUDNN_BFLOAT16 = 9,
    GAM_CUDNN_NCHW = 0,
    GAM_CUDNN_CROSS_CORRELATION = 1,
    GAM_CUDNN_SOFTMAX_ACCURATE = 1,
    GAM_CUDNN_SOFTMAX_INSTANCE = 0,
    GAM_CUDNN_MATH_TENSOR = 1,
    GAM_CUDNN_MATH_FMA = 3 /* no tf32 behind f32 */
};

/* Of graphs: kinds of descriptors, types of attributes, attributes. */
enum {
    GAM_CUDNN_STATUS_INTERNAL = 4000,
    GAM_CUDNN_HEURISTIC_A = 3,
    GAM_CUDNN_KIND_ENGINE = 3,
    GAM_CUDNN_KIND_HEURISTIC = 4,
    GAM_CUDNN_KIND_PLAN = 5,
    GAM_CUDNN_KIND_GRAPH = 15,
    GAM_CUDNN_KIND_PACK = 16,
    GAM_CUDNN_KIND_TENSOR = 17,
    GAM_CUDNN_KIND_SDPA = 41,
    GAM_CUDNN_TYPE_HANDLE = 0,
    GAM_CUDNN_TYPE_DATA_TYPE = 1,
    GAM_CUDNN_TYPE_BOOLEAN = 2,
    GAM_CUDNN_TYPE_INT64 = 3,
    GAM_CUDNN_TYPE_POINTER = 6,
    GAM_CUDNN_TYPE_HEURISTIC = 8,
    GAM_CUDNN_TYPE_DESCRIPTOR = 15,
    GAM_CUDNN_ATTRIBUTE_HEURISTIC_MODE = 200,
    GAM_CUDNN_ATTRIBUTE_HEURISTIC_GRAPH = 201,
    GAM_CUDNN_ATTRIBUTE_HEURISTIC_RESULTS = 202,
    GAM_CUDNN_ATTRIBUTE_PLAN_HANDLE = 400,
    GAM_CUDNN_ATTRIBUTE_PLAN_ENGINE = 401,
    GAM_CUDNN_ATTRIBUTE_PLAN_WORKSPACE = 402,
    GAM_CUDNN_ATTRIBUTE_GRAPH_HANDLE = 800,
    GAM_CUDNN_ATTRIBUTE_GRAPH_OPERATIONS = 801,
    GAM_CUDNN_ATTRIBUTE_TENSOR_ALIGNMENT = 900,
    GAM_CUDNN_ATTRIBUTE_TENSOR_TYPE = 901,
    GAM_CUDNN_ATTRIBUTE_TENSOR_DIMENSIONS = 902,
    GAM_CUDNN_ATTRIBUTE_TENSOR_STRIDES = 903,
    GAM_CUDNN_ATTRIBUTE_TENSOR_ID = 906,
    GAM_CUDNN_ATTRIBUTE_TENSOR_BY_VALUE = 908,
    GAM_CUDNN_ATTRIBUTE_PACK_IDS = 1000,
    GAM_CUDNN_ATTRIBUTE_PACK_POINTERS = 1001,
    GAM_CUDNN_ATTRIBUTE_PACK_WORKSPACE = 1003,
    GAM_CUDNN_ATTRIBUTE_SDPA_Q = 2800,
    GAM_CUDNN_ATTRIBUTE_SDPA_K = 2801,
    GAM_CUDNN_ATTRIBUTE_SDPA_V = 2802,
    GAM_CUDNN_ATTRIBUTE_SDPA_O = 2803,
    GAM_CUDNN_ATTRIBUTE_SDPA_SCALE = 2805
};

struct gam_cudnn_proposal {
    int algorithm, status;
    float time;
    size_t memory;
    int determinism, math, reserved[3];
};

/* All return a status, 0 for success, unless said. Handles and descriptors are pointers to opaque structs. */
struct gam_cudnn {
    size_t (*version)(void); /* 10000 major + 100 minor + patch; 1000 major before 9 */
    const char *(*error_text)(int status);
    int (*create)(void **handle);
    int (*destroy)(void *handle);
    int (*set_stream)(void *handle, void *stream);
    int (*tensor_create)(void **tensor);
    int (*tensor_destroy)(void *tensor);
    int (*tensor_set)(void *tensor, int format, int type, int n, int c, int h, int w);
    int (*filter_create)(void **filter);
    int (*filter_destroy)(void *filter);
    int (*filter_set)(void *filter, int type, int format, int k, int c, int h, int w);
    int (*conv_create)(void **conv);
    int (*conv_destroy)(void *conv);
    int (*conv_set)(void *conv, int pad_h, int pad_w, int stride_h, int stride_w, int dilation_h, int dilation_w, int mode,
                    int type);
    int (*conv_groups)(void *conv, int groups);
    int (*conv_math)(void *conv, int math);
    int (*conv_propose)(void *handle, void *x, void *w, void *conv, void *y, int wanted, int *found,
                        struct gam_cudnn_proposal *out);
    int (*conv_forward)(void *handle, const void *alpha, void *x_tensor, const void *x, void *filter, const void *w, void *conv,
                        int algorithm, void *workspace, size_t bytes, const void *beta, void *y_tensor, void *y);
    int (*softmax)(void *handle, int algorithm, int mode, const void *alpha, void *x_tensor, const void *x, const void *beta,
                   void *y_tensor, void *y);
    int (*backend_create)(int kind, void **desc);
    int (*backend_destroy)(void *desc);
    int (*backend_set)(void *desc, int name, int type, int64_t n, const void *values);
    int (*backend_get)(void *desc, int name, int type, int64_t wanted, int64_t *n, void *values);
    int (*backend_finalize)(void *desc);
    int (*backend_execute)(void *handle, void *plan, void *pack);
    char text[32];
};

/* One per process. Errors: as gam_dl_open. */
int gam_cudnn_get(const struct gam_cudnn **out, struct gam_err *err);

#endif
