/* SPDX-License-Identifier: MIT */
/* State of one analysis, shared by its steps in this order: ceilings, operators, judgement, ranking, findings. */
#ifndef GAM_ANALYZER_ANALYSIS_H
#define GAM_ANALYZER_ANALYSIS_H

#include "analyzer/ceilings.h"
#include "analyzer/label.h"
#include "analyzer/times.h"
#include "analyzer/work.h"

/* What is known about an operator beside its row in the report. */
struct gam_subject {
    size_t measurement;
    double footprint_bytes; /* of one set of operands */
    double touched_bytes;   /* of all sets that are rotated through */
    struct gam_work work;
    struct gam_times times;
    struct gam_crew crew;
    double omega;      /* measured overlap of computing and sending; 0 */
    const char *note;  /* how it is judged otherwise than its shape says; NULL */
    const char *fault; /* a count that cannot be true; NULL */
};

struct gam_analysis {
    const struct gam_runset *run;
    const struct gam_analyze_facts *facts; /* may be NULL */
    struct gam_report *report;
    struct gam_round_table rounds;
    struct gam_readings readings;
    struct gam_roof_source roofs;
    struct gam_levels *levels;     /* per device */
    struct gam_report_device *own; /* per device: ceilings of this run itself, the spot check when roofs are another run's */
    struct gam_subject *subject;   /* per operator of the report, until they are ranked */
    double *ratio[6];              /* n_rounds each: room for values of one operator */
    struct gam_draws_memo *memo;
    struct gam_arena *scratch;
    int paired; /* roofs and operators are of one run */
};

/* Interval of one leaf's time, at the low end of its work, over the operator's measured time. Overwrites a->ratio[0]. */
struct gam_interval gam_leaf_share(struct gam_analysis *a, const struct gam_report_operator *op, const struct gam_leaf *leaf);

/* Resource times from its work as it stands. */
void gam_subject_build(struct gam_analysis *a, const struct gam_report_operator *op, struct gam_subject *s);

/* The leaf of the memory level that serves the operator; -1. */
int gam_subject_serving_leaf(const struct gam_analysis *a, const struct gam_report_operator *op, const struct gam_subject *s);

/* A cache serves a noticeable part of what is up to this many times its size. */
#define GAM_RESIDENT_MOST 4.0

/* The next inner level is large enough to be what serves the operator. */
bool gam_subject_may_move_in(const struct gam_analysis *a, const struct gam_report_operator *op, const struct gam_subject *s);

/* Builds the resource times of an operator. A number above its roof has a cause that is looked for before it is called invalid:
 * - faster than starting its threads: it did not start them;
 * - faster than its memory level: the next inner level serves it, if that is large enough;
 * - faster than fma and special work one after the other: they overlap.
 * What was found stands in s->note. */
int gam_subject_times(struct gam_analysis *a, const struct gam_report_operator *op, struct gam_subject *s, struct gam_err *err);

/* Steps; each returns 0 or a negative gam_code. */
int gam_analysis_ceilings(struct gam_analysis *a, struct gam_err *err);  /* devices, levels, ceilings, overlap exponent */
int gam_analysis_operators(struct gam_analysis *a, struct gam_err *err); /* identity, times, work */
int gam_analysis_raise(struct gam_analysis *a, struct gam_err *err);     /* roofs that verified operators beat */
int gam_analysis_counters(struct gam_analysis *a, struct gam_err *err);  /* executed FLOPs, traffic, energy */
int gam_analysis_judge(struct gam_analysis *a, struct gam_err *err);     /* resource times, elasticities, labels, gains */
int gam_analysis_rank(struct gam_analysis *a, struct gam_err *err);      /* best implementations, shares, order, ids */
int gam_analysis_noise(struct gam_analysis *a, struct gam_err *err);     /* spread of the spot-check roofs, stolen time */
int gam_analysis_findings(struct gam_analysis *a, struct gam_err *err);

/* The overlap exponents to reckon with: what was fitted, or all that is possible. */
struct gam_overlap gam_device_overlap(const struct gam_report_device *d);

static inline int gam_operator_timed(const struct gam_report_operator *op)
{
    return (op->status == GAM_STATUS_OK || op->status == GAM_STATUS_PARTIAL) && !isnan(op->time_ns.value);
}

#endif
