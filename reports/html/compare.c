/* SPDX-License-Identifier: MIT */
/* The page of a comparison. It is complete without a script and has none. */
#include "reports/html/priv.h"

#include "reports/compare_view.h"
#include "reports/fmt.h"
#include "reports/svg/svg.h"
#include "reports/view.h"

#include <stdio.h>

enum { TEXT_MAX = 600 };

void gam_html_compare_title(struct gam_strbuf *out, const struct gam_doc *doc)
{
    char text[TEXT_MAX];

    gam_compare_counts(doc->compare, text, sizeof text);
    gam_strbuf_text(out, "Gambrel comparison: ");
    gam_html_text(out, text);
}

static void unit_fact(struct gam_strbuf *out, const struct gam_compare *c)
{
    char base[GAM_FMT_SIZE], cand[GAM_FMT_SIZE], ratio[GAM_FMT_SIZE], range[GAM_FMT_SIZE], text[TEXT_MAX];

    if (!gam_quantity_known(&c->unit_time)) {
        snprintf(text, sizeof text, "not compared: %s", c->unit_time.reason ? c->unit_time.reason : "not known");
    } else {
        gam_fmt_quantity(&c->base->unit_time_ns, base, sizeof base);
        gam_fmt_quantity(&c->cand->unit_time_ns, cand, sizeof cand);
        gam_fmt_ratio(&c->unit_time, ratio, sizeof ratio);
        gam_fmt_ratio_range(&c->unit_time, range, sizeof range);
        snprintf(text, sizeof text, "%s → %s, %s%s%s", base, cand, ratio, range[0] ? ", " : "", range);
    }
    gam_html_fact(out, "Time per unit", text);
}

static void header(struct gam_strbuf *out, const struct gam_doc *doc)
{
    static const char *const parts[][2] = {
        { "know", "To know" }, { "roofline", "Rooflines" }, { "operators", "Operators" }, { "roofs", "Roofs" }
    };
    const struct gam_compare *c = doc->compare;
    char text[TEXT_MAX];

    gam_compare_headline(c, text, sizeof text);
    gam_strbuf_text(out, "<a class=\"skip\" href=\"#operators\">Skip to the operators</a>\n<header>\n<h1>");
    gam_html_text(out, text);
    gam_strbuf_text(out, "</h1>\n<dl class=\"facts\">\n");
    gam_compare_run(c->base, doc->base_id, text, sizeof text);
    gam_html_fact(out, "Base", text);
    gam_compare_run(c->cand, doc->run_id, text, sizeof text);
    gam_html_fact(out, "Candidate", text);
    gam_compare_counts(c, text, sizeof text);
    gam_html_fact(out, "Operators", text);
    unit_fact(out, c);
    gam_strbuf_text(out, "</dl>\n<nav aria-label=\"Sections\"><ul>\n");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        gam_strbuf_printf(out, "<li><a href=\"#%s\">%s</a></li>\n", parts[i][0], parts[i][1]);
    gam_strbuf_text(out, "</ul></nav>\n</header>\n");
}

static void findings(struct gam_strbuf *out, const struct gam_compare *c)
{
    gam_html_section(out, "know", "To know");
    if (!c->n_findings)
        gam_html_element(out, "p", "Nothing to report.");
    gam_strbuf_text(out, c->n_findings ? "<ol class=\"findings\">\n" : "");
    for (size_t i = 0; i < c->n_findings; i++)
        gam_html_finding(out, -1, &c->finding[i]);
    gam_strbuf_text(out, c->n_findings ? "</ol>\n</section>\n" : "</section>\n");
}

static void rooflines(struct gam_strbuf *out, const struct gam_compare *c)
{
    gam_html_section(out, "roofline", "Rooflines over each other");
    if (!c->cand->n_devices)
        gam_html_element(out, "p", "No device was measured.");
    for (size_t i = 0; i < c->cand->n_devices; i++) {
        char id[48];
        struct gam_svg_frame frame = { .id = id, .width = GAM_HTML_WIDE, .links = 1 };

        gam_strbuf_text(out, "<figure class=\"compared\">\n<figcaption><b>");
        gam_html_text(out, gam_view_device_id(c->cand, i));
        gam_strbuf_text(out,
                        "</b> A line leads from where an operator was in the base to where it is in the candidate. A point that "
                        "moved with its roof was moved by the machine; one that moved while its roof stayed, by its code. "
                        "Numbers are those of the table.");
        gam_strbuf_text(out,
                        gam_compare_base_device(c, i) < 0 ? " The base has no such device.</figcaption>\n" : "</figcaption>\n");
        snprintf(id, sizeof id, "over-w%zu", i);
        gam_svg_compare(out, c, i, &frame);
        snprintf(id, sizeof id, "over-n%zu", i);
        frame.width = GAM_HTML_NARROW;
        frame.narrow = 1;
        gam_svg_compare(out, c, i, &frame);
        gam_strbuf_text(out, "</figure>\n");
    }
    gam_strbuf_text(out, "</section>\n");
}

