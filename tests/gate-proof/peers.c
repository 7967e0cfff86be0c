/* SPDX-License-Identifier: MIT */
/* How other tools would have judged the same samples, written from their documentation:
 *   google/benchmark, tools/compare.py: Mann-Whitney U, two-sided, alpha 0.05; the mean's change is shown beside it
 *   criterion.rs, book chapter "Analysis process": bootstrapped Welch t at 0.05, then the bootstrapped interval of the change of
 *     the mean must lie beyond the noise threshold of 1 %
 *   pytest-benchmark, --benchmark-compare-fail=min:5% (the example of its documentation)
 *   github-action-benchmark: ratio to the previous value above alert-threshold, 200 % by default; also with 105 %
 *   benchstat: medians, Mann-Whitney U, alpha 0.05
 * Those tools run base and candidate one after the other; here they get interleaved pairs, which is kinder to them.
 */
#include "proof.h"

#include "common/rand.h"
#include "common/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 200, EXACT_MOST = 50, RESAMPLES = 4000 };

struct item {
    double value;
    int from_a;
};

static int item_compare(const void *x, const void *y)
{
    double a = ((const struct item *)x)->value, b = ((const struct item *)y)->value;

    return (a > b) - (a < b);
}

/* How many ways give each U: counts[u] as shares, by the recurrence over n and m. */
static double exact_below(size_t n, size_t m, size_t u)
{
    size_t top = n * m;
    double *ways = calloc((n + 1) * (top + 1), sizeof *ways), all = 0, below = 0;

    if (!ways)
        return NAN;
    ways[0] = 1; /* ways[k][s]: k of the first j values chosen, rank sum above the least s */
    for (size_t j = 1; j <= n + m; j++)
        for (size_t k = j < n ? j : n; k >= 1; k--)
            for (size_t s = top + 1; s-- > 0;)
                if (j - k <= s)
                    ways[k * (top + 1) + s] += ways[(k - 1) * (top + 1) + s - (j - k)];
    for (size_t s = 0; s <= top; s++) {
        all += ways[n * (top + 1) + s];
        if (s <= u)
            below += ways[n * (top + 1) + s];
    }
    free(ways);
    return below / all;
}

double proof_rank_sum_p(const double *a, size_t n, const double *b, size_t m)
{
    struct item item[2 * MOST];
    double ranks = 0, ties = 0, u, mean = (double)n * (double)m / 2, all = (double)(n + m), sd;

    for (size_t i = 0; i < n; i++)
        item[i] = (struct item){ a[i], 1 };
    for (size_t i = 0; i < m; i++)
        item[n + i] = (struct item){ b[i], 0 };
    qsort(item, n + m, sizeof *item, item_compare);
    for (size_t i = 0, end; i < n + m; i = end) {
        double t;

        for (end = i + 1; end < n + m && item[end].value == item[i].value; end++)
            continue;
        t = (double)(end - i);
        ties += t * t * t - t;
        for (size_t k = i; k < end; k++)
            ranks += item[k].from_a ? (double)(i + 1 + end) / 2 : 0;
    }
    u = ranks - (double)n * (double)(n + 1) / 2;
    u = fmin(u, 2 * mean - u);
    if (ties == 0 && n <= EXACT_MOST && m <= EXACT_MOST)
        return fmin(1, 2 * exact_below(n, m, (size_t)u));
    sd = sqrt((double)n * (double)m / 12 * (all + 1 - ties / (all * (all - 1))));
    return sd > 0 ? fmin(1, 2 * gam_stats_normal_cdf(fmin(0, u + 0.5 - mean) / sd)) : 1;
}

static double mean_ratio(const double *base, const double *cand, size_t n)
{
    return gam_stats_mean(cand, n) / gam_stats_mean(base, n);
}

static int compare_py(const double *base, const double *cand, size_t n, uint64_t seed)
{
    (void)seed;
    return proof_rank_sum_p(base, n, cand, n) < 0.05 && mean_ratio(base, cand, n) > 1;
}

static double median_of(const double *v, size_t n)
{
    double copy[MOST];

    memcpy(copy, v, n * sizeof *v);
    return gam_stats_median(copy, n);
}

static int benchstat(const double *base, const double *cand, size_t n, uint64_t seed)
{
    (void)seed;
    return proof_rank_sum_p(base, n, cand, n) < 0.05 && median_of(cand, n) > median_of(base, n);
}

static double least(const double *v, size_t n)
{
    double low = INFINITY;

    for (size_t i = 0; i < n; i++)
        low = fmin(low, v[i]);
    return low;
}

static int pytest_min(const double *base, const double *cand, size_t n, uint64_t seed)
{
    (void)seed;
    return least(cand, n) > 1.05 * least(base, n);
}

static int action_200(const double *base, const double *cand, size_t n, uint64_t seed)
{
    (void)seed;
    return mean_ratio(base, cand, n) > 2;
}

static int action_105(const double *base, const double *cand, size_t n, uint64_t seed)
{
    (void)seed;
    return mean_ratio(base, cand, n) > 1.05;
}

static double welch(const double *a, const double *b, size_t n)
{
    double sa = gam_stats_stddev(a, n), sb = gam_stats_stddev(b, n);

    return (gam_stats_mean(b, n) - gam_stats_mean(a, n)) / sqrt((sa * sa + sb * sb) / (double)n);
}

static void resample(struct gam_rand *r, const double *from, size_t n, double *to, size_t m)
{
    for (size_t i = 0; i < m; i++)
        to[i] = from[gam_rand_below(r, n)];
}

static int criterion(const double *base, const double *cand, size_t n, uint64_t seed)
{
    double pool[2 * MOST], a[MOST], b[MOST], change[RESAMPLES], seen = fabs(welch(base, cand, n));
    size_t beyond = 0;
    struct gam_rand r;

    gam_rand_seed(&r, seed);
    memcpy(pool, base, n * sizeof *pool);
    memcpy(pool + n, cand, n * sizeof *pool);
    for (int i = 0; i < RESAMPLES; i++) {
        resample(&r, pool, 2 * n, a, n);
        resample(&r, pool, 2 * n, b, n);
        beyond += fabs(welch(a, b, n)) >= seen;
        resample(&r, base, n, a, n);
        resample(&r, cand, n, b, n);
        change[i] = mean_ratio(a, b, n) - 1;
    }
    gam_stats_sort(change, RESAMPLES);
    return (double)beyond / RESAMPLES < 0.05 && gam_stats_quantile_sorted(change, RESAMPLES, 0.025) > 0.01;
}

const struct proof_peer proof_peers[] = {
    { "google/benchmark", "U test p < .05, mean slower", compare_py },
    { "criterion", "bootstrapped t p < .05, interval beyond 1 %", criterion },
    { "pytest-benchmark", "min slower by 5 %", pytest_min },
    { "github-action-benchmark", "mean ratio above 200 % (default)", action_200 },
    { "github-action-benchmark", "mean ratio above 105 %", action_105 },
    { "benchstat", "U test p < .05, median slower", benchstat },
};
const size_t proof_n_peers = sizeof proof_peers / sizeof *proof_peers;
