/* SPDX-License-Identifier: MIT */
#include "reports/html/priv.h"

#include "common/json.h"
#include "common/unit.h"
#include "reports/escape.h"
#include "reports/fmt.h"
#include "reports/svg/svg.h"

#include <stdio.h>
#include <string.h>

enum { NOTE_COLUMNS = 44 };

void gam_html_text(struct gam_strbuf *out, const char *text)
{
    gam_escape_xml(out, text);
}

void gam_html_element(struct gam_strbuf *out, const char *tag, const char *text)
{
    if (!text || !*text)
        return;
    gam_strbuf_printf(out, "<%s>", tag);
    gam_escape_xml(out, text);
    gam_strbuf_printf(out, "</%s>", tag);
}

void gam_html_name(struct gam_strbuf *out, const char *name)
{
    char cut[256];

    gam_escape_cut(name, GAM_NAME_COLUMNS, cut, sizeof cut);
    gam_strbuf_text(out, "<bdi title=\"");
    gam_escape_xml(out, name);
    gam_strbuf_text(out, "\">");
    gam_escape_xml(out, cut);
    gam_strbuf_text(out, "</bdi>");
}

void gam_html_section(struct gam_strbuf *out, const char *id, const char *heading)
{
    gam_strbuf_printf(out, "<section id=\"%s\" aria-labelledby=\"%s-h\">\n<h2 id=\"%s-h\">", id, id, id);
    gam_escape_xml(out, heading);
    gam_strbuf_text(out, "</h2>\n");
}

void gam_html_fact(struct gam_strbuf *out, const char *label, const char *value)
{
    if (!value || !*value)
        return;
    gam_strbuf_text(out, "<div><dt>");
    gam_escape_xml(out, label);
    gam_strbuf_text(out, "</dt><dd>");
    gam_escape_xml(out, value);
    gam_strbuf_text(out, "</dd></div>\n");
}

void gam_html_table_open(struct gam_strbuf *out, const char *id, const char *caption, const char *const *titles)
{
    gam_strbuf_printf(out,
                      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"%s-c\">\n<table "
                      "id=\"%s\">\n<caption id=\"%s-c\"><span>",
                      id, id, id);
    gam_escape_xml(out, caption);
    gam_strbuf_text(out, "</span></caption>\n<thead><tr>");
    for (; *titles; titles++) {
        int right = **titles == '#' && (*titles)[1];

        gam_strbuf_text(out, right ? "<th scope=\"col\" class=\"num\">" : "<th scope=\"col\">");
        gam_escape_xml(out, *titles + right);
        gam_strbuf_text(out, "</th>");
    }
    gam_strbuf_text(out, "</tr></thead>\n<tbody>\n");
}

void gam_html_table_close(struct gam_strbuf *out)
{
    gam_strbuf_text(out, "</tbody>\n</table>\n</div>\n");
}

/* A line of small print under a value; what is cut off stands in a title. */
static void small_write(struct gam_strbuf *out, const char *text)
{
    char cut[400];

    if (!text || !*text)
        return;
    gam_text_cut(text, NOTE_COLUMNS, cut, sizeof cut);
    gam_strbuf_text(out, "<small");
    if (strcmp(cut, text) != 0) {
        gam_strbuf_text(out, " title=\"");
        gam_escape_xml(out, text);
        gam_strbuf_char(out, '"');
    }
    gam_strbuf_char(out, '>');
    gam_escape_xml(out, cut);
    gam_strbuf_text(out, "</small>");
}

void gam_html_cell(struct gam_strbuf *out, const char *value, const char *note)
{
    gam_strbuf_text(out, "<td>");
    gam_escape_xml(out, value);
    small_write(out, note);
    gam_strbuf_text(out, "</td>");
}

static void number_open(struct gam_strbuf *out, double sort, const char *css)
{
    char text[64] = "";

    if (isfinite(sort))
        gam_json_double_text(sort, text, sizeof text);
    gam_strbuf_printf(out, "<td class=\"%s\" data-v=\"%s\">", css, text);
}

void gam_html_cell_number(struct gam_strbuf *out, double sort, const char *value, const char *note)
{
    number_open(out, sort, "num");
    gam_escape_xml(out, value);
    small_write(out, note);
    gam_strbuf_text(out, "</td>");
}

static void quantity_write(struct gam_strbuf *out, const struct gam_quantity *q, const char *value, const char *note)
{
    char spread[GAM_FMT_SIZE], line[2 * GAM_FMT_SIZE];
    const char *source = gam_source_word(q->source);

    if (!isfinite(q->value)) {
        number_open(out, NAN, "num gone");
        gam_strbuf_text(out, "–");
        small_write(out, q->reason && *q->reason ? q->reason : "not known");
    } else {
        gam_fmt_spread(q, spread, sizeof spread);
        snprintf(line, sizeof line, "%s%s%s", spread, spread[0] && source ? ", " : "", source ? source : "");
        number_open(out, q->value, "num");
        gam_escape_xml(out, value);
        small_write(out, line);
        small_write(out, note);
    }
    gam_strbuf_text(out, "</td>");
}

void gam_html_cell_quantity(struct gam_strbuf *out, const struct gam_quantity *q, const char *note)
{
    char value[GAM_FMT_SIZE];

    gam_fmt_quantity(q, value, sizeof value);
    quantity_write(out, q, value, note);
}

void gam_html_cell_roof_share(struct gam_strbuf *out, const struct gam_quantity *q, const char *note)
{
    char value[GAM_FMT_SIZE];

    gam_fmt_roof_share(q->value, value, sizeof value);
    quantity_write(out, q, value, note);
}

void gam_html_marker(struct gam_strbuf *out, enum gam_label label)
{
    gam_strbuf_text(out, "<svg class=\"key\" width=\"14\" height=\"14\" viewBox=\"0 0 14 14\" aria-hidden=\"true\">");
    gam_svg_marker(out, label, (struct gam_svg_point){ 7, 7 }, 5);
    gam_strbuf_text(out, "</svg>");
}
