/* SPDX-License-Identifier: MIT */
/* The numbers of the tensor roof, apart so that the emulation of its kernel is compared with these. */
#include "ops/kind/roof_mma.h"

/* Two bits of a number that looks random. */
static double entry(unsigned place)
{
    unsigned bits = place * 2654435761u >> 27;

    return (bits & 1 ? -1.0 : 1.0) * (bits & 2 ? 0.5 : 1.0);
}

double gam_roof_mma_a(int row, int k)
{
    return entry((unsigned)(row * GAM_MMA_K + k) + 1);
}

double gam_roof_mma_b(int k, int col)
{
    return entry((unsigned)(k * GAM_MMA_N + col) + 1000);
}
