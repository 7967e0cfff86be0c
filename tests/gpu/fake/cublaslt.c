/* SPDX-License-Identifier: MIT */
/* A fake cuBLASLt that multiplies f32 matrices as its descriptions say, columns first. */
#include "script.h"

#include <stdlib.h>
#include <string.h>

#define API __attribute__((visibility("default")))

struct fake_layout {
    int type;
    uint64_t rows, cols;
    int64_t ld, stride;
    int32_t batch;
};

struct fake_desc {
    int compute, scale;
    int32_t turned[2];
};

API size_t cublasLtGetVersion(void)
{
    return 130102;
}

API int cublasLtCreate(void **handle)
{
    *handle = fake_script();
    fake_script()->live_handles++;
    return fake_script()->library_error;
}

API int cublasLtDestroy(void *handle)
{
    (void)handle;
    fake_script()->live_handles--;
    return 0;
}

API const char *cublasLtGetStatusName(int status)
{
    return status == 1 ? "CUBLAS_STATUS_NOT_INITIALIZED" : "CUBLAS_STATUS_FAKE";
}

API int cublasLtMatmulDescCreate(void **desc, int compute, int scale)
{
    struct fake_desc *d = calloc(1, sizeof *d);

    *d = (struct fake_desc){ compute, scale, { 0, 0 } };
    *desc = d;
    return 0;
}

API int cublasLtMatmulDescDestroy(void *desc)
{
    free(desc);
    return 0;
}

API int cublasLtMatmulDescSetAttribute(void *desc, int attribute, const void *value, size_t bytes)
{
    if (attribute < 3 || attribute > 4 || bytes != 4)
        return 7;
    memcpy(&((struct fake_desc *)desc)->turned[attribute - 3], value, bytes);
    return 0;
}

API int cublasLtMatrixLayoutCreate(void **layout, int type, uint64_t rows, uint64_t cols, int64_t ld)
{
    struct fake_layout *l = calloc(1, sizeof *l);

    *l = (struct fake_layout){ type, rows, cols, ld, 0, 1 };
    *layout = l;
    return ld < (int64_t)rows ? 7 : 0;
}

API int cublasLtMatrixLayoutDestroy(void *layout)
{
    free(layout);
    return 0;
}

API int cublasLtMatrixLayoutSetAttribute(void *layout, int attribute, const void *value, size_t bytes)
{
    struct fake_layout *l = layout;

    if (attribute == 5 && bytes == 4)
        memcpy(&l->batch, value, bytes);
    else if (attribute == 6 && bytes == 8)
        memcpy(&l->stride, value, bytes);
    else
        return 7;
    return 0;
}

API int cublasLtMatmulPreferenceCreate(void **preference)
{
    *preference = fake_script();
    return 0;
}

API int cublasLtMatmulPreferenceDestroy(void *preference)
{
    (void)preference;
    return 0;
}

API int cublasLtMatmulPreferenceSetAttribute(void *preference, int attribute, const void *value, size_t bytes)
{
    (void)preference, (void)value;
    return attribute == 1 && bytes == 8 ? 0 : 7;
}

/* Three algorithms; the second needs memory. */
API int cublasLtMatmulAlgoGetHeuristic(void *handle, void *desc, void *a, void *b, void *c, void *d, void *preference, int wanted,
                                       void *choice, int *found)
{
    struct {
        uint64_t algorithm[8];
        size_t workspace;
        int state;
        float waves;
        int reserved[4];
    } *out = choice;

    (void)handle, (void)desc, (void)a, (void)b, (void)c, (void)d, (void)preference;
    *found = fake_script()->library_no_algorithm ? 0 : wanted < 3 ? wanted : 3;
    for (int i = 0; i < *found; i++) {
        memset(&out[i], 0, sizeof out[i]);
        out[i].algorithm[0] = (uint64_t)i + 1;
        out[i].workspace = i == 1 ? 1024 : 0;
    }
    return 0;
}

static float at(const float *m, const struct fake_layout *l, int turned, int64_t row, int64_t col)
{
    return turned ? m[row * l->ld + col] : m[col * l->ld + row];
}

API int cublasLtMatmul(void *handle, void *desc, const void *alpha, const void *a, void *a_layout, const void *b, void *b_layout,
                       const void *beta, const void *c, void *c_layout, void *d, void *d_layout, const void *algorithm,
                       void *workspace, size_t workspace_bytes, void *stream)
{
    const struct fake_desc *p = desc;
    const struct fake_layout *la = a_layout, *lb = b_layout, *ld = d_layout;
    int64_t depth = (int64_t)(p->turned[0] ? la->rows : la->cols);

    (void)handle, (void)stream, (void)c_layout;
    fake_script()->library_calls++;
    fake_script()->now_ns += 100000;
    if (la->type || lb->type || ld->type || p->compute != 68 || !((const uint64_t *)algorithm)[0] ||
        (workspace_bytes && !workspace))
        return 15;
    for (int32_t i = 0; i < ld->batch; i++)
        for (int64_t col = 0; col < (int64_t)ld->cols; col++)
            for (int64_t row = 0; row < (int64_t)ld->rows; row++) {
                int64_t e = i * ld->stride + col * ld->ld + row;
                double sum = 0;

                for (int64_t k = 0; k < depth; k++)
                    sum += (double)at((const float *)a + i * la->stride, la, p->turned[0], row, k) *
                           at((const float *)b + i * lb->stride, lb, p->turned[1], k, col);
                ((float *)d)[e] = (float)(*(const float *)alpha * sum +
                                          (*(const float *)beta ? *(const float *)beta * ((const float *)c)[e] : 0));
            }
    return 0;
}
