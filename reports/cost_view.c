/* SPDX-License-Identifier: MIT */
#include "reports/cost_view.h"

#include "common/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void gam_cost_usd(double usd, char *out, size_t size)
{
    if (isnan(usd))
        snprintf(out, size, "-");
    else if (usd != 0 && (fabs(usd) < 1e-4 || fabs(usd) >= 1e9))
        snprintf(out, size, "%.3e", usd);
    else
        snprintf(out, size, "%.*f", fabs(usd) >= 1000 ? 0 : fabs(usd) >= 1 ? 2 : 6, usd);
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
        snprintf(out, size, "buying is cheaper from %.1f %% utilisation; at the one given it never pays back", 100 * u);
    else
        snprintf(out, size, "buying is cheaper from %.1f %% utilisation; at the one given it has paid back after %.1f months",
                 100 * u, months);
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
        snprintf(right, sizeof right, "%g", r->constant);
    snprintf(out, size, "%s (asked by %s): %s; %s %s %s%s%s%s", r->code, gam_limit_word(r->when), r->text,
             gam_measure_word(r->left), relations[r->relation], right, *r->unit ? " " : "", r->unit,
             r->unknown_passes ? "; unknown passes" : "");
}

int gam_cost_has_money(const struct gam_cost_report *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (!isnan(c->row[i].usd_per_million))
            return 1;
    return 0;
}
