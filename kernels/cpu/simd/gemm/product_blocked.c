/* SPDX-License-Identifier: MIT */
/* The blocked product. For each block of b, in each thread: its first block of a runs over its share of the panels of b and packs
 * them on the way (the tile that reads a panel first writes it); then, once all have done so, over the others' panels; then come
 * the thread's other blocks of a. What is read next is brought near while tiles are computed: see `ahead`.
 */
#include "kernels/cpu/simd/gemm/product_ways.h"
#include "kernels/cpu/simd/support.h"

/* Where a thread is. Ranges are [begin, end) in elements of c or a. */
struct walk {
    const struct gam_product *p;
    const struct gam_product_call *call;
    struct gam_simd_span rows, columns; /* of this thread */
    size_t share, shares;               /* of the threads with the same columns */
    size_t j0, j1, p0, p1, i0, i1;      /* the blocks at work */
    char *a_block, *b_block;
    /* Lines of the next block of a as they lie in memory; each tile brings one to the second cache. */
    const char *next;
    int64_t next_step_bytes, next_line_bytes;
    size_t next_lines;
};

static size_t panels(const struct walk *w)
{
    return (w->j1 - w->j0 + gam_product_width(w->p) - 1) / gam_product_width(w->p);
}

static int64_t per_group(const struct walk *w, int64_t bytes)
{
    const int64_t groups = (int64_t)((w->p1 - w->p0) / GAM_TILE_GROUP);

    return groups ? (bytes + groups - 1) / groups : bytes;
}

static char *panel_of_b(const struct walk *w, size_t panel)
{
    return w->b_block + panel * gam_product_width(w->p) * (w->p1 - w->p0) * w->p->kit->width_bytes;
}

/* From now on tiles bring rows i0 .. i1 - 1, steps p0 .. p1 - 1 of a near. */
static void expect_a(struct walk *w, size_t i0, size_t i1, size_t p0, size_t p1)
{
    const struct gam_product_shape *s = &w->p->shape;
    const int64_t width = w->p->kit->width_bytes;
    const bool by_rows = s->a_step == 1;

    w->next = gam_product_at(w->p, w->call->a, (int64_t)i0 * s->a_row + (int64_t)p0 * s->a_step);
    w->next_step_bytes = (by_rows ? s->a_row : s->a_step) * width;
    w->next_line_bytes = (int64_t)(by_rows ? p1 - p0 : i1 - i0) * width;
    w->next_lines = by_rows ? i1 - i0 : p1 - p0;
}

static void pack_a(const struct walk *w)
{
    const struct gam_product *p = w->p;
    const size_t steps = w->p1 - w->p0;
    struct gam_pack_job job = { .across = p->shape.a_row, .along = p->shape.a_step, .k = steps };

    for (size_t i = w->i0; i < w->i1; i += p->kit->rows) {
        job.from = gam_product_at(p, w->call->a, (int64_t)i * p->shape.a_row + (int64_t)w->p0 * p->shape.a_step);
        job.width = job.panel = (unsigned)gam_least(p->kit->rows, w->i1 - i);
        job.to = w->a_block + (i - w->i0) * steps * p->kit->width_bytes;
        p->kit->pack(&job);
    }
}

static void pack_panel_of_b(const struct walk *w, size_t panel)
{
    const struct gam_product *p = w->p;
    const size_t width = gam_product_width(p), j = w->j0 + panel * width;
    const struct gam_pack_job job = {
        .from = gam_product_at(p, w->call->b, (int64_t)w->p0 * p->shape.b_step + (int64_t)j * p->shape.b_col),
        .across = p->shape.b_col,
        .along = p->shape.b_step,
        .k = w->p1 - w->p0,
        .width = (unsigned)gam_least(width, w->j1 - j),
        .panel = (unsigned)width,
        .to = panel_of_b(w, panel),
    };

    p->kit->pack(&job);
}

/* What a tile brings near: a line of the next block of a, and a piece of the next panel of b if its block is far. */
static void set_ahead(struct walk *w, struct gam_tile_job *job, size_t panel, size_t i)
{
    job->ahead[0] = job->ahead[1] = job->a;
    if (w->next_lines) {
        job->ahead[0] = w->next;
        job->ahead_step_bytes[0] = per_group(w, w->next_line_bytes);
        w->next += w->next_step_bytes;
        w->next_lines--;
    }
    if (w->p->b_far && panel + 1 < panels(w)) {
        const size_t tiles = (w->i1 - w->i0 + w->p->kit->rows - 1) / w->p->kit->rows;
        const int64_t piece = (int64_t)(gam_product_width(w->p) * (w->p1 - w->p0) * w->p->kit->width_bytes / tiles);

        job->ahead[1] = panel_of_b(w, panel + 1) + (int64_t)((i - w->i0) / w->p->kit->rows) * piece;
        job->ahead_step_bytes[1] = per_group(w, piece);
    }
}

