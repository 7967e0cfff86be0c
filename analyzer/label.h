/* SPDX-License-Identifier: MIT */
/* The label of an operator: seven rules in a fixed order, on intervals over rounds. See docs/model.md.
 *
 * To add a rule: a function in label.c and a row in its table at the place where it is to be asked.
 */
#ifndef GAM_ANALYZER_LABEL_H
#define GAM_ANALYZER_LABEL_H

#include "analyzer/draws.h"
#include "analyzer/rounds.h"

/* Limits of the rules. */
#define GAM_LIMIT_INVALID    1.05 /* T_lo / T above which a number must be wrong */
#define GAM_LIMIT_BINDING    0.5  /* elasticity of what binds */
#define GAM_LIMIT_EXPLAINED  0.60 /* T_mod / T below which the model explains too little */
#define GAM_LIMIT_CONFIDENCE 0.90 /* share of draws */

/* Everything that the rules look at. Ratios are formed inside a round, then summarised: an interval without `low` means too few
 * rounds, n = 0 that there is nothing. */
struct gam_label_input {
    const char *fault;                       /* what is wrong with a time or a count; NULL: nothing */
    const char *missing;                     /* what the model lacks; NULL or empty: nothing */
    struct gam_interval epsilon;             /* T_lo / T */
    struct gam_interval roof_share;          /* max(t_c, t_m, t_n, t_h) / T */
    struct gam_interval explained;           /* T_mod / T with the high ends of the work */
    struct gam_interval overhead_elasticity; /* e_o */
    struct gam_interval overhead_share;      /* t_o / T */
    struct gam_interval wait_share;          /* waiting of ranks for each other / T; n = 0 with one rank */
    double of_kind[5];                    /* resource times, enum gam_resource_kind: memory the slowest level, network the sum */
    const char *name[5];                  /* what each is called: the slowest level, the slowest link; never NULL */
    double message_ns[5], transfer_ns[5]; /* of the network and the link to the host: latencies in a row, bytes over bandwidth */
    struct gam_draws_result draws;
    const char *drawn_level; /* level that the draws found to bind where memory does; NULL: never */
};

/* What a resource is called in the input, and the leaves of the model as they are drawn. */
struct gam_label_resources {
    size_t n;
    struct gam_draw_leaf leaf[GAM_RESOURCES];
    const char *name[GAM_RESOURCES];
    struct gam_overlap overlap;
    struct gam_draws_memo *memo; /* may be NULL */
};

/* Fills of_kind, name, draws and drawn_level of the input from the leaves; draw = 0: without draws (nothing will be decided). */
void gam_label_resources(const struct gam_label_resources *r, int draw, struct gam_label_input *in);

void gam_label_decide(const struct gam_label_input *in, struct gam_bound *out);

/* Waiting and transfer of one collective from its duration on each rank: transfer is the fastest rank's, waiting the mean of the
 * durations minus that. Same unit as the input; n >= 1. */
void gam_imbalance(const double *duration, size_t n, double *waiting, double *transfer);

/* Adds to the reason, as far as it fits. */
void gam_bound_explain(struct gam_bound *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
