/* SPDX-License-Identifier: MIT */
/* Two figures of money: how the cost moves with its inputs, and buying against renting over utilisation. */
#include "reports/svg/svg.h"

#include "analyzer/cost/cost.h"
#include "reports/cost_view.h"

#include <math.h>
#include <stdio.h>

enum { ROW = 26, TOP = 34, LEFT = 190, RIGHT = 90, FOOT = 30 };

struct scale {
    double from, to, low, high; /* pixels, values */
};

static double at(const struct scale *s, double value)
{
    double f = s->high > s->low ? (value - s->low) / (s->high - s->low) : 0.5;

    return s->from + fmax(0, fmin(1, f)) * (s->to - s->from);
}

static struct scale tornado_scale(const struct gam_tornado *t, double width)
{
    struct scale s = { LEFT, width - RIGHT, t->base, t->base };

    for (size_t i = 0; i < t->n; i++) {
        s.low = fmin(s.low, fmin(t->bar[i].low, t->bar[i].high));
        s.high = fmax(s.high, fmax(t->bar[i].low, t->bar[i].high));
    }
    return s;
}

static void bar_draw(struct gam_strbuf *out, const struct gam_tornado *t, const struct scale *s, size_t i)
{
    const struct gam_tornado_bar *b = &t->bar[i];
    double y = TOP + ROW * (double)i, low = at(s, fmin(b->low, b->high)), high = at(s, fmax(b->low, b->high)),
           base = at(s, t->base);
    char title[160], label[32];

    snprintf(title, sizeof title, "%s from %s to %s: %s to %s USD per million", gam_tco_fields[b->field].name,
             gam_cost_digits(b->low_input).text, gam_cost_digits(b->high_input).text, gam_cost_digits(b->low).text,
             gam_cost_digits(b->high).text);
    gam_svg_text(out, "row end", (struct gam_svg_point){ LEFT - 10, y + 14 }, gam_tco_fields[b->field].name);
    gam_strbuf_text(out, "<g>");
    gam_svg_title(out, title);
    gam_svg_rect(out, "bound", (struct gam_svg_box){ low, y, base - low, ROW - 8 });
    gam_svg_rect(out, "gain", (struct gam_svg_box){ base, y, high - base, ROW - 8 });
    gam_strbuf_text(out, "</g>\n");
    gam_cost_usd(fmax(b->low, b->high), label, sizeof label);
    gam_svg_text(out, "tick", (struct gam_svg_point){ high + 5, y + 14 }, label);
}

double gam_svg_tornado(struct gam_strbuf *out, const struct gam_cost_row *row, const struct gam_svg_frame *frame)
{
    const struct gam_tornado *t = &row->tornado;
    double height = TOP + ROW * (double)t->n + FOOT;
    struct scale s = tornado_scale(t, frame->width);
    char base[32], text[64];

    gam_svg_open(out, frame, height, "What moves the cost",
                 "Cost of a million units when one input is a fifth less or more; the widest bar first. The filled part is below "
                 "today's cost.");
    gam_cost_usd(t->base, base, sizeof base);
    snprintf(text, sizeof text, "%s USD per million", base);
    gam_svg_text(out, "axis mid", (struct gam_svg_point){ at(&s, t->base), TOP - 14 }, text);
    for (size_t i = 0; i < t->n; i++)
        bar_draw(out, t, &s, i);
    gam_svg_line(out, "whole", (struct gam_svg_point){ at(&s, t->base), TOP - 8 },
                 (struct gam_svg_point){ at(&s, t->base), height - FOOT + 4 });
    gam_svg_text(out, "axis", (struct gam_svg_point){ 6, height - 8 }, "each input 20 % less and more");
    gam_svg_close(out);
    return height;
}

enum { PLOT_HEIGHT = 320, PLOT_LEFT = 70, PLOT_TOP = 26, PLOT_FOOT = 46, PLOT_RIGHT = 24 };

/* Up to three times what renting costs, or what buying costs in full use: the curve has no bound on the left. */
static double top_of(const struct gam_break_even *b)
{
    const struct gam_break_even_point *last = &b->point[b->n - 1];
    double rent = isnan(last->rent) ? 0 : last->rent, own = isnan(last->own) ? 0 : last->own;

    return 3 * fmax(rent, own) > 0 ? 3 * fmax(rent, own) : 1;
}

