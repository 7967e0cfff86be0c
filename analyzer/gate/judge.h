/* SPDX-License-Identifier: MIT */
/* The rule of the gate: a group-sequential, three-valued test of paired slots.
 *
 * d = ln(candidate / base) of a pair, its sign turned where higher is better, so that positive is worse. The order inside a pair
 * is random, so that under "no difference" the sign of d is a fair coin whatever the noise, the drift or the autocorrelation.
 * With K looks and the threshold t = max(relative, absolute / base):
 *   regression  Holm-adjusted p of "d > 0" < alpha / K, and the Hodges-Lehmann estimate > ln(1 + t)
 *   pass        p of "d < ln(1 + t)" < 0.05 / K, and mde <= 2 t (what could not have been seen was not looked for)
 *   undecided   neither, after the last look
 * Bonferroni over the looks holds the error of both. Interval: level 1 - 0.05 / K, which stays 95 % under optional stopping.
 * mde = exp(max((z(1 - alpha/(K m)) + z(power)) s, ln(1 + t) + z(power) s)) - 1, s = sd sqrt(1.05 / n), m the cases of the gate:
 * the smallest effect that the rule calls with that power at this n. A case that was decided keeps its verdict and stays in
 * Holm's family.
 */
#ifndef GAM_ANALYZER_GATE_JUDGE_H
#define GAM_ANALYZER_GATE_JUDGE_H

#include "analyzer/gate/gate.h"

struct gam_err;

struct gam_gate_rule {
    double alpha, power;                  /* of a regression; of the mde */
    size_t look[GAM_GATE_LOOKS], n_looks; /* pairs at each, ascending */
};
extern const struct gam_gate_rule gam_gate_rule_default; /* 0.01, 0.9, 10 20 40 80 */

/* 0, or -GAM_EINVAL: looks that do not ascend, fewer pairs than any test can decide with, alpha outside (0, 0.5) ... */
int gam_gate_rule_check(const struct gam_gate_rule *rule, struct gam_err *err);

/* One case and metric while it is being judged. */
struct gam_gate_series {
    enum gam_gate_better better; /* LOWER or HIGHER */
    double threshold_ratio, threshold_abs;
    struct gam_gate_pair *pair; /* caller's array; in the order of execution */
    size_t n;                   /* pairs in it */
    int decided;
    enum gam_gate_verdict verdict;
    enum gam_gate_why why;
    struct gam_gate_outcome outcome; /* as of the last look; `pair` is not set */
};

/* Judges every series that is not decided, with the pairs that it has, as look `look` (0-based). At the last look the rest
 * becomes undecided. Pairs with a missing value and disturbed ones are left out; more than a quarter of missing ones makes the
 * series not-comparable, of both together too when no further look can mend it. A value that is not above zero has no ratio:
 * -GAM_ENUMERIC. */
int gam_gate_judge_look(const struct gam_gate_rule *rule, struct gam_gate_series *series, size_t n, size_t look,
                        struct gam_err *err);

/* Fills the outcome's estimates from the pairs; p_adjusted is left alone. `looks` is set by the caller. */
int gam_gate_estimate(const struct gam_gate_rule *rule, size_t family, struct gam_gate_series *s, struct gam_err *err);

/* The larger of the two thresholds as a fraction of `base`. */
double gam_gate_threshold(const struct gam_gate_series *s, double base);
double gam_gate_mde(const struct gam_gate_rule *rule, size_t family, double sd, size_t n, double threshold);
void gam_gate_outcome_clear(struct gam_gate_outcome *o); /* everything unknown */

#endif