static void ratio_cell(struct gam_strbuf *out, const struct gam_quantity *q, const char *css)
{
    char value[GAM_FMT_SIZE], range[GAM_FMT_SIZE];

    gam_fmt_ratio(q, value, sizeof value);
    gam_fmt_ratio_range(q, range, sizeof range);
    gam_strbuf_printf(out, "<td class=\"num %s\">", css);
    gam_html_text(out, value);
    gam_html_element(out, "small", gam_quantity_known(q) ? range : q->reason);
    gam_strbuf_text(out, "</td>");
}

static void row(struct gam_strbuf *out, const struct gam_compare_row *r, size_t number)
{
    static const struct gam_quantity gone = { .value = NAN, .low = NAN, .high = NAN, .unit = "ns", .reason = "not there" };
    const struct gam_change_look *look = gam_compare_look(r->change);
    char text[200];

    gam_strbuf_printf(out, "<tr id=\"row-%zu\"><td class=\"num\">%zu</td><th scope=\"row\">", number, number);
    gam_html_name(out, gam_compare_name(r));
    gam_compare_by(r, " → ", text, sizeof text);
    gam_html_element(out, "small", text);
    gam_strbuf_text(out, "</th>");
    gam_html_cell_quantity(out, r->base ? &r->base->time_ns : &gone, NULL);
    gam_html_cell_quantity(out, r->cand ? &r->cand->time_ns : &gone, NULL);
    ratio_cell(out, &r->time, look->css);
    ratio_cell(out, &r->roof, "");
    gam_compare_share(r, " → ", text, sizeof text);
    gam_strbuf_text(out, "<td class=\"num\">");
    gam_html_text(out, text);
    gam_fmt_ratio_range(&r->share, text, sizeof text);
    gam_html_element(out, "small", text);
    gam_strbuf_printf(out, "</td><td class=\"%s\">%s ", look->css, look->glyph);
    gam_html_text(out, gam_compare_change_word(r->change));
    gam_strbuf_text(out, "</td>");
    gam_html_cell(out, gam_compare_moved(r), r->reason);
    gam_strbuf_text(out, "</tr>\n");
}

static void operators(struct gam_strbuf *out, const struct gam_compare *c)
{
    static const char *const titles[] = { "##",        "Operator",       "#Base",  "#Candidate", "#Time",
                                          "#Its roof", "#Share of roof", "Change", "Moved",      NULL };

    gam_html_section(out, "operators", "Operators");
    gam_html_table_open(out, "compared", "Candidate against base, with the interval of the ratio", titles);
    for (size_t i = 0; i < c->n_rows && c->row[i].change != GAM_CHANGE_UNTIMED; i++)
        row(out, &c->row[i], i + 1);
    gam_html_table_close(out);
    if (c->count[GAM_CHANGE_UNTIMED])
        gam_strbuf_printf(out, "<p class=\"note\">%zu more were timed in neither run.</p>\n", c->count[GAM_CHANGE_UNTIMED]);
    gam_strbuf_text(out, "</section>\n");
}

static void roofs(struct gam_strbuf *out, const struct gam_compare *c)
{
    static const char *const titles[] = { "Roof", "#Base", "#Candidate", "#Candidate / base", "Change", NULL };
    static const struct gam_quantity gone = { .value = NAN, .low = NAN, .high = NAN, .unit = "", .reason = "not there" };

    gam_html_section(out, "roofs", "Roofs");
    gam_html_table_open(out, "roofs-compared",
                        "Roofs of both runs; with other instruction sets or threads where only those are there", titles);
    for (size_t i = 0; i < c->n_roofs; i++) {
        const struct gam_compare_roof *r = &c->roof[i];
        char name[200];

        gam_view_ceiling(r->cand ? r->cand : r->base, name, sizeof name);
        gam_strbuf_text(out, "<tr><th scope=\"row\">");
        gam_html_text(out, name);
        gam_strbuf_text(out, "</th>");
        gam_html_cell_quantity(out, r->base ? &r->base->value : &gone, NULL);
        gam_html_cell_quantity(out, r->cand ? &r->cand->value : &gone, NULL);
        ratio_cell(out, &r->ratio, gam_compare_look(r->change)->css);
        gam_html_cell(out, gam_compare_change_word(r->change), NULL);
        gam_strbuf_text(out, "</tr>\n");
    }
    gam_html_table_close(out);
    gam_strbuf_text(out, "</section>\n");
}

void gam_html_compare(struct gam_strbuf *out, const struct gam_doc *doc)
{
    header(out, doc);
    gam_strbuf_text(out, "<main>\n");
    findings(out, doc->compare);
    rooflines(out, doc->compare);
    operators(out, doc->compare);
    roofs(out, doc->compare);
}
