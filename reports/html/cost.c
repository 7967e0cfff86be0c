/* SPDX-License-Identifier: MIT */
/* The page of costs. */
#include "reports/html/priv.h"

#include "common/unit.h"
#include "reports/cost_view.h"
#include "reports/fmt.h"
#include "reports/svg/svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { TEXT_MAX = 900, TITLE_MAX = 64, FIGURES_MAX = 6 /* devices with figures; the JSON has all */ };

void gam_html_cost_title(struct gam_strbuf *out, const struct gam_doc *doc)
{
    gam_strbuf_text(out, "Gambrel ");
    gam_html_text(out, doc->cost->command);
    gam_strbuf_text(out, doc->cost->unit ? ": " : "");
    gam_html_text(out, doc->cost->unit);
}

static void usd_cell(struct gam_strbuf *out, double usd, const char *note)
{
    char text[40];

    gam_cost_usd(usd, text, sizeof text);
    gam_html_cell_number(out, usd, text, note);
}

static void device_row(struct gam_strbuf *out, const struct gam_cost_row *row)
{
    char text[TEXT_MAX], note[160];

    gam_strbuf_text(out, "<tr>");
    snprintf(text, sizeof text, "%d", row->rank);
    gam_html_cell_number(out, row->rank, row->rank ? text : "-", row->runner_up ? "runner-up" : NULL);
    gam_strbuf_text(out, "<th scope=\"row\">");
    gam_html_name(out, row->name);
    gam_html_element(out, "small", row->id);
    gam_strbuf_text(out, "</th>");
    gam_html_cell_quantity(out, &row->time_ns, NULL);
    snprintf(note, sizeof note, "%s%s%s", row->energy_scope ? row->energy_scope : "", row->energy_kind ? ", " : "",
             row->energy_kind ? row->energy_kind : "");
    gam_html_cell_quantity(out, &row->energy_joule, note);
    usd_cell(out, row->usd_per_hour, row->way);
    usd_cell(out, row->usd_per_million, NULL);
    gam_unit_percent_text(row->covered_share, text, sizeof text);
    gam_html_cell_number(out, row->covered_share,
                         isnan(row->covered_share) ? "-"
                         : row->unknown_share > 0  ? "unknown"
                                                   : text,
                         NULL);
    gam_strbuf_text(out, "</tr>\n");
}

static void why_cell(struct gam_strbuf *out, const char *text)
{
    gam_strbuf_text(out, "<td class=\"why\">");
    gam_html_text(out, text);
    gam_strbuf_text(out, "</td>");
}

/* Words beside each other need the page's width to themselves: with the numbers they were columns of three letters. */
static void words_row(struct gam_strbuf *out, const struct gam_cost_row *row)
{
    char text[TEXT_MAX];

    gam_strbuf_text(out, "<tr><th scope=\"row\">");
    gam_html_name(out, row->id);
    gam_strbuf_text(out, "</th>");
    why_cell(out, row->rule);
    why_cell(out, row->risk);
    gam_cost_list(row->assumption, row->n_assumptions, text, sizeof text);
    why_cell(out, text);
    gam_cost_list(row->missing, row->n_missing, text, sizeof text);
    why_cell(out, text);
    gam_strbuf_text(out, "</tr>\n");
}

static void devices_section(struct gam_strbuf *out, const struct gam_cost_report *c)
{
    static const char *const titles[] = {
        "##", "Device", "#Time per unit", "#Energy per unit", "#USD per hour", "#USD per million", "#Covered", NULL
    };
    static const char *const words[] = { "Device", "What decided", "Operators", "Assumed", "Missing", NULL };
    char text[TEXT_MAX];

    gam_html_section(out, "devices", "Devices");
    gam_cost_ranking(c, text, sizeof text);
    gam_html_table_open(out, "cost", text, titles);
    for (size_t i = 0; i < c->n_ranked; i++)
        device_row(out, &c->row[i]);
    gam_html_table_close(out);
    gam_html_table_open(out, "basis", "What decided each, and what its figures rest on", words);
    for (size_t i = 0; i < c->n_ranked; i++)
        words_row(out, &c->row[i]);
    gam_html_table_close(out);
    gam_strbuf_text(out, "</section>\n");
}

