/* SPDX-License-Identifier: MIT */
/* cuBLASLt, opened at run time: matrix products on tensor cores. Values: cuBLAS API reference (11 to 13); matrices are described
 * as row-major ones, which the library knows. */
#ifndef GAM_COMMON_VENDOR_DL_CUBLASLT_H
#define GAM_COMMON_VENDOR_DL_CUBLASLT_H

#include <stddef.h>
#include <stdint.h>

struct gam_err;

enum {
    /* data types */
    GAM_CUBLASLT_R_32F = 0,
    GAM_CUBLASLT_R_64F = 1,
    GAM_CUBLASLT_R_16F = 2,
    GAM_CUBLASLT_R_8I = 3,
    GAM_CUBLASLT_R_32I = 10,
    GAM_CUBLASLT_R_16BF = 14,
    GAM_CUBLASLT_R_8F_E4M3 = 28,
    /* types of the computation */
    GAM_CUBLASLT_COMPUTE_32F = 68,
    GAM_CUBLASLT_COMPUTE_64F = 70,
    GAM_CUBLASLT_COMPUTE_32I = 72,
    GAM_CUBLASLT_COMPUTE_TF32 = 77,
    /* attributes */
    GAM_CUBLASLT_DESC_TRANSA = 3,
    GAM_CUBLASLT_DESC_TRANSB = 4,
    GAM_CUBLASLT_LAYOUT_ORDER = 1,
    GAM_CUBLASLT_LAYOUT_BATCH = 5,
    GAM_CUBLASLT_LAYOUT_STRIDE = 6,
    GAM_CUBLASLT_PREFERENCE_WORKSPACE = 1,
    GAM_CUBLASLT_ORDER_ROW = 1
};

struct gam_cublaslt_algorithm {
    uint64_t data[8];
};

struct gam_cublaslt_choice {
    struct gam_cublaslt_algorithm algorithm;
    size_t workspace_bytes;
    int state; /* 0: it can be used */
    float waves;
    int reserved[4];
};

/* All return a status, 0 for success, unless said. Handles are pointers to opaque structs. */
struct gam_cublaslt {
    size_t (*version)(void); /* 10000 major + 100 minor + patch */
    int (*create)(void **handle);
    int (*destroy)(void *handle);
    const char *(*status_name)(int status);
    int (*desc_create)(void **desc, int compute_type, int scale_type);
    int (*desc_destroy)(void *desc);
    int (*desc_set)(void *desc, int attribute, const void *value, size_t bytes);
    int (*layout_create)(void **layout, int type, uint64_t rows, uint64_t cols, int64_t ld);
    int (*layout_destroy)(void *layout);
    int (*layout_set)(void *layout, int attribute, const void *value, size_t bytes);
    int (*preference_create)(void **preference);
    int (*preference_destroy)(void *preference);
    int (*preference_set)(void *preference, int attribute, const void *value, size_t bytes);
    int (*choose)(void *handle, void *desc, void *a, void *b, void *c, void *d, void *preference, int wanted,
                  struct gam_cublaslt_choice *choice, int *found);
    int (*matmul)(void *handle, void *desc, const void *alpha, const void *a, void *a_layout, const void *b, void *b_layout,
                  const void *beta, const void *c, void *c_layout, void *d, void *d_layout,
                  const struct gam_cublaslt_algorithm *algorithm, void *workspace, size_t workspace_bytes, void *stream);
    char text[32]; /* "13.0.1" */
};

/* One per process. Errors: as gam_dl_open. */
int gam_cublaslt_get(const struct gam_cublaslt **out, struct gam_err *err);

#endif
