/* SPDX-License-Identifier: MIT */
#include "reports/text/priv.h"

#include "common/unit.h"
#include "reports/cost_view.h"
#include "reports/escape.h"
#include "reports/fmt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 900, ID_COLUMNS = 40 };
enum { RANK, ID, TIME, RANGE, ENERGY, PER_HOUR, PER_MILLION, WAY, COVERED, COLUMNS };

static void row_add(struct gam_text_table *table, const struct gam_cost_row *row)
{
    char text[120], low[GAM_FMT_SIZE], high[GAM_FMT_SIZE];

    gam_text_table_row(table);
    snprintf(text, sizeof text, "%d", row->rank);
    gam_text_table_cell(table, RANK, row->rank ? text : "-", GAM_ANSI_NONE);
    gam_text_table_cell(table, ID, row->id, row->rank == 1 ? GAM_ANSI_BOLD : GAM_ANSI_NONE);
    gam_fmt_quantity(&row->time_ns, text, sizeof text);
    gam_text_table_cell(table, TIME, text, GAM_ANSI_NONE);
    gam_fmt_ns(row->time_ns.low, low, sizeof low);
    gam_fmt_ns(row->time_ns.high, high, sizeof high);
    snprintf(text, sizeof text, "%s .. %s", low, high);
    gam_text_table_cell(table, RANGE, isnan(row->time_ns.low) ? "" : text, GAM_ANSI_NONE);
    gam_cost_energy(row, text, sizeof text);
    gam_text_table_cell(table, ENERGY, text, GAM_ANSI_NONE);
    gam_cost_usd(row->usd_per_hour, text, sizeof text);
    gam_text_table_cell(table, PER_HOUR, text, GAM_ANSI_NONE);
    gam_cost_usd(row->usd_per_million, text, sizeof text);
    gam_text_table_cell(table, PER_MILLION, text, GAM_ANSI_NONE);
    gam_text_table_cell(table, WAY, row->way ? row->way : "-", GAM_ANSI_NONE);
    gam_unit_percent_text(row->covered_share, text, sizeof text);
    gam_text_table_cell(table, COVERED,
                        isnan(row->covered_share) ? "-"
                        : row->unknown_share > 0  ? "unknown"
                                                  : text,
                        GAM_ANSI_NONE);
}

/* Columns of money stand only where there is some. */
static void table_print(const struct gam_text *t, const struct gam_cost_report *c)
{
    static const struct gam_text_column all[COLUMNS] = {
        [RANK] = { "#", 0, 1, 0 },
        [ID] = { "device", 0, 0, 14 },
        [TIME] = { "time/unit", 0, 1, 0 },
        [RANGE] = { "between", 4, 1, 0 },
        [ENERGY] = { "energy/unit", 2, 1, 0 },
        [PER_HOUR] = { "USD/h", 3, 1, 0 },
        [PER_MILLION] = { "USD/million", 0, 1, 0 },
        [WAY] = { "by", 3, 0, 0 },
        [COVERED] = { "covered", 3, 1, 0 },
    };
    struct gam_text_table table;

    gam_text_table_init(&table, all, COLUMNS);
    for (size_t i = 0; i < c->n_ranked; i++)
        row_add(&table, &c->row[i]);
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
}

/* Ids come from files of the user's. */
static void id_field(const struct gam_text *t, const struct gam_cost_row *row)
{
    char id[200];

    gam_escape_cut(row->id, ID_COLUMNS, id, sizeof id);
    gam_text_field(t, id, row->rule);
}

enum { SHARED_FROM = 3 /* devices: what all of so many say is said once */ };

static int holds(const char *const *text, size_t n, const char *line)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(text[i], line))
            return 1;
    return 0;
}

static int shared(const struct gam_cost_report *c, const char *line, int missing)
{
    for (size_t i = 0; i < c->n_ranked; i++)
        if (!holds(missing ? c->row[i].missing : c->row[i].assumption, missing ? c->row[i].n_missing : c->row[i].n_assumptions,
                   line))
            return 0;
    return c->n_ranked >= SHARED_FROM;
}

/* Of a row's lines those that all share, or the others. */
static void lines_print(const struct gam_text *t, const struct gam_cost_report *c, const struct gam_cost_row *row, int of_all)
{
    static const char *const label[2][2] = { { "    assumed", "    missing" }, { "assumed for all", "missing for all" } };
    char text[TEXT_MAX];

    for (int missing = 0; missing < 2; missing++) {
        const char *const *from = missing ? row->missing : row->assumption;
        const char *kept[GAM_COST_NOTES_MAX];
        size_t n = 0;

        for (size_t i = 0; i < (missing ? row->n_missing : row->n_assumptions); i++)
            if (shared(c, from[i], missing) == of_all)
                kept[n++] = from[i];
        gam_cost_list(kept, n, text, sizeof text);
        gam_text_field(t, label[of_all][missing], text);
    }
}

