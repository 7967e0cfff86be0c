/* SPDX-License-Identifier: MIT */
/* kernels/gpu/source/cuda_mma_gemm.gpu on the host, over sizes that do and do not divide. TB is given by the build. */
#include "warp.h"

#define IN bf16
#define W bf16
#define OUT f32
#define ACC f32
#define TA 0
#define BIAS 1
#define ACT 1
#define TILE_M 64
#define TILE_N 64
#define TILE_K 32
#define WARPS_M 2
#define WARPS_N 2
#define GROUP_X 128
#define GROUP_Y 1
#define GROUP_Z 1
#include "kernels/gpu/source/paste.gpu"
#include "kernels/gpu/source/prelude_cpp.gpu"
#include "kernels/gpu/source/prelude_common.gpu"
#include "kernels/gpu/source/cuda_mma_gemm.gpu"

static struct {
    i64_t m, n, k, batch;
    unsigned short *a, *b;
    float *c, *old, *bias;
} p;

static void body(void)
{
    gemm(p.a, p.b, p.c, p.bias, p.m, p.n, p.k, 0.5f, 2.0f);
}

/* The most that an element is off, over the sum of the absolute products. */
static double worst(void)
{
    double most = 0;

    for (i64_t z = 0; z < p.batch; z++)
        for (i64_t i = 0; i < p.m; i++)
            for (i64_t j = 0; j < p.n; j++) {
                double sum = 0, size = 0, wanted;
                i64_t at = (z * p.m + i) * p.n + j;

                for (i64_t l = 0; l < p.k; l++) {
                    double x = value_of(p.a[(z * p.m + i) * p.k + l]);
                    double y = value_of(p.b[z * p.k * p.n + (TB ? j * p.k + l : l * p.n + j)]);

                    sum += x * y;
                    size += fabs(x * y);
                }
                wanted = 0.5 * sum + 2 * p.old[at] + p.bias[j];
                wanted = wanted > 0 ? wanted : 0;
                most = fmax(most, fabs(p.c[at] - wanted) / (size + 1));
            }
    return most;
}

static int product(i64_t m, i64_t n, i64_t k, i64_t batch)
{
    double error;

    p = { m, n, k, batch, room<unsigned short>(m * k * batch), room<unsigned short>(k * n * batch), room<float>(m * n * batch),
          room<float>(m * n * batch), room<float>(n) };
    for (i64_t i = 0; i < m * k * batch; i++)
        p.a[i] = bf16_of(next_input());
    for (i64_t i = 0; i < k * n * batch; i++)
        p.b[i] = bf16_of(next_input());
    for (i64_t i = 0; i < m * n * batch; i++)
        p.c[i] = p.old[i] = static_cast<float>(next_input());
    for (i64_t i = 0; i < n; i++)
        p.bias[i] = static_cast<float>(next_input());
    for (i64_t z = 0; z < batch; z++)
        for (i64_t y = 0; y < (m + TILE_M - 1) / TILE_M; y++)
            for (i64_t x = 0; x < (n + TILE_N - 1) / TILE_N; x++)
                group_run(GROUP_X, x, y, z, body);
    error = worst();
    printf("gemm m=%lld n=%lld k=%lld batch=%lld tb=%d: error %.3g\n", m, n, k, batch, TB, error);
    free(p.a);
    free(p.b);
    free(p.c);
    free(p.old);
    free(p.bias);
    return !(error < 1e-5);
}

static int all(void)
{
    return product(64, 64, 32, 1) + product(64, 128, 96, 2) + product(50, 72, 40, 1) + product(3, 8, 8, 1) + product(65, 56, 72, 1);
}

int main(void)
{
    int wrong = all();

    late = 1;
    return wrong + all() != 0;
}
