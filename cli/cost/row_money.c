/* SPDX-License-Identifier: MIT */
#include "cli/cost/rows.h"

#include "analyzer/arena.h"
#include "analyzer/cost/energy_model.h"
#include "common/csv.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_MAX_BYTES = 64 };

/* "[ID:]NAME=VALUE" taken apart; id empty: of all devices. */
struct set {
    char id[NAME_MAX_BYTES], name[NAME_MAX_BYTES];
    double value;
};

static int set_parse(const char *text, struct set *out, struct gam_err *err)
{
    const char *equals = strchr(text, '='), *colon = memchr(text, ':', equals ? (size_t)(equals - text) : 0);
    const char *name = colon ? colon + 1 : text;

    if (!equals || equals == name || (size_t)(equals - name) >= NAME_MAX_BYTES ||
        (colon && (size_t)(colon - text) >= NAME_MAX_BYTES) || !gam_csv_number(equals + 1, &out->value))
        return gam_err_set(err, -GAM_EINVAL, "--set '%s' is not NAME=VALUE or ID:NAME=VALUE with a number", text);
    snprintf(out->id, sizeof out->id, "%.*s", colon ? (int)(colon - text) : 0, text);
    snprintf(out->name, sizeof out->name, "%.*s", (int)(equals - name), name);
    return 0;
}

int gam_cost_sets_check(const struct gam_cost_maker *m, struct gam_err *err)
{
    const struct gam_opt_texts *sets = &m->options->sets;
    struct gam_tco_input scratch;

    gam_tco_input_clear(&scratch);
    for (size_t i = 0; i < sets->n; i++) {
        struct set set;
        int rc = set_parse(sets->value[i], &set, err), known = 0;

        if (!rc)
            rc = gam_tco_input_set(&scratch, set.name, set.value, err);
        if (rc)
            return rc;
        for (size_t k = 0; k < m->cost->n && *set.id; k++)
            known |= !strcmp(m->cost->row[k].id, set.id);
        if (*set.id && !known)
            return gam_err_set(err, -GAM_EINVAL, "--set '%s': no device of this answer has the id '%s'", sets->value[i], set.id);
    }
    return 0;
}

/* Of all devices first, so that one's own wins. */
static int sets_apply(const struct gam_cost_maker *m, struct gam_cost_row *row, struct gam_err *err)
{
    const struct gam_opt_texts *sets = &m->options->sets;

    for (int own = 0; own < 2; own++)
        for (size_t i = 0; i < sets->n; i++) {
            struct set set;
            int rc = set_parse(sets->value[i], &set, err);

            if (!rc && (own ? !strcmp(set.id, row->id) : !*set.id))
                rc = gam_tco_input_set(&row->tco, set.name, set.value, err);
            if (rc)
                return rc;
        }
    return 0;
}

static struct gam_cost_price price_of(const struct gam_price *p, double accelerators)
{
    if (!p)
        return (struct gam_cost_price){ .usd = NAN };
    return (struct gam_cost_price){ .usd = p->usd / p->accelerators * accelerators,
                                    .provider = p->provider,
                                    .instance = p->instance,
                                    .region = p->region,
                                    .as_of = p->as_of,
                                    .source = p->source,
                                    .spot = p->spot };
}

/* Prices are of as many accelerators as a server has: those of --set, else those of the instance, else one. */
static void prices_apply(const struct gam_cost_maker *m, const struct gam_hw_device *device, struct gam_cost_row *row)
{
    const struct gam_cost_options *o = m->options;
    struct gam_price_query query = { .kind = GAM_PRICE_RENT, .spot = o->spot, .region = o->region };
    const struct gam_price *rent = gam_price_find(m->prices, &query, device), *buy;

    query.kind = GAM_PRICE_BUY;
    buy = gam_price_find(m->prices, &query, device);
    if (isnan(row->tco.accelerators)) {
        row->tco.accelerators = buy ? buy->accelerators : rent ? rent->accelerators : 1;
        if (!buy && !rent)
            gam_cost_assume(row, "a server has one of it");
    }
    row->rent = price_of(rent, row->tco.accelerators);
    row->buy = price_of(buy, row->tco.accelerators);
    if (isnan(row->tco.rent_usd_per_hour))
        row->tco.rent_usd_per_hour = row->rent.usd;
    if (isnan(row->tco.server_usd))
        row->tco.server_usd = row->buy.usd;
}

