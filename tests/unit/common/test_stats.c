/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/rand.h"
#include "common/stats.h"

#include <math.h>

static void close_to(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g is not within %g of %.17g", a, tolerance, b);
}

static void medians(void **state)
{
    double odd[] = { 3, 1, 2 }, even[] = { 4, 1, 3, 2 }, huge[] = { 1.7e308, 1.6e308 };

    (void)state;
    close_to(gam_stats_median(odd, 3), 2, 0);
    close_to(gam_stats_median(even, 4), 2.5, 0);
    close_to(gam_stats_median(odd, 1), 1, 0);
    close_to(gam_stats_median(huge, 2), 1.65e308, 1e293); /* no overflow */
    assert_true(isnan(gam_stats_median(odd, 0)));
}

static void quantiles(void **state)
{
    const double v[] = { 10, 20, 30, 40, 50 };

    (void)state;
    close_to(gam_stats_quantile_sorted(v, 5, 0), 10, 0);
    close_to(gam_stats_quantile_sorted(v, 5, 1), 50, 0);
    close_to(gam_stats_quantile_sorted(v, 5, 0.5), 30, 0);
    close_to(gam_stats_quantile_sorted(v, 5, 0.1), 14, 1e-12);
    close_to(gam_stats_quantile_sorted(v, 1, 0.7), 10, 0);
    assert_true(isnan(gam_stats_quantile_sorted(v, 0, 0.5)));
    assert_true(isnan(gam_stats_quantile_sorted(v, 5, 1.5)));
    assert_true(isnan(gam_stats_quantile_sorted(v, 5, NAN)));
}

/* The ranks by adding exact binomials, for n up to 60. */
static void ranks_match_exact_sums(void **state)
{
    (void)state;
    for (size_t n = 0; n <= 60; n++) {
        size_t lo = 0, hi = 0, best = 0;
        double coverage = 0, choose = 1, sum = 0, best_coverage = 0;

        for (size_t i = 0; i < n; i++) {
            sum += ldexp(choose, -(int)n);
            if (1 - 2 * sum < 0.95)
                break;
            best = i + 1;
            best_coverage = 1 - 2 * sum;
            choose = choose * (double)(n - i) / (double)(i + 1);
        }
        assert_int_equal(gam_stats_median_ranks(n, &lo, &hi, &coverage), best > 0);
        if (!best)
            continue;
        assert_int_equal(lo, best);
        assert_int_equal(hi, n + 1 - best);
        close_to(coverage, best_coverage, 1e-12);
    }
}

static void ranks_known(void **state)
{
    size_t lo, hi;
    double coverage;

    (void)state;
    assert_int_equal(gam_stats_median_ranks(5, &lo, &hi, &coverage), 0);
    assert_int_equal(gam_stats_median_ranks(6, &lo, &hi, &coverage), 1);
    assert_int_equal(lo, 1);
    assert_int_equal(hi, 6);
    close_to(coverage, 0.96875, 1e-12);
    assert_int_equal(gam_stats_median_ranks(10, &lo, &hi, &coverage), 1);
    assert_int_equal(lo, 2);
    assert_int_equal(hi, 9);
    close_to(coverage, 0.978515625, 1e-12);
    assert_int_equal(gam_stats_median_ranks(100000, &lo, &hi, &coverage), 1); /* 2^-n underflows here */
    close_to((double)lo, 50000 - 0.98 * sqrt(100000.0), 2);
    close_to(coverage, 0.95, 0.001);
}

static void intervals_cover(void **state)
{
    enum { TRIALS = 4000, N = 10 };
    int inside = 0;
    struct gam_rand r;
    double few[] = { 5, 4, 3, 2, 1 };
    struct gam_interval i5 = gam_stats_median_interval(few, 5);

    (void)state;
    assert_true(i5.value == 3 && isnan(i5.low) && isnan(i5.high) && i5.n == 5);
    gam_rand_seed(&r, 11);
    for (int t = 0; t < TRIALS; t++) {
        double v[N];
        struct gam_interval i;

        for (int k = 0; k < N; k++)
            v[k] = gam_rand_normal(&r);
        i = gam_stats_median_interval(v, N);
        assert_true(i.low <= i.value && i.value <= i.high);
        inside += i.low <= 0 && 0 <= i.high;
    }
    close_to(inside / (double)TRIALS, 0.9785, 5 * sqrt(0.9785 * 0.0215 / TRIALS));
}

static void moments(void **state)
{
    const double v[] = { 2, 4, 4, 4, 5, 5, 7, 9 };

    (void)state;
    close_to(gam_stats_mean(v, 8), 5, 0);
    close_to(gam_stats_stddev(v, 8), sqrt(32.0 / 7), 1e-15);
    assert_true(isnan(gam_stats_mean(v, 0)));
    assert_true(isnan(gam_stats_stddev(v, 1)));
    close_to(gam_stats_normal_cdf(0), 0.5, 0);
    close_to(gam_stats_normal_cdf(1.959963984540054), 0.975, 1e-12);
    close_to(gam_stats_normal_cdf(-10), 7.61985302416e-24, 1e-34);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(medians),     cmocka_unit_test(quantiles),       cmocka_unit_test(ranks_match_exact_sums),
        cmocka_unit_test(ranks_known), cmocka_unit_test(intervals_cover), cmocka_unit_test(moments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
