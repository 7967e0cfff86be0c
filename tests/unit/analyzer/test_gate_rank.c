/* SPDX-License-Identifier: MIT */
/* The exact statistics against enumeration and published tables. */
#include "../gam_test.h"

#include "analyzer/gate/rank.h"
#include "common/rand.h"

#include <math.h>
#include <stdlib.h>

/* P(W+ >= seen) by trying all 2^n signs, with Pratt's ranks. */
static double enumerate(const double *d, size_t n)
{
    double rank[16], seen = 0;
    size_t hits = 0, all = 0;

    for (size_t i = 0; i < n; i++) {
        double below = 0, same = 0;

        for (size_t k = 0; k < n; k++) {
            below += fabs(d[k]) < fabs(d[i]);
            same += fabs(d[k]) == fabs(d[i]);
        }
        rank[i] = below + (same + 1) / 2;
        seen += d[i] > 0 ? rank[i] : 0;
    }
    for (size_t signs = 0; signs < (size_t)1 << n; signs++) {
        double sum = 0;
        int counts = 1;

        for (size_t i = 0; i < n; i++) {
            if (d[i] == 0 && signs >> i & 1)
                counts = 0; /* a zero has no sign: count every other assignment once */
            sum += d[i] != 0 && signs >> i & 1 ? rank[i] : 0;
        }
        all += counts;
        hits += counts && sum >= seen;
    }
    return (double)hits / (double)all;
}

static void tails_match_enumeration(void **state)
{
    struct gam_rand r;

    (void)state;
    gam_rand_seed(&r, 5);
    for (size_t n = 1; n <= 12; n++)
        for (int trial = 0; trial < 12; trial++) {
            double d[12], p;

            for (size_t i = 0; i < n; i++) /* small whole numbers: many ties and zeros; every third trial without */
                d[i] = trial % 3 ? (double)gam_rand_below(&r, 7) - 3 : gam_rand_normal(&r);
            assert_int_equal(gam_rank_p_greater(d, n, &p, NULL), 0);
            assert_true(fabs(p - enumerate(d, n)) < 1e-12);
        }
}

/* Critical values of the one-sided signed rank (Wilcoxon and Wilcox 1964): the largest w with P(W+ <= w) <= alpha. */
static void critical_values_are_those_of_the_table(void **state)
{
    static const struct {
        size_t n, w;
        double alpha;
    } rows[] = {
        { 5, 0, 0.05 },    { 8, 5, 0.05 },    { 8, 3, 0.025 },   { 10, 10, 0.05 },  { 10, 8, 0.025 },  { 10, 5, 0.01 },
        { 10, 3, 0.005 },  { 15, 30, 0.05 },  { 15, 19, 0.01 },  { 20, 60, 0.05 },  { 20, 52, 0.025 }, { 20, 43, 0.01 },
        { 20, 37, 0.005 }, { 25, 100, 0.05 }, { 30, 151, 0.05 }, { 30, 120, 0.01 }, { 50, 397, 0.01 }, { 50, 373, 0.005 }
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(gam_rank_below(rows[i].n, rows[i].w) <= rows[i].alpha);
        assert_true(gam_rank_below(rows[i].n, rows[i].w + 1) > rows[i].alpha);
    }
}

