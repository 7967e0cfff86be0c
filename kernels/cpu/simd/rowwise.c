/* SPDX-License-Identifier: MIT */
/* softmax, layernorm, rmsnorm. Many rows: every thread takes some, and a row stays in its cache between its passes. Few rows:
 * every thread takes a part of each, in two steps with one barrier between.
 */
#include "common/err.h"
#include "kernels/cpu/simd/support.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { LEAST_COLS_OF_PART = 4096 /* a smaller part of a row is not worth the barrier */ };

struct rowwise;

/* What the three kinds differ in. Operands: x, gammas and betas if any, y last. */
struct rowwise_kind {
    const char *kind;
    size_t inputs; /* operands before y */
    void (*stats)(const struct gam_simd *simd, const void *x, size_t n, struct gam_simd_stats *out);
    void (*merge)(struct gam_simd_stats *into, const struct gam_simd_stats *part);
    /* Elements first .. first + n - 1 of a row. */
    void (*apply)(const struct rowwise *r, void *const *operand, size_t row, struct gam_simd_span cols,
                  const struct gam_simd_stats *stats);
};

struct rowwise {
    const struct gam_simd *simd;
    const struct rowwise_kind *kind;
    size_t rows, cols, width; /* width: bytes of an element */
    double eps;
    bool stream;
    bool split;                   /* rows are cut between threads */
    bool one_exp;                 /* softmax: a row fits in cache, so the exponentials are kept between its passes */
    size_t parts;                 /* of a split row: threads */
    struct gam_simd_stats *stats; /* [rows][parts] when split */
    char *scratch;                /* per thread: scratch_bytes, when one_exp and stream */
    size_t scratch_bytes;
};

static char *at(const struct rowwise *r, void *operand, size_t row, size_t col)
{
    return (char *)operand + (row * r->cols + col) * r->width;
}

static void softmax_apply(const struct rowwise *r, void *const *operand, size_t row, struct gam_simd_span cols,
                          const struct gam_simd_stats *stats)
{
    r->simd->softmax_apply(at(r, operand[0], row, cols.begin), at(r, operand[1], row, cols.begin), cols.end - cols.begin, stats,
                           r->stream);
}

static void norm_apply(const struct rowwise *r, void *const *operand, size_t row, struct gam_simd_span cols,
                       const struct gam_simd_stats *stats)
{
    double center_inverse[2] = { stats->center, 1 / sqrt(stats->spread / stats->n + r->eps) };
    const void *gamma_beta[2] = { at(r, operand[1], 0, cols.begin),
                                  r->kind->inputs > 2 ? at(r, operand[2], 0, cols.begin) : NULL };

    r->simd->norm_apply(at(r, operand[0], row, cols.begin), at(r, operand[r->kind->inputs], row, cols.begin),
                        cols.end - cols.begin, center_inverse, gamma_beta, r->stream);
}

static void softmax_stats(const struct gam_simd *simd, const void *x, size_t n, struct gam_simd_stats *out)
{
    simd->softmax_stats(x, n, out);
}

static void mean_stats(const struct gam_simd *simd, const void *x, size_t n, struct gam_simd_stats *out)
{
    simd->mean_stats(x, n, out);
}

static void square_stats(const struct gam_simd *simd, const void *x, size_t n, struct gam_simd_stats *out)
{
    simd->square_stats(x, n, out);
}

static const struct rowwise_kind rowwise_kinds[] = {
    { "softmax", 1, softmax_stats, gam_simd_softmax_merge, softmax_apply },
    { "layernorm", 3, mean_stats, gam_simd_moments_merge, norm_apply },
    { "rmsnorm", 2, square_stats, gam_simd_moments_merge, norm_apply },
};

static void run_rows(const struct rowwise *r, void *const *operand, size_t me, size_t all)
{
    struct gam_simd_span rows = gam_simd_part(r->rows, 1, me, all), cols = { 0, r->cols };
    void *scratch = r->scratch ? r->scratch + me * r->scratch_bytes : NULL;

    for (size_t row = rows.begin; row < rows.end; row++) {
        struct gam_simd_stats stats;

        if (r->one_exp) {
            r->simd->softmax_row(at(r, operand[0], row, 0), at(r, operand[1], row, 0), r->cols, scratch, r->stream);
            continue;
        }
        r->kind->stats(r->simd, at(r, operand[0], row, 0), r->cols, &stats);
        r->kind->apply(r, operand, row, cols, &stats);
    }
}

