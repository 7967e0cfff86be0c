/* SPDX-License-Identifier: MIT */
/* What the simd implementations other than gemm and conv2d share. */
#ifndef GAM_KERNELS_CPU_SIMD_SUPPORT_H
#define GAM_KERNELS_CPU_SIMD_SUPPORT_H

#include "kernels/cpu/simd/simd.h"
#include "kernels/impl.h"

/* The kernels for op on a device; -GAM_EUNSUPPORTED with the reason: another type than f32 and f64, sums or results in another
 * type than the inputs', no instruction set that has kernels. `out` may be NULL. */
int gam_simd_require(const struct gam_op *op, const struct gam_caps *caps, const struct gam_simd **out, struct gam_err *why);
/* That as gam_impl.supports. */
int gam_simd_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why);

/* Whether an output should be written past the caches: it is at least as large as the last level, so that no line of it would
 * be found there again. Not when that size is unknown. */
bool gam_simd_stream(const struct gam_caps *caps, double output_bytes);

/* 64-byte aligned, zeroed; free() releases. NULL: no memory. */
void *gam_simd_alloc(size_t bytes);
/* Rounded up so that what follows is 64-byte aligned. */
size_t gam_simd_aligned(size_t bytes);

/* Part `part` of `parts` of 0 .. n - 1, cut at multiples of `grain`. */
struct gam_simd_span {
    size_t begin, end;
};
struct gam_simd_span gam_simd_part(size_t n, size_t grain, size_t part, size_t parts);

/* Frees launch->state, one block. */
void gam_simd_release(struct gam_launch *launch);

#endif
