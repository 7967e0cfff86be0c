/* SPDX-License-Identifier: MIT */
/* Products whose result is one row or one column. The one-column product is the one-row product of the transposed operands, and
 * the result lies in memory the same way.
 */
#include "kernels/cpu/simd/gemm/product_ways.h"
#include "kernels/cpu/simd/support.h"

#include <string.h>

enum { GRAIN_BYTES = 64 }; /* of the result: a line is written by one thread */

/* The vector side by side: dot products read it that way. */
static const void *gather(const struct gam_product *p, const void *x, int64_t step, void *to)
{
    const size_t width = p->kit->width_bytes;

    if (step == 1)
        return x;
    for (size_t i = 0; i < p->shape.k; i++)
        memcpy((char *)to + i * width, gam_product_at(p, x, (int64_t)i * step), width);
    return to;
}

/* Columns begin .. end - 1 of the one row (or rows of the one column). */
static void run_chunk(const struct gam_product *p, const struct gam_product_call *call, size_t begin, size_t end,
                      unsigned char *scratch)
{
    const struct gam_product_shape *s = &p->shape;
    const bool row = s->m == 1; /* else one column */
    const size_t width = p->kit->width_bytes;
    const int64_t across = row ? s->b_col : s->a_row, along = row ? s->b_step : s->a_step;
    struct gam_vector_job job = {
        .x = row ? call->a : call->b,
        .x_step = row ? s->a_step : s->b_step,
        .b = gam_product_at(p, row ? call->b : call->a, (int64_t)begin * across),
        .b_row = across == 1 ? along : across,
        .k = s->k,
        .n = end - begin,
        .alpha = s->alpha,
        .y = scratch,
    };
    const struct gam_finish_job finish = {
        .t = scratch,
        .c = (char *)call->c + begin * width,
        .rows = 1,
        .columns = job.n,
        .beta = s->beta,
        .bias_row = row ? NULL : call->bias,
        .bias_column = row && call->bias ? gam_product_at(p, call->bias, (int64_t)begin) : NULL,
        .act = s->act,
    };

    if (across == 1) {
        p->kit->sum_rows(&job);
    } else {
        job.x = gather(p, job.x, job.x_step, scratch + GAM_PRODUCT_CHUNK_BYTES);
        p->kit->dot_rows(&job);
    }
    p->kit->finish(&finish);
}

void gam_product_run_vector(const struct gam_product *p, const struct gam_product_call *call)
{
    const size_t width = p->kit->width_bytes, chunk = GAM_PRODUCT_CHUNK_BYTES / width;
    const struct gam_simd_span span =
        gam_simd_part(p->shape.m * p->shape.n, GRAIN_BYTES / width, (size_t)call->member, (size_t)p->team);
    unsigned char *scratch = p->memory + (size_t)call->copy * p->copy_bytes + (size_t)call->member * p->a_bytes;

    for (size_t at = span.begin; at < span.end; at += chunk)
        run_chunk(p, call, at, gam_least(at + chunk, span.end), scratch);
}
