/* SPDX-License-Identifier: MIT */
/* kernels/gpu/source/cuda_mma_roof.gpu on the host, in the type MMA_TYPE: every element is what ops/kind/roof_mma_entry.c says, to
 * the last bit, after an even and an odd number of products. */
#define MMA_DEPTH (MMA_TYPE == 2 ? 8 : MMA_TYPE < 2 ? 16 : 32)
#define START_PARTS (MMA_TYPE < 3 ? 4 : 1)
#include "warp.h"

#define IN f32
#define W f32
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

extern "C" double number_of_result(int type, int chain, int row, int col, int n);

enum { GROUPS = 2 };
static mma_sum x[GROUPS * GROUP_X * CHAINS * 4];
static int n;

static void body(void)
{
    roof_mma(x, n);
}

static int wrong_after(int products)
{
    int wrong = 0;

    n = products;
    for (int g = 0; g < GROUPS; g++)
        group_run(GROUP_X, g, 0, 0, body);
    for (int i = 0; i < GROUPS * GROUP_X * CHAINS * 4; i++) {
        int e = i % 4, chain = i / 4 % CHAINS, lane = i / 4 / CHAINS % 32;

        wrong += static_cast<double>(x[i]) !=
                 number_of_result(MMA_TYPE, chain, lane / 4 + e / 2 * 8, lane % 4 * 2 + e % 2, products);
    }
    printf("roof_mma of type %d, %d products: %d of %d elements wrong\n", MMA_TYPE, products, wrong, GROUPS * GROUP_X * CHAINS * 4);
    return wrong;
}

int main(void)
{
    return wrong_after(7) + wrong_after(12) + wrong_after(1) != 0;
}
