/* SPDX-License-Identifier: MIT */
/* A matrix product over the register tiles of one instruction set: c = act(alpha a b + beta c + bias), a m x k, b k x n, c m x n.
 * Strides and sizes count elements.
 */
#ifndef GAM_KERNELS_CPU_SIMD_GEMM_PRODUCT_H
#define GAM_KERNELS_CPU_SIMD_GEMM_PRODUCT_H

#include "kernels/cpu/simd/tile/tile.h"

#include <stdbool.h>

struct gam_caps;
struct gam_err;

struct gam_product_shape {
    size_t m, n, k;        /* >= 1 */
    int64_t a_row, a_step; /* a(i,p) at a + i * a_row + p * a_step; one of them is 1 */
    int64_t b_step, b_col; /* b(p,j) at b + p * b_step + j * b_col; one of them is 1 */
    double alpha, beta;
    enum gam_activation act;
};

enum gam_product_way {
    GAM_PRODUCT_BLOCKED, /* blocks of a and b are packed; a team of threads shares the product */
    GAM_PRODUCT_SMALL,   /* a is read as it lies: packing would cost more than it gains */
    GAM_PRODUCT_VECTOR   /* c has one row or one column: the matrix is read once, in its order */
};

/* b is cut into blocks of kc x nc, packed into panels as wide as a tile; a into blocks of mc x kc, packed into panels as high as
 * a tile. Each of grid_m x grid_n threads has rows and columns of c of its own; those with the same columns pack b together. */
struct gam_product_blocks {
    size_t mc, nc, kc;
    size_t rounds; /* blocks of b that a column of the grid is cut into, the same for all */
    int grid_m, grid_n;
};

struct gam_product {
    const struct gam_tile_kit *kit;
    struct gam_product_shape shape;
    enum gam_product_way way;
    int team; /* threads of one product */
    struct gam_product_blocks blocks;
    int32_t *panel_offset;  /* of the rows of a packed panel of b */
    int32_t *source_offset; /* of the rows of b as it lies; NULL: its columns are not side by side, or its rows too far apart */
    /* Workspace: per copy `team` blocks of a, then grid_n times `b_blocks` blocks of b. */
    unsigned char *memory;
    size_t a_bytes, b_bytes, copy_bytes, memory_bytes;
    int b_blocks;
    bool b_far; /* a block of b does not stay in the second cache */
};

/* What one product is computed of. A copy of the workspace is used by one team at a time. */
struct gam_product_call {
    const void *a, *b;
    void *c;
    const void *bias; /* n elements, added to every row; NULL: none */
    int copy;
    int member; /* of the team: 0 .. team - 1 */
};

/* How a shape is best computed by a team of so many threads; a product small enough for GAM_PRODUCT_SMALL deserves no team. */
enum gam_product_way gam_product_way_choose(const struct gam_product_shape *shape, int team);
/* Blocks from the caches (unknown ones count as small) and the grid of a team. Pure. */
void gam_product_blocks_choose(const struct gam_tile_kit *kit, const struct gam_product_shape *shape, const struct gam_caps *caps,
                               int team, struct gam_product_blocks *out);

/* Prepares products of p->kit, shape, way and team, set by the caller, of which `copies` run at the same time. */
int gam_product_init(struct gam_product *p, const struct gam_caps *caps, int copies, struct gam_err *err);
void gam_product_release(struct gam_product *p);

/* Computes the member's part. All threads of the enclosing parallel region must be the members of one team, or team = 1. */
void gam_product_run(const struct gam_product *p, const struct gam_product_call *call);

#endif
