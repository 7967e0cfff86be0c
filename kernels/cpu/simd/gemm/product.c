/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/simd/gemm/product.h"

#include "common/err.h"
#include "kernels/cpu/simd/gemm/product_ways.h"
#include "kernels/cpu/simd/memory.h"
#include "kernels/cpu/simd/support.h"
#include "kernels/impl.h"

#include <stdlib.h>

/* Element products up to which packing a does not pay; and up to which one thread is as fast as a team. */
enum { SMALL_PRODUCTS = 128 * 128 * 128, SHARED_PRODUCTS = 64 * 64 * 64 };

enum gam_product_way gam_product_way_choose(const struct gam_product_shape *s, int team)
{
    const size_t most = team > 1 ? SHARED_PRODUCTS : SMALL_PRODUCTS;

    if (s->m == 1 || s->n == 1)
        return GAM_PRODUCT_VECTOR;
    return s->m * s->n <= most / s->k ? GAM_PRODUCT_SMALL : GAM_PRODUCT_BLOCKED;
}

/* NULL when they do not fit the type, or no memory. */
static int32_t *offsets_new(size_t k, int64_t step)
{
    size_t n = k + GAM_TILE_OFFSETS_SLACK;
    int32_t *offset = step <= INT32_MAX / (int64_t)n ? malloc(n * sizeof *offset) : NULL;

    for (size_t p = 0; offset && p < n; p++)
        offset[p] = (int32_t)((int64_t)p * step);
    return offset;
}

/* Sizes of the workspace of one copy. */
static void measure(struct gam_product *p, const struct gam_caps *caps)
{
    const struct gam_product_shape *s = &p->shape;
    struct gam_product_blocks *b = &p->blocks;

    *b = (struct gam_product_blocks){
        .kc = p->way == GAM_PRODUCT_VECTOR ? 1 : s->k, .nc = gam_product_width(p), .grid_m = 1, .grid_n = 1
    };
    p->b_blocks = 1;
    if (p->way == GAM_PRODUCT_BLOCKED) {
        gam_product_blocks_choose(p->kit, s, caps, p->team, b);
        p->b_blocks = b->grid_m > 1 ? 2 : 1; /* the next is packed while others still read this one */
    }
    p->a_bytes = gam_simd_aligned(b->mc * b->kc * p->kit->width_bytes);
    p->b_bytes = p->way == GAM_PRODUCT_VECTOR ? 0 : gam_simd_aligned(b->nc * b->kc * p->kit->width_bytes);
    if (p->way == GAM_PRODUCT_VECTOR) /* results before their last touch, and the vector side by side */
        p->a_bytes = gam_simd_aligned(GAM_PRODUCT_CHUNK_BYTES + s->k * p->kit->width_bytes);
    p->copy_bytes = (size_t)p->team * p->a_bytes + (size_t)(b->grid_n * p->b_blocks) * p->b_bytes;
    p->b_far = 2 * p->b_bytes > caps->l2_bytes;
}

int gam_product_init(struct gam_product *p, const struct gam_caps *caps, int copies, struct gam_err *err)
{
    measure(p, caps);
    p->memory_bytes = p->copy_bytes * (size_t)copies;
    p->memory = gam_simd_workspace_new(p->memory_bytes);
    p->panel_offset = offsets_new(p->blocks.kc, (int64_t)gam_product_width(p));
    p->source_offset = p->shape.b_col == 1 ? offsets_new(p->blocks.kc, p->shape.b_step) : NULL;
    if (p->memory && p->panel_offset)
        return 0;
    gam_product_release(p);
    return gam_err_nomem(err);
}

void gam_product_release(struct gam_product *p)
{
    free(p->memory);
    free(p->panel_offset);
    free(p->source_offset);
    p->memory = NULL;
    p->panel_offset = p->source_offset = NULL;
}

void gam_product_run(const struct gam_product *p, const struct gam_product_call *call)
{
    static void (*const ways[])(const struct gam_product *, const struct gam_product_call *) = {
        [GAM_PRODUCT_BLOCKED] = gam_product_run_blocked,
        [GAM_PRODUCT_SMALL] = gam_product_run_small,
        [GAM_PRODUCT_VECTOR] = gam_product_run_vector,
    };

    ways[p->way](p, call);
}
