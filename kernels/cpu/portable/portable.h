/* SPDX-License-Identifier: MIT */
/* The portable implementations: plain C and OpenMP, f32 and f64, no instruction sets. Each <kind>.c includes <kind>.inc once per
 * type, with REAL, NAME(x) (a suffix) and FN(x) (the math function of that type) defined.
 */
#ifndef GAM_KERNELS_CPU_PORTABLE_H
#define GAM_KERNELS_CPU_PORTABLE_H

#include "kernels/impl.h"
#include "ops/kind/attention.h"
#include "ops/kind/conv2d.h"
#include "ops/kind/gemm.h"

/* What a prepared operator keeps: its shape, read once, and scratch memory of every thread. */
struct portable_state {
    union {
        struct gam_gemm gemm;
        struct gam_conv2d conv2d;
        struct gam_attention attention;
        struct portable_rows {
            int64_t rows, cols;
            double eps;
        } rows;
        struct portable_elements {
            int64_t n;
            enum gam_activation act;
        } elements;
    } shape;
    size_t scratch_bytes; /* of one thread, a multiple of a cache line */
    unsigned char *scratch;
};

/* `supports` of all of them: a host device, one floating-point type throughout that is f32 or f64. */
int portable_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why);

/* Fills the launch with a new state (its shape still zero) and `run` by type. */
struct portable_run {
    int (*f32)(struct gam_launch *launch, void *const *operand);
    int (*f64)(struct gam_launch *launch, void *const *operand);
    uint64_t scratch_elements; /* per thread, in elements of the type */
};
int portable_plan(const struct gam_op *op, const struct gam_caps *caps, const struct portable_run *run, struct gam_launch *out,
                  struct gam_err *err);

static inline struct portable_state *portable_state_of(const struct gam_launch *launch)
{
    return launch->state;
}

void *portable_scratch(const struct portable_state *state); /* of the calling thread */

#endif