static void curve_draw(struct gam_strbuf *out, const struct gam_break_even *b, int rent, const struct scale axes[2])
{
    for (size_t i = 1; i < b->n; i++) {
        double y0 = rent ? b->point[i - 1].rent : b->point[i - 1].own, y1 = rent ? b->point[i].rent : b->point[i].own;
        double u0 = b->point[i - 1].utilisation, u1 = b->point[i].utilisation, top = axes[1].high;

        if (isnan(y0) || isnan(y1) || (y0 > top && y1 > top))
            continue;
        if (y0 > top) { /* it comes in from above: cut where it does, or the slope is wrong */
            u0 += (u1 - u0) * (y0 - top) / (y0 - y1);
            y0 = top;
        }
        gam_svg_line(out, rent ? "line theory" : "line", (struct gam_svg_point){ at(&axes[0], u0), at(&axes[1], y0) },
                     (struct gam_svg_point){ at(&axes[0], u1), at(&axes[1], y1) });
    }
}

/* At their right ends, the dearer above its line, the cheaper below where the axis leaves room. */
static void curves_name(struct gam_strbuf *out, const struct gam_break_even *b, const struct scale axes[2])
{
    const struct gam_break_even_point *last = &b->point[b->n - 1];
    const double usd[2] = { last->own, last->rent };
    static const char *const name[2] = { "buy", "rent" };

    for (int i = 0; i < 2; i++) {
        double y = at(&axes[1], usd[i]);
        int below = usd[i] < usd[!i] && y + 18 < axes[1].from;

        if (!isnan(usd[i]))
            gam_svg_text(out, "rl end", (struct gam_svg_point){ axes[0].to - 4, y + (below ? 14 : -5) }, name[i]);
    }
}

static void axes_draw(struct gam_strbuf *out, const struct scale axes[2])
{
    char text[32];

    for (int i = 0; i <= 5; i++) {
        double u = i / 5.0, usd = axes[1].high * i / 5.0;

        snprintf(text, sizeof text, "%d %%", 20 * i);
        gam_svg_line(out, "grid", (struct gam_svg_point){ at(&axes[0], u), axes[1].from },
                     (struct gam_svg_point){ at(&axes[0], u), axes[1].to });
        gam_svg_text(out, "tick mid", (struct gam_svg_point){ at(&axes[0], u), axes[1].from + 16 }, text);
        gam_cost_usd(usd, text, sizeof text);
        gam_svg_line(out, "grid", (struct gam_svg_point){ axes[0].from, at(&axes[1], usd) },
                     (struct gam_svg_point){ axes[0].to, at(&axes[1], usd) });
        gam_svg_text(out, "tick end", (struct gam_svg_point){ axes[0].from - 6, at(&axes[1], usd) + 4 }, text);
    }
    gam_svg_text(out, "axis", (struct gam_svg_point){ 6, PLOT_TOP - 10 }, "USD for an hour worked");
    gam_svg_text(out, "axis mid", (struct gam_svg_point){ (axes[0].from + axes[0].to) / 2, axes[1].from + 34 }, "utilisation");
}

double gam_svg_break_even(struct gam_strbuf *out, const struct gam_cost_row *row, const struct gam_svg_frame *frame)
{
    const struct gam_break_even *b = &row->break_even;
    const struct scale axes[2] = { { PLOT_LEFT, frame->width - PLOT_RIGHT, 0, 1 },
                                   { PLOT_HEIGHT - PLOT_FOOT, PLOT_TOP, 0, top_of(b) } };
    char text[64];

    gam_svg_open(out, frame, PLOT_HEIGHT, "Buying against renting",
                 "Cost of an hour worked over utilisation: solid when the server is bought, dashed when the hours are rented.");
    axes_draw(out, axes);
    curve_draw(out, b, 0, axes);
    curve_draw(out, b, 1, axes);
    curves_name(out, b, axes);
    if (b->at > 0 && b->at <= 1) {
        gam_svg_line(out, "whole", (struct gam_svg_point){ at(&axes[0], b->at), axes[1].from },
                     (struct gam_svg_point){ at(&axes[0], b->at), axes[1].to });
        snprintf(text, sizeof text, "equal at %s %%", gam_cost_digits(100 * b->at).text);
        gam_svg_text(out, b->at > 0.6 ? "rl end" : "rl",
                     (struct gam_svg_point){ at(&axes[0], b->at) + (b->at > 0.6 ? -5 : 5), PLOT_TOP + 14 }, text);
    }
    gam_svg_close(out);
    return PLOT_HEIGHT;
}
