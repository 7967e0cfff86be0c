/* SPDX-License-Identifier: MIT */
#include "analyzer/gate/rank.h"

#include "common/err.h"
#include "common/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Twice the rank of every |d|, so that the mean rank of a tie stays whole. */
struct ranked {
    double magnitude;
    size_t at;
};

static int ranked_compare(const void *a, const void *b)
{
    double x = ((const struct ranked *)a)->magnitude, y = ((const struct ranked *)b)->magnitude;

    return (x > y) - (x < y);
}

static int ranks_twice(const double *v, size_t n, int magnitude, size_t *twice, struct gam_err *err)
{
    struct ranked *r = calloc(n ? n : 1, sizeof *r);

    if (!r)
        return gam_err_nomem(err);
    for (size_t i = 0; i < n; i++)
        r[i] = (struct ranked){ magnitude ? fabs(v[i]) : v[i], i };
    qsort(r, n, sizeof *r, ranked_compare);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && r[end].magnitude == r[i].magnitude; end++)
            continue;
        for (size_t k = i; k < end; k++)
            twice[r[k].at] = i + 1 + end; /* 2 x mean of the ranks i + 1 .. end */
    }
    free(r);
    return 0;
}

/* share[w] = P(twice W+ = w) when each of the n weights is in or out with equal chance. */
static void distribution(const size_t *weight, size_t n, size_t total, double *share)
{
    size_t top = 0;

    memset(share, 0, (total + 1) * sizeof *share);
    share[0] = 1;
    for (size_t i = 0; i < n; i++) {
        top += weight[i];
        for (size_t w = top + 1; w-- > 0;)
            share[w] = 0.5 * (share[w] + (w >= weight[i] ? share[w - weight[i]] : 0));
    }
}

struct tails {
    double greater, less; /* P(W+ >= seen), P(W+ <= seen) */
};

static int tails_of(const double *d, size_t n, struct tails *out, struct gam_err *err)
{
    size_t twice[GAM_RANK_MOST], weight[GAM_RANK_MOST] = { 0 }, used = 0, total = 0, seen = 0;
    double *share;
    int rc;

    if (n > GAM_RANK_MOST)
        return gam_err_set(err, -GAM_EINVAL, "%zu pairs are more than the %d that are judged at once", n, GAM_RANK_MOST);
    rc = ranks_twice(d, n, 1, twice, err);
    if (rc)
        return rc;
    for (size_t i = 0; i < n; i++) {
        if (d[i] == 0)
            continue;
        weight[used++] = twice[i];
        total += twice[i];
        if (d[i] > 0)
            seen += twice[i];
    }
    share = calloc(total + 1, sizeof *share);
    if (!share)
        return gam_err_nomem(err);
    distribution(weight, used, total, share);
    *out = (struct tails){ 0 };
    /* the small ends first, so that a small tail keeps its digits */
    for (size_t w = total + 1; w-- > seen;)
        out->greater += share[w];
    for (size_t w = 0; w <= seen; w++)
        out->less += share[w];
    free(share);
    return 0;
}

int gam_rank_p_greater(const double *d, size_t n, double *p, struct gam_err *err)
{
    struct tails tails;
    int rc = tails_of(d, n, &tails, err);

    if (!rc)
        *p = fmin(tails.greater, 1);
    return rc;
}

int gam_rank_p_two_sided(const double *d, size_t n, double *p, struct gam_err *err)
{
    struct tails tails;
    int rc = tails_of(d, n, &tails, err);

    if (!rc)
        *p = fmin(2 * fmin(tails.greater, tails.less), 1);
    return rc;
}

double gam_rank_below(size_t n, size_t w)
{
    size_t weight[GAM_RANK_MOST], total = n * (n + 1) / 2;
    double *share, sum = 0;

    if (n > GAM_RANK_MOST)
        return NAN;
    share = calloc(total + 1, sizeof *share);
    if (!share)
        return NAN;
    for (size_t i = 0; i < n; i++)
        weight[i] = i + 1;
    distribution(weight, n, total, share);
    for (size_t i = 0; i <= w && i <= total; i++)
        sum += share[i];
    free(share);
    return sum;
}

