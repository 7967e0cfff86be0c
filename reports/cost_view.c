/* SPDX-License-Identifier: MIT */
#include "reports/cost_view.h"

#include "common/unit.h"
#include "reports/fmt.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* printf follows the locale: whatever it puts between the digits becomes a point. */
struct gam_cost_number gam_cost_digits(double value)
{
    struct gam_cost_number n;
    char text[sizeof n.text];
    size_t used = 0;

    if (isnan(value)) {
        snprintf(n.text, sizeof n.text, "-");
        return n;
    }
    snprintf(text, sizeof text, "%.4g", value);
    for (const char *p = text; *p; p++)
        if (strchr("0123456789+-e", *p) || isalpha((unsigned char)*p))
            n.text[used++] = *p;
        else if (!used || n.text[used - 1] != '.')
            n.text[used++] = '.';
    n.text[used] = '\0';
    return n;
}

void gam_cost_usd(double usd, char *out, size_t size)
{
    int places = fabs(usd) >= 1000 ? 0 : 2;

    if (fabs(usd) >= 1 && fabs(usd) < 1e9)
        gam_fmt_fixed(usd, places, out, size);
    else
        snprintf(out, size, "%s", gam_cost_digits(usd).text);
}

void gam_cost_headline(const struct gam_cost_report *c, char *out, size_t size)
{
    if (!c->n)
        snprintf(out, size, "no device was given");
    else if (!c->n_ranked)
        snprintf(out, size, "none of %zu devices is left: the first rule that each breaks stands below", c->n);
    else
        snprintf(out, size, "%s comes first of %zu: %s", c->row[0].id, c->n, c->row[0].rule);
}

void gam_cost_ranking(const struct gam_cost_report *c, char *out, size_t size)
{
    snprintf(out, size, "%s, since %s", gam_rank_by_word(c->rank_by), c->rank_reason);
    if (c->rank_by_asked != GAM_RANK_BY_BEST)
        snprintf(out, size, "%s, as asked for", gam_rank_by_word(c->rank_by));
}

void gam_cost_energy(const struct gam_cost_row *row, char *out, size_t size)
{
    char value[48];

    if (isnan(row->energy_joule.value)) {
        snprintf(out, size, "-");
        return;
    }
    gam_unit_text(row->energy_joule.value, "joule", value, sizeof value);
    snprintf(out, size, "%s %s, %s", value, row->energy_scope, row->energy_kind);
}

void gam_cost_price(const struct gam_cost_price *p, const char *per, char *out, size_t size)
{
    char usd[32];

    out[0] = '\0';
    if (isnan(p->usd))
        return;
    gam_cost_usd(p->usd, usd, sizeof usd);
    snprintf(out, size, "%s USD%s%s%s%s%s%s%s, %s as of %s", usd, per, p->provider && *p->provider ? ", " : "",
             p->provider ? p->provider : "", p->instance && *p->instance ? " " : "", p->instance ? p->instance : "",
             p->region && *p->region ? " in " : "", p->region ? p->region : "", p->source ? p->source : "",
             p->as_of ? p->as_of : "");
}

void gam_cost_fields(gam_tco_set set, char *out, size_t size)
{
    size_t used = 0;

    out[0] = '\0';
    for (int i = 0; i < GAM_TCO_N_FIELDS; i++)
        if (set >> i & 1 && used < size)
            used += (size_t)snprintf(out + used, size - used, "%s%s", used ? ", " : "", gam_tco_fields[i].name);
}

