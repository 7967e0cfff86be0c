/* SPDX-License-Identifier: MIT */
/* gambrel-cost/1: what `advise` and `tco` say. */
#include "reports/json/priv.h"

#include "analyzer/cost/cost.h"

static void fields_write(struct gam_jsonw *w, const char *key, gam_tco_set set)
{
    gam_jsonw_array(w, key);
    for (int i = 0; i < GAM_TCO_N_FIELDS; i++)
        if (set >> i & 1)
            gam_jsonw_text(w, NULL, gam_tco_fields[i].name);
    gam_jsonw_end(w);
}

static void price_write(struct gam_jsonw *w, const char *key, const struct gam_cost_price *p)
{
    if (isnan(p->usd)) {
        gam_jsonw_null(w, key);
        return;
    }
    gam_jsonw_object(w, key);
    gam_jsonw_real(w, "usd", p->usd);
    gam_jsonw_text(w, "as_of", p->as_of);
    gam_json_text_or_null(w, "provider", p->provider);
    gam_json_text_or_null(w, "instance", p->instance);
    gam_json_text_or_null(w, "region", p->region);
    gam_jsonw_bool(w, "spot", p->spot != 0);
    gam_json_text_or_null(w, "source", p->source);
    gam_jsonw_end(w);
}

static void inputs_write(struct gam_jsonw *w, const struct gam_tco_input *in)
{
    gam_jsonw_object(w, "inputs");
    for (int i = 0; i < GAM_TCO_N_FIELDS; i++)
        gam_jsonw_real(w, gam_tco_fields[i].name, gam_tco_input_get(in, (enum gam_tco_field_index)i));
    gam_jsonw_end(w);
}

static void money_write(struct gam_jsonw *w, const struct gam_tco *t)
{
    const struct {
        const char *key;
        double value;
    } row[] = {
        { "server_usd_per_month", t->server_month },
        { "maintenance_usd_per_month", t->maintenance_month },
        { "network_usd_per_month", t->network_month },
        { "facility_usd_per_month", t->facility_month },
        { "facility_opex_usd_per_month", t->facility_opex_month },
        { "energy_usd_per_month", t->energy_month },
        { "demand_usd_per_month", t->demand_month },
        { "staff_usd_per_month", t->staff_month },
        { "software_usd_per_month", t->software_month },
        { "total_usd_per_month", t->total_month },
        { "usd_per_hour", t->usd_per_hour },
        { "usd_per_accelerator_hour", t->usd_per_accelerator_hour },
        { "units_per_month", t->units_per_month },
        { "buy_usd_per_million_units", t->usd_per_million },
        { "rent_usd_per_million_units", t->rent_usd_per_million },
        { "break_even_utilisation", t->break_even_utilisation },
        { "break_even_months", t->break_even_months },
        { "buy_usd_per_epoch", t->usd_per_epoch },
        { "rent_usd_per_epoch", t->rent_usd_per_epoch },
        { "accelerator_hours_per_epoch", t->accelerator_hours_per_epoch },
        { "kwh_per_epoch", t->kwh_per_epoch },
        { "wall_joule_per_unit", t->joule_gross },
        { "wall_net_joule_per_unit", t->joule_net },
        { "facility_joule_per_unit", t->joule_facility },
        { "kwh_per_million_units", t->kwh_per_million },
        { "gram_operation_per_unit", t->gram_operation },
        { "gram_embodied_per_unit", t->gram_embodied },
        { "gram_per_unit", t->gram_total },
    };

    gam_jsonw_object(w, "tco");
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        gam_jsonw_real(w, row[i].key, row[i].value);
    fields_write(w, "missing_to_buy", t->missing_buy);
    fields_write(w, "missing_to_rent", t->missing_rent);
    fields_write(w, "missing_for_energy", t->missing_energy);
    fields_write(w, "missing_for_carbon", t->missing_carbon);
    fields_write(w, "not_counted", t->left_out);
    gam_jsonw_end(w);
}

