/* SPDX-License-Identifier: MIT */
#include "reports/svg/roofline_priv.h"

#include "common/unit.h"
#include "reports/fmt.h"
#include "reports/view.h"

#include <stdio.h>
#include <string.h>

enum { TICKS = 24, LABEL_FONT = 11, LABEL_GAP = 14 };

struct gam_svg_point gam_svg_at(const struct gam_svg_drawing *d, double x, double y)
{
    return (struct gam_svg_point){ d->area.x + d->area.w * gam_plot_fraction(x, d->plot.x_low, d->plot.x_high),
                                   d->area.y + d->area.h * (1 - gam_plot_fraction(y, d->plot.y_low, d->plot.y_high)) };
}

void gam_svg_axes(struct gam_svg_drawing *d)
{
    double tick[TICKS];
    struct gam_svg_box a = d->area;
    size_t n = gam_plot_ticks(d->plot.x_low, d->plot.x_high, tick, d->frame->narrow ? 6 : 12);
    char text[GAM_FMT_SIZE];

    for (size_t i = 0; i < n; i++) {
        double x = gam_svg_at(d, tick[i], d->plot.y_low).x;

        gam_fmt_tick(tick[i], 0, text, sizeof text);
        gam_svg_line(d->out, "grid", (struct gam_svg_point){ x, a.y }, (struct gam_svg_point){ x, a.y + a.h });
        gam_svg_text(d->out, "tick mid", (struct gam_svg_point){ x, a.y + a.h + 16 }, text);
    }
    n = gam_plot_ticks(d->plot.y_low, d->plot.y_high, tick, d->frame->narrow ? 8 : 14);
    for (size_t i = 0; i < n; i++) {
        double y = gam_svg_at(d, d->plot.x_low, tick[i]).y;

        gam_fmt_tick(tick[i], 1, text, sizeof text);
        gam_svg_line(d->out, "grid", (struct gam_svg_point){ a.x, y }, (struct gam_svg_point){ a.x + a.w, y });
        gam_svg_text(d->out, "tick end", (struct gam_svg_point){ a.x - 6, y + 4 }, text);
    }
    gam_svg_text(d->out, "axis", (struct gam_svg_point){ 4, 12 }, "FLOP/s");
    gam_svg_text(d->out, "axis end", (struct gam_svg_point){ a.x + a.w, a.y + a.h + 34 }, "FLOP per byte");
    gam_svg_rect(d->out, "frame", a);
}

static void roof_text(const struct gam_plot_roof *r, char *out, size_t size)
{
    char name[160], value[GAM_FMT_SIZE], both[240];
    struct gam_ceiling short_name = *r->ceiling;

    short_name.threads = 0;
    gam_view_ceiling(&short_name, name, sizeof name);
    gam_unit_text(r->value, r->ceiling->value.unit ? r->ceiling->value.unit : "", value, sizeof value);
    snprintf(both, sizeof both, "%s %s%s", name, value, r->ceiling->validity == GAM_NOISY ? " (noisy)" : "");
    gam_text_cut(both, 34, out, size);
}

void gam_svg_roof_title(struct gam_svg_drawing *d, const struct gam_plot_roof *r)
{
    char name[160], value[GAM_FMT_SIZE], spread[GAM_FMT_SIZE], share[GAM_FMT_SIZE], text[400];

    gam_view_ceiling(r->ceiling, name, sizeof name);
    gam_fmt_quantity(&r->ceiling->value, value, sizeof value);
    gam_fmt_spread(&r->ceiling->value, spread, sizeof spread);
    gam_fmt_share(r->value / r->theoretical, share, sizeof share);
    snprintf(text, sizeof text, "%s: %s %s%s%s%s", name, value, spread, isnan(r->theoretical) ? "" : ", ",
             isnan(r->theoretical) ? "" : share, isnan(r->theoretical) ? "" : " of theoretical");
    gam_svg_title(d->out, text);
}

int gam_svg_roof_clip(const struct gam_svg_drawing *d, const struct gam_plot_roof *r, double value, struct gam_svg_point end[2])
{
    struct gam_plot_roof line = *r;
    double low = r->x_low, high = r->x_high;

    line.value = value;
    if (r->ceiling->kind == GAM_CEILING_MEMORY) {
        low = fmax(low, d->plot.y_low / value);
        high = fmin(high, d->plot.y_high / value);
    }
    if (!(low < high))
        return 0;
    end[0] = gam_svg_at(d, low, gam_plot_roof_at(&line, low));
    end[1] = gam_svg_at(d, high, gam_plot_roof_at(&line, high));
    return 1;
}