static void divide(struct gam_quantity *q, double by)
{
    q->value /= by;
    q->low /= by;
    q->high /= by;
}

/* From the run's unit to the one that is counted. */
static void unit_apply(const struct gam_cost_maker *m, struct gam_cost_row *row)
{
    divide(&row->time_ns, m->units);
    divide(&row->energy_joule, m->units);
    row->here_ns /= m->units;
}

static void throughput_apply(const struct gam_cost_maker *m, struct gam_cost_row *row)
{
    char text[160];

    if (!isnan(row->tco.units_per_second)) {
        gam_cost_assume(row, "throughput as given, within the service level that it was measured for");
    } else if (gam_quantity_known(&row->time_ns)) {
        row->tco.units_per_second = row->tco.accelerators / (row->time_ns.value / 1e9);
        gam_cost_assume(row, row->tco.accelerators > 1
                                 ? "throughput: each accelerator of a server does its own units, one after another"
                                 : "throughput: one unit after another; service level: the time of a unit");
    }
    if (!isnan(row->tco.utilisation)) {
        snprintf(text, sizeof text, "utilisation %.4g", row->tco.utilisation);
        gam_cost_assume(row, gam_arena_text(m->memory, text));
    }
}

int gam_cost_row_wall_energy(struct gam_cost_row *row)
{
    double joule = row->tco.load_watt / row->tco.units_per_second, time = row->time_ns.value;

    if (isnan(joule))
        return 0;
    row->energy_scope = "wall";
    row->energy_kind = "assumed";
    row->energy_joule = (struct gam_quantity){ .value = joule,
                                               .low = joule * row->time_ns.low / time,
                                               .high = joule * row->time_ns.high / time,
                                               .unit = "joule",
                                               .source = GAM_SOURCE_ASSUMED };
    gam_cost_assume(row, "energy: load_watt for the whole time");
    return 1;
}

/* Money of the two kinds of tokens, as a line: cost of the time split by what it is spent on. */
static void split_say(const struct gam_cost_maker *m, struct gam_cost_row *row)
{
    const struct gam_cost_options *o = m->options;
    struct gam_tco t;
    double hour, worked;
    struct gam_token_cost c;

    if (!m->cost->tokens || strcmp(m->cost->tokens, "split") != 0)
        return;
    gam_tco_compute(&row->tco, &t);
    hour = isnan(row->tco.rent_usd_per_hour) || t.usd_per_hour < row->tco.rent_usd_per_hour ? t.usd_per_hour
                                                                                            : row->tco.rent_usd_per_hour;
    worked = row->tco.units_per_second / m->units * row->tco.utilisation * row->tco.availability;
    c = gam_token_split(hour, o->prefill_share, o->tokens_in * worked, o->tokens_out * worked);
    if (!isnan(c.usd_per_million_in))
        gam_cost_assume(row, gam_arena_printf(m->memory, "split by time: %.4g USD per million tokens in, %.4g out",
                                              c.usd_per_million_in, c.usd_per_million_out));
}

int gam_cost_row_money(struct gam_cost_maker *m, const struct gam_hw_device *device, struct gam_cost_row *row,
                       struct gam_err *err)
{
    int rc = sets_apply(m, row, err);

    row->tco.finance = m->finance;
    unit_apply(m, row);
    if (rc)
        return rc;
    prices_apply(m, device, row);
    throughput_apply(m, row);
    rc = gam_tco_input_check(&row->tco, err);
    if (rc)
        gam_err_prefix(err, "%s", row->id);
    else
        split_say(m, row);
    return rc;
}
