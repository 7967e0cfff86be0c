/* SPDX-License-Identifier: MIT */
/* The Ridgeline: bytes moved per byte sent (x) against FLOP per byte moved (y), both logarithmic. Three lines meet at
 * (B / N, P / B) and part the regions of compute, memory and network. */
#include "analyzer/network/network.h"
#include "reports/fmt.h"
#include "reports/plot.h"
#include "reports/svg/svg.h"
#include "reports/view.h"

#include <math.h>
#include <stdio.h>

enum { TICKS = 24, MARGIN = 4 /* factor around points and corner */ };

struct drawing {
    struct gam_strbuf *out;
    const struct gam_report *report;
    const struct gam_ridge_view *ridge;
    struct gam_svg_box area;
    double x_low, x_high, y_low, y_high;
    double x_star, y_star;
    const struct gam_svg_frame *frame;
};

static void range_fill(struct drawing *d)
{
    d->x_low = d->x_high = d->x_star;
    d->y_low = d->y_high = d->y_star;
    for (size_t i = 0; i < d->ridge->n; i++) {
        d->x_low = fmin(d->x_low, d->ridge->point[i].x);
        d->x_high = fmax(d->x_high, d->ridge->point[i].x);
        d->y_low = fmin(d->y_low, d->ridge->point[i].y);
        d->y_high = fmax(d->y_high, d->ridge->point[i].y);
    }
    d->x_low /= MARGIN;
    d->y_low /= MARGIN;
    d->x_high *= MARGIN;
    d->y_high *= MARGIN;
}

static struct gam_svg_point at(const struct drawing *d, double x, double y)
{
    return (struct gam_svg_point){ d->area.x + d->area.w * gam_plot_fraction(x, d->x_low, d->x_high),
                                   d->area.y + d->area.h * (1 - gam_plot_fraction(y, d->y_low, d->y_high)) };
}

static void axes_draw(struct drawing *d)
{
    struct gam_svg_box a = d->area;
    double tick[TICKS];
    char text[GAM_FMT_SIZE];
    size_t n = gam_plot_ticks(d->x_low, d->x_high, tick, d->frame->narrow ? 6 : 12);

    for (size_t i = 0; i < n; i++) {
        double x = at(d, tick[i], d->y_low).x;

        gam_fmt_tick(tick[i], 0, text, sizeof text);
        gam_svg_line(d->out, "grid", (struct gam_svg_point){ x, a.y }, (struct gam_svg_point){ x, a.y + a.h });
        gam_svg_text(d->out, "tick mid", (struct gam_svg_point){ x, a.y + a.h + 16 }, text);
    }
    n = gam_plot_ticks(d->y_low, d->y_high, tick, d->frame->narrow ? 8 : 14);
    for (size_t i = 0; i < n; i++) {
        double y = at(d, d->x_low, tick[i]).y;

        gam_fmt_tick(tick[i], 0, text, sizeof text);
        gam_svg_line(d->out, "grid", (struct gam_svg_point){ a.x, y }, (struct gam_svg_point){ a.x + a.w, y });
        gam_svg_text(d->out, "tick end", (struct gam_svg_point){ a.x - 6, y + 4 }, text);
    }
    gam_svg_text(d->out, "axis", (struct gam_svg_point){ 4, 12 }, "FLOP per byte moved");
    gam_svg_text(d->out, "axis end", (struct gam_svg_point){ a.x + a.w, a.y + a.h + 34 }, "bytes moved per byte sent");
    gam_svg_rect(d->out, "frame", a);
}

/* From the corner: right along y*, down along x*, and up to the left along x y = k. */
static void regions_draw(struct drawing *d)
{
    double k = d->x_star * d->y_star, top = fmin(d->y_high, k / d->x_low);
    struct gam_svg_point corner = at(d, d->x_star, d->y_star);

    gam_svg_line(d->out, "line", corner, at(d, d->x_high, d->y_star));
    gam_svg_line(d->out, "line", corner, at(d, d->x_star, d->y_low));
    gam_svg_line(d->out, "line", corner, at(d, k / top, top));
    gam_svg_text(d->out, "rl", (struct gam_svg_point){ d->area.x + d->area.w - 70, d->area.y + 16 }, "compute");
    gam_svg_text(d->out, "rl", (struct gam_svg_point){ d->area.x + d->area.w - 70, d->area.y + d->area.h - 8 }, "memory");
    gam_svg_text(d->out, "rl", (struct gam_svg_point){ d->area.x + 8, d->area.y + d->area.h - 8 }, "network");
}

static void points_draw(struct drawing *d)
{
    for (size_t i = 0; i < d->ridge->n; i++) {
        const struct gam_ridge_point *p = &d->ridge->point[i];
        const struct gam_report_operator *op = &d->report->op[p->op];
        struct gam_svg_point place = at(d, p->x, p->y);
        char text[400], number[24];

        snprintf(text, sizeof text, "%zu %.200s: %s side, %s", p->op + 1, gam_view_name(op), gam_region_word(p->region),
                 gam_label_word(op->bound.label));
        gam_strbuf_text(d->out, "<g class=\"pt\">");
        gam_svg_title(d->out, text);
        gam_svg_marker(d->out, op->bound.label, place, 6);
        gam_strbuf_text(d->out, "</g>\n");
        snprintf(number, sizeof number, "%zu", p->op + 1);
        gam_svg_text(d->out, "pl", (struct gam_svg_point){ place.x + 9, place.y + 4 + 11 * (double)(i % 2) }, number);
    }
}

double gam_svg_ridgeline(struct gam_strbuf *out, const struct gam_report *report, const struct gam_svg_frame *frame)
{
    const struct gam_ridge_view *r = report->network ? &report->network->ridge : NULL;
    struct gam_strbuf body = GAM_STRBUF_INIT(out->cap);
    struct drawing d = { .out = &body, .report = report, .ridge = r, .frame = frame };
    double height;
    unsigned labels = 0;
    char text[300], x_star[GAM_FMT_SIZE], y_star[GAM_FMT_SIZE];

    if (!r || !r->network || !r->n)
        return 0;
    d.area = (struct gam_svg_box){ 62, 20, frame->width - (frame->narrow ? 70 : 302), frame->narrow ? 300 : 380 };
    d.x_star = r->memory->value.value / r->network->value.value;
    d.y_star = r->compute->value.value / r->memory->value.value;
    range_fill(&d);
    axes_draw(&d);
    regions_draw(&d);
    points_draw(&d);
    for (size_t i = 0; i < r->n; i++)
        labels |= 1u << report->op[r->point[i].op].bound.label;
    height = d.area.y + d.area.h + 46;
    height += gam_svg_label_legend(&body, labels, (struct gam_svg_point){ 6, height }, frame->width - 12);
    gam_fmt_intensity(d.x_star, x_star, sizeof x_star);
    gam_fmt_intensity(d.y_star, y_star, sizeof y_star);
    snprintf(text, sizeof text,
             "%zu steps; the regions meet at %s bytes moved per byte sent and %s FLOP per byte moved. Both axes are logarithmic.",
             r->n, x_star, y_star);
    gam_svg_open(out, frame, height, "Ridgeline of compute, memory and network", text);
    gam_strbuf_bytes(out, gam_strbuf_get(&body), body.length);
    gam_svg_close(out);
    if (body.failed)
        out->failed = body.failed;
    gam_strbuf_release(&body);
    return height;
}
