/* SPDX-License-Identifier: MIT */
/* Meter readings of measurements. A reading stands with one sample and covers all samples of its visit (measurement, round,
 * pass), so that a count of one iteration is the visit's readings over the visit's iterations. Summarised like times: a value
 * per round, then the median of the rounds.
 */
#ifndef GAM_ANALYZER_READINGS_H
#define GAM_ANALYZER_READINGS_H

#include "analyzer/rounds.h"

#include <math.h>

/* The truth test of an event (measured / true, NaN: not tested) lies within 0.05 of 1, or was not made. */
static inline bool gam_trust_passes(double trust)
{
    return !(fabs(1 - trust) > 0.05 + 1e-9);
}

struct gam_readings {
    const struct gam_runset *run;
    const struct gam_round_table *rounds;
    struct gam_visit *visit; /* private: sorted by measurement, round, pass */
    size_t n_visits;
    struct gam_reading_entry *entry; /* private: sorted by measurement, quantity, round, pass */
    size_t n;
    const char **missing; /* per quantity_def: why it was never read; NULL */
};

int gam_readings_build(const struct gam_runset *run, const struct gam_round_table *rounds, struct gam_arena **arena,
                       struct gam_readings *out, struct gam_err *err);

/* Quantity `name` of a measurement: of one iteration when it is a count over an interval, as it is when it is a level. Missing
 * with a reason when nothing read it, when the reading failed, or when its truth test lies outside the tolerance. An event that
 * was not tested is flagged GAM_Q_UNTRUSTED. Unit and reason are borrowed from the run or static. */
struct gam_quantity gam_readings_get(const struct gam_readings *r, size_t measurement, const char *name);

/* Energy of one iteration in one scope, gross or net. Of several meters of the same scope the first that has a value; scopes are
 * never added. *which: the definition it is of, NULL when no meter covers the scope. */
struct gam_quantity gam_readings_energy(const struct gam_readings *r, size_t measurement, enum gam_scope scope, int net,
                                        const struct gam_quantity_def **which);

/* The shortest of its visits that have a value of that quantity; NaN without any. */
double gam_readings_visit_ns(const struct gam_readings *r, size_t measurement, const struct gam_quantity_def *def);

/* Sum of all readings of a time quantity over the processor time of their visits (duration * threads); NaN without any. */
double gam_readings_time_share(const struct gam_readings *r, const char *name);

#endif
