/* SPDX-License-Identifier: MIT */
/* Fused attention. A piece of work is a block of query rows of one key-value head against a part of its keys; threads take
 * pieces as they come free, the longest first.
 */
#include "common/err.h"
#include "kernels/cpu/simd/attention_plan.h"
#include "kernels/cpu/simd/support.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

struct attention {
    const struct gam_simd *simd;
    struct gam_attention shape;
    struct gam_attention_cut cut;
    size_t width;                  /* bytes of an element */
    size_t work_bytes, slot_bytes; /* kernel's work memory; all of a thread */
    char *slots;                   /* per thread: work memory, q pointers, o pointers, visible counts */
    char *partial;                 /* [head][block][part][block_rows][dv], when there are parts */
    double *max, *sum;             /* [head][block][part][block_rows] */
};

/* Where a piece of work lies. */
struct piece {
    size_t head, block, part; /* head: of all key-value heads of all sequences */
    size_t row, rows;
    size_t item; /* (head, block) counted through */
};

static struct piece piece_of(const struct attention *a, size_t index)
{
    const struct gam_attention_cut *c = &a->cut;
    struct piece p = { .part = index % c->parts, .item = index / c->parts };

    p.head = p.item / c->blocks;
    p.block = c->blocks - 1 - p.item % c->blocks; /* under a causal mask the last rows see most */
    p.row = p.block * c->block_rows;
    p.rows = c->rows - p.row < c->block_rows ? c->rows - p.row : c->block_rows;
    return p;
}

/* A row of a key-value head and where it lies in q and o, in rows of [b][hq][sq]. Stepping avoids a division per row. */
struct place {
    size_t at, query, member; /* member: which of the query heads that share the keys */
};

static struct place place_of(const struct attention *a, size_t head, size_t row)
{
    size_t share = (size_t)a->shape.share, query = row / share, member = row % share;

    return (struct place){ (head * share + member) * (size_t)a->shape.sq + query, query, member };
}

static void place_next(const struct attention *a, struct place *p)
{
    size_t share = (size_t)a->shape.share, sq = (size_t)a->shape.sq;

    p->at += sq;
    if (++p->member < share)
        return;
    p->member = 0;
    p->query++;
    p->at -= share * sq - 1;
}

struct slot {
    void *work;
    const void **q;
    void **o;
    int64_t *visible;
    size_t head; /* of the last piece: its keys and values are in this thread's caches if they fit */
};

static struct slot slot_of(const struct attention *a, size_t thread)
{
    char *base = a->slots + thread * a->slot_bytes, *lists = base + a->work_bytes;
    size_t list = gam_simd_aligned(a->cut.block_rows * sizeof(void *));

    return (struct slot){ base, (void *)lists, (void *)(lists + list), (void *)(lists + 2 * list), SIZE_MAX };
}

static void *partial_row(const struct attention *a, const struct piece *p, size_t row)
{
    size_t at = (p->item * a->cut.parts + p->part) * a->cut.block_rows + row;

    return a->partial + at * (size_t)a->shape.dv * a->width;
}

static void run_piece(const struct attention *a, void *const *operand, size_t index, struct slot *slot)
{
    const struct gam_attention *s = &a->shape;
    struct piece p = piece_of(a, index);
    struct gam_simd_span keys = gam_simd_part((size_t)s->skv, 64, p.part, a->cut.parts);
    size_t numbers = (p.item * a->cut.parts + p.part) * a->cut.block_rows, d = (size_t)s->d, dv = (size_t)s->dv;
    bool whole = a->cut.parts == 1;
    struct place place = place_of(a, p.head, p.row);
    struct gam_simd_attention job = {
        .q = slot->q,
        .o = slot->o,
        .visible = slot->visible,
        .rows = p.rows,
        .k = (const char *)operand[GAM_ATTENTION_K] + p.head * (size_t)s->skv * d * a->width,
        .v = (const char *)operand[GAM_ATTENTION_V] + p.head * (size_t)s->skv * dv * a->width,
        .d = d,
        .dv = dv,
        .key_begin = keys.begin,
        .key_end = keys.end,
        .scale = s->scale,
        .fetch = a->cut.far || slot->head != p.head,
        .max = whole ? NULL : a->max + numbers,
        .sum = whole ? NULL : a->sum + numbers,
        .work = slot->work,
    };

    slot->head = p.head;
    for (size_t r = 0; r < p.rows; r++, place_next(a, &place)) {
        slot->q[r] = (const char *)operand[GAM_ATTENTION_Q] + place.at * d * a->width;
        slot->o[r] = whole ? (char *)operand[GAM_ATTENTION_O] + place.at * dv * a->width : partial_row(a, &p, r);
        slot->visible[r] = gam_attention_visible(s, (int64_t)place.query);
    }
    if (a->cut.dot)
        a->simd->attention_dot(&job);
    else
        a->simd->attention_tile(&job);
}

