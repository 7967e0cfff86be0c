/* SPDX-License-Identifier: MIT */
#include "analyzer/model.h"

#include <math.h>

enum { LEAST_POINTS = 5, STEPS = 60 };

static double mean_square(const struct gam_pnorm_point *point, size_t n, double p)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double v[2] = { point[i].compute, point[i].memory };
        double d = log(gam_pnorm(v, 2, p) / point[i].measured);
        sum += d * d;
    }
    return sum / (double)n;
}

static int crosses_ridge(const struct gam_pnorm_point *point, size_t n)
{
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < n; i++) {
        double ratio = point[i].compute / point[i].memory;
        if (!(ratio > 0) || isinf(ratio) || !(point[i].measured > 0))
            return 0;
        least = fmin(least, ratio);
        most = fmax(most, ratio);
    }
    return least <= 0.5 && most >= 2;
}

double gam_pnorm_fit(const struct gam_pnorm_point *point, size_t n, double *residual)
{
    *residual = NAN;
    if (n < LEAST_POINTS || !crosses_ridge(point, n))
        return NAN;
    const double golden = (sqrt(5.0) - 1) / 2;
    double a = 0, b = log(16.0);
    double x = b - golden * (b - a), y = a + golden * (b - a);
    double fx = mean_square(point, n, exp(x)), fy = mean_square(point, n, exp(y));
    for (int i = 0; i < STEPS; i++) {
        if (fx <= fy) {
            b = y, y = x, fy = fx;
            x = b - golden * (b - a), fx = mean_square(point, n, exp(x));
        } else {
            a = x, x = y, fx = fy;
            y = a + golden * (b - a), fy = mean_square(point, n, exp(y));
        }
    }
    double p = exp((a + b) / 2), least = mean_square(point, n, p);
    for (int end = 0; end < 2; end++) { /* the section never reaches the ends of the range themselves */
        double q = end ? 16 : 1, at = mean_square(point, n, q);
        if (at <= least)
            p = q, least = at;
    }
    *residual = sqrt(least);
    return p;
}
