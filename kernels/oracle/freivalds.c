/* SPDX-License-Identifier: MIT */
/* R. Freivalds, Probabilistic machines can use less running time, 1977: C = AB is checked by C x = A (B x) for a random x. */
#include "kernels/oracle/freivalds.h"

#include "common/rand.h"
#include "kernels/oracle/convert.h"

#include <math.h>

static void add_row(const double *row, uint64_t n, double x, double s, double *y, double *z)
{
    for (uint64_t j = 0; j < n; j++) {
        y[j] += row[j] * x;
        z[j] += fabs(row[j]) * s;
    }
}

void gam_view_apply(const struct gam_matrix_view *view, const double *x, const double *s, double *y, double *z, double *row)
{
    for (uint64_t i = 0; i < view->rows; i++) {
        double sum = 0, scale = 0;

        gam_elements_load(view->dtype, view->memory, view->first + i * view->cols, view->cols, row);
        if (view->transposed) {
            add_row(row, view->cols, x[i], s[i], y, z);
            continue;
        }
        for (uint64_t j = 0; j < view->cols; j++) {
            sum += row[j] * x[j];
            scale += fabs(row[j]) * s[j];
        }
        y[i] += sum;
        z[i] += scale;
    }
}

double gam_freivalds_weight(uint64_t seed, uint64_t i)
{
    uint64_t hash = gam_rand_hash(seed, i);
    double size = 0.5 + (double)(hash >> 12) * 0x1p-52;

    return hash & 1 ? -size : size;
}

double gam_freivalds_error(double left, double right, double magnitude, double n)
{
    double gap = fabs(left - right);

    return gap == 0 ? 0 : gap * sqrt(n) / magnitude;
}