static void run_parts_stats(const struct rowwise *r, void *const *operand, size_t part)
{
    struct gam_simd_span cols = gam_simd_part(r->cols, 64, part, r->parts);

    for (size_t row = 0; row < r->rows; row++)
        r->kind->stats(r->simd, at(r, operand[0], row, cols.begin), cols.end - cols.begin, &r->stats[row * r->parts + part]);
}

static void run_parts_apply(const struct rowwise *r, void *const *operand, size_t part)
{
    struct gam_simd_span cols = gam_simd_part(r->cols, 64, part, r->parts);

    for (size_t row = 0; row < r->rows; row++) {
        struct gam_simd_stats stats = r->stats[row * r->parts];

        for (size_t i = 1; i < r->parts; i++)
            r->kind->merge(&stats, &r->stats[row * r->parts + i]);
        r->kind->apply(r, operand, row, cols, &stats);
    }
}

static int rowwise_run(struct gam_launch *launch, void *const *operand)
{
    const struct rowwise *r = launch->state;

#pragma omp parallel num_threads(launch->threads)
    {
        size_t me = (size_t)omp_get_thread_num(), all = (size_t)omp_get_num_threads();

        if (r->split) {
            for (size_t part = me; part < r->parts; part += all)
                run_parts_stats(r, operand, part);
#pragma omp barrier
            for (size_t part = me; part < r->parts; part += all)
                run_parts_apply(r, operand, part);
        } else {
            run_rows(r, operand, me, all);
        }
    }
    return 0;
}

/* Whole rows leave a thread idle at the end when their number is no multiple; with few long rows that shows. */
static bool should_split(const struct rowwise *r, size_t threads)
{
    return threads > 1 && r->rows % threads && r->rows < 8 * threads && r->cols >= LEAST_COLS_OF_PART * threads;
}

static void rowwise_choose(struct rowwise *r, const struct gam_caps *caps)
{
    bool softmax = !strcmp(r->kind->kind, "softmax");
    double row_bytes = (double)r->cols * (double)r->width;

    r->parts = (size_t)caps->threads;
    r->split = should_split(r, r->parts);
    r->stream = gam_simd_stream(caps, (double)r->rows * row_bytes);
    r->one_exp = softmax && !r->split && (caps->l2_bytes == 0 || row_bytes * 2 <= (double)caps->l2_bytes);
    r->scratch_bytes = r->one_exp && r->stream ? gam_simd_aligned(r->cols * r->width) : 0;
}

static int rowwise_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    struct rowwise r = { .rows = 0 }, *state;
    size_t head = gam_simd_aligned(sizeof r), stats;
    int rc = gam_simd_require(op, caps, &r.simd, err);

    if (rc)
        return rc;
    for (size_t i = 0; i < sizeof rowwise_kinds / sizeof rowwise_kinds[0]; i++)
        if (!strcmp(rowwise_kinds[i].kind, op->kind->name))
            r.kind = &rowwise_kinds[i];
    if (!r.kind)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "no row-wise kernel for %s", op->kind->name);
    r.rows = (size_t)gam_op_int(op, "rows");
    r.cols = (size_t)gam_op_int(op, "cols");
    r.width = (size_t)gam_dtype_bytes(r.simd->dtype);
    r.eps = gam_op_has(op, "eps") ? gam_op_real(op, "eps") : 0;
    rowwise_choose(&r, caps);
    stats = r.split ? gam_simd_aligned(r.rows * r.parts * sizeof *r.stats) : 0;
    state = gam_simd_alloc(head + stats + r.parts * r.scratch_bytes);
    if (!state)
        return gam_err_nomem(err);
    r.stats = (void *)((char *)state + head);
    r.scratch = r.scratch_bytes ? (char *)state + head + stats : NULL;
    *state = r;
    *out = (struct gam_launch){
        .lang = GAM_LANG_HOST,
        .run = rowwise_run,
        .state = state,
        .release = gam_simd_release,
        .threads = caps->threads,
        .flop_scale = 1,
    };
    snprintf(out->detail, sizeof out->detail, "%s%s%s", r.simd->isa, r.split ? " rows cut between threads" : "",
             r.stream ? " non-temporal stores" : "");
    return 0;
}

const struct gam_impl gam_impl_simd_rowwise = {
    .name = "simd",
    .kinds = { "softmax", "layernorm", "rmsnorm" },
    .lang = GAM_LANG_HOST,
    .supports = gam_simd_supports,
    .plan = rowwise_plan,
};
