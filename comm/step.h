/* SPDX-License-Identifier: MIT */
/* Reference steps: each kind computes and sends as ops/kind/step.h says. The same functions run the whole, only its computing,
 * only its sending, and all of the work on one rank, whose result verifies the whole.
 *
 * To add one: a word in ops/kind/step.c, comm/step_<what>.c with a `const struct gam_step_kind`, its row in comm/item_step.c.
 */
#ifndef GAM_COMM_STEP_H
#define GAM_COMM_STEP_H

#include "comm/bench.h"
#include "kernels/impl.h"
#include "ops/kind/step.h"

enum { GAM_STEP_BUFFERS = 12, GAM_STEP_PRODUCTS = 4, GAM_STEP_REQUESTS = 64 };

struct gam_step {
    struct gam_comm_bench *bench;
    struct gam_step_shape s;
    int compute, send; /* which parts are run */
    int ranks, rank;   /* of the work: 1 and 0 when one rank does it all */
    float *buffer[GAM_STEP_BUFFERS];
    size_t n_buffers;
    struct gam_launch product[GAM_STEP_PRODUCTS];
    size_t n_products;
    MPI_Request request[GAM_STEP_REQUESTS];
    int n_requests;
    float *result;
    int64_t n_result; /* of this rank; 0: its result lies elsewhere */
    int chain, depth; /* products one after the other, and the longest sum of one: the tolerance follows */
};

struct gam_step_kind {
    int (*prepare)(struct gam_step *st, struct gam_err *err);
    int (*run)(struct gam_step *st);                        /* once; an MPI error code */
    int64_t (*place)(const struct gam_step *st, int64_t i); /* of element i of this rank's result in that of one rank */
};

extern const struct gam_step_kind gam_step_dp, gam_step_tp, gam_step_pp, gam_step_moe, gam_step_ring, gam_step_fsdp;

/* Zeroed memory of n floats that goes with the step; NULL without. */
float *gam_step_floats(struct gam_step *st, int64_t n);

/* Part of a matrix of seeded values below 1.7 / sqrt(k) in size, so that products of it keep their size: rows x cols from (row,
 * col) of a matrix `whole` wide. */
struct gam_step_part_of {
    int64_t rows, cols, row, col, whole;
    uint64_t tag; /* which matrix */
    double k;
};
void gam_step_fill(float *out, const struct gam_step_part_of *p, uint64_t seed);

/* c = a b of these sizes (beta 1: c += a b), one thread; returns its number, or a negative gam_code. */
struct gam_step_product {
    int64_t m, n, k;
    int ta, tb, beta;
};
int gam_step_plan(struct gam_step *st, const struct gam_step_product *p, struct gam_err *err);
void gam_step_multiply(struct gam_step *st, int which, const float *a, const float *b, float *c); /* unless only sending */

/* Calls of MPI, timed; nothing when only computing. */
int gam_step_all_reduce(struct gam_step *st, float *buffer, int64_t n, int later); /* later: gam_step_wait ends it */
int gam_step_gather(struct gam_step *st, const float *share, float *whole, int64_t n_share);
int gam_step_scatter(struct gam_step *st, const float *whole, float *share, int64_t n_share);
int gam_step_swap(struct gam_step *st, const float *from, float *to, int64_t n_share); /* all-to-all */
int gam_step_send(struct gam_step *st, const float *buffer, int64_t n, int to);
int gam_step_receive(struct gam_step *st, float *buffer, int64_t n, int from);
int gam_step_pass(struct gam_step *st, const float *from, float *to,
                  int64_t n); /* to the next rank of the ring, from the one before */
int gam_step_wait(struct gam_step *st);

#endif