static void extremes(void **state)
{
    const double up[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, zeros[3] = { 0, 0, 0 };
    double p;

    (void)state;
    assert_int_equal(gam_rank_p_greater(up, 10, &p, NULL), 0);
    assert_true(p == 1.0 / 1024);
    assert_int_equal(gam_rank_p_two_sided(up, 10, &p, NULL), 0);
    assert_true(p == 2.0 / 1024);
    assert_int_equal(gam_rank_p_greater(zeros, 3, &p, NULL), 0);
    assert_true(p == 1);
    assert_int_equal(gam_rank_p_greater(up, 0, &p, NULL), 0);
    assert_true(p == 1);
    assert_int_equal(gam_rank_p_greater(up, GAM_RANK_MOST + 1, &p, NULL), -GAM_EINVAL);
    /* the least pairs at .01, at .01/3, at .001 */
    assert_int_equal(gam_rank_least(0.01), 7);
    assert_int_equal(gam_rank_least(0.01 / 3), 9);
    assert_int_equal(gam_rank_least(0.001), 10);
}

/* Hollander and Wolfe's depression scores (Hamilton 1960, n = 9, later minus earlier): estimate -.46, interval at 96.1 %
 * [-.786, -.010], one-sided p 10 / 512. */
static void estimate_of_a_published_example(void **state)
{
    const double before[] = { 1.83, .50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30 };
    const double later[] = { .878, .647, .598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29 };
    double d[9], negative[9], p;
    struct gam_rank_estimate e;

    (void)state;
    for (int i = 0; i < 9; i++) {
        d[i] = later[i] - before[i];
        negative[i] = -d[i];
    }
    assert_int_equal(gam_rank_p_greater(negative, 9, &p, NULL), 0);
    assert_true(fabs(p - 10.0 / 512) < 1e-15);
    assert_int_equal(gam_rank_estimate(d, 9, 0.95, &e, NULL), 0);
    assert_true(fabs(e.value + 0.46) < 1e-12);
    assert_true(fabs(e.low + 0.786) < 1e-12 && fabs(e.high + 0.010) < 1e-12);
    assert_true(fabs(e.level - (1 - 2 * 10.0 / 512)) < 1e-12);
}

static void small_samples_have_no_interval(void **state)
{
    const double d[] = { 1, 2, 3, 4, 5, 6, 7 };
    struct gam_rank_estimate e;

    (void)state;
    assert_int_equal(gam_rank_estimate(d, 7, 1 - 0.05 / 4, &e, NULL), 0);
    assert_true(e.value == 4 && isnan(e.low) && isnan(e.high));
    assert_int_equal(gam_rank_estimate(d, 0, 0.95, &e, NULL), 0);
    assert_true(isnan(e.value));
}

static void quantiles(void **state)
{
    (void)state;
    assert_true(fabs(gam_normal_quantile(0.995) - 2.5758293035489004) < 1e-13);
    assert_true(fabs(gam_normal_quantile(0.9) - 1.2815515655446004) < 1e-13);
    assert_true(fabs(gam_normal_quantile(0.9975) - 2.8070337683438042) < 1e-13);
    assert_true(fabs(gam_normal_quantile(0.5)) < 1e-15);
    assert_true(isnan(gam_normal_quantile(0)) && isnan(gam_normal_quantile(1)));
}

static void holm(void **state)
{
    const double p[] = { 0.01, NAN, 0.04, 0.03, 0.005, 0.9 };
    double out[6];

    (void)state;
    assert_int_equal(gam_holm_adjust(p, 6, out, NULL), 0);
    assert_true(fabs(out[4] - 0.025) < 1e-15 && fabs(out[0] - 0.04) < 1e-15 && fabs(out[3] - 0.09) < 1e-15);
    assert_true(fabs(out[2] - 0.09) < 1e-15 && out[5] == 0.9 && isnan(out[1]));
}

static void spearman(void **state)
{
    const double x[] = { 1, 2, 3, 4, 5 }, up[] = { 1, 4, 9, 16, 25 }, ties[] = { 1, 1, 2, 2, 3 };
    double rho, p;

    (void)state;
    assert_int_equal(gam_spearman(x, up, 5, &rho, &p, NULL), 0);
    assert_true(fabs(rho - 1) < 1e-15 && fabs(p - 2 * 0.022750131948179195) < 1e-12);
    assert_int_equal(gam_spearman(x, ties, 5, &rho, &p, NULL), 0);
    assert_true(fabs(rho - 0.9486832980505138) < 1e-12);
    assert_int_equal(gam_spearman(x, up, 3, &rho, &p, NULL), 0);
    assert_true(isnan(rho));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tails_match_enumeration),
        cmocka_unit_test(critical_values_are_those_of_the_table),
        cmocka_unit_test(extremes),
        cmocka_unit_test(estimate_of_a_published_example),
        cmocka_unit_test(small_samples_have_no_interval),
        cmocka_unit_test(quantiles),
        cmocka_unit_test(holm),
        cmocka_unit_test(spearman),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
