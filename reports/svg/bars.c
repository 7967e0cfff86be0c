/* SPDX-License-Identifier: MIT */
/* The resource vector: for each operator the time that each resource would need alone, stacked, as a share of the measured
 * time. Past the line at 100 %: resources overlap. Short of it: time that no resource explains.
 */
#include "reports/svg/svg.h"

#include "common/err.h"
#include "reports/escape.h"
#include "reports/fmt.h"
#include "reports/view.h"

#include <stdio.h>
#include <string.h>

enum { ROW = 24, TOP = 34 };

struct bars {
    struct gam_strbuf *out;
    const struct gam_report *report;
    const struct gam_svg_frame *frame;
    double left, width, most; /* of the bars; `most`: the share at their right end */
    unsigned seen;            /* kinds of resources drawn */
};

static int usable(double v)
{
    return isfinite(v) && v > 0;
}

static int has_bar(const struct gam_report_operator *op)
{
    return gam_view_group(op) == GAM_VIEW_RANKED && op->n_resources && usable(op->time_ns.value);
}

static double stack_share(const struct gam_report_operator *op)
{
    double sum = 0;

    for (size_t i = 0; i < op->n_resources; i++)
        if (usable(op->resource[i].time_ns))
            sum += op->resource[i].time_ns;
    return sum / op->time_ns.value;
}

static double x_of(const struct bars *b, double share)
{
    return b->left + b->width * fmin(share / b->most, 1);
}

static void segment(struct bars *b, const struct gam_report_operator *op, const struct gam_resource_time *r, double from,
                    double y)
{
    double share = r->time_ns / op->time_ns.value, x = x_of(b, from), w = x_of(b, from + share) - x;
    char text[200], time[GAM_FMT_SIZE], percent[GAM_FMT_SIZE], css[40];

    gam_fmt_ns(r->time_ns, time, sizeof time);
    gam_fmt_share(share, percent, sizeof percent);
    snprintf(text, sizeof text, "%s: %s alone, %s of the measured time", gam_view_resource(r), time, percent);
    gam_strbuf_text(b->out, "<g>");
    gam_svg_title(b->out, text);
    snprintf(css, sizeof css, "seg %s", gam_view_resource_look(r->kind)->css);
    gam_svg_rect(b->out, css, (struct gam_svg_box){ x, y, w, ROW - 8 });
    if (gam_svg_text_width(gam_view_resource(r), 10) + 6 < w)
        gam_svg_text(b->out, "in", (struct gam_svg_point){ x + 4, y + 12 }, gam_view_resource(r));
    gam_strbuf_text(b->out, "</g>\n");
    b->seen |= 1u << r->kind;
}

static void row_draw(struct bars *b, size_t i, double y)
{
    const struct gam_report_operator *op = &b->report->op[i];
    char name[256], label[300], time[GAM_FMT_SIZE];
    double from = 0;

    gam_escape_cut(gam_view_name(op), b->frame->narrow ? 13 : GAM_NAME_COLUMNS, name, sizeof name);
    snprintf(label, sizeof label, "%zu %s", i + 1, name);
    gam_svg_text(b->out, "row end", (struct gam_svg_point){ b->left - 8, y + 13 }, label);
    for (size_t k = 0; k < op->n_resources; k++) {
        if (!usable(op->resource[k].time_ns))
            continue;
        segment(b, op, &op->resource[k], from, y);
        from += op->resource[k].time_ns / op->time_ns.value;
    }
    if (from > b->most)
        gam_svg_text(b->out, "key", (struct gam_svg_point){ b->left + b->width + 1, y + 13 }, "…");
    gam_fmt_quantity(&op->time_ns, time, sizeof time);
    if (!b->frame->narrow)
        gam_svg_text(b->out, "row", (struct gam_svg_point){ b->left + b->width + 22, y + 13 }, time);
}

static double legend(struct bars *b, double y)
{
    double x = 6;

    for (unsigned kind = 0; kind <= GAM_RESOURCE_OVERHEAD; kind++) {
        const struct gam_resource_look *look = gam_view_resource_look((enum gam_resource_kind)kind);
        char css[40];

        if (!(b->seen & 1u << kind))
            continue;
        snprintf(css, sizeof css, "seg %s", look->css);
        gam_svg_rect(b->out, css, (struct gam_svg_box){ x, y, 12, 12 });
        gam_svg_text(b->out, "key", (struct gam_svg_point){ x + 17, y + 10 }, look->word);
        x += 17 + gam_svg_text_width(look->word, GAM_SVG_FONT) + 14;
    }
    return y + 22;
}

static void scale_draw(struct bars *b, double bottom)
{
    gam_svg_text(b->out, "axis", (struct gam_svg_point){ 6, TOP - 20 },
                 b->frame->narrow ? "time alone" : "time alone ÷ measured");
    for (double share = 0; share <= b->most + 1e-9; share += 0.5) {
        char text[GAM_FMT_SIZE];

        gam_fmt_fixed(share * 100, 0, text, sizeof text);
        snprintf(text + strlen(text), sizeof text - strlen(text), " %%");
        gam_svg_line(b->out, share == 1 ? "whole" : "grid", (struct gam_svg_point){ x_of(b, share), TOP - 6 },
                     (struct gam_svg_point){ x_of(b, share), bottom });
        gam_svg_text(b->out, "tick mid", (struct gam_svg_point){ x_of(b, share), TOP - 12 }, text);
    }
}

double gam_svg_bars(struct gam_strbuf *out, const struct gam_report *report, const struct gam_svg_frame *frame)
{
    struct gam_strbuf body = GAM_STRBUF_INIT(out->cap);
    struct bars b = { .out = &body, .report = report, .frame = frame, .left = frame->narrow ? 112 : 220, .most = 1.5 };
    double y = TOP, height;
    size_t n = 0;

    b.width = frame->width - b.left - (frame->narrow ? 14 : 110);
    for (size_t i = 0; i < report->n_ops && n < GAM_SVG_ROWS; i++)
        n += has_bar(&report->op[i]) != 0;
    for (size_t i = 0, k = 0; i < report->n_ops && k < n; i++)
        if (has_bar(&report->op[i]) && ++k && stack_share(&report->op[i]) > b.most)
            b.most = 2;
    scale_draw(&b, TOP + ROW * (double)n);
    for (size_t i = 0, k = 0; i < report->n_ops && k < n; i++) {
        if (!has_bar(&report->op[i]))
            continue;
        row_draw(&b, i, y);
        y += ROW;
        k++;
    }
    height = legend(&b, y + 8);
    gam_svg_open(out, frame, height, "Resource times",
                 "For each operator the time that each resource would need alone, stacked, as a share of the measured time.");
    gam_strbuf_bytes(out, gam_strbuf_get(&body), body.length);
    gam_svg_close(out);
    if (body.failed)
        out->failed = body.failed;
    gam_strbuf_release(&body);
    return height;
}
