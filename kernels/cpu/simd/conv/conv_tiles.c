/* SPDX-License-Identifier: MIT */
/* A convolution as a matrix product per group whose right matrix is the shifted planes themselves. */
#include "kernels/cpu/simd/conv/conv_ways.h"
#include "kernels/cpu/simd/support.h"

#include <stdbool.h>

enum { RUNS_MAX = 32 }; /* positions of the widest tile */

/* Positions of a tile that are outputs, in pieces that are contiguous in the output. */
struct run {
    size_t at;    /* in the tile */
    size_t to, n; /* in an output channel */
};

/* What a thread works on. */
struct work {
    const struct gam_conv *c;
    const char *weights; /* of the group, packed or as they lie */
    const char *planes;  /* of the group's first channel */
    char *y;             /* of the group's first output channel */
    const char *bias;    /* likewise; NULL: none */
    size_t row0, row1;   /* output channels of a block, in the group */
    size_t channel0, channel1;
};

/* One column of tiles. */
struct column {
    size_t start, vectors; /* first position computed */
    struct run run[RUNS_MAX];
    size_t runs;
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Column `index` of c->columns. The last one of an image used as it is is moved back so as not to read past it; what the one
 * before had already is computed again and dropped. */
static void column_init(const struct gam_conv *c, size_t index, struct column *out)
{
    const size_t lanes = c->kit->lanes, width = c->planes.width, columns = (size_t)c->shape.q, whole = c->planes.positions;
    const size_t in_row = index % c->columns_in_row * gam_conv_width(c);
    size_t at = index / c->columns_in_row * width + in_row, end = at + gam_conv_width(c);

    end = least(end, c->by_row ? at - in_row + columns : whole);
    out->vectors = (end - at + lanes - 1) / lanes;
    out->start = c->planes.as_is ? least(at, whole - out->vectors * lanes) : at;
    out->runs = 0;
    while (at < end) {
        const size_t p = at / width, q = at % width, left = end - at;
        const size_t n = width == columns ? left : q < columns ? least(columns - q, left) : 0;

        if (n)
            out->run[out->runs++] = (struct run){ at - out->start, p * columns + q, n };
        at += n ? n : least(width - q, left);
    }
}

/* Weights of output channels row .. for the block's input channels. */
static const char *weights_at(const struct work *w, size_t row, size_t steps)
{
    const size_t taps = gam_conv_taps(w->c), before = w->channel0 * taps, depth = (size_t)w->c->shape.cg * taps;
    const size_t at = w->c->packs ? (size_t)w->c->shape.kg * before + row * steps : row * depth + before;

    return w->weights + at * w->c->kit->width_bytes;
}

static void tile(const struct work *w, const struct column *column, size_t row)
{
    const struct gam_conv *c = w->c;
    const struct gam_tile_kit *kit = c->kit;
    const size_t taps = gam_conv_taps(c), steps = (w->channel1 - w->channel0) * taps, rows = least(kit->rows, w->row1 - row);
    const size_t pixels = (size_t)(c->shape.p * c->shape.q), width = column->vectors * kit->lanes, element = kit->width_bytes;
    const bool last = w->channel1 == (size_t)c->shape.cg;
    const double beta = w->channel0 ? 1 : 0;
    const bool plain = column->run[0].n == width && !(last && w->bias);
    unsigned char scratch[GAM_TILE_BYTES_MAX] __attribute__((aligned(64)));
    struct gam_tile_job job = {
        .k = steps,
        .a = weights_at(w, row, steps),
        .a_row = (int64_t)((size_t)c->shape.cg * taps),
        .a_step = 1,
        .b = w->planes + (w->channel0 * c->planes.channel + column->start) * element,
        .b_offset = c->offset,
        .c = plain ? w->y + (row * pixels + column->run[0].to) * element : (void *)scratch,
        .c_row = plain ? (int64_t)pixels : (int64_t)width,
        .alpha = 1,
        .beta = plain ? beta : 0,
    };
    struct gam_finish_job finish = {
        .t_row = (int64_t)width,
        .c_row = (int64_t)pixels,
        .rows = rows,
        .beta = beta,
        .bias_row = last && w->bias ? w->bias + row * element : NULL,
        .bias_row_step = 1,
    };

    job.ahead[0] = job.ahead[1] = job.a;
    (c->packs ? kit->packed : kit->strided)[(column->vectors - 1) * kit->rows + rows - 1](&job);
    for (size_t i = 0; !plain && i < column->runs; i++) {
        finish.t = scratch + column->run[i].at * element;
        finish.c = w->y + (row * pixels + column->run[i].to) * element;
        finish.columns = column->run[i].n;
        kit->finish(&finish);
    }
}

/* Output channels `rows` of the group at columns `columns` of its positions. */
static void run_group(struct work *w, struct gam_simd_span rows, struct gam_simd_span columns)
{
    const struct gam_conv *c = w->c;
    const size_t channels = (size_t)c->shape.cg;

    for (w->row0 = rows.begin; w->row0 < rows.end; w->row0 = w->row1) {
        w->row1 = least(w->row0 + c->block_rows, rows.end);
        for (w->channel0 = 0; w->channel0 < channels; w->channel0 = w->channel1) {
            w->channel1 = least(w->channel0 + c->block_channels, channels);
            for (size_t i = columns.begin; i < columns.end; i++) {
                struct column column;

                column_init(c, i, &column);
                for (size_t row = w->row0; column.runs && row < w->row1; row += c->kit->rows)
                    tile(w, &column, row);
            }
        }
    }
}

/* Panel `panel` of all groups' weights: of each block of channels, kit->rows output channels. */
static void pack_weights(const struct gam_conv *c, const void *weights, size_t group, size_t row)
{
    const size_t taps = gam_conv_taps(c), kg = (size_t)c->shape.kg, cg = (size_t)c->shape.cg, element = c->kit->width_bytes;
    const size_t rows = least(c->kit->rows, kg - row), depth = cg * taps;

    for (size_t channel = 0; channel < cg; channel += c->block_channels) {
        const size_t steps = least(c->block_channels, cg - channel) * taps;
        const struct gam_pack_job job = {
            .from = (const char *)weights + ((group * kg + row) * depth + channel * taps) * element,
            .across = (int64_t)depth,
            .along = 1,
            .k = steps,
            .width = (unsigned)rows,
            .panel = (unsigned)rows,
            .to = c->memory + (group * kg * depth + kg * channel * taps + row * steps) * element,
        };

        c->kit->pack(&job);
    }
}

static void pack_all_weights(const struct gam_conv *c, const void *weights, int me)
{
    const size_t panels = ((size_t)c->shape.kg + c->kit->rows - 1) / c->kit->rows;
    const struct gam_simd_span mine = gam_simd_part(panels * (size_t)c->shape.groups, 1, (size_t)me, (size_t)c->threads);

    for (size_t i = mine.begin; c->packs && i < mine.end; i++)
        pack_weights(c, weights, i / panels, i % panels * c->kit->rows);
}

/* Channels begin .. end - 1 of an image into `to`, whose first is channel `first`; where they are. */
static const char *planes_of(const struct gam_conv *c, const char *image, struct gam_simd_span channels, size_t first,
                             unsigned char *to)
{
    const size_t pixels = (size_t)(c->shape.h * c->shape.w), element = c->kit->width_bytes;

    if (c->planes.as_is)
        return image + first * pixels * element;
    for (size_t i = channels.begin; i < channels.end; i++)
        gam_planes_copy(&c->planes, c->kit, image + i * pixels * element, 0, c->planes.height,
                        to + (i - first) * c->planes.channel * element);
    return (const char *)to;
}

static void work_init(struct work *w, const struct gam_conv *c, void *const *operand, size_t image, size_t group)
{
    const struct gam_conv2d *s = &c->shape;
    const size_t element = c->kit->width_bytes, kg = (size_t)s->kg, first = (image * (size_t)s->groups + group) * kg;

    *w = (struct work){
        .c = c,
        .weights = (c->packs ? (const char *)c->memory : (const char *)operand[GAM_CONV_W]) +
                   group * kg * (size_t)s->cg * gam_conv_taps(c) * element,
        .y = (char *)operand[GAM_CONV_Y] + first * (size_t)(s->p * s->q) * element,
        .bias = s->bias ? (const char *)operand[GAM_CONV_BIAS] + group * kg * element : NULL,
    };
}

static const char *image_at(const struct gam_conv *c, void *const *operand, size_t image)
{
    const struct gam_conv2d *s = &c->shape;

    return (const char *)operand[GAM_CONV_X] + image * (size_t)(s->c * s->h * s->w) * c->kit->width_bytes;
}

/* Whole groups of images, each by one thread. */
static void run_items(const struct gam_conv *c, void *const *operand, int me)
{
    const struct gam_conv2d *s = &c->shape;
    const size_t groups = (size_t)s->groups, cg = (size_t)s->cg;
    const struct gam_simd_span mine = gam_simd_part((size_t)s->n * groups, 1, (size_t)me, (size_t)c->threads);
    const struct gam_simd_span rows = { 0, (size_t)s->kg }, columns = { 0, c->columns };
    unsigned char *part = c->memory + c->weight_bytes + (size_t)me * c->part_bytes;

    for (size_t i = mine.begin; i < mine.end; i++) {
        const size_t first = i % groups * cg;
        struct work w;

        work_init(&w, c, operand, i / groups, i % groups);
        w.planes = planes_of(c, image_at(c, operand, i / groups), (struct gam_simd_span){ first, first + cg }, first, part);
        run_group(&w, rows, columns);
    }
}

/* Every group of every image by all threads, each with output channels and positions of its own. */
static void run_shared(const struct gam_conv *c, void *const *operand, int me)
{
    const struct gam_conv2d *s = &c->shape;
    const struct gam_simd_span rows = gam_simd_part((size_t)s->kg, c->kit->rows, (size_t)(me % c->grid_m), (size_t)c->grid_m);
    const struct gam_simd_span columns = gam_simd_part(c->columns, 1, (size_t)(me / c->grid_m), (size_t)c->grid_n);
    const struct gam_simd_span channels = gam_simd_part((size_t)s->c, 1, (size_t)me, (size_t)c->threads);

    for (size_t image = 0; image < (size_t)s->n; image++) {
        unsigned char *part = c->memory + c->weight_bytes + image % 2 * c->part_bytes;
        const char *planes = planes_of(c, image_at(c, operand, image), channels, 0, part);

        if ((image == 0 && c->packs) || !c->planes.as_is) { /* else nobody wrote what others read */
#pragma omp barrier
        }
        for (size_t group = 0; group < (size_t)s->groups; group++) {
            struct work w;

            work_init(&w, c, operand, image, group);
            w.planes = planes + group * (size_t)s->cg * c->planes.channel * c->kit->width_bytes;
            run_group(&w, rows, columns);
        }
    }
}

void gam_conv_run_tiles(const struct gam_conv *c, void *const *operand, int me)
{
    pack_all_weights(c, operand[GAM_CONV_W], me);
    if (!c->by_item) {
        run_shared(c, operand, me);
        return;
    }
    if (c->threads > 1 && c->packs) {
#pragma omp barrier
    }
    run_items(c, operand, me);
}
