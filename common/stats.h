/* SPDX-License-Identifier: MIT */
/* Order statistics. Functions that sort work on a copy in caller-given scratch or in place, as each says. NaN is not
 * allowed among the values. n = 0 gives NaN.
 */
#ifndef GAM_COMMON_STATS_H
#define GAM_COMMON_STATS_H

#include <stddef.h>

void gam_stats_sort(double *v, size_t n);
double gam_stats_median_sorted(const double *sorted, size_t n);
double gam_stats_median(double *v, size_t n);                               /* sorts v */
double gam_stats_quantile_sorted(const double *sorted, size_t n, double q); /* linear between order statistics */

/* The 95 % (or better) interval of the median of n independent values by order statistics: 1-based ranks *lo, *hi and the
 * exact coverage 1 - 2 P(Bin(n, 1/2) < lo). n < 6 gives 0: no interval of that coverage exists. n = 6: 1..6, 96.9 %; n = 10:
 * 2..9, 97.9 %. */
int gam_stats_median_ranks(size_t n, size_t *lo, size_t *hi, double *coverage);

struct gam_interval {
    double value, low, high; /* low, high NaN when n < 6 */
    size_t n;
};

/* Median and its interval; sorts v. */
struct gam_interval gam_stats_median_interval(double *v, size_t n);

double gam_stats_mean(const double *v, size_t n);
double gam_stats_stddev(const double *v, size_t n); /* n - 1; NaN for n < 2 */
double gam_stats_normal_cdf(double z);

#endif
