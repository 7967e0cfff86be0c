/* SPDX-License-Identifier: MIT */
#include "common/stats.h"

#include <math.h>
#include <stdlib.h>

static int double_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

void gam_stats_sort(double *v, size_t n)
{
    if (n > 1)
        qsort(v, n, sizeof *v, double_compare);
}

double gam_stats_median_sorted(const double *sorted, size_t n)
{
    if (!n)
        return NAN;
    return n % 2 ? sorted[n / 2] : 0.5 * sorted[n / 2 - 1] + 0.5 * sorted[n / 2];
}

double gam_stats_median(double *v, size_t n)
{
    gam_stats_sort(v, n);
    return gam_stats_median_sorted(v, n);
}

double gam_stats_quantile_sorted(const double *sorted, size_t n, double q)
{
    double at, below;
    size_t i;

    if (!n || !(q >= 0 && q <= 1))
        return NAN;
    at = q * (double)(n - 1);
    below = floor(at);
    i = (size_t)below;
    if (i + 1 >= n)
        return sorted[n - 1];
    return sorted[i] + (at - below) * (sorted[i + 1] - sorted[i]);
}

int gam_stats_median_ranks(size_t n, size_t *lo, size_t *hi, double *coverage)
{
    /* log of P(Bin(n, 1/2) = i), so that a large n does not underflow */
    double log_term = -(double)n * M_LN2, below = 0;
    size_t rank = 0;

    for (size_t i = 0; i < n / 2; i++) {
        double next = below + exp(log_term);

        if (1 - 2 * next < 0.95)
            break;
        below = next;
        rank = i + 1;
        log_term += log((double)(n - i) / (double)(i + 1));
    }
    if (!rank)
        return 0;
    *lo = rank;
    *hi = n + 1 - rank;
    *coverage = 1 - 2 * below;
    return 1;
}

struct gam_interval gam_stats_median_interval(double *v, size_t n)
{
    struct gam_interval result = { .value = gam_stats_median(v, n), .low = NAN, .high = NAN, .n = n };
    size_t lo, hi;
    double coverage;

    if (gam_stats_median_ranks(n, &lo, &hi, &coverage)) {
        result.low = v[lo - 1];
        result.high = v[hi - 1];
    }
    return result;
}

double gam_stats_mean(const double *v, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += v[i];
    return n ? sum / (double)n : NAN;
}

double gam_stats_stddev(const double *v, size_t n)
{
    double mean = gam_stats_mean(v, n), sum = 0;

    if (n < 2)
        return NAN;
    for (size_t i = 0; i < n; i++)
        sum += (v[i] - mean) * (v[i] - mean);
    return sqrt(sum / (double)(n - 1));
}

double gam_stats_normal_cdf(double z)
{
    return 0.5 * erfc(-z * M_SQRT1_2);
}
