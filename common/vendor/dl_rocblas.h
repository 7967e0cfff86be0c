/* SPDX-License-Identifier: MIT */
/* rocBLAS, opened at run time. Values: rocBLAS API reference (2.x to 4.x). Never met but as a fake: Debian has no package of it.
 */
#ifndef GAM_COMMON_VENDOR_DL_ROCBLAS_H
#define GAM_COMMON_VENDOR_DL_ROCBLAS_H

#include <stddef.h>
#include <stdint.h>

struct gam_err;

enum {
    GAM_ROCBLAS_PLAIN = 111,
    GAM_ROCBLAS_TRANSPOSED = 112,
    GAM_ROCBLAS_F16 = 150,
    GAM_ROCBLAS_F32 = 151,
    GAM_ROCBLAS_F64 = 152,
    GAM_ROCBLAS_I8 = 160,
    GAM_ROCBLAS_I32 = 162,
    GAM_ROCBLAS_BF16 = 168,
    GAM_ROCBLAS_ALGORITHM_STANDARD = 0
};

/* All return a status, 0 for success. A handle is a pointer to an opaque struct. */
struct gam_rocblas {
    int (*create_handle)(void **handle);
    int (*destroy_handle)(void *handle);
    int (*set_stream)(void *handle, void *stream);
    int (*version)(char *text, size_t bytes);
    const char *(*status_text)(int status);
    int (*gemm)(void *handle, int trans_a, int trans_b, int m, int n, int k, const void *alpha, const void *a, int a_type,
                int lda, int64_t stride_a, const void *b, int b_type, int ldb, int64_t stride_b, const void *beta, const void *c,
                int c_type, int ldc, int64_t stride_c, void *d, int d_type, int ldd, int64_t stride_d, int batch,
                int compute_type, int algorithm, int32_t solution, uint32_t flags);
    char text[48];
};

/* One per process. Errors: as gam_dl_open. */
int gam_rocblas_get(const struct gam_rocblas **out, struct gam_err *err);

#endif
