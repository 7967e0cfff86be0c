/* SPDX-License-Identifier: MIT */
/* Change points of a series of medians over time: where its level moved and stayed. Segmentation over ranks: the stretch
 * with the largest standardised difference of mean ranks, its p by permutation (which pays for having chosen the best one), then
 * the parts again. Ranks and a least length of a segment keep single spikes from counting. Deterministic: the
 * permutations are seeded.
 */
#ifndef GAM_ANALYZER_GATE_CHANGE_H
#define GAM_ANALYZER_GATE_CHANGE_H

#include <stddef.h>
#include <stdint.h>

struct gam_err;

enum { GAM_CHANGE_SEGMENT = 3, GAM_CHANGE_PERMUTATIONS = 1999, GAM_CHANGES_MOST = 64 };

struct gam_change_rule {
    double alpha;     /* 0.001 */
    double magnitude; /* least change of the median, as a fraction: 0.03 */
};

struct gam_change {
    size_t at;            /* the first point of the new level */
    double before, after; /* medians of the segments on both sides */
    double p;
};

/* In order of time; the work grows with the square of n_values (callers give the last 200). At most GAM_CHANGES_MOST, *n of them.
 * Values must be above zero: -GAM_ENUMERIC. */
int gam_changes_find(const double *value, size_t n_values, const struct gam_change_rule *rule, struct gam_change *out, size_t *n,
                     struct gam_err *err);

#endif