static void tornado_write(struct gam_jsonw *w, const struct gam_tornado *t)
{
    gam_jsonw_array(w, "tornado");
    for (size_t i = 0; i < t->n; i++) {
        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "input", gam_tco_fields[t->bar[i].field].name);
        gam_jsonw_real(w, "low_input", t->bar[i].low_input);
        gam_jsonw_real(w, "high_input", t->bar[i].high_input);
        gam_jsonw_real(w, "usd_per_million_at_low", t->bar[i].low);
        gam_jsonw_real(w, "usd_per_million_at_high", t->bar[i].high);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void break_even_write(struct gam_jsonw *w, const struct gam_break_even *b)
{
    gam_jsonw_array(w, "break_even");
    for (size_t i = 0; i < b->n; i++) {
        gam_jsonw_object(w, NULL);
        gam_jsonw_real(w, "utilisation", b->point[i].utilisation);
        gam_jsonw_real(w, "buy_usd_per_worked_hour", b->point[i].own);
        gam_jsonw_real(w, "rent_usd_per_worked_hour", b->point[i].rent);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void texts_write(struct gam_jsonw *w, const char *key, const char *const *text, size_t n)
{
    gam_jsonw_array(w, key);
    for (size_t i = 0; i < n; i++)
        gam_jsonw_text(w, NULL, text[i]);
    gam_jsonw_end(w);
}

static void energy_write(struct gam_jsonw *w, const struct gam_cost_row *row)
{
    gam_jsonw_object(w, "energy_per_unit_joule");
    gam_json_quantity_members(w, &row->energy_joule);
    gam_json_text_or_null(w, "scope", row->energy_scope);
    gam_json_text_or_null(w, "kind", row->energy_kind);
    gam_jsonw_end(w);
}

static void projection_write(struct gam_jsonw *w, const struct gam_cost_row *row)
{
    gam_jsonw_array(w, "projection");
    for (size_t i = 0; i < row->n_ops; i++) {
        const struct gam_cost_op *op = &row->op[i];

        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "op", op->spec);
        gam_jsonw_text(w, "name", op->name);
        gam_jsonw_int(w, "calls", op->calls);
        gam_json_quantity(w, "here_ns", &op->here_ns);
        gam_json_quantity(w, "there_ns", &op->there_ns);
        gam_json_text_or_null(w, "label", gam_quantity_known(&op->there_ns) ? op->binds : NULL);
        if (op->covered < 0)
            gam_jsonw_null(w, "covered");
        else
            gam_jsonw_bool(w, "covered", op->covered != 0);
        gam_json_text_or_null(w, "note", op->reason);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void row_write(struct gam_jsonw *w, const struct gam_cost_row *row)
{
    struct gam_quantity time_s = row->time_ns;

    time_s.value /= 1e9;
    time_s.low /= 1e9;
    time_s.high /= 1e9;
    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "id", row->id);
    gam_jsonw_text(w, "name", row->name);
    gam_jsonw_bool(w, "measured_here", row->here != 0);
    gam_json_int_positive(w, "rank", row->rank);
    gam_jsonw_bool(w, "runner_up", row->runner_up != 0);
    gam_jsonw_text(w, "rule_code", row->rule_code);
    gam_jsonw_text(w, "rule", row->rule);
    gam_jsonw_real(w, "margin", row->margin);
    gam_jsonw_real(w, "confidence", row->confidence);
    gam_json_quantity(w, "time_per_unit_s", &time_s);
    energy_write(w, row);
    gam_jsonw_real(w, "usd_per_hour", row->usd_per_hour);
    gam_jsonw_real(w, "usd_per_million_units", row->usd_per_million);
    gam_json_text_or_null(w, "way", row->way);
    price_write(w, "rent", &row->rent);
    price_write(w, "buy", &row->buy);
    gam_jsonw_object(w, "operators");
    gam_jsonw_real(w, "covered_share", row->covered_share);
    gam_jsonw_real(w, "fallback_share", row->fallback_share);
    gam_jsonw_real(w, "unknown_share", row->unknown_share);
    gam_jsonw_real(w, "slowdown_at_1_percent_new", row->slowdown_at_1_percent);
    gam_jsonw_real(w, "new_share_to_lose", row->share_to_lose);
    gam_json_text_or_null(w, "risk", row->risk);
    gam_jsonw_end(w);
    texts_write(w, "assumptions", row->assumption, row->n_assumptions);
    texts_write(w, "missing", row->missing, row->n_missing);
    projection_write(w, row);
    inputs_write(w, &row->tco);
    money_write(w, &row->money);
    tornado_write(w, &row->tornado);
    break_even_write(w, &row->break_even);
    gam_jsonw_end(w);
}

static void constraints_write(struct gam_jsonw *w, const struct gam_cost_report *c)
{
    gam_jsonw_object(w, "constraints");
    for (int i = GAM_LIMIT_ALWAYS + 1; i < GAM_LIMITS; i++)
        if (!isnan(c->limit[i]))
            gam_jsonw_real(w, gam_limit_word((enum gam_limit)i), c->limit[i]);
    gam_jsonw_end(w);
    gam_json_text_or_null(w, "dtype", c->dtype);
}

static void rules_write(struct gam_jsonw *w)
{
    static const char *const relations[] = { [GAM_AT_LEAST] = "at least", [GAM_AT_MOST] = "at most", [GAM_EQUALS] = "equals" };

    gam_jsonw_array(w, "rules");
    for (size_t i = 0; i < gam_advise_n_rules; i++) {
        const struct gam_advise_rule *r = &gam_advise_rules[i];

        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "code", r->code);
        gam_jsonw_text(w, "when", gam_limit_word(r->when));
        gam_jsonw_text(w, "measure", gam_measure_word(r->left));
        gam_jsonw_text(w, "relation", relations[r->relation]);
        gam_jsonw_real(w, "constant", r->constant);
        gam_json_text_or_null(w, "unit", r->unit);
        gam_jsonw_bool(w, "unknown_passes", r->unknown_passes != 0);
        gam_jsonw_text(w, "text", r->text);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void flips_write(struct gam_jsonw *w, const struct gam_cost_report *c)
{
    gam_jsonw_array(w, "flips");
    for (size_t i = 0; i < c->n_flips; i++) {
        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "input", gam_tco_fields[c->flip[i].field].name);
        gam_jsonw_real(w, "factor", c->flip[i].factor);
        gam_jsonw_text(w, "winner", c->flip[i].winner);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

void gam_json_cost(struct gam_jsonw *w, const struct gam_doc *doc)
{
    gam_json_cost_under(w, NULL, doc, doc->cost);
}

void gam_json_cost_under(struct gam_jsonw *w, const char *key, const struct gam_doc *doc, const struct gam_cost_report *c)
{
    gam_jsonw_object(w, key);
    gam_jsonw_text(w, "schema", "gambrel-cost/1");
    gam_json_tool(w, doc);
    gam_jsonw_text(w, "command", c->command);
    gam_json_text_or_null(w, "run", c->run);
    gam_json_text_or_null(w, "unit", c->unit);
    gam_json_text_or_null(w, "tokens", c->tokens);
    gam_jsonw_text(w, "rank_by", gam_rank_by_word(c->rank_by));
    gam_jsonw_text(w, "rank_reason", c->rank_reason);
    constraints_write(w, c);
    gam_jsonw_array(w, "devices");
    for (size_t i = 0; i < c->n; i++)
        row_write(w, &c->row[i]);
    gam_jsonw_end(w);
    flips_write(w, c);
    if (c->explain)
        rules_write(w);
    gam_jsonw_end(w);
}
