/* SPDX-License-Identifier: MIT */
/* Several devices on the page: the same operator on each, and what their links to the host carry. */
#include "analyzer/devices/host_links.h"
#include "analyzer/devices/side.h"
#include "reports/fmt.h"
#include "reports/html/priv.h"
#include "reports/view.h"

#include <stdio.h>
#include <string.h>

enum { TITLES_MAX = 18 };

static void side_cell(struct gam_strbuf *out, const struct gam_report_side *row, size_t d)
{
    const struct gam_report_operator *op = row->op[d];
    int known = d != row->first && gam_quantity_known(&row->speed[d]);
    char speed[GAM_FMT_SIZE], bound[80], note[200];

    if (!op) {
        gam_html_cell_number(out, NAN, "–", "not run there");
        return;
    }
    gam_fmt_times(row->speed[d].value, speed, sizeof speed);
    gam_view_bound_short(&op->bound, bound, sizeof bound);
    snprintf(note, sizeof note, "%s%s%.60s, %s", known ? speed : "", known ? " as fast, " : "",
             op->implementation ? op->implementation : "-", bound);
    gam_html_cell_quantity(out, &op->time_ns, note);
}

static void sides_show(struct gam_strbuf *out, const struct gam_report *report)
{
    char title[TITLES_MAX][80];
    const char *titles[TITLES_MAX + 2] = { "Operator" };
    size_t n = report->n_devices < TITLES_MAX ? report->n_devices : TITLES_MAX;

    for (size_t d = 0; d < n; d++) {
        snprintf(title[d], sizeof title[d], "#%s", gam_view_device_id(report, d));
        titles[d + 1] = title[d];
    }
    gam_html_table_open(out, "side",
                        "The same operator on each device: the fastest right implementation of each, beside the first device",
                        titles);
    for (size_t i = 0; i < report->n_sides; i++) {
        const struct gam_report_side *row = &report->side[i];

        gam_strbuf_text(out, "<tr><th scope=\"row\">");
        gam_html_name(out, gam_view_name(row->op[row->first]));
        gam_strbuf_text(out, "</th>");
        for (size_t d = 0; d < n; d++)
            side_cell(out, row, d);
        gam_strbuf_text(out, "</tr>\n");
    }
    gam_html_table_close(out);
}

static void link_cell(struct gam_strbuf *out, const struct gam_ceiling *ceiling)
{
    if (ceiling)
        gam_html_cell_quantity(out, &ceiling->value, gam_validity_word(ceiling->validity));
    else
        gam_html_cell_number(out, NAN, "–", NULL);
}

static void links_show(struct gam_strbuf *out, const struct gam_report *report)
{
    static const char *const titles[] = { "Device",           "Host memory", "#To the device",
                                          "#From the device", "#Both ways",  "#Start to",
                                          "#Start from",      "Remark",      NULL };

    gam_html_table_open(
        out, "hostlinks",
        "Links between the host and its devices; both ways: the sum; start: what a copy takes before its first byte", titles);
    for (size_t i = 0; i < report->n_host_links; i++) {
        const struct gam_report_host_link *l = &report->host_link[i];

        gam_strbuf_text(out, "<tr>");
        gam_html_cell(out, gam_view_device_id(report, l->device), NULL);
        gam_html_cell(out, l->memory, NULL);
        for (int w = 0; w < GAM_LINK_WAYS; w++)
            link_cell(out, l->way[w]);
        for (int w = 0; w < GAM_WAY_BOTH; w++)
            link_cell(out, l->start[w]);
        gam_html_cell(out, gam_view_link_remark(l)[0] ? gam_view_link_remark(l) : "–", NULL);
        gam_strbuf_text(out, "</tr>\n");
    }
    gam_html_table_close(out);
}

void gam_html_several_devices(struct gam_strbuf *out, const struct gam_report *report)
{
    if (!report->n_sides && !report->n_host_links)
        return;
    gam_html_section(out, "devices", "Devices");
    if (report->n_sides)
        sides_show(out, report);
    if (report->n_host_links)
        links_show(out, report);
    gam_strbuf_text(out, "</section>\n");
}
