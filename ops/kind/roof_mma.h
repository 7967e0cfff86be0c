/* SPDX-License-Identifier: MIT */
/* The tensor roof's shape and the numbers that it multiplies, for its kernel and its oracle. */
#ifndef GAM_OPS_KIND_ROOF_MMA_H
#define GAM_OPS_KIND_ROOF_MMA_H

#include "ops/op.h"

enum { GAM_MMA_M = 16, GAM_MMA_N = 8, GAM_MMA_LANES = 32, GAM_MMA_VALUES = 4 /* of the result, of one lane */ };

/* An element type that tensor cores multiply. Its number in the table is MMA_TYPE of the kernel. */
struct gam_mma_type {
    enum gam_dtype dtype, sum;
    int depth; /* of one product: 16 x depth times depth x 8; four registers of 32 bits hold a lane's part of a, two that of b */
    double second; /* entries are +-1 and +-second */
    double start;  /* chain c begins with c times this */
};

enum { GAM_MMA_TYPES = 5 };
extern const struct gam_mma_type gam_mma_types[GAM_MMA_TYPES];

struct gam_roof_mma {
    const struct gam_mma_type *type; /* NULL: no tensor type */
    int64_t groups, items, n;
    int chains;
    uint64_t elements; /* of the operand "x" */
};

void gam_roof_mma_shape(const struct gam_op *op, struct gam_roof_mma *out);
const struct gam_mma_type *gam_mma_type_find(enum gam_dtype dtype); /* NULL: none */

/* Element (row, k) of a in products 0, 2, 4, ..., of the matrix with which it takes turns in 1, 3, ..., and (k, col) of b. Spread
 * as if by chance, since equal numbers would draw less power than data do. */
double gam_roof_mma_a(const struct gam_mma_type *type, int row, int k);
double gam_roof_mma_turned(const struct gam_mma_type *type, int row, int k);
double gam_roof_mma_b(const struct gam_mma_type *type, int k, int col);

/* What element (row, col) of chain c is after n products. */
double gam_roof_mma_result(const struct gam_mma_type *type, int chain, int row, int col, int64_t n);

#endif
