/* SPDX-License-Identifier: MIT */
/* The image of a convolution, laid so that every filter tap is a constant shift: position j = p * width + q of the output needs,
 * at tap (r, s), the element j + offset(r, s) of the plane of that tap. No matrix of columns is ever made: each pixel is copied
 * once, or not at all when there is no padding and the stride is 1.
 *
 * With stride t, input row y (counted from the padding's top) is row y / t of plane y % t, columns likewise; only planes that
 * some tap reads exist. Rows are `width` wide, which is more than q: the positions between are computed and dropped.
 */
#ifndef GAM_KERNELS_CPU_SIMD_CONV_PLANES_H
#define GAM_KERNELS_CPU_SIMD_CONV_PLANES_H

#include "kernels/cpu/simd/tile/tile.h"
#include "ops/kind/conv2d.h"

#include <stdbool.h>
#include <stddef.h>

/* Phases (input row or column modulo the stride) that taps read, along one side. */
struct gam_phases {
    size_t n, out, taps; /* phases; output size; taps */
    size_t reach;        /* rows or columns of a plane beyond the output's */
    int64_t stride, dilation, pad, in;
};

struct gam_planes {
    struct gam_phases y, x;
    size_t width, height; /* of a plane */
    size_t channel;       /* elements of one channel: all its planes */
    size_t positions;     /* of the output, dropped ones between rows included: (p - 1) * width + q */
    bool as_is;           /* the image serves without a copy */
};

void gam_planes_init(struct gam_planes *planes, const struct gam_conv2d *shape);

/* Where tap (r, s) reads position 0, in elements from the channel's first. */
size_t gam_planes_offset(const struct gam_planes *planes, size_t r, size_t s);

/* Copies rows begin .. end - 1 of every plane of one channel, as if the planes had end - begin rows, padding included.
 * `to`: as gam_planes with that height. */
void gam_planes_copy(const struct gam_planes *planes, const struct gam_tile_kit *kit, const void *channel, size_t begin,
                     size_t end, void *to);

#endif
