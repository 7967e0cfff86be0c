/* SPDX-License-Identifier: MIT */
/* What the tensor roof must come to, for the emulation, which is in C++. */
#include "ops/kind/roof_mma.h"

double number_of_result(int type, int chain, int row, int col, int n);
double number_of_result(int type, int chain, int row, int col, int n)
{
    return gam_roof_mma_result(&gam_mma_types[type], chain, row, col, n);
}
