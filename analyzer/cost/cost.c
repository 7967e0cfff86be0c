/* SPDX-License-Identifier: MIT */
#include "analyzer/cost/cost.h"

#include "analyzer/arena.h"
#include "analyzer/cost/cost_priv.h"
#include "common/err.h"

#include <math.h>
#include <string.h>

void gam_cost_init(struct gam_cost_report *cost)
{
    *cost = (struct gam_cost_report){ .command = NULL };
    for (int i = 0; i < GAM_LIMITS; i++)
        cost->limit[i] = NAN;
    cost->limit[GAM_LIMIT_ALWAYS] = 1;
}

void gam_cost_row_init(struct gam_cost_row *row)
{
    *row = (struct gam_cost_row){ .here_ns = NAN,
                                  .time_ns = gam_quantity_missing("ns", "not projected"),
                                  .energy_joule = gam_quantity_missing("joule", "not known"),
                                  .covered_share = NAN,
                                  .fallback_share = NAN,
                                  .unknown_share = NAN,
                                  .rent = { .usd = NAN },
                                  .buy = { .usd = NAN },
                                  .usd_per_hour = NAN,
                                  .usd_per_million = NAN,
                                  .key = NAN,
                                  .margin = NAN,
                                  .confidence = NAN,
                                  .slowdown_at_1_percent = NAN,
                                  .share_to_lose = NAN,
                                  .tornado = { .base = NAN },
                                  .break_even = { .at = NAN } };
    for (int i = 0; i < GAM_MEASURES; i++)
        row->measure[i] = NAN;
    gam_tco_input_clear(&row->tco);
}

static void note_add(const char **list, size_t *n, const char *text)
{
    for (size_t i = 0; i < *n; i++)
        if (text && !strcmp(list[i], text))
            return;
    if (text && *n < GAM_COST_NOTES_MAX)
        list[(*n)++] = text;
}

void gam_cost_assume(struct gam_cost_row *row, const char *text)
{
    note_add(row->assumption, &row->n_assumptions, text);
}

void gam_cost_miss(struct gam_cost_row *row, const char *text)
{
    note_add(row->missing, &row->n_missing, text);
}

static void fields_miss(struct gam_cost_report *cost, struct gam_cost_row *row, gam_tco_set missing, const char *what_for)
{
    for (int i = 0; i < GAM_TCO_N_FIELDS; i++) {
        const char *text;

        if (!(missing >> i & 1))
            continue;
        text = what_for ? gam_arena_printf(&cost->memory, "%s (%s)", gam_tco_fields[i].name, what_for) : gam_tco_fields[i].name;
        cost->failed |= !text;
        gam_cost_miss(row, text);
    }
}

/* The inputs that money lacks: of the ways to pay whose price is given, else of the one for which the most is there. */
static void money_missing(struct gam_cost_report *cost, struct gam_cost_row *row)
{
    gam_tco_set buy = row->money.missing_buy, rent = row->money.missing_rent;
    int to_buy = !isnan(row->tco.server_usd), to_rent = !isnan(row->tco.rent_usd_per_hour);

    if (to_buy && to_rent) {
        fields_miss(cost, row, rent, NULL); /* what both lack, for the price is there */
        fields_miss(cost, row, buy & ~rent, "to buy it");
        return;
    }
    if (!to_buy && !to_rent)
        to_buy = __builtin_popcountll(buy) < __builtin_popcountll(rent);
    fields_miss(cost, row, to_buy ? buy : rent, NULL);
}

static void money(struct gam_cost_report *cost, struct gam_cost_row *row)
{
    double own, rent;

    gam_tco_compute(&row->tco, &row->money);
    own = row->money.usd_per_million;
    rent = row->money.rent_usd_per_million;
    money_missing(cost, row);
    if (isnan(own) && isnan(rent))
        return;
    row->way = isnan(rent) || own <= rent ? "buy" : "rent";
    row->usd_per_million = isnan(rent) || own <= rent ? own : rent;
    row->usd_per_hour = isnan(rent) || own <= rent ? row->money.usd_per_hour : row->tco.rent_usd_per_hour;
    gam_tornado_compute(&row->tco, &row->tornado);
    gam_break_even_compute(&row->tco, &row->break_even);
}

int gam_cost_decide(struct gam_cost_report *cost, struct gam_err *err)
{
    int rc;

    for (size_t i = 0; i < cost->n; i++) {
        struct gam_cost_row *row = &cost->row[i];

        row->measure[GAM_MEASURE_PROJECTED] = gam_quantity_known(&row->time_ns);
        row->measure[GAM_MEASURE_TIME_S] = row->time_ns.value / 1e9;
        row->measure[GAM_MEASURE_UNITS_PER_S] = row->tco.units_per_second;
        row->measure[GAM_MEASURE_FALLBACK] = row->fallback_share;
        row->measure[GAM_MEASURE_PRICE_USD] = row->tco.server_usd;
        money(cost, row);
        gam_cost_rules_apply(cost, row);
    }
    rc = gam_cost_rank(cost, err);
    if (rc)
        return rc;
    gam_cost_risks(cost);
    gam_cost_flips(cost);
    return cost->failed ? gam_err_nomem(err) : 0;
}

void gam_cost_release(struct gam_cost_report *cost)
{
    gam_arena_free(cost->memory);
    cost->memory = NULL;
}
