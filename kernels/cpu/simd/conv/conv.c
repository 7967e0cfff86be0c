/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/simd/conv/conv.h"

#include "common/err.h"
#include "kernels/cpu/simd/conv/conv_ways.h"
#include "kernels/cpu/simd/memory.h"
#include "kernels/cpu/simd/support.h"
#include "kernels/impl.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    CHANNEL_OUTPUTS_MAX = 4,   /* outputs per input channel up to which a filter beats a matrix product */
    SMALL_L1_BYTES = 32 << 10, /* stand for caches whose size is unknown */
    SMALL_L2_BYTES = 256 << 10,
    LINE_BYTES = 64,
    PAGE_BYTES = 4096,
    SCRATCH_STEPS = 8,
    UNPACKED_COLUMNS = 16,
    TEAM_PRODUCTS = 64 * 64 * 64, /* element products up to which waking threads costs more than they bring */
    FILL_PERCENT = 80             /* items must keep the threads this busy to be spread over them */
};

static size_t parts_of(size_t n, size_t most)
{
    return (n + most - 1) / most;
}

static size_t within(size_t n, size_t least, size_t most)
{
    return n < least ? least : n > most ? most : n;
}

/* Columns of tiles: along all positions, dropping what lies between output rows, or row by row, where the last column of a row
 * may be part empty. Whichever costs less; a column that is not stored directly costs SCRATCH_STEPS more. */
static void choose_columns(struct gam_conv *c)
{
    const size_t lanes = c->kit->lanes, q = (size_t)c->shape.q, p = (size_t)c->shape.p,
                 steps = (size_t)c->shape.cg * gam_conv_taps(c);
    const size_t flat = parts_of(c->planes.positions, lanes) * (steps + SCRATCH_STEPS);
    const size_t rows = p * (parts_of(q, lanes) * steps + (q % lanes ? SCRATCH_STEPS : 0));

    c->by_row = c->planes.width != q && rows < flat;
    c->columns_in_row = parts_of(c->by_row ? q : c->planes.positions, gam_conv_width(c));
    c->columns = c->columns_in_row * (c->by_row ? p : 1);
}

/* Threads: over whole groups when those fill them, else each group over all. */
static void choose_grid(struct gam_conv *c, int threads)
{
    const struct gam_conv2d *s = &c->shape;
    const double products = (double)s->n * (double)s->k * (double)s->p * (double)s->q * (double)s->cg * (double)gam_conv_taps(c);
    const size_t items = (size_t)(s->n * s->groups), rounds = parts_of(items, (size_t)threads);
    const size_t rows = parts_of((size_t)s->kg, c->kit->rows);
    size_t best = SIZE_MAX;

    c->threads = products <= TEAM_PRODUCTS ? 1 : threads;
    c->grid_m = c->grid_n = 1;
    c->by_item = c->threads == 1 || items * 100 >= rounds * (size_t)threads * FILL_PERCENT;
    for (int grid_m = 1; !c->by_item && grid_m <= threads; grid_m++) {
        const size_t busiest = parts_of(rows, (size_t)grid_m) * parts_of(c->columns, (size_t)(threads / grid_m));

        if (threads % grid_m == 0 && busiest < best) {
            best = busiest;
            c->grid_m = grid_m;
            c->grid_n = threads / grid_m;
        }
    }
}

/* The lines that the taps of a block read for one tile fit the first cache beside others; its weights, a third of the second. */
static void choose_blocks(struct gam_conv *c, const struct gam_caps *caps)
{
    const struct gam_conv2d *s = &c->shape;
    const size_t l1 = caps->l1_bytes ? caps->l1_bytes : SMALL_L1_BYTES, l2 = caps->l2_bytes ? caps->l2_bytes : SMALL_L2_BYTES;
    const size_t lines = (size_t)s->r * (gam_conv_width(c) * c->kit->width_bytes / LINE_BYTES + 1);
    const size_t most = within(l1 * 3 / 4 / (lines * LINE_BYTES), 1, (size_t)s->cg);
    size_t rows;

    c->block_channels = parts_of((size_t)s->cg, parts_of((size_t)s->cg, most));
    rows = l2 / 3 / (c->block_channels * gam_conv_taps(c) * c->kit->width_bytes);
    c->block_rows = within(rows / c->kit->rows, 1, parts_of((size_t)s->kg, c->kit->rows)) * c->kit->rows;
}

/* Reading weights as they lie costs a little in each column of tiles, packing them as much as many columns; and lines that are
 * whole pages apart push each other out of the first cache. */
