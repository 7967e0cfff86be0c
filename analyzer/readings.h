/* SPDX-License-Identifier: MIT */
/* Meter readings of measurements, summarised like times: per round the median, then the median of rounds. */
#ifndef GAM_ANALYZER_READINGS_H
#define GAM_ANALYZER_READINGS_H

#include "analyzer/rounds.h"

/* Furthest that a counter's truth test (measured / true) may lie from 1. */
#define GAM_TRUST_TOLERANCE 0.05

struct gam_readings {
    const struct gam_runset *run;
    struct gam_reading_entry *entry; /* sorted by measurement, quantity, round */
    size_t n;
    const struct gam_round_table *rounds;
};

int gam_readings_build(const struct gam_runset *run, const struct gam_round_table *rounds, struct gam_arena **arena,
                       struct gam_readings *out, struct gam_err *err);

/* Quantity `name` of a measurement: of one iteration when it is a count over an interval, as it is when it is a level. Missing
 * with a reason when nothing read it, when the reading failed, or when its truth test lies outside the tolerance. An event that
 * was not tested is flagged GAM_Q_UNTRUSTED. The reason is borrowed from the run or static. */
struct gam_quantity gam_readings_get(const struct gam_readings *r, size_t measurement, const char *name);

/* Sum of all readings of a quantity over the run divided by the time of the samples that they belong to; NaN without any. */
double gam_readings_time_share(const struct gam_readings *r, const char *name);

#endif
