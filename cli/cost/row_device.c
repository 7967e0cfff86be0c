/* SPDX-License-Identifier: MIT */
#include "cli/cost/rows.h"
#include "cli/hw/words.h"

#include "analyzer/arena.h"
#include "analyzer/whatif/project.h"
#include "common/err.h"
#include "hwdb/market.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KIND_MAX = 48 };

/* Of the operators asked for, how many do not run there; NaN: not known of one. */
static double lacking(const struct gam_hw_device *device, const char *kinds)
{
    double n = 0;

    while (kinds) {
        char kind[KIND_MAX];
        int covers;

        kinds = gam_cli_operator_kind_next(kinds, kind, sizeof kind);
        covers = gam_hw_covers(device, kind);
        n += covers < 0 ? (double)NAN : (double)!covers;
    }
    return n;
}

static double known_flag(int value)
{
    return value < 0 ? (double)NAN : (double)value;
}

static double rentable(const struct gam_cost_maker *m, const struct gam_hw_device *device)
{
    struct gam_price_query query = { .kind = GAM_PRICE_RENT, .spot = m->options->spot, .region = m->options->region };

    if (gam_hw_only_rented(device) || gam_price_find(m->prices, &query, device))
        return 1;
    return m->prices->n ? 0 : NAN; /* without any price nobody knows */
}

static void facts_fill(const struct gam_cost_maker *m, const struct gam_hw_device *device, struct gam_cost_row *row)
{
    const struct gam_hw_fact *capacity = gam_hw_capacity(device);
    const struct gam_hw_fact *peak =
        m->options->dtype && m->edited
            ? gam_hw_peak(device, gam_machine_dtype_word((enum gam_dtype)m->edits.dtype), "dense", NULL)
            : NULL;

    row->id = device->id;
    row->name = device->name;
    row->measure[GAM_MEASURE_ANNOUNCED] = !strcmp(device->status, "announced");
    row->measure[GAM_MEASURE_MEMORY_BYTES] = capacity ? capacity->value : NAN;
    row->measure[GAM_MEASURE_PEAK] = peak ? peak->value : NAN;
    row->measure[GAM_MEASURE_WATT] = gam_hw_number(device, GAM_HW_TDP);
    row->measure[GAM_MEASURE_RENTABLE] = rentable(m, device);
    row->measure[GAM_MEASURE_PURCHASABLE] = !gam_hw_only_rented(device);
    row->measure[GAM_MEASURE_EMBEDDABLE] = known_flag(gam_hw_embeddable(device));
    row->measure[GAM_MEASURE_LACKING] = lacking(device, m->options->operators);
    row->measure[GAM_MEASURE_PROGRAMMABLE] =
        device->coverage == GAM_HW_COVERS_UNKNOWN ? (double)NAN : (double)(device->coverage == GAM_HW_COVERS_ANY);
}

/* The unit there: what was projected, and what has no time there at its measured time here. */
static void time_fill(const struct gam_cost_maker *m, const struct gam_projection *p, struct gam_cost_row *row)
{
    double rest_ns = 0, measured_ns = 0;

    for (size_t i = 0; i < p->n; i++) {
        double ns = (double)p->row[i].op->calls * p->row[i].op->time_ns.value;

        measured_ns += isnan(ns) ? 0 : ns;
        rest_ns += isnan(ns) || gam_quantity_known(&p->row[i].time_ns) ? 0 : ns;
    }
    row->time_ns = p->there_ns;
    row->here_ns = measured_ns;
    row->covered_share = p->covered_share * (1 - p->missing_share);
    row->unknown_share = p->unknown_share * (1 - p->missing_share);
    row->fallback_share = p->fallback_share * (1 - p->missing_share) + p->missing_share;
    if (!gam_quantity_known(&row->time_ns)) {
        row->time_ns.reason =
            gam_arena_text(m->memory, row->time_ns.reason ? row->time_ns.reason : "no operator has a time there");
        return;
    }
    row->time_ns.reason = NULL;
    if (rest_ns > 0) {
        row->time_ns.value += rest_ns;
        row->time_ns.low += rest_ns;
        row->time_ns.high += rest_ns;
        gam_cost_assume(
            row, gam_arena_printf(m->memory,
                                  "%.3g %% of the time here is in operators that have no time there: counted as on this machine",
                                  100 * rest_ns / measured_ns));
    }
}