void gam_cost_list(const char *const *text, size_t n, char *out, size_t size)
{
    size_t used = 0;

    out[0] = '\0';
    for (size_t i = 0; i < n && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", used ? "; " : "", text[i]);
}

void gam_cost_break_even(const struct gam_cost_row *row, char *out, size_t size)
{
    double u = row->money.break_even_utilisation, months = row->money.break_even_months;

    out[0] = '\0';
    if (isnan(u))
        return;
    if (u > 1)
        snprintf(out, size, "renting the hours worked is cheaper at any utilisation");
    else if (isinf(months))
        snprintf(out, size, "buying is cheaper from %s %% utilisation; at the one given it never pays back",
                 gam_cost_digits(100 * u).text);
    else
        snprintf(out, size, "buying is cheaper from %s %% utilisation; at the one given it has paid back after %s months",
                 gam_cost_digits(100 * u).text, gam_cost_digits(months).text);
}

void gam_cost_flip_text(const struct gam_cost_flip *flip, char *out, size_t size)
{
    snprintf(out, size, "with %s %s 20 %% %s comes first", gam_tco_fields[flip->field].name, flip->factor > 1 ? "up" : "down",
             flip->winner);
}

void gam_cost_rule_text(const struct gam_advise_rule *r, char *out, size_t size)
{
    static const char *const relations[] = { [GAM_AT_LEAST] = "at least", [GAM_AT_MOST] = "at most", [GAM_EQUALS] = "is" };
    char right[40];

    if (isnan(r->constant))
        snprintf(right, sizeof right, "what is asked for");
    else
        snprintf(right, sizeof right, "%s", gam_cost_digits(r->constant).text);
    snprintf(out, size, "%s (%s): %s; %s %s %s%s%s%s%s", r->code,
             r->when == GAM_LIMIT_ALWAYS ? "always" : gam_limit_word(r->when), r->text, gam_measure_word(r->left),
             relations[r->relation], right, *r->unit && strcmp(r->unit, "1") != 0 ? " [" : "",
             *r->unit && strcmp(r->unit, "1") != 0 ? r->unit : "", *r->unit && strcmp(r->unit, "1") != 0 ? "]" : "",
             r->unknown_passes ? "; what is not known passes" : "");
}

void gam_cost_wall(const struct gam_cost_row *row, char *out, size_t size)
{
    const struct gam_tco *m = &row->money;
    char gross[40], net[40], facility[40];

    out[0] = '\0';
    if (isnan(m->joule_gross))
        return;
    gam_unit_text(m->joule_gross, "joule", gross, sizeof gross);
    gam_unit_text(m->joule_net, "joule", net, sizeof net);
    gam_unit_text(m->joule_facility, "joule", facility, sizeof facility);
    snprintf(out, size, "%s a unit at the wall (gross); net %s; facility %s", gross, net, facility);
    if (!isnan(m->kwh_per_million))
        snprintf(out + strlen(out), size - strlen(out), "; %s kWh a million", gam_cost_digits(m->kwh_per_million).text);
}

void gam_cost_carbon(const struct gam_cost_row *row, char *out, size_t size)
{
    const struct gam_tco *m = &row->money;

    out[0] = '\0';
    if (isnan(m->gram_operation))
        return;
    snprintf(out, size, "%s g CO2e a million units in operation", gam_cost_digits(1e6 * m->gram_operation).text);
    if (!isnan(m->gram_embodied))
        snprintf(out + strlen(out), size - strlen(out), ", %s g embodied", gam_cost_digits(1e6 * m->gram_embodied).text);
}

void gam_cost_epoch(const struct gam_cost_row *row, char *out, size_t size)
{
    const struct gam_tco *m = &row->money;
    char usd[32];

    out[0] = '\0';
    if (isnan(m->accelerator_hours_per_epoch))
        return;
    snprintf(out, size, "%s accelerator hours", gam_cost_digits(m->accelerator_hours_per_epoch).text);
    if (!isnan(m->kwh_per_epoch))
        snprintf(out + strlen(out), size - strlen(out), ", %s kWh", gam_cost_digits(m->kwh_per_epoch).text);
    gam_cost_usd(row->way && !strcmp(row->way, "rent") ? m->rent_usd_per_epoch : m->usd_per_epoch, usd, sizeof usd);
    if (row->way)
        snprintf(out + strlen(out), size - strlen(out), ", %s USD", usd);
}

int gam_cost_has_money(const struct gam_cost_report *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (!isnan(c->row[i].usd_per_million))
            return 1;
    return 0;
}
