/* SPDX-License-Identifier: MIT */
/* cuDNN, opened at run time: convolution and softmax by its functions (not its graphs). Values: cuDNN API reference (8.9
 * to 9.19). */
#ifndef GAM_COMMON_VENDOR_DL_CUDNN_H
#define GAM_COMMON_VENDOR_DL_CUDNN_H

#include <stddef.h>

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
    char text[32];
};

/* One per process. Errors: as gam_dl_open. */
int gam_cudnn_get(const struct gam_cudnn **out, struct gam_err *err);

#endif
