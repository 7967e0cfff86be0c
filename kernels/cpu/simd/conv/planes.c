/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/simd/conv/planes.h"

static struct gam_phases phases_of(const struct gam_conv2d *s, int64_t in, int64_t out, int64_t taps)
{
    const int64_t first_repeat = taps < s->stride ? taps : s->stride;
    struct gam_phases f = {
        .out = (size_t)out, .taps = (size_t)taps, .stride = s->stride, .dilation = s->dilation, .pad = s->pad, .in = in
    };

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

/* How each row of phase t of the columns is picked from an input row; `from` counts elements into it. */
static struct gam_pick_job row_job(const struct gam_phases *f, size_t t, size_t width, int64_t *from)
{
    const int64_t start = phase_start(f, t), step = f->stride;
    const size_t first = start < 0 ? (size_t)((-start + step - 1) / step) : 0;
    size_t end = start >= f->in ? 0 : (size_t)((f->in - 1 - start) / step) + 1; /* of what lies in the input */

    end = end < width ? end : width;
    *from = start + (int64_t)first * step;
    if (first >= end)
        return (struct gam_pick_job){ .step = step, .before = width };
    return (struct gam_pick_job){ .step = step, .before = first, .n = end - first, .after = width - end };
}

void gam_planes_copy(const struct gam_planes *planes, const struct gam_tile_kit *kit, const void *channel, size_t begin,
                     size_t end, void *to)
{
    const struct gam_phases *y = &planes->y, *x = &planes->x;
    char *at = to;

    for (size_t r = 0; r < y->n; r++)
        for (size_t s = 0; s < x->n; s++) {
            int64_t from;
            const struct gam_pick_job inside = row_job(x, s, planes->width, &from);

            for (size_t row = begin; row < end; row++, at += planes->width * kit->width_bytes) {
                const int64_t line = phase_start(y, r) + (int64_t)row * y->stride;
                struct gam_pick_job job = { .step = 1, .before = planes->width };

                if (line >= 0 && line < y->in && inside.n) {
                    job = inside;
                    job.from = (const char *)channel + (line * x->in + from) * (int64_t)kit->width_bytes;
                }
                job.to = at;
                kit->pick(&job);
            }
        }
}
