/* SPDX-License-Identifier: MIT */
/* Small products: a is read as it lies; b too, except panels that do not fill whole vectors and a transposed b. */
#include "kernels/cpu/simd/gemm/product_ways.h"

/* The panel of `columns` columns from j on: where it is and the offsets of its rows. */
static const void *panel_of_b(const struct gam_product *p, const struct gam_product_call *call, size_t j, size_t columns,
                              const int32_t **offset)
{
    const void *from = gam_product_at(p, call->b, (int64_t)j * p->shape.b_col);
    struct gam_pack_job pack = {
        .from = from,
        .across = p->shape.b_col,
        .along = p->shape.b_step,
        .k = p->shape.k,
        .width = (unsigned)columns,
        .panel = (unsigned)gam_product_width(p),
        .to = p->memory + (size_t)call->copy * p->copy_bytes,
    };

    if (p->source_offset && columns % p->kit->lanes == 0) {
        *offset = p->source_offset;
        return from;
    }
    *offset = p->panel_offset;
    p->kit->pack(&pack);
    return pack.to;
}

static void tile(const struct gam_product *p, const struct gam_product_call *call, struct gam_tile_job *job, const size_t at[4])
{
    const size_t i = at[0], rows = at[1], j = at[2], columns = at[3];
    const size_t vectors = (columns + p->kit->lanes - 1) / p->kit->lanes, width = vectors * p->kit->lanes;
    const bool plain = columns == width && !call->bias && p->shape.act == GAM_ACT_NONE;
    unsigned char scratch[GAM_TILE_BYTES_MAX] __attribute__((aligned(64)));
    char *c = (char *)call->c + (i * p->shape.n + j) * p->kit->width_bytes;
    const struct gam_finish_job finish = {
        .t = scratch,
        .t_row = (int64_t)width,
        .c = c,
        .c_row = (int64_t)p->shape.n,
        .rows = rows,
        .columns = columns,
        .beta = p->shape.beta,
        .bias_column = call->bias ? gam_product_at(p, call->bias, (int64_t)j) : NULL,
        .act = p->shape.act,
    };

    job->a = gam_product_at(p, call->a, (int64_t)i * p->shape.a_row);
    job->c = plain ? (void *)c : scratch;
    job->c_row = plain ? (int64_t)p->shape.n : (int64_t)width;
    job->beta = plain ? p->shape.beta : 0;
    p->kit->strided[(vectors - 1) * p->kit->rows + rows - 1](job);
    if (!plain)
        p->kit->finish(&finish);
}

void gam_product_run_small(const struct gam_product *p, const struct gam_product_call *call)
{
    const size_t m = p->shape.m, n = p->shape.n, width = gam_product_width(p);
    const size_t tiles = (m + p->kit->rows - 1) / p->kit->rows, rows = (m + tiles - 1) / tiles;
    struct gam_tile_job job = { .k = p->shape.k, .a_row = p->shape.a_row, .a_step = p->shape.a_step, .alpha = p->shape.alpha };

    for (size_t j = 0; j < n; j += width) {
        const size_t columns = gam_least(width, n - j);

        job.b = panel_of_b(p, call, j, columns, &job.b_offset);
        for (size_t i = 0; i < m; i += rows)
            tile(p, call, &job, (const size_t[]){ i, gam_least(rows, m - i), j, columns });
    }
}
