/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/simd/conv/planes.h"

#include <string.h>

static struct gam_phases phases_of(const struct gam_conv2d *s, int64_t in, int64_t out, int64_t taps)
{
    const int64_t first_repeat = taps < s->stride ? taps : s->stride;
    struct gam_phases f = { .out = (size_t)out, .taps = (size_t)taps, .stride = s->stride, .dilation = s->dilation, .pad = s->pad, .in = in };

    /* Tap t reads phase t * dilation % stride; the phases repeat with a period that divides the stride. */
    f.n = 1;
    while ((int64_t)f.n < first_repeat && (int64_t)f.n * s->dilation % s->stride != 0)
        f.n++;
    f.reach = (size_t)((taps - 1) * s->dilation / s->stride);
    return f;
}

void gam_planes_init(struct gam_planes *planes, const struct gam_conv2d *s)
{
    struct gam_planes p = { .y = phases_of(s, s->h, s->p, s->r), .x = phases_of(s, s->w, s->q, s->s) };

    p.height = p.y.out + p.y.reach;
    p.width = p.x.out + p.x.reach;
    p.channel = p.y.n * p.x.n * p.height * p.width;
    p.positions = (p.y.out - 1) * p.width + p.x.out;
    p.as_is = s->stride == 1 && s->pad == 0;
    *planes = p;
}

size_t gam_planes_offset(const struct gam_planes *planes, size_t r, size_t s)
{
    const size_t plane = r % planes->y.n * planes->x.n + s % planes->x.n;
    const size_t row = r * (size_t)planes->y.dilation / (size_t)planes->y.stride;
    const size_t column = s * (size_t)planes->x.dilation / (size_t)planes->x.stride;

    return (plane * planes->height + row) * planes->width + column;
}

/* Phase of the taps t, t + n, t + 2 n ...: where it begins in the padded input. */
static int64_t phase_start(const struct gam_phases *f, size_t t)
{
    return (int64_t)t * f->dilation % f->stride - f->pad;
}

/* One row of a plane; `from` NULL: a row of padding. */
static void copy_row(const struct gam_tile_kit *kit, const struct gam_phases *f, size_t t, size_t width, const char *from, char *to)
{
    const int64_t start = phase_start(f, t), step = f->stride;
    const size_t element = kit->width_bytes;
    size_t first = start < 0 ? (size_t)((-start + step - 1) / step) : 0, last;

    last = start >= f->in ? 0 : (size_t)((f->in - 1 - start) / step) + 1; /* one past the last inside */
    last = last < width ? last : width;
    if (!from || first >= last) {
        memset(to, 0, width * element);
        return;
    }
    memset(to, 0, first * element);
    memset(to + last * element, 0, (width - last) * element);
    kit->pick(from + (start + (int64_t)first * step) * (int64_t)element, step, last - first, to + first * element);
}

void gam_planes_copy(const struct gam_planes *planes, const struct gam_tile_kit *kit, const void *channel, size_t begin, size_t end,
                     void *to)
{
    const struct gam_phases *y = &planes->y, *x = &planes->x;
    const int64_t row_bytes = x->in * (int64_t)kit->width_bytes;
    char *at = to;

    for (size_t r = 0; r < y->n; r++)
        for (size_t s = 0; s < x->n; s++)
            for (size_t row = begin; row < end; row++, at += planes->width * kit->width_bytes) {
                const int64_t line = phase_start(y, r) + (int64_t)row * y->stride;
                const bool inside = line >= 0 && line < y->in;

                copy_row(kit, x, s, planes->width, inside ? (const char *)channel + line * row_bytes : NULL, at);
            }
}
