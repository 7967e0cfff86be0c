/* SPDX-License-Identifier: MIT */
#include "kernels/oracle/sample.h"

#include "common/err.h"
#include "common/rand.h"

#include <stdlib.h>

enum { EDGES_MAX = 1024, COLS_OF_ROW = 256, SAMPLE_MAX = 1 << 20 };

struct drawing {
    const struct gam_sample_plan *plan;
    struct gam_sample *out;
    struct gam_rand rand;
    int failed;
};

static void add(struct drawing *d, uint64_t plane, uint64_t row, uint64_t col)
{
    struct gam_sample *s = d->out;

    if (s->n == s->capacity) {
        size_t capacity = s->capacity ? 2 * s->capacity : 1024;
        uint64_t *grown = capacity > 2 * SAMPLE_MAX ? NULL : realloc(s->index, capacity * sizeof *grown);

        if (!grown) {
            d->failed = 1;
            return;
        }
        s->index = grown;
        s->capacity = capacity;
    }
    s->index[s->n++] = (plane * d->plan->rows + row) * d->plan->cols + col;
}

static uint64_t any(struct drawing *d, uint64_t n)
{
    return gam_rand_below(&d->rand, n);
}

/* The e-th of the edges that tiles of `tile` make in 0 .. n - 1: 0, n - 1, then the last of a tile and the first of the next. */
static uint64_t edge(uint64_t n, uint64_t tile, uint64_t e)
{
    uint64_t at;

    if (e < 2 || !tile)
        return e % 2 ? n - 1 : 0;
    at = e / 2 * tile - 1 + e % 2;
    return at < n ? at : n - 1;
}

static uint64_t edge_count(uint64_t n, uint64_t tile)
{
    return tile && tile < n ? 2 + 2 * ((n - 1) / tile) : 2;
}

/* All edges when they are few, else that many at random, the first two (0 and n - 1) always. */
static uint64_t edge_pick(struct drawing *d, uint64_t n, uint64_t tile, uint64_t i)
{
    uint64_t count = edge_count(n, tile);

    return edge(n, tile, i < 2 || count <= EDGES_MAX ? i : any(d, count));
}

static uint64_t edges_taken(uint64_t n, uint64_t tile)
{
    uint64_t count = edge_count(n, tile);

    return count < EDGES_MAX ? count : EDGES_MAX;
}

static uint64_t any_edge(struct drawing *d, uint64_t n, uint64_t tile)
{
    return edge(n, tile, any(d, edge_count(n, tile)));
}

/* A row: all of it when it is short, else its tile edges (some) and random columns. */
static void add_row(struct drawing *d, uint64_t plane, uint64_t row)
{
    const struct gam_sample_plan *p = d->plan;
    uint64_t edges = edge_count(p->cols, p->tile_n);

    if (p->cols <= COLS_OF_ROW) {
        for (uint64_t col = 0; col < p->cols; col++)
            add(d, plane, row, col);
        return;
    }
    for (uint64_t i = 0; i < COLS_OF_ROW / 2; i++) {
        add(d, plane, row, edge(p->cols, p->tile_n, i < edges ? i : any(d, edges)));
        add(d, plane, row, any(d, p->cols));
    }
}

static void draw_rows(struct drawing *d)
{
    const struct gam_sample_plan *p = d->plan;
    uint64_t per_row = p->cols < COLS_OF_ROW ? p->cols : COLS_OF_ROW;
    uint64_t rows = p->target / per_row + 1, edges = edges_taken(p->rows, p->tile_m);

    add_row(d, 0, 0);
    add_row(d, 0, p->rows - 1);
    add_row(d, p->planes - 1, 0);
    add_row(d, p->planes - 1, p->rows - 1);
    for (uint64_t i = 2; i < edges && i < rows / 2; i++)
        add_row(d, any(d, p->planes), edge_pick(d, p->rows, p->tile_m, i));
    for (uint64_t i = 0; i < rows && !d->failed; i++)
        add_row(d, any(d, p->planes), any(d, p->rows));
}

static void draw_elements(struct drawing *d)
{
    const struct gam_sample_plan *p = d->plan;
    uint64_t row_edges = edges_taken(p->rows, p->tile_m), col_edges = edges_taken(p->cols, p->tile_n);

    for (uint64_t corner = 0; corner < 8; corner++)
        add(d, corner & 4 ? p->planes - 1 : 0, corner & 2 ? p->rows - 1 : 0, corner & 1 ? p->cols - 1 : 0);
    for (uint64_t i = 0; i < p->target / 16; i++) {
        add(d, any(d, p->planes), p->rows - 1, any(d, p->cols));
        add(d, any(d, p->planes), any(d, p->rows), p->cols - 1);
    }
    for (uint64_t i = 0; i < row_edges; i++)
        add(d, any(d, p->planes), edge_pick(d, p->rows, p->tile_m, i), any_edge(d, p->cols, p->tile_n));
    for (uint64_t i = 0; i < col_edges; i++)
        add(d, any(d, p->planes), any_edge(d, p->rows, p->tile_m), edge_pick(d, p->cols, p->tile_n, i));
    for (size_t i = 0; i < p->target && !d->failed; i++)
        add(d, any(d, p->planes), any(d, p->rows), any(d, p->cols));
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

int gam_sample_make(const struct gam_sample_plan *plan, struct gam_sample *out)
{
    struct drawing d = { .plan = plan, .out = out };
    size_t kept = 0;

    *out = (struct gam_sample){ .index = NULL };
    gam_rand_seed(&d.rand, plan->seed);
    if (plan->whole_rows)
        draw_rows(&d);
    else
        draw_elements(&d);
    if (d.failed)
        return -GAM_ENOMEM;
    qsort(out->index, out->n, sizeof *out->index, ascending);
    for (size_t i = 0; i < out->n; i++)
        if (!i || out->index[i] != out->index[i - 1])
            out->index[kept++] = out->index[i];
    out->n = kept;
    return 0;
}

void gam_sample_release(struct gam_sample *sample)
{
    free(sample->index);
    *sample = (struct gam_sample){ .index = NULL };
}
