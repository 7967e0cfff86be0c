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

static const struct gam_ceiling *ceiling_twin(const struct gam_report *r, const char *id)
{
    for (size_t d = 0; d < r->n_devices; d++)
        for (size_t i = 0; i < r->device[d].n_ceilings; i++)
            if (!strcmp(r->device[d].ceiling[i].id, id) && gam_quantity_known(&r->device[d].ceiling[i].value))
                return &r->device[d].ceiling[i];
    return NULL;
}

/* |there / here - 1| of a ceiling that both runs measured; NaN: they did not. */
static double moved_by(const struct gam_ceiling *here, const struct gam_report *there)
{
    const struct gam_ceiling *twin = here->observed ? NULL : ceiling_twin(there, here->id);

    return twin && here->value.value > 0 ? fabs(twin->value.value / here->value.value - 1) : NAN;
}

/* Neither kept from the answer nor used to leave one out: how far roofs moved is the reader's to weigh. */
static int roofs_compare(const struct gam_backtest_input *in, struct gam_arena **memory, struct gam_backtest *out,
                         struct gam_err *err)
{
    size_t n_devices = in->here && in->here != in->there ? in->here->n_devices : 0, n = 0;
    double *moved;

    for (size_t d = 0; d < n_devices; d++)
        n += in->here->device[d].n_ceilings;
    moved = gam_arena_get(memory, n + 1, sizeof *moved);
    if (!moved)
        return gam_err_nomem(err);
    for (size_t d = 0; d < n_devices; d++)
        for (size_t i = 0; i < in->here->device[d].n_ceilings; i++) {
            moved[out->n_roofs] = moved_by(&in->here->device[d].ceiling[i], in->there);
            out->n_roofs += !isnan(moved[out->n_roofs]);
        }
    if (!out->n_roofs)
        return 0;
    gam_stats_sort(moved, out->n_roofs);
    out->roofs_moved = gam_stats_median_sorted(moved, out->n_roofs);
    out->roofs_moved_most = moved[out->n_roofs - 1];
    return 0;
}

static void errors_sum(double *error, struct gam_backtest *out)
{
    double coverage;
    size_t low, high;

    gam_stats_sort(error, out->n);
    out->median = gam_stats_median_sorted(error, out->n);
    out->p90 = gam_stats_quantile_sorted(error, out->n, 0.9);
    if (!gam_stats_median_ranks(out->n, &low, &high, &coverage))
        return;
    out->median_low = error[low - 1];
    out->median_high = error[high - 1];
}

int gam_backtest(const struct gam_backtest_input *in, struct gam_arena **memory, struct gam_backtest *out, struct gam_err *err)
{
    const struct gam_projection *p = in->projection;
    double *error = gam_arena_get(memory, p->n, sizeof *error);
    size_t inside = 0;

    *out = (struct gam_backtest){ .median = NAN,
                                  .p90 = NAN,
                                  .median_low = NAN,
                                  .median_high = NAN,
                                  .inside_share = NAN,
                                  .roofs_moved = NAN,
                                  .roofs_moved_most = NAN };
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
    if (out->n) {
        errors_sum(error, out);
        out->inside_share = (double)inside / (double)out->n;
    }
    return roofs_compare(in, memory, out, err);
}
