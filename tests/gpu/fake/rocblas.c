/* SPDX-License-Identifier: MIT */
/* A fake rocBLAS that multiplies f32 matrices, columns first. */
#include "script.h"

#include <stdio.h>

#define API __attribute__((visibility("default")))

API int rocblas_create_handle(void **handle)
{
    *handle = fake_script();
    fake_script()->live_handles++;
    return fake_script()->library_error;
}

API int rocblas_destroy_handle(void *handle)
{
    (void)handle;
    fake_script()->live_handles--;
    return 0;
}

API int rocblas_set_stream(void *handle, void *stream)
{
    (void)handle;
    return stream ? 0 : 3;
}

API int rocblas_get_version_string(char *text, size_t bytes)
{
    return (size_t)snprintf(text, bytes, "4.2.0.fake") < bytes ? 0 : 3;
}

API const char *rocblas_status_to_string(int status)
{
    return status == 1 ? "rocblas_status_invalid_handle" : "rocblas_status_fake";
}

static float at(const float *m, int ld, int trans, int64_t row, int64_t col)
{
    return trans == 112 ? m[row * ld + col] : m[col * ld + row];
}

API int rocblas_gemm_strided_batched_ex(void *handle, int trans_a, int trans_b, int m, int n, int k, const void *alpha,
                                        const void *a, int a_type, int lda, int64_t stride_a, const void *b, int b_type, int ldb,
                                        int64_t stride_b, const void *beta, const void *c, int c_type, int ldc, int64_t stride_c,
                                        void *d, int d_type, int ldd, int64_t stride_d, int batch, int compute_type,
                                        int algorithm, int32_t solution, uint32_t flags)
{
    (void)handle, (void)ldc, (void)stride_c, (void)algorithm, (void)solution, (void)flags;
    fake_script()->library_calls++;
    fake_script()->now_ns += 100000;
    if (a_type != 151 || b_type != 151 || c_type != 151 || d_type != 151 || compute_type != 151)
        return 2;
    for (int i = 0; i < batch; i++)
        for (int col = 0; col < n; col++)
            for (int row = 0; row < m; row++) {
                int64_t e = i * stride_d + (int64_t)col * ldd + row;
                double sum = 0;

                for (int x = 0; x < k; x++)
                    sum += (double)at((const float *)a + i * stride_a, lda, trans_a, row, x) *
                           at((const float *)b + i * stride_b, ldb, trans_b, x, col);
                ((float *)d)[e] = (float)(*(const float *)alpha * sum +
                                          (*(const float *)beta ? *(const float *)beta * ((const float *)c)[e] : 0));
            }
    return 0;
}
