/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/simd/attention_plan.h"

enum {
    GROUP_MOST = 4,      /* tiles of a block: keys and values come from beyond the second-level cache once per block */
    WORK_PER_THREAD = 6, /* pieces of work that a thread should find, so that none waits long at the end */
    LEAST_KEYS_OF_PART = 256
};

static size_t ceil_div(size_t a, size_t b)
{
    return (a + b - 1) / b;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Larger blocks read keys and values less often from beyond the second-level cache; smaller ones balance better. */
static size_t tiles_of_block(const struct gam_simd *simd, const struct gam_attention_cut *cut, size_t threads)
{
    size_t tiles = ceil_div(cut->rows, simd->tile_rows), group = least(GROUP_MOST, tiles);

    if (!cut->far)
        return 1;
    while (group > 1 && cut->heads * ceil_div(tiles, group) < WORK_PER_THREAD * threads)
        group--;
    return group;
}

/* Parts of the keys, so that every thread has as much to do as the others. */
static size_t parts_of_keys(const struct gam_attention *s, const struct gam_attention_cut *cut, size_t threads)
{
    size_t items = cut->heads * cut->blocks, most = (size_t)s->skv / LEAST_KEYS_OF_PART, parts = 1;

    if (items >= WORK_PER_THREAD * threads)
        return 1;
    while (parts < most && items * parts % threads && items * parts < WORK_PER_THREAD * threads)
        parts++;
    return parts;
}

/* A row works on as many keys as the one of its tile that sees most (tile), of its block (dot). */
static double pairs_done(const struct gam_attention *s, const struct gam_simd *simd, const struct gam_attention_cut *cut)
{
    size_t step = cut->dot ? cut->block_rows : simd->tile_rows;
    double done = 0;

    for (size_t row = 0; row < cut->rows; row += step) {
        size_t rows = least(step, cut->rows - row);
        int64_t last = (int64_t)((row + rows - 1) / (size_t)s->share), keys = gam_attention_visible(s, last);

        done += (double)(cut->dot ? rows : ceil_div(rows, simd->lanes) * simd->lanes) * (double)keys;
    }
    return done;
}

void gam_attention_cut_choose(const struct gam_attention *shape, const struct gam_simd *simd, size_t threads, size_t l2_bytes,
                              struct gam_attention_cut *out)
{
    double pairs = gam_attention_pairs(shape) * (double)shape->share;
    double head = (double)shape->skv * (double)(shape->d + shape->dv) * gam_dtype_bytes(simd->dtype);

    *out = (struct gam_attention_cut){ .rows = (size_t)(shape->sq * shape->share), .heads = (size_t)(shape->b * shape->hkv) };
    out->far = head > (double)l2_bytes / 2;
    out->dot = out->rows <= simd->dot_rows;
    out->block_rows = out->dot ? out->rows : simd->tile_rows * tiles_of_block(simd, out, threads);
    out->blocks = ceil_div(out->rows, out->block_rows);
    out->parts = parts_of_keys(shape, out, threads);
    out->flop_scale = pairs > 0 ? pairs_done(shape, simd, out) / pairs : 1;
}
