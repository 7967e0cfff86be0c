/* SPDX-License-Identifier: MIT */
/* The course of one job of a gate, without running anything: it says which slots come next, takes their values, and judges at
 * the looks. Whoever drives it runs the slots: the commands of `gambrel gate`, the proof program, a simulation.
 *
 *     while (gam_gate_job_next(&job, &step)) { run the two slots in step's order; gam_gate_job_put(&job, first, second, &err); }
 *
 * The order is balanced and random within each look; every fourth pair is followed by a pair of the base against itself.
 */
#ifndef GAM_ANALYZER_GATE_JOB_H
#define GAM_ANALYZER_GATE_JOB_H

#include "analyzer/gate/judge.h"

enum { GAM_GATE_CONTROL_EVERY = 4 };

struct gam_gate_step {
    int control;    /* base against base: `cand` below stands for the second copy of the base */
    int cand_first; /* order of the two slots */
    size_t look;
};

struct gam_gate_job {
    const struct gam_gate_rule *rule; /* borrowed */
    struct gam_gate_series *series;   /* the caller's, n of them; their pair arrays are this job's */
    struct gam_gate_series *control;  /* likewise; NULL: none */
    size_t n;
    unsigned char *order; /* cand_first of every pair */
    unsigned char *control_order;
    size_t pairs, controls, look; /* done */
    int control_due, done;
    int disturbed; /* the pair that comes next */
};

/* Allocates what the looks can need. `seed` decides the order. `control`: interleave the control. */
int gam_gate_job_init(struct gam_gate_job *job, const struct gam_gate_rule *rule, struct gam_gate_series *series, size_t n,
                      int control, uint64_t seed, struct gam_err *err);
void gam_gate_job_release(struct gam_gate_job *job); /* the pairs of the series too */

int gam_gate_job_next(const struct gam_gate_job *job, struct gam_gate_step *step); /* 0: done */
/* The machine disturbed the pair that put brings next: it is kept, marked, and left out of every estimate. */
void gam_gate_job_disturbed(struct gam_gate_job *job);
/* Values of the step that next gave: n each, NaN where a slot did not report one. Judges when the look is complete. */
int gam_gate_job_put(struct gam_gate_job *job, const double *base, const double *cand, struct gam_err *err);
/* The time is out (or the user stopped): what is not decided becomes undecided with its estimates so far. */
int gam_gate_job_stop(struct gam_gate_job *job, enum gam_gate_why why, struct gam_err *err);

/* The control of series i; p and ratio NaN without pairs. fired: p < alpha and beyond the threshold. */
int gam_gate_job_control(const struct gam_gate_job *job, size_t i, struct gam_gate_control *out, struct gam_err *err);

/* Signs of trouble over the pairs of one series; steal_share and the counts are left alone. */
int gam_gate_diagnose(const struct gam_gate_series *s, struct gam_gate_diagnostics *out, struct gam_err *err);

#endif
