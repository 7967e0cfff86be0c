/* SPDX-License-Identifier: MIT */
/* The exact statistics of paired differences. All tests are Wilcoxon's signed rank: the ranks of the magnitudes are fixed and
 * under "no difference" every sign is a fair coin, so the distribution is counted out, not approximated. Zeros keep their rank
 * but have no sign (Pratt 1959); ties share the mean rank; both enter the exact distribution as they are.
 */
#ifndef GAM_ANALYZER_GATE_RANK_H
#define GAM_ANALYZER_GATE_RANK_H

#include <stddef.h>

struct gam_err;

enum { GAM_RANK_MOST = 512 }; /* differences */

/* P(W+ >= what was seen): small when the differences are positive. n = 0 or only zeros: 1. NaN is not allowed. */
int gam_rank_p_greater(const double *d, size_t n, double *p, struct gam_err *err);
int gam_rank_p_two_sided(const double *d, size_t n, double *p, struct gam_err *err); /* twice the smaller tail, at most 1 */

struct gam_rank_estimate {
    double value;     /* Hodges-Lehmann: median of the n (n + 1) / 2 averages of pairs of differences; NaN for n = 0 */
    double low, high; /* of at least the asked level; NaN: n is too small for one */
    double level;     /* the interval's exact level for differences without ties; NaN without one */
};
/* Two-sided interval of the shift by inverting the test. */
int gam_rank_estimate(const double *d, size_t n, double level, struct gam_rank_estimate *out, struct gam_err *err);

/* P(W+ <= w) for n differences without zeros or ties. */
double gam_rank_below(size_t n, size_t w);

/* The least n at which a one-sided p can be below alpha: 2^-n < alpha. */
size_t gam_rank_least(double alpha);

double gam_normal_quantile(double p); /* of the standard normal; 0 < p < 1 */

/* Holm's step-down: adjusted p of each, capped at 1. `out` may be `p`. NaN entries stay NaN and are not counted. */
int gam_holm_adjust(const double *p, size_t n, double *out, struct gam_err *err);

/* Spearman's rank correlation and its two-sided p by the normal approximation of r sqrt(n - 1); NaN for n < 4. */
int gam_spearman(const double *x, const double *y, size_t n, double *rho, double *p, struct gam_err *err);

#endif
