/* SPDX-License-Identifier: MIT */
/* kernels/gpu/source/cuda_mma_roof.gpu on the host: every element is start + n a b to the last bit. */
#include "warp.h"

#define IN bf16
#define W bf16
#define OUT f32
#define ACC f32
#define CHAINS 3
#define GROUP_X 64
#define GROUP_Y 1
#define GROUP_Z 1
#include "kernels/gpu/source/paste.gpu"
#include "kernels/gpu/source/prelude_cpp.gpu"
#include "kernels/gpu/source/prelude_common.gpu"
#include "kernels/gpu/source/cuda_mma_roof.gpu"

enum { GROUPS = 2, N = 7 };
static float x[GROUPS * GROUP_X * CHAINS * 4];

static void body(void)
{
    roof_mma(x, N);
}

/* As ops/kind/roof_mma.c says it, which this is compared with: see the test of that kind. */
extern "C" double gam_roof_mma_a(int row, int k);
extern "C" double gam_roof_mma_b(int k, int col);

int main(void)
{
    int wrong = 0;

    for (int g = 0; g < GROUPS; g++)
        group_run(GROUP_X, g, 0, 0, body);
    for (int i = 0; i < GROUPS * GROUP_X * CHAINS * 4; i++) {
        int e = i % 4, chain = i / 4 % CHAINS, lane = i / 4 / CHAINS % 32, row = lane / 4 + e / 2 * 8, col = lane % 4 * 2 + e % 2;
        double sum = 0;

        for (int k = 0; k < 16; k++)
            sum += gam_roof_mma_a(row, k) * gam_roof_mma_b(k, col);
        wrong += x[i] != chain / 4.0 + N * sum;
    }
    printf("roof_mma: %d of %d elements wrong\n", wrong, GROUPS * GROUP_X * CHAINS * 4);
    return wrong != 0;
}