/* Of the first devices that were projected; a cell says what binds there, or why there is no time. */
static void projection_section(struct gam_strbuf *out, const struct gam_cost_report *c)
{
    const char *titles[FIGURES_MAX + 4] = { "Operator", "#Calls", "#Here" };
    const struct gam_cost_row *shown[FIGURES_MAX];
    char title[FIGURES_MAX][TITLE_MAX];
    size_t n = 0;

    for (size_t i = 0; i < c->n && n < FIGURES_MAX; i++)
        if (c->row[i].n_ops) {
            snprintf(title[n], sizeof title[n], "#%.60s", c->row[i].id);
            titles[3 + n] = title[n];
            shown[n++] = &c->row[i];
        }
    if (!n)
        return;
    titles[3 + n] = NULL;
    gam_html_section(out, "projection", "Projection");
    gam_html_table_open(out, "elsewhere", "Time of one call: measured here, and what it would be there", titles);
    for (size_t k = 0; k < shown[0]->n_ops; k++) {
        const struct gam_cost_op *op = &shown[0]->op[k];
        char calls[24];

        gam_strbuf_text(out, "<tr><th scope=\"row\">");
        gam_html_name(out, op->name);
        gam_strbuf_text(out, "</th>");
        snprintf(calls, sizeof calls, "%" PRId64, op->calls);
        gam_html_cell_number(out, (double)op->calls, calls, NULL);
        gam_html_cell_quantity(out, &op->here_ns, NULL);
        for (size_t i = 0; i < n; i++) {
            const struct gam_cost_op *there = &shown[i]->op[k]; /* the operators of one run, in its order */

            gam_html_cell_quantity(out, &there->there_ns, gam_quantity_known(&there->there_ns) ? there->binds : there->reason);
        }
        gam_strbuf_text(out, "</tr>\n");
    }
    gam_html_table_close(out);
    gam_strbuf_text(out, "</section>\n");
}

static void ruled_out_section(struct gam_strbuf *out, const struct gam_cost_report *c)
{
    static const char *const titles[] = { "Device", "Rule", "Why", NULL };

    if (c->n_ranked == c->n)
        return;
    gam_html_section(out, "ruled-out", "Ruled out");
    gam_html_table_open(out, "out", "The first rule that each breaks", titles);
    for (size_t i = c->n_ranked; i < c->n; i++) {
        gam_strbuf_text(out, "<tr><th scope=\"row\">");
        gam_html_name(out, c->row[i].id);
        gam_strbuf_text(out, "</th>");
        gam_html_cell(out, c->row[i].rule_code, NULL);
        gam_html_cell(out, c->row[i].rule, NULL);
        gam_strbuf_text(out, "</tr>\n");
    }
    gam_html_table_close(out);
    gam_strbuf_text(out, "</section>\n");
}

static void figure(struct gam_strbuf *out, const struct gam_cost_row *row, size_t number, int break_even)
{
    double (*const draw)(struct gam_strbuf *, const struct gam_cost_row *, const struct gam_svg_frame *) =
        break_even ? gam_svg_break_even : gam_svg_tornado;
    char id[40], caption[TEXT_MAX];

    if (break_even)
        gam_cost_break_even(row, caption, sizeof caption);
    else
        snprintf(caption, sizeof caption, "Cost of a million units, one input at a time a fifth less and more.");
    gam_strbuf_text(out, "<figure>\n");
    gam_html_element(out, "figcaption", caption);
    for (int narrow = 0; narrow < 2; narrow++) {
        snprintf(id, sizeof id, "%s%zu%s", break_even ? "be" : "tor", number, narrow ? "n" : "w");
        draw(out, row, &(struct gam_svg_frame){ .id = id, .width = narrow ? GAM_HTML_NARROW : GAM_HTML_WIDE, .narrow = narrow });
    }
    gam_strbuf_text(out, "</figure>\n");
}

