/* SPDX-License-Identifier: MIT */
#include "reports/svg/roofline_priv.h"

#include "reports/escape.h"
#include "reports/fmt.h"
#include "reports/view.h"

#include <stdio.h>
#include <string.h>

/* Long leaders to every number would cover a crowded plot: from CROWD points on, only the named ones have them. */
enum { NAME_FONT = 11, NUMBER_FONT = 9, REACH = 105, REACH_CROWD = 18, CROWD = 41 };

static double radius(const struct gam_svg_drawing *d, const struct gam_plot_point *p)
{
    return (d->frame->narrow ? 3.5 : 4) + (d->frame->narrow ? 7 : 11) * sqrt(fmin(p->share, 1));
}

static void whiskers(struct gam_svg_drawing *d, const struct gam_plot_point *p)
{
    struct gam_svg_point low = gam_svg_at(d, p->x, p->y_low), high = gam_svg_at(d, p->x, p->y_high);
    struct gam_svg_point left = gam_svg_at(d, p->x_low, p->y), right = gam_svg_at(d, p->x_high, p->y);

    if (p->y_low < p->y_high) {
        gam_svg_line(d->out, "whisker", low, high);
        gam_svg_line(d->out, "whisker", (struct gam_svg_point){ low.x - 3, low.y }, (struct gam_svg_point){ low.x + 3, low.y });
        gam_svg_line(d->out, "whisker", (struct gam_svg_point){ high.x - 3, high.y },
                     (struct gam_svg_point){ high.x + 3, high.y });
    }
    if (p->x_low < p->x_high)
        gam_svg_line(d->out, "whisker", left, right);
}

/* What a reader hears and sees on hovering: the point's row in one line. */
static void point_text(const struct gam_report_operator *op, size_t number, char *out, size_t size)
{
    char rate[GAM_FMT_SIZE], intensity[GAM_FMT_SIZE], time[GAM_FMT_SIZE], share[GAM_FMT_SIZE], bound[96];

    gam_fmt_quantity(&op->flop_per_s, rate, sizeof rate);
    gam_fmt_intensity(op->intensity.value, intensity, sizeof intensity);
    gam_fmt_quantity(&op->time_ns, time, sizeof time);
    gam_fmt_share(op->roof_share.value, share, sizeof share);
    gam_view_bound(&op->bound, bound, sizeof bound);
    snprintf(out, size, "%zu %.300s: %s, %s at %s FLOP per byte, %s of its roof, %s", number, gam_view_name(op), time, rate,
             intensity, share, bound);
}

static void point_draw(struct gam_svg_drawing *d, size_t i)
{
    const struct gam_plot_point *p = &d->plot.point[i];
    const struct gam_report_operator *op = &d->report->op[p->op];
    char text[800];

    point_text(op, p->op + 1, text, sizeof text);
    if (d->frame->links) {
        /* Only the named ones are stops of the Tab key: two hundred would be a wall before the table. */
        gam_strbuf_printf(d->out, "<a class=\"pt\" href=\"#op-%zu\" data-op=\"%zu\"%s aria-label=\"", p->op + 1, p->op + 1,
                          i < GAM_PLOT_NAMED ? "" : " tabindex=\"-1\"");
        gam_escape_xml(d->out, text);
        gam_strbuf_text(d->out, "\">");
    } else {
        gam_strbuf_text(d->out, "<g class=\"pt\">");
    }
    gam_svg_title(d->out, text);
    whiskers(d, p);
    gam_svg_marker(d->out, op->bound.label, gam_svg_at(d, p->x, p->y), radius(d, p));
    gam_strbuf_text(d->out, d->frame->links ? "</a>\n" : "</g>\n");
}

int gam_svg_label(struct gam_svg_drawing *d, const struct gam_svg_label *label, const char *text)
{
    struct gam_svg_box box = { .w = gam_svg_text_width(text, label->font) + 2, .h = label->font + 2 };
    struct gam_svg_point at = label->at;
    double middle, side;

    if (!gam_svg_places_find(&d->places, at, label->r, label->reach, &box))
        return 0;
    middle = box.y + box.h / 2;
    side = box.x > at.x ? box.x : box.x + box.w < at.x ? box.x + box.w : box.x + box.w / 2;
    if (hypot(side - at.x, middle - at.y) > label->r + 16)
        gam_svg_line(d->out, "leader", at,
                     (struct gam_svg_point){ side, side == box.x + box.w / 2 && middle > at.y ? box.y : middle });
    gam_svg_text(d->out, label->css, (struct gam_svg_point){ box.x + 1, box.y + box.h - 3.5 }, text);
    return 1;
}

static int label_place(struct gam_svg_drawing *d, const struct gam_plot_point *p, const char *text, int font)
{
    struct gam_svg_label label = { .at = gam_svg_at(d, p->x, p->y),
                                   .r = radius(d, p),
                                   .reach = font == NUMBER_FONT && d->plot.n_points >= CROWD ? REACH_CROWD : REACH,
                                   .css = font == NAME_FONT ? "pl" : "pn",
                                   .font = font };

    return gam_svg_label(d, &label, text);
}

static void label_draw(struct gam_svg_drawing *d, size_t i)
{
    const struct gam_plot_point *p = &d->plot.point[i];
    char name[256], text[300];

    gam_escape_cut(gam_view_name(&d->report->op[p->op]), GAM_NAME_COLUMNS, name, sizeof name);
    snprintf(text, sizeof text, "%zu %s", p->op + 1, name);
    if (!d->frame->narrow && i < GAM_PLOT_NAMED && label_place(d, p, text, NAME_FONT))
        return;
    snprintf(text, sizeof text, "%zu", p->op + 1);
    if (!label_place(d, p, text, i < GAM_PLOT_NAMED ? NAME_FONT : NUMBER_FONT))
        d->n_unnumbered++;
}

void gam_svg_points(struct gam_svg_drawing *d)
{
    for (size_t i = d->plot.n_points; i-- > 0;) { /* the most important on top */
        struct gam_svg_point at = gam_svg_at(d, d->plot.point[i].x, d->plot.point[i].y);
        double r = radius(d, &d->plot.point[i]);

        point_draw(d, i);
        gam_svg_places_reserve(&d->places, (struct gam_svg_box){ at.x - r, at.y - r, 2 * r, 2 * r });
    }
    for (size_t i = 0; i < d->plot.n_points; i++)
        label_draw(d, i);
}
