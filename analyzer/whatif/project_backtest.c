/* SPDX-License-Identifier: MIT */
#include "analyzer/arena.h"
#include "analyzer/whatif/project.h"
#include "common/err.h"
#include "common/stats.h"

#include <math.h>
#include <string.h>

uint64_t gam_spec_hash(const char *spec)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a, 64 bits */

    for (const unsigned char *at = (const unsigned char *)spec; *at; at++)
        hash = (hash ^ *at) * 1099511628211u;
    return hash ^ hash >> 32; /* the low bit of FNV alone is the parity of the text */
}

static int same(const char *a, const char *b)
{
    return a && b && !strcmp(a, b);
}

int gam_spec_calibrates(const char *spec)
{
    return gam_spec_hash(spec) % 2 == 0;
}

/* What was measured there of the same operator: by the same implementation, else the best one of that device. */
static const struct gam_report_operator *twin(const struct gam_backtest_input *in, const struct gam_projected *row)
{
    const struct gam_report_operator *best = NULL;

    for (size_t i = 0; i < in->there->n_ops; i++) {
        const struct gam_report_operator *op = &in->there->op[i];

        if (op->device != in->device || op->threads != in->threads || strcmp(op->spec, row->spec) != 0 ||
            op->cache != row->op->cache || !gam_quantity_known(&op->time_ns))
            continue;
        if (same(op->implementation, row->op->implementation))
            return op;
        if (op->best)
            best = op;
    }
    return best;
}

int gam_backtest(const struct gam_backtest_input *in, struct gam_arena **memory, struct gam_backtest *out, struct gam_err *err)
{
    const struct gam_projection *p = in->projection;
    double *error = gam_arena_get(memory, p->n, sizeof *error);
    size_t inside = 0;

    *out = (struct gam_backtest){ .median = NAN, .p90 = NAN, .inside_share = NAN };
    out->row = gam_arena_get(memory, p->n, sizeof *out->row);
    if (!error || !out->row)
        return gam_err_nomem(err);
    for (size_t i = 0; i < p->n; i++) {
        const struct gam_projected *row = &p->row[i];
        const struct gam_report_operator *measured = twin(in, row);
        struct gam_backtest_row *b = &out->row[out->n];

        if (!measured || !gam_quantity_known(&row->time_ns) || (in->odd_only && gam_spec_calibrates(row->op->spec)))
            continue;
        *b = (struct gam_backtest_row){ .projected = row, .measured = measured };
        b->error = row->time_ns.value / measured->time_ns.value - 1;
        b->inside = measured->time_ns.value >= row->time_ns.low && measured->time_ns.value <= row->time_ns.high;
        inside += (size_t)b->inside;
        error[out->n++] = fabs(b->error);
    }
    if (!out->n)
        return 0;
    gam_stats_sort(error, out->n);
    out->median = gam_stats_median_sorted(error, out->n);
    out->p90 = gam_stats_quantile_sorted(error, out->n, 0.9);
    out->inside_share = (double)inside / (double)out->n;
    return 0;
}
