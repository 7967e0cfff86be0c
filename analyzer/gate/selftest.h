/* SPDX-License-Identifier: MIT */
/* Self-tests of ceilings, on values of the same rounds. A test asks whether a ratio lies inside a window: a ceiling whose 95 %
 * interval of the ratio lies wholly outside is void, one that straddles an end is noisy, and so is one whose interval cannot be
 * formed. The worst verdict of all tests counts.
 */
#ifndef GAM_ANALYZER_SELFTEST_H
#define GAM_ANALYZER_SELFTEST_H

#include "analyzer/ceilings.h"

struct gam_window {
    double low, high;
};

/* Twice the work takes this many times the time. */
#define GAM_WINDOW_DOUBLE ((struct gam_window){ 1.9, 2.1 })
/* An inner level is at least as fast as the next outer one, up to 5 % of noise. */
#define GAM_WINDOW_ORDER ((struct gam_window){ 0.95, INFINITY })
/* First half of the rounds over second half. */
#define GAM_WINDOW_HALVES ((struct gam_window){ 0.8, 1.25 })

enum gam_validity gam_window_verdict(struct gam_interval ratio, struct gam_window window);

/* Ratio of the medians of two samples as the Hodges-Lehmann estimate (median of all quotients a_i / b_j) with the exact 95 %
 * interval of the rank-sum test: quotients number k + 1 from both ends, k the largest with 2 P(U <= k) <= 0.05. No interval
 * (NaN) when none is that sure (fewer than 4 and 4 values). */
struct gam_interval gam_halves_ratio(const double *a, size_t n, const double *b, size_t m, double *scratch /* n * m */);

/* Lowers a ceiling's validity and keeps the reason of the worst test. */
void gam_ceiling_doubt(struct gam_ceiling *c, enum gam_validity verdict, const char *reason);

/* The tests of one ceiling: twin doubling (`control_ns` NULL: there is none), halves. round: its values in the source's rounds.
 */
struct gam_selftest_input {
    const struct gam_ceiling_context *context;
    const double *ns, *control_ns, *round;
};
int gam_selftest_single(const struct gam_selftest_input *in, struct gam_ceiling *c, struct gam_err *err);

/* The order of levels, over all plain memory ceilings of a device; value: round values per ceiling in the source's rounds. */
int gam_selftest_order(const struct gam_ceiling_context *context, struct gam_report_device *d, double *const *value,
                       struct gam_err *err);

#endif