/* The tile at rows i .. of the block and a panel of b. `packing`: b is read as it lies, and packed. */
static void tile(struct walk *w, size_t panel, size_t i, bool packing)
{
    const struct gam_product *p = w->p;
    const struct gam_tile_kit *kit = p->kit;
    const size_t steps = w->p1 - w->p0, width = gam_product_width(p), j = w->j0 + panel * width;
    const size_t rows = gam_least(kit->rows, w->i1 - i), columns = gam_least(width, w->j1 - j);
    const bool last = w->p1 == p->shape.k, touch = last && (w->call->bias || p->shape.act != GAM_ACT_NONE);
    const bool plain = columns == width && !touch;
    const double beta = w->p0 ? 1 : p->shape.beta;
    unsigned char scratch[GAM_TILE_BYTES_MAX] __attribute__((aligned(64)));
    char *c = (char *)w->call->c + (i * p->shape.n + j) * kit->width_bytes;
    struct gam_tile_job job = {
        .k = steps,
        .a = w->a_block + (i - w->i0) * steps * kit->width_bytes,
        .b = packing ? gam_product_at(p, w->call->b, (int64_t)w->p0 * p->shape.b_step + (int64_t)j) : panel_of_b(w, panel),
        .b_offset = packing ? p->source_offset : p->panel_offset,
        .b_to = panel_of_b(w, panel),
        .c = plain ? (void *)c : scratch,
        .c_row = plain ? (int64_t)p->shape.n : (int64_t)width,
        .alpha = p->shape.alpha,
        .beta = plain ? beta : 0,
    };

    set_ahead(w, &job, panel, i);
    (packing ? kit->packing[rows - 1] : kit->packed[((columns + kit->lanes - 1) / kit->lanes - 1) * kit->rows + rows - 1])(&job);
    if (!plain)
        kit->finish(&(struct gam_finish_job){
            .t = scratch,
            .t_row = (int64_t)width,
            .c = c,
            .c_row = (int64_t)p->shape.n,
            .rows = rows,
            .columns = columns,
            .beta = beta,
            .bias_column = last && w->call->bias ? gam_product_at(p, w->call->bias, (int64_t)j) : NULL,
            .act = last ? p->shape.act : GAM_ACT_NONE,
        });
}

/* A block of a against panels of b; `fresh` ones are packed. */
static void run_panels(struct walk *w, size_t begin, size_t end, bool fresh)
{
    for (size_t panel = begin; panel < end; panel++) {
        const bool whole = w->j0 + (panel + 1) * gam_product_width(w->p) <= w->j1;
        const bool packing = fresh && whole && w->p->source_offset && w->i0 < w->i1;

        if (fresh && !packing)
            pack_panel_of_b(w, panel);
        for (size_t i = w->i0; i < w->i1; i += w->p->kit->rows)
            tile(w, panel, i, packing && i == w->i0);
    }
}

static void start_block_of_a(struct walk *w, size_t i0)
{
    w->i0 = i0;
    w->i1 = gam_least(i0 + w->p->blocks.mc, w->rows.end);
    pack_a(w);
    if (w->i1 < w->rows.end)
        expect_a(w, w->i1, gam_least(w->i1 + w->p->blocks.mc, w->rows.end), w->p0, w->p1);
    else if (w->p1 < w->p->shape.k)
        expect_a(w, w->rows.begin, gam_least(w->rows.begin + w->p->blocks.mc, w->rows.end), w->p1,
                 gam_least(w->p1 + w->p->blocks.kc, w->p->shape.k));
    else
        w->next_lines = 0;
}

static void run_block_of_b(struct walk *w)
{
    const struct gam_simd_span mine = gam_simd_part(panels(w), 1, w->share, w->shares);

    start_block_of_a(w, w->rows.begin);
    run_panels(w, mine.begin, mine.end, true);
    if (w->shares > 1) {
#pragma omp barrier
    }
    run_panels(w, 0, mine.begin, false);
    run_panels(w, mine.end, panels(w), false);
    while (w->i1 < w->rows.end) {
        start_block_of_a(w, w->i1);
        run_panels(w, 0, panels(w), false);
    }
}

void gam_product_run_blocked(const struct gam_product *p, const struct gam_product_call *call)
{
    const struct gam_product_blocks *b = &p->blocks;
    const size_t width = gam_product_width(p), member = (size_t)call->member, grid_m = (size_t)b->grid_m,
                 grid_n = (size_t)b->grid_n;
    const size_t column = member / grid_m; /* of the grid */
    char *copy = (char *)p->memory + (size_t)call->copy * p->copy_bytes;
    char *b_blocks = copy + (size_t)p->team * p->a_bytes + column * (size_t)p->b_blocks * p->b_bytes;
    struct walk w = {
        .p = p,
        .call = call,
        .rows = gam_simd_part(p->shape.m, p->kit->rows, member % grid_m, grid_m),
        .columns = gam_simd_part(p->shape.n, width, column, grid_n),
        .share = member % grid_m,
        .shares = grid_m,
        .a_block = copy + member * p->a_bytes,
    };
    size_t turn = 0;

    /* All threads of the team pass the same number of barriers, even one whose columns have come to an end. */
    for (size_t j = 0; j < b->nc * b->rounds; j += b->nc) {
        w.j0 = gam_least(w.columns.begin + j, w.columns.end);
        w.j1 = gam_least(w.j0 + b->nc, w.columns.end);
        for (w.p0 = 0; w.p0 < p->shape.k; w.p0 = w.p1) {
            w.p1 = gam_least(w.p0 + b->kc, p->shape.k);
            w.b_block = b_blocks + (turn++ % (size_t)p->b_blocks) * p->b_bytes;
            run_block_of_b(&w);
        }
    }
}