static void row_details(const struct gam_text *t, const struct gam_cost_report *c, const struct gam_cost_row *row)
{
    char text[TEXT_MAX];

    id_field(t, row);
    gam_cost_price(&row->rent, "/h", text, sizeof text);
    gam_text_field(t, "    rent", text);
    gam_cost_price(&row->buy, "", text, sizeof text);
    gam_text_field(t, "    price", text);
    gam_cost_break_even(row, text, sizeof text);
    gam_text_field(t, "    break-even", text);
    gam_cost_wall(row, text, sizeof text);
    gam_text_field(t, "    energy", text);
    gam_cost_carbon(row, text, sizeof text);
    gam_text_field(t, "    carbon", text);
    gam_cost_epoch(row, text, sizeof text);
    gam_text_field(t, "    epoch", text);
    gam_text_field(t, "    operators", row->risk);
    lines_print(t, c, row, 0);
    if (!isnan(row->money.total_month)) {
        gam_cost_fields(row->money.left_out, text, sizeof text);
        gam_text_field(t, "    not counted", text);
    }
}

static void ruled_out_print(const struct gam_text *t, const struct gam_cost_report *c)
{
    if (c->n_ranked == c->n)
        return;
    gam_text_heading(t, "Ruled out");
    for (size_t i = c->n_ranked; i < c->n; i++)
        id_field(t, &c->row[i]);
}

static void rules_print(const struct gam_text *t)
{
    char text[TEXT_MAX];

    gam_text_heading(t, "Rules, in the order in which they are looked at");
    for (size_t i = 0; i < gam_advise_n_rules; i++) {
        gam_cost_rule_text(&gam_advise_rules[i], text, sizeof text);
        gam_text_fill(t, 4, 0, text);
    }
}

/* The money of one device in full; for `tco`. */
static void money_print(const struct gam_text *t, const struct gam_cost_row *row)
{
    const struct {
        const char *label;
        double usd;
    } line[] = {
        { "server", row->money.server_month },
        { "maintenance", row->money.maintenance_month },
        { "network", row->money.network_month },
        { "facility", row->money.facility_month },
        { "running it", row->money.facility_opex_month },
        { "energy", row->money.energy_month },
        { "demand charge", row->money.demand_month },
        { "staff", row->money.staff_month },
        { "software", row->money.software_month },
        { "total", row->money.total_month },
    };
    char text[TEXT_MAX], usd[200], title[300];

    if (isnan(row->money.total_month))
        return;
    gam_escape_cut(row->id, ID_COLUMNS, usd, sizeof usd);
    snprintf(title, sizeof title, "A month of a server with %s, USD", usd);
    gam_text_heading(t, title);
    for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
        gam_cost_usd(line[i].usd, usd, sizeof usd);
        gam_text_field(t, line[i].label, isnan(line[i].usd) ? NULL : usd);
    }
    for (size_t i = 0; i < row->tornado.n; i++) {
        const struct gam_tornado_bar *b = &row->tornado.bar[i];

        snprintf(text, sizeof text, "%s %s .. %s: %s .. %s USD per million", gam_tco_fields[b->field].name,
                 gam_cost_digits(b->low_input).text, gam_cost_digits(b->high_input).text, gam_cost_digits(b->low).text,
                 gam_cost_digits(b->high).text);
        gam_text_field(t, i ? "        " : "by input", text);
    }
}

void gam_text_cost(const struct gam_text *t, const struct gam_doc *doc)
{
    gam_text_cost_of(t, doc->cost);
}

void gam_text_cost_of(const struct gam_text *t, const struct gam_cost_report *c)
{
    char text[TEXT_MAX];

    if (!c->n) {
        rules_print(t);
        return;
    }
    gam_cost_headline(c, text, sizeof text);
    gam_text_colour_on(t, GAM_ANSI_BOLD);
    gam_text_fill(t, 2, 0, text);
    gam_text_colour_off(t, GAM_ANSI_BOLD);
    gam_text_field(t, "unit", c->unit);
    gam_text_field(t, "tokens", c->tokens);
    gam_cost_ranking(c, text, sizeof text);
    gam_text_field(t, "ranked by", text);
    for (size_t i = 0; i < c->n_flips; i++) {
        gam_cost_flip_text(&c->flip[i], text, sizeof text);
        gam_text_field(t, "but", text);
    }
    if (c->n_ranked) {
        table_print(t, c);
        gam_text_heading(t, "What decided");
        lines_print(t, c, &c->row[0], 1);
    }
    for (size_t i = 0; i < c->n_ranked; i++)
        row_details(t, c, &c->row[i]);
    for (size_t i = 0; i < c->n_ranked; i++)
        money_print(t, &c->row[i]);
    ruled_out_print(t, c);
    if (c->explain)
        rules_print(t);
}