/* The projection by operator, kept for devices that somebody named: of a whole database it would be a book. */
static int operators_keep(struct gam_cost_maker *m, const struct gam_projection *p, struct gam_cost_row *row, struct gam_err *err)
{
    struct gam_cost_op *op;

    if (m->all)
        return 0;
    op = gam_arena_get(m->memory, p->n, sizeof *op);
    if (!op)
        return gam_err_nomem(err);
    for (size_t i = 0; i < p->n; i++) {
        const struct gam_projected *from = &p->row[i];
        const char *reason = from->time_ns.reason ? from->time_ns.reason : from->reason;

        op[i] = (struct gam_cost_op){ .id = from->op->id,
                                      .name = from->op->name ? from->op->name : from->op->spec,
                                      .spec = from->op->spec,
                                      .calls = from->op->calls,
                                      .here_ns = from->op->time_ns,
                                      .there_ns = from->time_ns,
                                      .binds = gam_label_word(from->bound.label),
                                      .covered = from->covered,
                                      .reason = reason ? gam_arena_text(m->memory, reason) : NULL };
        op[i].there_ns.reason = gam_quantity_known(&from->time_ns) ? NULL : op[i].reason;
        if (reason && !op[i].reason)
            return gam_err_nomem(err);
    }
    row->op = op;
    row->n_ops = p->n;
    return 0;
}

/* Without a meter there: power at the wall where it is given, else design power for the whole time, of the device alone, and
 * assumed. */
static void energy_fill(struct gam_cost_row *row)
{
    double watt = row->measure[GAM_MEASURE_WATT];

    if (gam_cost_row_wall_energy(row))
        return;
    row->energy_scope = "device";
    row->energy_kind = "assumed";
    if (isnan(watt) || !gam_quantity_known(&row->time_ns)) {
        row->energy_joule = gam_quantity_missing("joule", isnan(watt) ? "its design power is not published" : "no time there");
        return;
    }
    row->energy_joule = (struct gam_quantity){ .value = watt * row->time_ns.value / 1e9,
                                               .low = watt * row->time_ns.low / 1e9,
                                               .high = watt * row->time_ns.high / 1e9,
                                               .unit = "joule",
                                               .source = GAM_SOURCE_ASSUMED };
    gam_cost_assume(row, "energy: design power for the whole time");
}

static int project(struct gam_cost_maker *m, const struct gam_machine *there, struct gam_cost_row *row, struct gam_err *err)
{
    const struct gam_project_options options = { .efficiency = GAM_EFFICIENCY_OWN_FIRST, .edits = m->edited ? &m->edits : NULL };
    struct gam_projection p = { .n = 0 };
    struct gam_err why = { 0 };
    int rc = gam_project(m->report, gam_project_source(m->report), there, &options, &p, &why);

    if (rc == -GAM_EUNSUPPORTED) {
        row->time_ns.reason = gam_arena_text(m->memory, why.text);
        rc = 0;
    } else if (rc) {
        rc = gam_err_set(err, rc, "%s", why.text);
    } else {
        time_fill(m, &p, row);
        row->measure[GAM_MEASURE_FITS] = known_flag(p.fits);
        rc = operators_keep(m, &p, row, err);
    }
    gam_projection_release(&p);
    return rc;
}

int gam_cost_row_device(struct gam_cost_maker *m, const struct gam_hw_device *device, struct gam_cost_row *row,
                        struct gam_err *err)
{
    struct gam_machine there;
    struct gam_err why = { 0 };
    int rc = gam_machine_from_hw(device, 0, &there, &why);

    gam_cost_row_init(row);
    facts_fill(m, device, row);
    if (rc == -GAM_ENOMEM)
        return gam_err_nomem(err);
    if (rc)
        row->time_ns.reason = gam_arena_text(m->memory, why.text);
    else
        rc = project(m, &there, row, err);
    gam_machine_release(&there);
    if (rc == -GAM_ENOMEM)
        return rc;
    rc = gam_cost_row_money(m, device, row, err);
    energy_fill(row);
    return rc;
}
