/* SPDX-License-Identifier: MIT */
/* References in double for single output elements, inputs, and the verification of a measured shape.
 *
 * To add one: kernels/oracle/<kind>.c with `const struct gam_oracle gam_oracle_<kind>` (registered by the build), whose `kind`
 * is the operator kind's name; elements are read with kernels/oracle/convert.h. Known values of it: a row in
 * tests/unit/kernels/test_oracle.c.
 */
#ifndef GAM_KERNELS_ORACLE_ORACLE_H
#define GAM_KERNELS_ORACLE_ORACLE_H

#include "ops/op.h"

struct gam_err;

struct gam_oracle {
    const char *kind;
    /* For each of the n flat indices (ascending) into the output operand: the exact value in double and the sum of |a_i b_i| that
     * an error is measured against. `operand` as the implementation got them: an operand that is read and written holds its old
     * values. 0 or a negative gam_code. */
    int (*reference)(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                     double *magnitude);
    /* Optional check of the whole output at the cost of a matrix-vector product (Freivalds): worst |Cx - A(Bx)| over its scale,
     * to be compared with the tolerance. `operand` after the run; old values come from gam_inputs_value(op, which, seed, index).
     * -GAM_EUNSUPPORTED: not possible for this op. */
    int (*whole)(const struct gam_op *op, void *const *operand, uint64_t seed, double *error);
    /* Optional: the output as matrices of rows x cols, so that their edges are visited. NULL: one row. */
    void (*shape)(const struct gam_op *op, uint64_t *rows, uint64_t *cols);
    int row_work; /* the elements of a row share most of the work of `reference`: rows are sampled, not elements */
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
/* The value that gam_inputs_fill puts at an index, as the element type rounds it. Not for chains and poison. */
double gam_inputs_value(const struct gam_op *op, size_t which, uint64_t seed, uint64_t index);
/* The word for what gam_inputs_fill puts into such an operand, static: "uniform" (seeded, [-1, 1)), "normal" (seeded, mean 0,
 * variance 1), "integers" (seeded, 16 values around 0; 2 of one bit, 0 .. 15 without sign), "ones", "cycle"; NULL: poison. */
const char *gam_inputs_pattern(const struct gam_operand *o);
/* NaN patterns (floats) or 0xA5 bytes, so that an element never written shows. */
void gam_inputs_poison(const struct gam_op *op, size_t which, void *memory);

/* Compares the first output operand after one run on inputs filled with `seed`: no element may be NaN or infinite; every element
 * is compared when that is cheap (estimated < 50 ms), else >= 256 (corners, last row and column, edges of tiles of tile_m rows
 * and tile_n columns, seeded random; the same for the same seed) and `whole` where the kind has it. Integers: equal.
 * -GAM_EUNSUPPORTED: the kind has no oracle or no tolerance. */
int gam_verify(const struct gam_op *op, void *const *operand, unsigned tile_m, unsigned tile_n, uint64_t seed,
               struct gam_verdict *out, struct gam_err *err);

#endif
