/* SPDX-License-Identifier: MIT */
/* Convolutions over the register tiles: per group, the weights (kg x taps) are the left matrix and the shifted planes the right
 * one (see planes.h). Weights are packed in every run, or read as they lie. A filter per channel has its own way.
 *
 * Sizes count elements; _bytes, bytes.
 */
#ifndef GAM_KERNELS_CPU_SIMD_CONV_CONV_H
#define GAM_KERNELS_CPU_SIMD_CONV_CONV_H

#include "kernels/cpu/simd/conv/planes.h"
#include "kernels/cpu/simd/tile/tile.h"

struct gam_caps;
struct gam_err;

struct gam_conv {
    const struct gam_tile_kit *kit;
    struct gam_conv2d shape;
    struct gam_planes planes;
    bool by_channel;                /* few outputs per input channel: no matrix product in it */
    bool by_row;                    /* no column of tiles reaches over the end of an output row */
    size_t columns, columns_in_row; /* of tiles; not by_row: all positions are one row */
    bool packs;                     /* weights are packed */
    int threads;                    /* that work */
    int grid_m, grid_n;             /* threads that share one group of one image: by output channels, by positions */
    bool by_item;                   /* every thread computes whole groups of images; grid 1 x 1 */
    size_t block_channels;          /* input channels whose taps are summed in one go */
    size_t block_rows;              /* output channels of a block of weights */
    size_t strip_rows;              /* by_channel: output rows at a time */
    int32_t *offset;                /* of the taps of block_channels channels */
    /* Workspace: packed weights if any, then the planes: of one image twice (the next is copied while others still read this
     * one), or of a group per thread; by_channel: planes and results of a strip per thread. */
    unsigned char *memory;
    size_t weight_bytes, part_bytes, memory_bytes;
    size_t result_offset; /* by_channel: bytes from a part's start to the results */
};

int gam_conv_init(struct gam_conv *c, const struct gam_tile_kit *kit, const struct gam_conv2d *shape, const struct gam_caps *caps,
                  struct gam_err *err);
void gam_conv_release(struct gam_conv *c);

/* The part of one thread of `threads`, all of which must call. `operand` in the order of gam_op_operands. */
void gam_conv_run(const struct gam_conv *c, void *const *operand, int me);

#endif