/* How many averages may lie outside on each side: the most with 2 P(W+ < cut) <= 1 - level; 0: no interval. */
static int cut_find(size_t n, double level, size_t *cut, double *reached, struct gam_err *err)
{
    size_t weight[GAM_RANK_MOST], total = n * (n + 1) / 2;
    double *share = calloc(total + 1, sizeof *share), below = 0;

    if (!share)
        return gam_err_nomem(err);
    for (size_t i = 0; i < n; i++)
        weight[i] = i + 1;
    distribution(weight, n, total, share);
    *cut = 0;
    *reached = NAN;
    while (*cut < total && 2 * (below + share[*cut]) <= 1 - level) {
        below += share[(*cut)++];
        *reached = 1 - 2 * below;
    }
    free(share);
    return 0;
}

int gam_rank_estimate(const double *d, size_t n, double level, struct gam_rank_estimate *out, struct gam_err *err)
{
    size_t n_averages = n * (n + 1) / 2, at = 0, cut;
    double *average;
    int rc;

    *out = (struct gam_rank_estimate){ NAN, NAN, NAN, NAN };
    if (!n)
        return 0;
    if (n > GAM_RANK_MOST)
        return gam_err_set(err, -GAM_EINVAL, "%zu pairs are more than the %d that are judged at once", n, GAM_RANK_MOST);
    average = malloc(n_averages * sizeof *average);
    if (!average)
        return gam_err_nomem(err);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            average[at++] = 0.5 * (d[i] + d[j]);
    gam_stats_sort(average, n_averages);
    out->value = gam_stats_median_sorted(average, n_averages);
    rc = cut_find(n, level, &cut, &out->level, err);
    if (!rc && cut) {
        out->low = average[cut - 1];
        out->high = average[n_averages - cut];
    }
    free(average);
    return rc;
}

size_t gam_rank_least(double alpha)
{
    size_t n = 0;

    for (double p = 1; p >= alpha && n < 1000; p /= 2)
        n++;
    return n;
}

double gam_normal_quantile(double p)
{
    double low = -40, high = 40;

    if (!(p > 0 && p < 1))
        return NAN;
    /* erfc keeps its digits on the small side only */
    if (p > 0.5)
        return -gam_normal_quantile(1 - p);
    for (int i = 0; i < 200 && low < high; i++) {
        double middle = 0.5 * (low + high);

        if (middle <= low || middle >= high)
            break;
        if (gam_stats_normal_cdf(middle) < p)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

int gam_holm_adjust(const double *p, size_t n, double *out, struct gam_err *err)
{
    struct ranked *r = calloc(n ? n : 1, sizeof *r);
    size_t m = 0;
    double most = 0;

    if (!r)
        return gam_err_nomem(err);
    for (size_t i = 0; i < n; i++)
        if (isnan(p[i]))
            out[i] = NAN;
        else
            r[m++] = (struct ranked){ p[i], i };
    qsort(r, m, sizeof *r, ranked_compare);
    for (size_t i = 0; i < m; i++) {
        most = fmax(most, fmin(1, r[i].magnitude * (double)(m - i)));
        out[r[i].at] = most;
    }
    free(r);
    return 0;
}

static double correlation(const size_t *x, const size_t *y, size_t n)
{
    double mean = (double)(n + 1), xy = 0, xx = 0, yy = 0; /* of doubled ranks */

    for (size_t i = 0; i < n; i++) {
        double a = (double)x[i] - mean, b = (double)y[i] - mean;

        xy += a * b;
        xx += a * a;
        yy += b * b;
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
}

int gam_spearman(const double *x, const double *y, size_t n, double *rho, double *p, struct gam_err *err)
{
    size_t *rank = calloc(2 * n + 1, sizeof *rank);
    int rc;

    *rho = *p = NAN;
    if (!rank)
        return gam_err_nomem(err);
    rc = ranks_twice(x, n, 0, rank, err);
    if (!rc)
        rc = ranks_twice(y, n, 0, rank + n, err);
    if (!rc && n >= 4) {
        *rho = correlation(rank, rank + n, n);
        *p = 2 * gam_stats_normal_cdf(-fabs(*rho) * sqrt((double)(n - 1)));
    }
    free(rank);
    return rc;
}
