/* SPDX-License-Identifier: MIT */
#include "analyzer/arena.h"
#include "analyzer/cost/cost_priv.h"

#include <math.h>
#include <string.h>

double gam_fallback_slowdown(double share, double device_ns, double host_ns)
{
    return 1 - share + share * host_ns / device_ns;
}

/* Share of the work at the host's speed at which this device takes as long as the next. */
static double share_to_lose(const struct gam_cost_row *row, const struct gam_cost_row *next)
{
    double share = (next->time_ns.value - row->time_ns.value) / (row->here_ns - row->time_ns.value);

    return share >= 0 && share <= 1 ? share : NAN;
}

static const char *risk_text(struct gam_cost_report *cost, const struct gam_cost_row *row, const struct gam_cost_row *next)
{
    double now = row->fallback_share;

    if (row->here)
        return "measured here: every operator ran";
    if (row->measure[GAM_MEASURE_PROGRAMMABLE] == 1)
        return "operators can be written for it";
    if (isnan(row->measure[GAM_MEASURE_PROGRAMMABLE]))
        return row->unknown_share > 0 ? "nobody has published which operators it runs; all are counted as if it did"
                                      : "not known whether operators can be written for it";
    if (isnan(row->slowdown_at_1_percent))
        return "it runs only the operators of its list";
    if (!next || isnan(row->share_to_lose))
        return gam_arena_printf(&cost->memory,
                                "it runs only the operators of its list (%.3g %% of the time here is in others); one per "
                                "cent of the time in a new one makes the unit %.3g times as long",
                                100 * now, row->slowdown_at_1_percent);
    return gam_arena_printf(
        &cost->memory,
        "it runs only the operators of its list (%.3g %% of the time here is in others); one per cent of the time "
        "in a new one makes the unit %.3g times as long, and at %.3g %% it takes as long as %s",
        100 * now, row->slowdown_at_1_percent, 100 * row->share_to_lose, next->id);
}

void gam_cost_risks(struct gam_cost_report *cost)
{
    for (size_t i = 0; i < cost->n_ranked; i++) {
        struct gam_cost_row *row = &cost->row[i];
        const struct gam_cost_row *next = NULL;

        for (size_t k = i + 1; k < cost->n_ranked && !next; k++) /* the next one that is free of this risk */
            if (cost->row[k].measure[GAM_MEASURE_PROGRAMMABLE] == 1)
                next = &cost->row[k];
        if (row->measure[GAM_MEASURE_PROGRAMMABLE] == 0 && row->here_ns > row->time_ns.value) {
            row->slowdown_at_1_percent = gam_fallback_slowdown(0.01, row->time_ns.value, row->here_ns);
            row->share_to_lose = next ? share_to_lose(row, next) : NAN;
        }
        row->risk = risk_text(cost, row, next);
        cost->failed |= !row->risk;
    }
}

static double cost_with(const struct gam_cost_row *row, enum gam_tco_field_index field, double factor)
{
    struct gam_tco_input in = row->tco;
    const struct gam_tco_field *f = &gam_tco_fields[field];
    double value = fmax(f->least, fmin(f->most, factor * gam_tco_input_get(&in, field)));
    struct gam_tco t;

    if (!isnan(gam_tco_input_get(&in, field)) && gam_tco_input_set(&in, f->name, value, NULL))
        return NAN;
    gam_tco_compute(&in, &t);
    return isnan(t.rent_usd_per_million) || t.usd_per_million <= t.rent_usd_per_million ? t.usd_per_million
                                                                                        : t.rent_usd_per_million;
}

static const struct gam_cost_row *winner_with(const struct gam_cost_report *cost, enum gam_tco_field_index field, double factor)
{
    const struct gam_cost_row *best = NULL;
    double least = NAN;

    for (size_t i = 0; i < cost->n_ranked; i++) {
        double usd = cost_with(&cost->row[i], field, factor);

        if (!isnan(usd) && !(usd >= least)) {
            least = usd;
            best = &cost->row[i];
        }
    }
    return best;
}

void gam_cost_flips(struct gam_cost_report *cost)
{
    static const enum gam_tco_field_index fields[GAM_TORNADO_BARS] = {
        GAM_TCO_utilisation, GAM_TCO_server_life_months, GAM_TCO_server_usd,        GAM_TCO_usd_per_kwh,
        GAM_TCO_pue,         GAM_TCO_units_per_second,   GAM_TCO_interest_per_year,
    };

    cost->n_flips = 0;
    if (cost->rank_by != GAM_RANK_BY_USD || !cost->n_ranked)
        return;
    for (size_t i = 0; i < GAM_TORNADO_BARS; i++)
        for (int up = 0; up < 2; up++) {
            double factor = up ? 1.2 : 0.8;
            const struct gam_cost_row *best = winner_with(cost, fields[i], factor);

            if (best && strcmp(best->id, cost->row[0].id) != 0)
                cost->flip[cost->n_flips++] = (struct gam_cost_flip){ fields[i], factor, best->id };
        }
}
