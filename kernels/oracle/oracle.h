/* SPDX-License-Identifier: MIT */
/* References in double for single output elements, inputs, and the verification of a measured shape. */
#ifndef GAM_KERNELS_ORACLE_ORACLE_H
#define GAM_KERNELS_ORACLE_ORACLE_H

#include "ops/op.h"

struct gam_err;

struct gam_oracle {
    const char *kind;
    /* For each of the n flat indices into the output operand: the exact value in double and the sum of |a_i b_i| that an error
     * is measured against. `operand` as the implementation got them (inputs unchanged). */
    int (*reference)(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value, double *magnitude);
    /* Optional check of the whole output at the cost of a matrix-vector product (Freivalds): worst |Cx - A(Bx)| over magnitude. */
    int (*whole)(const struct gam_op *op, void *const *operand, uint64_t seed, double *error);
};

extern const struct gam_oracle *const gam_oracles[]; /* generated */

struct gam_verdict {
    double error, tolerance; /* error NaN: the output holds a NaN, an infinity or poison */
    uint64_t checked;        /* elements */
    uint64_t worst_index;
    int right;
};

/* Fills operand i of `op` from the seed, as its fill says, with up to `threads` threads. */
void gam_inputs_fill(const struct gam_op *op, size_t which, void *memory, uint64_t seed, int threads);
/* NaN patterns (floats) or 0xA5 bytes, so that an element never written shows. */
void gam_inputs_poison(const struct gam_op *op, size_t which, void *memory);

/* Compares the output: every element when that is cheap (< 50 ms), else >= 256 (corners, last row and column, tile edges,
 * seeded random) and `whole` where the kind has it. -GAM_EUNSUPPORTED: the kind has no oracle. */
int gam_verify(const struct gam_op *op, void *const *operand, unsigned tile_m, unsigned tile_n, uint64_t seed,
               struct gam_verdict *out, struct gam_err *err);

#endif
