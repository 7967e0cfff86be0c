/* SPDX-License-Identifier: MIT */
/* The tensor roof's shape and the numbers that it multiplies, for its kernel and its oracle. */
#ifndef GAM_OPS_KIND_ROOF_MMA_H
#define GAM_OPS_KIND_ROOF_MMA_H

#include "ops/op.h"

enum { GAM_MMA_M = 16, GAM_MMA_N = 8, GAM_MMA_K = 16, GAM_MMA_LANES = 32, GAM_MMA_VALUES = 4 /* of the result, of one lane */ };

struct gam_roof_mma {
    enum gam_dtype dtype;
    int64_t groups, items, n;
    int chains;
    uint64_t elements; /* of the operand "x" */
};

void gam_roof_mma_shape(const struct gam_op *op, struct gam_roof_mma *out);

/* Element (row, k) of a, (k, col) of b: +-1 or +-1/2, spread as if by chance, since equal numbers would draw less power than data
 * do. */
double gam_roof_mma_a(int row, int k);
double gam_roof_mma_b(int k, int col);

#endif
