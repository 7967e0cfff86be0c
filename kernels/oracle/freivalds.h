/* SPDX-License-Identifier: MIT */
/* Random projections that check a whole product at the cost of a few matrix-vector products. */
#ifndef GAM_KERNELS_ORACLE_FREIVALDS_H
#define GAM_KERNELS_ORACLE_FREIVALDS_H

#include "ops/dtype.h"

/* A row-major matrix inside an operand. */
struct gam_matrix_view {
    enum gam_dtype dtype;
    const void *memory;
    uint64_t first; /* element at row 0, column 0 */
    uint64_t rows, cols;
    int transposed; /* it stands for its transpose, cols x rows */
};

/* y += M x and, with absolute values throughout, z += |M| s. `row` is scratch of view->cols. */
void gam_view_apply(const struct gam_matrix_view *view, const double *x, const double *s, double *y, double *z, double *row);

/* Random weight of element i: magnitude in [1/2, 3/2), either sign, so that swapped and cancelling errors show too. */
double gam_freivalds_weight(uint64_t seed, uint64_t i);

/* |left - right| against the scale of a sum of n elements of mean magnitude `magnitude` / n whose errors are independent:
 * magnitude / sqrt(n). 0 when both are equal; infinite when they differ and the scale is 0. */
double gam_freivalds_error(double left, double right, double magnitude, double n);

#endif