static bool choose_packs(const struct gam_conv *c)
{
    const size_t row_bytes = (size_t)c->shape.cg * gam_conv_taps(c) * c->kit->width_bytes;

    return c->columns * (size_t)c->shape.n > UNPACKED_COLUMNS || row_bytes % PAGE_BYTES == 0;
}

/* By channel: a strip's planes and results stay in the first cache together. */
static void choose_strip(struct gam_conv *c, const struct gam_caps *caps)
{
    const size_t l1 = caps->l1_bytes ? caps->l1_bytes : SMALL_L1_BYTES, phases = c->planes.y.n * c->planes.x.n;
    const size_t row_bytes = (phases + 1) * c->planes.width * c->kit->width_bytes;
    const size_t rows = l1 * 3 / 4 / row_bytes, reach = c->planes.y.reach;

    c->strip_rows = within(rows > 2 * reach ? rows - reach : reach + 1, 1, (size_t)c->shape.p);
}

static int offsets_new(struct gam_conv *c, size_t channels, size_t channel, struct gam_err *err)
{
    const size_t taps = gam_conv_taps(c), n = channels * taps, slack = GAM_TILE_OFFSETS_SLACK;

    if (channels * channel > INT32_MAX)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "%zu elements in the channels of one block: more than 32 bits count",
                           channels * channel);
    c->offset = malloc((n + slack) * sizeof *c->offset);
    if (!c->offset)
        return gam_err_nomem(err);
    for (size_t i = 0; i < n + slack; i++) {
        const size_t t = i < n ? i : n - 1, tap = t % taps;

        c->offset[i] =
            (int32_t)(t / taps * channel + gam_planes_offset(&c->planes, tap / (size_t)c->shape.s, tap % (size_t)c->shape.s));
    }
    return 0;
}

static void measure_tiles(struct gam_conv *c)
{
    const size_t slack = gam_conv_width(c), width = c->kit->width_bytes;
    const size_t channels = c->by_item ? (size_t)c->shape.cg : (size_t)c->shape.c;
    const size_t parts = c->by_item ? (size_t)c->threads : 2;

    c->planes.as_is = c->planes.as_is && c->planes.positions >= slack;
    c->packs = choose_packs(c);
    c->weight_bytes = c->packs ? gam_simd_aligned((size_t)(c->shape.k * c->shape.cg) * gam_conv_taps(c) * width) : 0;
    c->part_bytes = c->planes.as_is ? 0 : gam_simd_aligned((channels * c->planes.channel + slack) * width);
    c->memory_bytes = c->weight_bytes + parts * c->part_bytes;
}

static void measure_channels(struct gam_conv *c)
{
    const size_t slack = c->kit->lanes, width = c->kit->width_bytes, phases = c->planes.y.n * c->planes.x.n;

    c->planes.height = c->strip_rows + c->planes.y.reach; /* of a strip */
    c->planes.channel = phases * c->planes.height * c->planes.width;
    c->result_offset = gam_simd_aligned((c->planes.channel + slack) * width);
    c->part_bytes = c->result_offset + gam_simd_aligned((c->strip_rows * c->planes.width + slack) * width);
    c->memory_bytes = (size_t)c->threads * c->part_bytes;
}

int gam_conv_init(struct gam_conv *c, const struct gam_tile_kit *kit, const struct gam_conv2d *shape, const struct gam_caps *caps,
                  struct gam_err *err)
{
    int rc;

    *c = (struct gam_conv){ .kit = kit, .shape = *shape };
    gam_planes_init(&c->planes, shape);
    c->by_channel = shape->cg == 1 && shape->kg <= CHANNEL_OUTPUTS_MAX;
    choose_columns(c);
    choose_grid(c, caps->threads);
    if (c->by_channel) {
        choose_strip(c, caps);
        measure_channels(c);
    } else {
        choose_blocks(c, caps);
        measure_tiles(c);
    }
    rc = offsets_new(c, c->by_channel ? 1 : c->block_channels, c->planes.channel, err);
    if (rc)
        return rc;
    c->memory = gam_simd_workspace_new(c->memory_bytes);
    if (c->memory)
        return 0;
    gam_conv_release(c);
    return gam_err_nomem(err);
}

void gam_conv_release(struct gam_conv *c)
{
    free(c->memory);
    free(c->offset);
    c->memory = NULL;
    c->offset = NULL;
}

void gam_conv_run(const struct gam_conv *c, void *const *operand, int me)
{
    if (c->by_channel)
        gam_conv_run_channels(c, operand, me);
    else
        gam_conv_run_tiles(c, operand, me);
}
