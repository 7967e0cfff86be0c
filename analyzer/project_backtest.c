/* SPDX-License-Identifier: MIT */
#include "analyzer/arena.h"
#include "analyzer/project.h"
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

/* What was measured there of the same operator by the same implementation. */
static const struct gam_report_operator *twin(const struct gam_projected *row, const struct gam_report *there, size_t device,
                                              int threads, int any_implementation)
{
    for (size_t i = 0; i < there->n_ops; i++) {
        const struct gam_report_operator *op = &there->op[i];

        if (op->device != device || op->threads != threads || strcmp(op->spec, row->spec) != 0 || op->cache != row->op->cache)
            continue;
        if (gam_quantity_known(&op->time_ns) &&
            (any_implementation ? op->best : same(op->implementation, row->op->implementation)))
            return op;
    }
    return NULL;
}

int gam_backtest(const struct gam_projection *p, const struct gam_report *there, size_t device, int threads,
                 struct gam_arena **memory, struct gam_backtest *out, struct gam_err *err)
{
    double *error = gam_arena_get(memory, p->n, sizeof *error);
    size_t inside = 0;

    *out = (struct gam_backtest){ .median = NAN, .p90 = NAN, .inside_share = NAN };
    out->row = gam_arena_get(memory, p->n, sizeof *out->row);
    if (!error || !out->row)
        return gam_err_nomem(err);
    for (size_t i = 0; i < p->n; i++) {
        const struct gam_projected *row = &p->row[i];
        const struct gam_report_operator *measured = twin(row, there, device, threads, 0);

        if (!measured) /* another device has other implementations: its best one */
            measured = twin(row, there, device, threads, 1);
        if (!measured || !gam_quantity_known(&row->time_ns))
            continue;
        out->row[out->n] = (struct gam_backtest_row){ .projected = row, .measured = measured };
        out->row[out->n].error = row->time_ns.value / measured->time_ns.value - 1;
        out->row[out->n].inside = measured->time_ns.value >= row->time_ns.low && measured->time_ns.value <= row->time_ns.high;
        inside += (size_t)out->row[out->n].inside;
        error[out->n] = fabs(out->row[out->n].error);
        out->n++;
    }
    if (!out->n)
        return 0;
    gam_stats_sort(error, out->n);
    out->median = gam_stats_median_sorted(error, out->n);
    out->p90 = gam_stats_quantile_sorted(error, out->n, 0.9);
    out->inside_share = (double)inside / (double)out->n;
    return 0;
}
