/* SPDX-License-Identifier: MIT */
/* Values per round. A measurement's value in a round is the median, over its samples of that round without counters (pass 0),
 * of duration / iterations; with several ranks, of the slowest rank. What is reported is the median of the round values with
 * an interval from their order statistics: samples are never pooled over rounds.
 */
#ifndef GAM_ANALYZER_ROUNDS_H
#define GAM_ANALYZER_ROUNDS_H

#include "analyzer/arena.h"
#include "common/record/quantity.h"
#include "common/record/runset.h"
#include "common/stats.h"

struct gam_err;

enum { GAM_ROUNDS_MAX = 4096, GAM_ROUNDS_LEAST = 6 /* for an interval and a label */ };

struct gam_round_table {
    int n_rounds;
    size_t n_measurements;
    double *ns;      /* [measurement * n_rounds + round], NaN: not visited */
    double *wait_ns; /* likewise: mean over ranks minus the fastest rank; NaN with one rank. NULL when every sample has rank 0 */
    unsigned char *untimed; /* per measurement: has samples whose time or iterations are not above 0 */
    size_t ignored;         /* samples that no value can come from: time or iterations not above 0, round out of range */
    double *scratch;        /* n_rounds */
};

/* From the samples of a run; the memory comes from the arena. */
int gam_rounds_build(const struct gam_runset *run, struct gam_arena **arena, struct gam_round_table *out, struct gam_err *err);

static inline const double *gam_rounds_of(const struct gam_round_table *t, size_t measurement)
{
    return t->ns + measurement * (size_t)t->n_rounds;
}

/* Median and interval over rounds of n_rounds values, NaN left out. */
struct gam_interval gam_rounds_interval(const struct gam_round_table *t, const double *value);

/* The same as a quantity; too few rounds leave the interval open and say so. */
struct gam_quantity gam_interval_quantity(struct gam_interval i, const char *unit, enum gam_source source);

#endif
