/* SPDX-License-Identifier: MIT */
/* How sure a label is: 10 000 seeded draws of every uncertain input, each noting the resource with elasticity >= 1/2.
 *
 * A ceiling is drawn as a lognormal around its value, sigma from its 95 % interval; work with a range (bytes from the shape)
 * log-uniformly over it; FLOPs from the shape are exact. Draws of one ceiling depend on its id and the seed only, so that
 * adding an operator to a run changes nothing about the others. The measured time has no part in the elasticities.
 *
 * With two resources and the max model the share must agree with the closed form gam_confidence_of_two.
 */
#ifndef GAM_ANALYZER_DRAWS_H
#define GAM_ANALYZER_DRAWS_H

#include "analyzer/times.h"

enum { GAM_DRAWS = 10000 };

struct gam_draws_result {
    double of_kind[5];  /* share of draws in which that resource kind has elasticity >= 1/2 */
    double none;        /* share without one: the five and this sum to 1 */
    double near_tie;    /* share in which the two largest resource times differ by less than 10 % */
    int level;          /* the memory leaf with the largest median time, the outer one of equals; -1: memory never binds */
    double level_share; /* share of the draws in which memory binds that this level is the slowest in */
};

/* One uncertain factor. */
struct gam_draw_leaf {
    enum gam_resource_kind kind;
    double time;     /* its median */
    double sigma;    /* of ln time; 0: exact */
    double ln_range; /* ln(high / low) of the work: drawn uniformly over -half .. +half; 0: exact */
    uint64_t seed;
};

/* The overlap exponent is drawn log-uniformly from p_low .. p_high: equal when it was measured, 1 .. 16 when not. */
struct gam_overlap {
    double p_low, p_high, omega;
};

/* Some 2 ms unless the corners of what can be drawn decide already. */
void gam_draws_run(const struct gam_draw_leaf *leaf, size_t n, struct gam_overlap overlap, struct gam_draws_result *out);

/* Results of earlier draws: operators of equal shape have equal leaves, and a trace holds many of them. NULL-safe. */
struct gam_draws_memo;
struct gam_draws_memo *gam_draws_memo_new(struct gam_arena **arena); /* NULL without memory */
void gam_draws_recall(struct gam_draws_memo *memo, const struct gam_draw_leaf *leaf, size_t n, struct gam_overlap overlap,
                      struct gam_draws_result *out);

/* The leaves of an operator; a leaf of two parts gets the sigma of its sum to first order. */
size_t gam_draws_leaves(const struct gam_times *t, uint64_t seed, struct gam_draw_leaf out[GAM_RESOURCES]);

/* Sigma of ln of a ceiling: half the width of its 95 % interval over 1.96; 0.15 for datasheet values; NaN without an interval. */
double gam_ceiling_sigma(const struct gam_ceiling *c);

/* P(t_a > t_b) of two independent lognormal times: Phi(ln(t_a / t_b) / sqrt(sigma_a^2 + sigma_b^2)); without spread 0, 1/2 or 1.
 */
double gam_confidence_of_two(double t_a, double sigma_a, double t_b, double sigma_b);

#endif
