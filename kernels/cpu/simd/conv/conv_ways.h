/* SPDX-License-Identifier: MIT */
/* The ways behind gam_conv_run. */
#ifndef GAM_KERNELS_CPU_SIMD_CONV_CONV_WAYS_H
#define GAM_KERNELS_CPU_SIMD_CONV_CONV_WAYS_H

#include "kernels/cpu/simd/conv/conv.h"

void gam_conv_run_tiles(const struct gam_conv *c, void *const *operand, int me);
void gam_conv_run_channels(const struct gam_conv *c, void *const *operand, int me);

static inline size_t gam_conv_taps(const struct gam_conv *c) /* of one input channel */
{
    return (size_t)(c->shape.r * c->shape.s);
}

static inline size_t gam_conv_width(const struct gam_conv *c) /* positions of a full tile */
{
    return (size_t)c->kit->lanes * c->kit->vectors;
}

#endif
