/* SPDX-License-Identifier: MIT */
#include "analyzer/devices/side.h"

#include "analyzer/analysis.h"
#include "common/err.h"

#include <string.h>

static bool same_place(const struct gam_report_operator *a, const struct gam_report_operator *b)
{
    const char *x = a->name ? a->name : "", *y = b->name ? b->name : "";
    return strcmp(a->spec, b->spec) == 0 && strcmp(x, y) == 0 && a->calls == b->calls;
}

/* The first operator of the report that is of this place: others of it go into its row. */
static bool leads(const struct gam_report *r, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (r->op[k].best && same_place(&r->op[k], &r->op[i]))
            return false;
    return r->op[i].best;
}

static size_t row_fill(const struct gam_report *r, size_t lead, struct gam_report_side *out)
{
    size_t n = 0;
    for (size_t i = lead; i < r->n_ops; i++) {
        const struct gam_report_operator *op = &r->op[i];
        if (!op->best || op->device >= r->n_devices || out->op[op->device] || !same_place(op, &r->op[lead]))
            continue;
        out->op[op->device] = op;
        n++;
    }
    out->first = 0;
    while (out->first < r->n_devices && !out->op[out->first])
        out->first++;
    return n;
}

static void speeds_form(struct gam_analysis *a, struct gam_report_side *row)
{
    const struct gam_report *r = a->report;
    for (size_t d = 0; d < r->n_devices; d++) {
        row->speed[d] = gam_quantity_missing("1", "not measured on both devices");
        if (!row->op[d])
            continue;
        for (int k = 0; k < a->rounds.n_rounds; k++)
            a->ratio[0][k] = row->op[row->first]->round_ns[k] / row->op[d]->round_ns[k];
        row->speed[d] = gam_interval_quantity(gam_rounds_interval(&a->rounds, a->ratio[0]), "1", GAM_SOURCE_TIMED);
    }
}

int gam_analysis_side(struct gam_analysis *a, struct gam_err *err)
{
    struct gam_report *r = a->report;
    if (r->n_devices < 2)
        return 0;
    r->side = gam_arena_get(&r->memory, r->n_ops, sizeof *r->side);
    if (!r->side)
        return gam_err_nomem(err);
    for (size_t i = 0; i < r->n_ops; i++) {
        struct gam_report_side *row = &r->side[r->n_sides];
        if (!leads(r, i))
            continue;
        row->op = gam_arena_get(&r->memory, r->n_devices, sizeof *row->op);
        row->speed = gam_arena_get(&r->memory, r->n_devices, sizeof *row->speed);
        if (!row->op || !row->speed)
            return gam_err_nomem(err);
        if (row_fill(r, i, row) < 2)
            continue;
        speeds_form(a, row);
        r->n_sides++;
    }
    return 0;
}
