/* SPDX-License-Identifier: MIT */
/* Reference steps of distributed training and inference: what one of n ranks computes and sends.
 *
 *   dp    layers of Y = X W; dW = X' dY; dX = dY W'; the gradients all-reduced in `pieces` buckets     X: rows x width
 *   tp    H = X A, Z = H B, all-reduce Z; dH = dZ B', dX = dH A', all-reduce dX        A: width x 4 width / n of each rank
 *   pp    `pieces` micro-batches of rows through n stages of `layers` products; send to the next stage
 *   moe   all-to-all of the rows to the ranks of their experts, one product there, all-to-all back
 *   ring  attention over n x rows keys: K and V go round, one block of rows x rows scores at a time; width = head size
 *   fsdp  every layer's weights gathered forward and backward, gradients reduce-scattered
 *
 * `part` is what of the step is run: whole; compute, without sending; comm, only sending; single, the same work on one rank.
 */
#ifndef GAM_OPS_KIND_STEP_H
#define GAM_OPS_KIND_STEP_H

#include "ops/collective.h"
#include "ops/op.h"

enum gam_step_what { GAM_STEP_DP, GAM_STEP_TP, GAM_STEP_PP, GAM_STEP_MOE, GAM_STEP_RING, GAM_STEP_FSDP, GAM_STEPS };
enum gam_step_part { GAM_PART_WHOLE, GAM_PART_COMPUTE, GAM_PART_COMM, GAM_PART_SINGLE, GAM_PARTS };

extern const char *const gam_step_words[]; /* NULL-terminated */
extern const char *const gam_step_part_words[];

struct gam_step_shape {
    enum gam_step_what what;
    enum gam_step_part part;
    int ranks, overlap;
    int64_t rows, width, layers, pieces;
};

void gam_step_shape(const struct gam_op *op, struct gam_step_shape *out);

/* One kind of message of the step: `times` collectives of `bytes` each, or sends to a neighbour. */
struct gam_step_message {
    int collective; /* enum gam_collective_what; -1: from one rank to the next */
    double times, bytes;
};

/* What one rank sends in the whole step, in f32; returns how many kinds (0..2). */
int gam_step_messages(const struct gam_step_shape *s, struct gam_step_message out[2]);

#endif
