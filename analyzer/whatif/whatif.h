/* SPDX-License-Identifier: MIT */
/* The answer to a what-if: of a run's operators (edits, another device) or of a transformer that is only described.
 *
 * An answer is a bound (nothing can be better, if the figures are true) or an estimate (how close one came to the model stays as
 * it is), never both: `bound`. Scaling one resource by k never gives more than k. For each resource: what remains when it takes
 * no time (k -> infinity), and the k at which it stops binding.
 */
#ifndef GAM_ANALYZER_WHATIF_H
#define GAM_ANALYZER_WHATIF_H

#include "analyzer/whatif/project.h"

struct gam_whatif_limit {
    enum gam_resource_kind kind;
    double share;      /* elasticity of the whole, after the edits */
    double limit_ns;   /* of the whole when it takes no time */
    double speedup;    /* that this is worth at most */
    double flips_at_k; /* the factor at which it stops binding; NaN: it does not bind, or binds at any factor */
};

struct gam_whatif_part {
    const char *name; /* "weights", "tensor-parallel all-reduce" ... */
    double value;
    const char *unit;
};

enum { GAM_WHATIF_PARTS = 24, GAM_WHATIF_NOTES = 12, GAM_WHATIF_EDITS = 24 };

struct gam_whatif {
    const char *subject;              /* "run" or "model" */
    const char *name, *device, *unit; /* device there; may be NULL */
    const char *edit[GAM_WHATIF_EDITS];
    size_t n_edits;
    int bound; /* the answer is a bound, not an estimate */
    struct gam_quantity before_ns, after_ns, speedup;
    struct gam_bound label_before, label_after; /* of the whole: the resource with elasticity >= 1/2 */
    struct gam_whatif_limit limit[5];
    size_t n_limits;
    const struct gam_projection *projection;       /* of a run; NULL */
    struct gam_whatif_part part[GAM_WHATIF_PARTS]; /* of a model */
    size_t n_parts;
    const struct gam_backtest *backtest; /* NULL */
    int fits;                            /* in memory: 1, 0, -1: not known */
    double claim;                        /* a speed-up that somebody claims; NaN */
    int claim_possible;
    char claim_reason[200];
    const char *note[GAM_WHATIF_NOTES];
    size_t n_notes;
};

/* Fills all but names, edits and backtest from the projection after the edits; `before` without them, on the device of the run.
 */
void gam_whatif_of_run(const struct gam_projection *before, const struct gam_projection *after, const struct gam_edits *e,
                       struct gam_whatif *out);

/* A claimed speed-up from scaling resources: at most the largest factor, and no more than the model gives. */
void gam_whatif_claim(struct gam_whatif *w, const struct gam_edits *e, double claim);

/* Closed forms. Sources: docs/whatif.md. */
double gam_amdahl(double share, double factor);                            /* 1 / (1 - f + f / k) */
double gam_bubble(double stages, double micro_batches, double interleave); /* (p - 1) / (v m) of the ideal time */
/* Of n ranks: what summing compressed gradients gains over sending them whole, per byte; 2c/n when every rank must gather all. */
double gam_compression_gain(double ranks, double ratio, int reducible);
/* Weight-only quantisation pays below this batch: ridge x bytes per weight / 2. */
double gam_critical_batch(double ridge_flop_per_byte, double bytes_per_weight);

struct gam_offload {
    double flop, bytes, here_flop_per_s, there_flop_per_s, latency_s, bytes_per_s;
};
double gam_offload_s(const struct gam_offload *o);          /* there, with the way */
double gam_offload_break_even(const struct gam_offload *o); /* bytes/s below which staying is faster; NaN: never pays */

#endif
