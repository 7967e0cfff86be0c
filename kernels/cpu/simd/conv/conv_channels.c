/* SPDX-License-Identifier: MIT */
/* A filter per channel: strips of output rows, each with its planes copied, filtered and handed over while in the first cache. */
#include "kernels/cpu/simd/conv/conv_ways.h"
#include "kernels/cpu/simd/support.h"

/* Output rows begin .. end - 1 of input channel `channel` of image `image`. */
static void run_strip(const struct gam_conv *c, void *const *operand, size_t item, size_t begin, unsigned char *part)
{
    const struct gam_conv2d *s = &c->shape;
    const size_t width = c->kit->width_bytes, taps = gam_conv_taps(c);
    const size_t channel = item % (size_t)s->groups, image = item / (size_t)s->groups;
    const size_t rows = (size_t)s->p - begin < c->strip_rows ? (size_t)s->p - begin : c->strip_rows;
    struct gam_filter_job filter = {
        .x = part,
        .offset = c->offset,
        .taps = taps,
        .n = (rows - 1) * c->planes.width + (size_t)s->q,
        .y = part + c->result_offset,
    };
    struct gam_finish_job finish = {
        .t = filter.y,
        .t_row = (int64_t)c->planes.width,
        .c_row = s->q,
        .rows = rows,
        .columns = (size_t)s->q,
    };

    /* Planes keep the height of a full strip, so that the taps' offsets hold. */
    gam_planes_copy(&c->planes, c->kit, (const char *)operand[GAM_CONV_X] + item * (size_t)(s->h * s->w) * width, begin,
                    begin + c->planes.height, part);
    for (size_t i = 0; i < (size_t)s->kg; i++) {
        const size_t k = channel * (size_t)s->kg + i;
        const size_t y = ((image * (size_t)s->k + k) * (size_t)s->p + begin) * (size_t)s->q;

        filter.weight = (const char *)operand[GAM_CONV_W] + k * taps * width;
        c->kit->filter(&filter);
        finish.c = (char *)operand[GAM_CONV_Y] + y * width;
        finish.bias_row = s->bias ? (const char *)operand[GAM_CONV_BIAS] + k * width : NULL; /* the same for every row: step 0 */
        c->kit->finish(&finish);
    }
}

void gam_conv_run_channels(const struct gam_conv *c, void *const *operand, int me)
{
    const size_t strips = ((size_t)c->shape.p + c->strip_rows - 1) / c->strip_rows;
    const size_t items = (size_t)(c->shape.n * c->shape.groups);
    const struct gam_simd_span mine = gam_simd_part(items * strips, 1, (size_t)me, (size_t)c->threads);
    unsigned char *part = c->memory + (size_t)me * c->part_bytes;

    for (size_t i = mine.begin; i < mine.end; i++)
        run_strip(c, operand, i / strips, i % strips * c->strip_rows, part);
}