/* Keeps names of points off a label that lies along a line. */
static void reserve_along(struct gam_svg_drawing *d, struct gam_svg_point from, double radians, double length)
{
    for (double at = 0; at < length; at += 8)
        gam_svg_places_reserve(&d->places,
                               (struct gam_svg_box){ from.x + cos(radians) * at, from.y - sin(radians) * at - 12, 10, 13 });
}

static void memory_labels(struct gam_svg_drawing *d)
{
    double decade_x = d->area.w / log10(d->plot.x_high / d->plot.x_low),
           decade_y = d->area.h / log10(d->plot.y_high / d->plot.y_low);
    double radians = atan2(decade_y, decade_x), begin = 0, previous = NAN;

    for (size_t i = 0; i < d->plot.n_memory; i++) {
        const struct gam_plot_roof *r = &d->plot.roof[i];
        struct gam_svg_point end[2], from;
        char text[200];
        double width, apart = log10(previous / r->value) * decade_y * cos(radians);

        roof_text(r, text, sizeof text);
        if (d->frame->narrow)
            snprintf(text, sizeof text, "%c", (char)('a' + (int)(i % 26)));
        width = gam_svg_text_width(text, LABEL_FONT);
        if (!gam_svg_roof_clip(d, r, r->value, end))
            continue;
        begin = apart < LABEL_GAP ? begin + width + LABEL_GAP : 10; /* lines that run close: one label after the other */
        if (begin + width > hypot(end[1].x - end[0].x, end[1].y - end[0].y))
            begin = 10;
        previous = r->value;
        from = (struct gam_svg_point){ end[0].x + cos(radians) * begin, end[0].y - sin(radians) * begin };
        gam_svg_text_turned(d->out, "rl", (struct gam_svg_point){ from.x - sin(radians) * 4, from.y - cos(radians) * 4 },
                            -radians * 180 / M_PI, text);
        reserve_along(d, from, radians, width);
    }
}

/* In the margin, apart from each other, tied to their lines; narrow: a letter above the line's end. */
static void compute_labels(struct gam_svg_drawing *d)
{
    double last = -INFINITY, right = d->area.x + d->area.w;

    for (size_t i = d->plot.n_memory; i < d->plot.n_roofs; i++) {
        double y = gam_svg_at(d, d->plot.x_high, d->plot.roof[i].value).y, at = fmax(y, last + LABEL_GAP);
        char text[200];

        last = at;
        if (d->frame->narrow) {
            struct gam_svg_point p = { right - 8.0 - 12.0 * (double)(i - d->plot.n_memory), y - 3 };

            gam_svg_text(d->out, "rl", p, (char[]){ (char)('a' + (int)(i % 26)), 0 });
            gam_svg_places_reserve(&d->places, (struct gam_svg_box){ p.x - 2, p.y - 10, 12, 13 });
            continue;
        }
        roof_text(&d->plot.roof[i], text, sizeof text);
        gam_svg_line(d->out, "tie", (struct gam_svg_point){ right, y }, (struct gam_svg_point){ right + 8, at });
        gam_svg_text(d->out, "rl", (struct gam_svg_point){ right + 11, at + 4 }, text);
    }
}

void gam_svg_roofs(struct gam_svg_drawing *d)
{
    for (size_t i = 0; i < d->plot.n_roofs; i++) {
        const struct gam_plot_roof *r = &d->plot.roof[i];
        struct gam_svg_point end[2];

        if (!gam_svg_roof_clip(d, r, r->value, end))
            continue;
        gam_strbuf_printf(d->out, "<g class=\"roof %s\">", i < d->plot.n_memory ? "memory" : "compute");
        gam_svg_roof_title(d, r);
        gam_svg_line(d->out, "line", end[0], end[1]);
        if (!isnan(r->theoretical) && gam_svg_roof_clip(d, r, r->theoretical, end))
            gam_svg_line(d->out, "line theory", end[0], end[1]);
        gam_strbuf_text(d->out, "</g>\n");
    }
    memory_labels(d);
    compute_labels(d);
}

double gam_svg_roof_legend(struct gam_svg_drawing *d, double y)
{
    for (size_t i = 0; d->frame->narrow && i < d->plot.n_roofs; i++) {
        char text[200], line[220];

        roof_text(&d->plot.roof[i], text, sizeof text);
        snprintf(line, sizeof line, "%c  %s", (char)('a' + (int)(i % 26)), text);
        gam_svg_text(d->out, "key", (struct gam_svg_point){ 6, y + 14 + 17 * (double)i }, line);
    }
    return d->frame->narrow ? 17 * (double)d->plot.n_roofs + 4 : 0;
}
