/* SPDX-License-Identifier: MIT */
#include "reports/html/priv.h"

#include "common/err.h"
#include "reports/fmt.h"
#include "reports/plot.h"
#include "reports/svg/svg.h"
#include "reports/view.h"

#include <stdio.h>
#include <string.h>

/* The same figure for wide and for narrow screens; the style sheet shows one. */
static void rooflines_both(struct gam_strbuf *out, const struct gam_report *report, size_t device)
{
    char id[48];
    struct gam_svg_frame frame = { .id = id, .width = GAM_HTML_WIDE, .links = 1 };

    snprintf(id, sizeof id, "roof-w%zu", device);
    gam_svg_roofline(out, report, device, &frame);
    snprintf(id, sizeof id, "roof-n%zu", device);
    frame.width = GAM_HTML_NARROW;
    frame.narrow = 1;
    gam_svg_roofline(out, report, device, &frame);
}

static void caption(struct gam_strbuf *out, const struct gam_report *report, size_t device)
{
    const struct gam_device *record = report->device[device].record;
    struct gam_plot plot;

    gam_strbuf_text(out, "<figcaption><b>");
    gam_html_text(out, gam_view_device_id(report, device));
    gam_strbuf_text(out, "</b> ");
    gam_html_text(out, record ? record->name : NULL);
    gam_strbuf_text(out, ". Each point is an operator at the memory level that serves it; its area grows with its share of the "
                         "time, its whisker is the interval. "
                         "Numbers are those of the table; the twelve of highest gain are named.");
    if (!gam_plot_build(report, device, &plot, NULL)) {
        if (plot.n_unplaced)
            gam_strbuf_printf(out, " %zu without known FLOPs or bytes: only in the table.", plot.n_unplaced);
        if (plot.threads > 0)
            gam_strbuf_printf(out, " Roofs: %d %s.", plot.threads, plot.threads == 1 ? "thread" : "threads");
        gam_plot_release(&plot);
    } else {
        out->failed = -GAM_ENOMEM;
    }
    gam_strbuf_text(out, "</figcaption>\n");
}

void gam_html_rooflines(struct gam_strbuf *out, const struct gam_report *report)
{
    gam_html_section(out, "roofline", "Roofline");
    if (!report->n_devices)
        gam_html_element(out, "p", "No device was measured.");
    for (size_t i = 0; i < report->n_devices; i++) {
        gam_strbuf_printf(out, "<figure class=\"roofline\" data-device=\"%zu\">\n", i);
        caption(out, report, i);
        rooflines_both(out, report, i);
        gam_strbuf_text(out, "</figure>\n");
    }
    gam_strbuf_text(out, "</section>\n");
}

static void figure(struct gam_strbuf *out, const struct gam_report *report, const char *id, const char *text,
                   double (*draw)(struct gam_strbuf *, const struct gam_report *, const struct gam_svg_frame *))
{
    char name[32];
    struct gam_svg_frame frame = { .id = name, .width = GAM_HTML_WIDE };

    gam_strbuf_text(out, "<figure>\n<figcaption>");
    gam_html_text(out, text);
    gam_strbuf_text(out, "</figcaption>\n");
    snprintf(name, sizeof name, "%s-w", id);
    draw(out, report, &frame);
    snprintf(name, sizeof name, "%s-n", id);
    frame.width = GAM_HTML_NARROW;
    frame.narrow = 1;
    draw(out, report, &frame);
    gam_strbuf_text(out, "</figure>\n");
}

static void vector_cell(struct gam_strbuf *out, const struct gam_report_operator *op)
{
    gam_strbuf_text(out, "<td>");
    for (size_t i = 0; i < op->n_resources; i++) {
        char time[GAM_FMT_SIZE], part[GAM_FMT_SIZE];

        gam_fmt_ns(op->resource[i].time_ns, time, sizeof time);
        gam_fmt_share(op->resource[i].elasticity, part, sizeof part);
        gam_strbuf_text(out, i ? "; " : "");
        gam_html_text(out, gam_view_resource(&op->resource[i]));
        gam_strbuf_printf(out, " %s (%s)", time, part);
    }
    gam_strbuf_text(out, op->n_resources ? "</td>" : "not known</td>");
}

static void vector_table(struct gam_strbuf *out, const struct gam_report *report)
{
    static const char *const titles[] = {
        "##", "Operator", "#Bound T_lo", "#Model T_mod", "#Measured", "Resource times (elasticity)", NULL
    };

    gam_strbuf_text(out, "<details>\n<summary>The figures of all operators</summary>\n");
    gam_html_table_open(out, "vectors",
                        "Time that each resource would need alone, and how much of the modelled time moves with it", titles);
    for (size_t i = 0; i < report->n_ops; i++) {
        const struct gam_report_operator *op = &report->op[i];
        char text[GAM_FMT_SIZE];

        if (gam_view_group(op) == GAM_VIEW_REJECTED)
            continue;
        gam_strbuf_printf(out, "<tr><td class=\"num\" data-v=\"%zu\">%zu</td><th scope=\"row\">", i + 1, i + 1);
        gam_html_name(out, gam_view_name(op));
        gam_strbuf_text(out, "</th>");
        gam_fmt_ns(op->t_lo_ns, text, sizeof text);
        gam_html_cell_number(out, op->t_lo_ns, text, NULL);
        gam_fmt_ns(op->t_mod_ns, text, sizeof text);
        gam_html_cell_number(out, op->t_mod_ns, text, NULL);
        gam_fmt_quantity(&op->time_ns, text, sizeof text);
        gam_html_cell_number(out, op->time_ns.value, text, NULL);
        vector_cell(out, op);
        gam_strbuf_text(out, "</tr>\n");
    }
    gam_html_table_close(out);
    gam_strbuf_text(out, "</details>\n");
}

void gam_html_resources(struct gam_strbuf *out, const struct gam_report *report)
{
    gam_html_section(out, "resources", "Resources");
    if (gam_view_count(report, GAM_VIEW_RANKED)) {
        figure(out, report, "bars",
               "The time that each resource would need alone, stacked, as a share of the measured time. Past the line at 100 %: "
               "resources overlap. Short of it: time that no resource explains. "
               "The operators of highest gain.",
               gam_svg_bars);
        vector_table(out, report);
    }
    gam_strbuf_text(out, "</section>\n");
}

void gam_html_time(struct gam_strbuf *out, const struct gam_report *report)
{
    gam_html_section(out, "time", "Where the time goes");
    if (gam_view_count(report, GAM_VIEW_RANKED))
        figure(out, report, "times",
               "Operators by their share of the time of one unit. Filled: what the bound needs. Outlined: what reaching the "
               "bound would gain. Dots: the rounds, around their median.",
               gam_svg_time);
    gam_strbuf_text(out, "</section>\n");
}