static void facts(struct gam_strbuf *out, const struct gam_cost_row *row)
{
    char text[TEXT_MAX];

    gam_strbuf_text(out, "<dl class=\"facts\">\n");
    gam_cost_price(&row->rent, "/h", text, sizeof text);
    gam_html_fact(out, "Rent", text);
    gam_cost_price(&row->buy, "", text, sizeof text);
    gam_html_fact(out, "Price", text);
    gam_cost_wall(row, text, sizeof text);
    gam_html_fact(out, "Energy", text);
    gam_cost_carbon(row, text, sizeof text);
    gam_html_fact(out, "Carbon", text);
    gam_cost_epoch(row, text, sizeof text);
    gam_html_fact(out, "Epoch", text);
    gam_cost_fields(row->money.left_out, text, sizeof text);
    gam_html_fact(out, "Not counted", isnan(row->money.total_month) ? NULL : text);
    gam_strbuf_text(out, "</dl>\n");
}

static void figures_section(struct gam_strbuf *out, const struct gam_cost_report *c)
{
    size_t drawn = 0;

    if (!gam_cost_has_money(c))
        return;
    gam_html_section(out, "money", "Money");
    for (size_t i = 0; i < c->n_ranked && drawn < FIGURES_MAX; i++) {
        const struct gam_cost_row *row = &c->row[i];

        if (isnan(row->usd_per_million))
            continue;
        gam_html_element(out, "h3", row->name);
        facts(out, row);
        if (row->tornado.n)
            figure(out, row, i, 0);
        if (!isnan(row->break_even.at))
            figure(out, row, i, 1);
        drawn++;
    }
    gam_strbuf_text(out, "</section>\n");
}

static void rules_section(struct gam_strbuf *out, const struct gam_cost_report *c)
{
    char text[TEXT_MAX];

    if (!c->explain)
        return;
    gam_html_section(out, "rules", "Rules");
    gam_strbuf_text(out, "<ol>\n");
    for (size_t i = 0; i < gam_advise_n_rules; i++) {
        gam_cost_rule_text(&gam_advise_rules[i], text, sizeof text);
        gam_html_element(out, "li", text);
        gam_strbuf_char(out, '\n');
    }
    gam_strbuf_text(out, "</ol>\n</section>\n");
}

void gam_html_cost_sections(struct gam_strbuf *out, const struct gam_cost_report *c)
{
    devices_section(out, c);
    projection_section(out, c);
    figures_section(out, c);
    ruled_out_section(out, c);
    rules_section(out, c);
}

void gam_html_cost(struct gam_strbuf *out, const struct gam_doc *doc)
{
    const struct gam_cost_report *c = doc->cost;
    char text[TEXT_MAX];

    gam_strbuf_text(out, "<header>\n<h1>");
    gam_html_cost_title(out, doc);
    gam_strbuf_text(out, "</h1>\n<dl class=\"facts\">\n");
    gam_cost_headline(c, text, sizeof text);
    gam_html_fact(out, "Result", text);
    gam_html_fact(out, "Unit", c->unit);
    gam_html_fact(out, "Tokens", c->tokens);
    gam_html_fact(out, "Run", c->run);
    for (size_t i = 0; i < c->n_flips; i++) {
        gam_cost_flip_text(&c->flip[i], text, sizeof text);
        gam_html_fact(out, "But", text);
    }
    gam_strbuf_text(out, "</dl>\n</header>\n<main>\n");
    gam_html_cost_sections(out, c);
    if (doc->beside) {
        gam_html_rooflines(out, doc->beside);
        gam_html_operators(out, doc->beside);
        gam_html_resources(out, doc->beside);
    }
}
