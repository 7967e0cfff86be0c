/* SPDX-License-Identifier: MIT */
/* A stored run on another device: what each operator would take there, and how sure that is.
 *
 *   T_there = T_mod(ceilings there) / efficiency        efficiency = T_mod(ceilings here) / T_measured(here)
 *
 * The efficiency is the operator's own where the same resource binds it here and there, else the median of its class (operator
 * kind and binding resource), else of all operators that this resource binds, else of all. The interval covers the spread of the
 * class, that of the ceilings (published ones: GAM_DATASHEET_SIGMA) and that of the measured time. It is an estimate; `bound_ns`
 * is what nothing on that device can be faster than, if its figures are true.
 *
 * An operator that the device does not cover runs on the host at its measured time, with its inputs and outputs sent over the
 * host link. Where nobody has published the coverage it is counted as covered and said to be unknown.
 */
#ifndef GAM_ANALYZER_PROJECT_H
#define GAM_ANALYZER_PROJECT_H

#include "analyzer/machine.h"
#include "analyzer/whatif/edit.h"

enum gam_efficiency_rule {
    GAM_EFFICIENCY_OWN_FIRST, /* as above */
    GAM_EFFICIENCY_OWN,       /* always its own: what-ifs on the device that it was measured on */
    GAM_EFFICIENCY_CLASS      /* never its own */
};

struct gam_project_options {
    enum gam_efficiency_rule efficiency;
    const struct gam_edits *edits; /* what-ifs; NULL: none */
    /* Which operators calibrate the classes; NULL: all. */
    int (*calibrates)(void *ctx, const struct gam_report_operator *op);
    void *ctx;
};

struct gam_projected {
    const struct gam_report_operator *op; /* here, borrowed from the report */
    struct gam_op edited;                 /* its shape after the edits; kind NULL: cannot be projected, see `reason` */
    char spec[GAM_OP_SPEC_MAX];
    int covered;        /* 1, 0: runs on the host, -1: not known */
    const char *reason; /* why it has no time, or what is left out of it; NULL */
    struct gam_times times;
    struct gam_model model;
    struct gam_model_result result;
    struct gam_bound bound;        /* label there */
    double efficiency, sigma;      /* NaN: not known; sigma of its ln */
    int held;                      /* it was above 1 and is taken as 1, for published ceilings are not passed */
    size_t calibrated_by;          /* operators of its class */
    char class_[48];               /* "own", "gemm, compute", "memory", "all" */
    struct gam_quantity time_ns;   /* one call there */
    double bound_ns;               /* one call, NaN */
    double way_ns;                 /* of a call: its operands over the host link; part of time_ns */
    double break_even_bytes_per_s; /* gam_projection_offload; NaN: it never pays, or nobody asked */
};

struct gam_projection {
    const struct gam_report *report;
    const struct gam_machine *there;
    struct gam_projected *row; /* the best implementations of the source device, in the report's order */
    size_t n;
    struct gam_quantity here_ns, there_ns; /* of the unit: sums over calls, of the operators that have both */
    double bound_ns;                       /* sum of the bounds; NaN */
    struct gam_quantity speedup;           /* here / there */
    /* Shares of the time here: in operators that run there, that fall back to the host, of which it is not known. */
    double covered_share, fallback_share, unknown_share;
    double batch;          /* samples of a unit there over those here */
    double missing_share;  /* of the measured time: in operators without a time there; left out of here_ns and there_ns */
    double resident_bytes; /* weights of all calls and the largest activations; NaN */
    int fits;              /* 1, 0, -1: capacity not known */
    const char **note;     /* assumptions and gaps, one line each */
    size_t n_notes;
    struct gam_arena *memory; /* private */
};

/* `device`: index of the source device in the report. Release after a failure too. -GAM_EUNSUPPORTED when nothing of it can be
 * projected. Pure; some 20 us per operator. */
int gam_project(const struct gam_report *r, size_t device, const struct gam_machine *there, const struct gam_project_options *o,
                struct gam_projection *out, struct gam_err *err);
void gam_projection_release(struct gam_projection *p);

/* The source device that `project` is asked for when the user names none: the one of most measured time. */
size_t gam_project_source(const struct gam_report *r);

/* Each operator where it is faster: there, with its operands sent over the host link and back, or here. Rewrites the rows' times
 * and reasons and the sums; the link is taken to be `host_scale` times as fast as published. row->break_even_bytes_per_s is the
 * link's rate below which staying is faster. -GAM_EUNSUPPORTED when the host link's rate is not known. */
int gam_projection_offload(struct gam_projection *p, double host_scale, struct gam_err *err);

/* Backtest: what was projected onto a measured device against what was measured there. Operators are paired by spec and
 * implementation. `parts`: those with an even hash of their spec calibrate, those with an odd one are predicted. */
struct gam_backtest_row {
    const struct gam_projected *projected;
    const struct gam_report_operator *measured;
    double error; /* projected / measured - 1 */
    int inside;   /* the measured time lies in the interval */
};
struct gam_backtest {
    struct gam_backtest_row *row;
    size_t n;
    double median, p90;             /* of |error|; NaN without rows */
    double median_low, median_high; /* 95 % interval of the median by order statistics; NaN with fewer than six rows */
    double inside_share;
    /* What the machine did meanwhile, to be read beside the error: |there / here - 1| over the ceilings of one id that both runs
     * measured, its median and the largest. NaN: none, or both are one run. */
    double roofs_moved, roofs_moved_most;
    size_t n_roofs;
};
struct gam_backtest_input {
    const struct gam_projection *projection;
    const struct gam_report *here, *there; /* here: whose roofs are looked at; NULL or the same: none are */
    size_t device;                         /* in `there` */
    int threads;
    int odd_only; /* only operators whose spec has an odd hash: the others calibrated */
};
int gam_backtest(const struct gam_backtest_input *in, struct gam_arena **memory, struct gam_backtest *out, struct gam_err *err);
int gam_spec_calibrates(const char *spec); /* its hash is even */
uint64_t gam_spec_hash(const char *spec);  /* FNV-1a: of the canonical spec */

#endif