static void join_parts(const struct attention *a, void *const *operand, size_t item, const struct slot *slot)
{
    struct piece p = piece_of(a, item * a->cut.parts);
    size_t numbers = item * a->cut.parts * a->cut.block_rows, dv = (size_t)a->shape.dv;
    struct place place = place_of(a, p.head, p.row);
    struct gam_simd_merge job = {
        .o = partial_row(a, &p, 0),
        .max = a->max + numbers,
        .sum = a->sum + numbers,
        .parts = a->cut.parts,
        .stride = a->cut.block_rows,
        .rows = p.rows,
        .dv = dv,
        .out = slot->o,
    };

    for (size_t r = 0; r < p.rows; r++, place_next(a, &place))
        slot->o[r] = (char *)operand[GAM_ATTENTION_O] + place.at * dv * a->width;
    a->simd->attention_merge(&job);
}

static int attention_run(struct gam_launch *launch, void *const *operand)
{
    const struct attention *a = launch->state;
    size_t items = a->cut.heads * a->cut.blocks;

#pragma omp parallel num_threads(launch->threads)
    {
        struct slot slot = slot_of(a, (size_t)omp_get_thread_num());

#pragma omp for schedule(dynamic, 1)
        for (size_t i = 0; i < items * a->cut.parts; i++)
            run_piece(a, operand, i, &slot);
        if (a->cut.parts > 1) {
#pragma omp for schedule(static)
            for (size_t i = 0; i < items; i++)
                join_parts(a, operand, i, &slot);
        }
    }
    return 0;
}

/* One block of memory: the state, a slot per thread, what parts leave. */
static struct attention *attention_new(const struct attention *a, size_t threads)
{
    size_t rows = a->cut.parts > 1 ? a->cut.heads * a->cut.blocks * a->cut.parts * a->cut.block_rows : 0;
    size_t head = gam_simd_aligned(sizeof *a), slots = threads * a->slot_bytes, numbers = gam_simd_aligned(rows * sizeof(double));
    char *memory = gam_simd_alloc(head + slots + 2 * numbers + rows * (size_t)a->shape.dv * a->width);
    struct attention *out = (void *)memory;

    if (!memory)
        return NULL;
    *out = *a;
    out->slots = memory + head;
    out->max = (void *)(out->slots + slots);
    out->sum = (void *)(out->slots + slots + numbers);
    out->partial = out->slots + slots + 2 * numbers;
    return out;
}

static void describe(const struct attention *a, struct gam_launch *out)
{
    int n;

    if (a->cut.dot)
        n = snprintf(out->detail, sizeof out->detail, "%s keys once for %zu rows", a->simd->isa, a->cut.rows);
    else
        n = snprintf(out->detail, sizeof out->detail, "%s fused %zu queries (%zu a tile) x %zu keys", a->simd->isa,
                     a->cut.block_rows, a->simd->tile_rows, a->simd->tile_keys);
    if (a->cut.parts > 1 && n > 0 && (size_t)n < sizeof out->detail)
        snprintf(out->detail + n, sizeof out->detail - (size_t)n, ", keys in %zu parts", a->cut.parts);
}

static int attention_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    struct attention a = { .width = 0 }, *state;
    size_t threads = (size_t)caps->threads, lists;
    int rc = gam_simd_require(op, caps, &a.simd, err);

    if (rc)
        return rc;
    gam_attention_shape(op, &a.shape);
    gam_attention_cut_choose(&a.shape, a.simd, threads, caps->l2_bytes, &a.cut);
    a.width = (size_t)gam_dtype_bytes(a.simd->dtype);
    lists = 3 * gam_simd_aligned(a.cut.block_rows * sizeof(void *));
    a.work_bytes = (a.cut.dot ? a.simd->attention_dot_bytes : a.simd->attention_tile_bytes)(a.cut.block_rows, (size_t)a.shape.d,
                                                                                            (size_t)a.shape.dv);
    a.work_bytes = gam_simd_aligned(a.work_bytes);
    a.slot_bytes = a.work_bytes + lists;
    state = attention_new(&a, threads);
    if (!state)
        return gam_err_nomem(err);
    *out = (struct gam_launch){
        .lang = GAM_LANG_HOST,
        .run = attention_run,
        .state = state,
        .release = gam_simd_release,
        .threads = caps->threads,
        .tile_m = (unsigned)a.simd->tile_rows,
        .flop_scale = a.cut.flop_scale,
    };
    describe(state, out);
    return 0;
}

const struct gam_impl gam_impl_simd_attention = {
    .name = "simd",
    .kinds = { "attention" },
    .lang = GAM_LANG_HOST,
    .supports = gam_simd_supports,
    .plan = attention_plan,
};
