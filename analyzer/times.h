/* SPDX-License-Identifier: MIT */
/* Resource times of an operator: its work over the ceilings of its device, as leaves of the model.
 *
 * t_c = F_fma / P_fma + F_special / P_special on one pipe (classes that share the vector unit add up)
 * t_m = max over levels of Q_l / B_l · t_n = messages * alpha + V / N of the link · t_o = launches * launch time
 * t_h = copies * start of a copy + V / N, each way, of the link to the host, where a run begins and ends in the host's memory
 */
#ifndef GAM_ANALYZER_TIMES_H
#define GAM_ANALYZER_TIMES_H

#include "analyzer/ceilings.h"
#include "analyzer/model.h"
#include "analyzer/work.h"

/* Part of a leaf: an amount of work against one ceiling. */
struct gam_part {
    double low, high; /* FLOPs, bytes, launches: equal when exact */
    const struct gam_ceiling *ceiling;
};

struct gam_leaf {
    enum gam_resource_kind kind;
    char name[16];
    struct gam_part part[4];
    size_t n_parts;
};

struct gam_times {
    struct gam_leaf leaf[GAM_RESOURCES];
    size_t n;
    char missing[160]; /* the first thing that no ceiling was found for; empty: nothing is missing */
    /* The serving level has no ceiling of its own that is not void, and that of a level behind it stands in: what comes from
     * there is no faster. The index of that level; -1: not so. */
    int stand_in;
    double omega; /* part of the shorter of device and network time that the other hides; 0 without a measurement */
};

struct gam_crew {
    int workers; /* threads of the measurement: whose roofs count */
    int started; /* threads that a launch starts: 1 or 0 when the implementation runs a small operator on the calling thread */
    const char *link;          /* that an operator of several ranks sends over; NULL: not known */
    enum gam_host_memory host; /* where a run's operands come from and its results go */
};

/* Leaves for every resource of the operator's work that a ceiling that is not void exists for. What is missing is named, and no
 * label may then be decided. */
void gam_times_build(const struct gam_report_device *d, const struct gam_levels *levels, const struct gam_work *work,
                     struct gam_crew crew, struct gam_times *out);

enum gam_end { GAM_END_LOW, GAM_END_MIDDLE /* geometric mean */, GAM_END_HIGH };

/* Time of a leaf at the ceilings' own values. */
double gam_leaf_ns(const struct gam_leaf *leaf, enum gam_end end);

/* The same in one round, from the ceilings' values of that round. A ceiling that was never measured in the report's rounds (roofs
 * of another run) counts with its own value; NaN when one that was has no value in this round. */
double gam_leaf_round_ns(const struct gam_leaf *leaf, enum gam_end end, int round, int n_rounds);

/* The model of all leaves; round < 0: at the ceilings' own values. Returns false when a leaf has no time in that round. */
bool gam_times_model(const struct gam_times *t, enum gam_end end, int round, int n_rounds, double p, struct gam_model *out);

/* Index of the leaf of this kind with the largest low end; -1: none. */
int gam_times_largest(const struct gam_times *t, enum gam_resource_kind kind);

#endif
