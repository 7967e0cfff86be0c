/* SPDX-License-Identifier: MIT */
/* Two rooflines over each other: roofs and points of the base dotted and hollow, those of the candidate drawn and filled, and a
 * line from where a point was to where it is. */
#include "reports/svg/roofline_priv.h"

#include "common/err.h"
#include "reports/compare_view.h"
#include "reports/escape.h"
#include "reports/fmt.h"
#include "reports/view.h"

#include <stdio.h>
#include <string.h>

enum { RADIUS = 5, NAME_FONT = 11, NUMBER_FONT = 9, REACH = 105 };

struct overlay {
    struct gam_svg_drawing now; /* of the candidate; its plot has the axes */
    struct gam_plot was;        /* of the base */
    const struct gam_compare *compare;
    size_t n_drawn, n_left_out; /* rows */
};

static const struct gam_plot_point *point_of(const struct gam_plot *plot, const struct gam_report *report,
                                             const struct gam_report_operator *op)
{
    for (size_t i = 0; op && i < plot->n_points; i++)
        if (&report->op[plot->point[i].op] == op)
            return &plot->point[i];
    return NULL;
}

static void roofs_before(struct overlay *o)
{
    for (size_t i = 0; i < o->was.n_roofs; i++) {
        const struct gam_plot_roof *r = &o->was.roof[i];
        struct gam_svg_point end[2];

        if (!gam_svg_roof_clip(&o->now, r, r->value, end))
            continue;
        gam_strbuf_printf(o->now.out, "<g class=\"roof %s\">", i < o->was.n_memory ? "memory" : "compute");
        gam_svg_roof_title(&o->now, r);
        gam_svg_line(o->now.out, "line before", end[0], end[1]);
        gam_strbuf_text(o->now.out, "</g>\n");
    }
}

static void row_text(const struct gam_compare_row *r, size_t number, char *out, size_t size)
{
    char time[GAM_FMT_SIZE], range[GAM_FMT_SIZE], roof[GAM_FMT_SIZE], share[160];

    gam_fmt_ratio(&r->time, time, sizeof time);
    gam_fmt_ratio_range(&r->time, range, sizeof range);
    gam_fmt_ratio(&r->roof, roof, sizeof roof);
    gam_compare_share(r, " to ", share, sizeof share);
    snprintf(out, size, "%zu %.300s: %s, time %s%s%s%s, its roof %s, share of it %s", number, gam_compare_name(r),
             gam_compare_change_word(r->change), time, range[0] ? " (" : "", range, range[0] ? ")" : "", roof, share);
}

/* Shapes that say what the colour says: down is worse, up is better. Corners in hundredths of the radius; 0: a circle. */
static const struct shape {
    const char *css, *text; /* text: of the key */
    int n;
    signed char at[8];
} shapes[] = {
    { "was", "in the base (its roofs: dotted)", 0, { 0 } },
    { "c-worse", "slower, or farther from its roof", 3, { 0, 115, 105, -75, -105, -75 } },
    { "c-better", "faster, or closer to its roof", 3, { 0, -115, 105, 75, -105, 75 } },
    { "c-plain", "the same, or new", 0, { 0 } },
    { "c-unclear", "unclear", 4, { -85, -85, 85, -85, 85, 85, -85, 85 } },
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void marker(struct overlay *o, const char *css, struct gam_svg_point at)
{
    const struct shape *s = shapes;

    while (s < shapes + SHAPES - 1 && strcmp(s->css, css) != 0)
        s++;
    if (!s->n) {
        gam_strbuf_printf(o->now.out, "<circle class=\"m %s\" cx=\"", css);
        gam_svg_number(o->now.out, at.x);
        gam_strbuf_text(o->now.out, "\" cy=\"");
        gam_svg_number(o->now.out, at.y);
        gam_strbuf_printf(o->now.out, "\" r=\"%d\"/>", RADIUS);
        return;
    }
    gam_strbuf_printf(o->now.out, "<path class=\"m %s\" d=\"", css);
    for (int k = 0; k < s->n; k++) {
        gam_strbuf_char(o->now.out, k ? 'L' : 'M');
        gam_svg_number(o->now.out, at.x + RADIUS * s->at[2 * k] / 100.0);
        gam_strbuf_char(o->now.out, ' ');
        gam_svg_number(o->now.out, at.y + RADIUS * s->at[2 * k + 1] / 100.0);
    }
    gam_strbuf_text(o->now.out, "Z\"/>");
}

static void row_open(struct overlay *o, const struct gam_compare_row *r, size_t number)
{
    struct gam_strbuf *out = o->now.out;
    char text[900];

    row_text(r, number, text, sizeof text);
    if (o->now.frame->links) {
        gam_strbuf_printf(out, "<a class=\"pt\" href=\"#row-%zu\"%s aria-label=\"", number,
                          number <= GAM_PLOT_NAMED ? "" : " tabindex=\"-1\"");
        gam_escape_xml(out, text);
        gam_strbuf_text(out, "\">");
    } else {
        gam_strbuf_text(out, "<g class=\"pt\">");
    }
    gam_svg_title(out, text);
}

/* One row: where it was, where it is, and the way between. */
static void row_draw(struct overlay *o, size_t i)
{
    const struct gam_compare_row *r = &o->compare->row[i];
    const struct gam_plot_point *was = point_of(&o->was, o->compare->base, r->base),
                                *now = point_of(&o->now.plot, o->compare->cand, r->cand);
    struct gam_svg_point from, to;

    if (!was && !now)
        return;
    from = was ? gam_svg_at(&o->now, was->x, was->y) : (struct gam_svg_point){ 0, 0 };
    to = now ? gam_svg_at(&o->now, now->x, now->y) : from;
    row_open(o, r, i + 1);
    if (was && now && hypot(from.x - to.x, from.y - to.y) > 1)
        gam_svg_line(o->now.out, "move", from, to);
    if (was)
        marker(o, "was", from);
    if (now)
        marker(o, gam_compare_look(r->change)->css, to);
    gam_strbuf_text(o->now.out, o->now.frame->links ? "</a>\n" : "</g>\n");
    gam_svg_places_reserve(&o->now.places, (struct gam_svg_box){ to.x - RADIUS, to.y - RADIUS, 2 * RADIUS, 2 * RADIUS });
    gam_svg_places_reserve(&o->now.places, (struct gam_svg_box){ from.x - RADIUS, from.y - RADIUS, 2 * RADIUS, 2 * RADIUS });
}

static void row_label(struct overlay *o, size_t i)
{
    const struct gam_compare_row *r = &o->compare->row[i];
    const struct gam_plot_point *p = point_of(&o->now.plot, o->compare->cand, r->cand);
    struct gam_svg_label label = { .r = RADIUS, .reach = REACH, .css = "pl", .font = NAME_FONT };
    char name[256], text[300];

    if (!p)
        return;
    label.at = gam_svg_at(&o->now, p->x, p->y);
    gam_escape_cut(gam_compare_name(r), GAM_NAME_COLUMNS, name, sizeof name);
    snprintf(text, sizeof text, "%zu %s", i + 1, name);
    if (!o->now.frame->narrow && i < GAM_PLOT_NAMED && gam_svg_label(&o->now, &label, text))
        return;
    label.css = "pn";
    label.font = NUMBER_FONT;
    snprintf(text, sizeof text, "%zu", i + 1);
    gam_svg_label(&o->now, &label, text);
}

static double key(struct overlay *o, double y)
{
    double x = 6, line = GAM_SVG_FONT * 1.6;

    for (size_t i = 0; i < SHAPES; i++) {
        double w = 22 + gam_svg_text_width(shapes[i].text, GAM_SVG_FONT) + 14;

        if (x > 6 && x + w > o->now.frame->width) {
            x = 6;
            y += line;
        }
        marker(o, shapes[i].css, (struct gam_svg_point){ x + 6, y + 8 });
        gam_svg_text(o->now.out, "key", (struct gam_svg_point){ x + 17, y + 12 }, shapes[i].text);
        x += w;
    }
    return y + line;
}

static void plots_build(struct overlay *o, size_t cand_device)
{
    long base = gam_compare_base_device(o->compare, cand_device);

    if (gam_plot_build(o->compare->cand, cand_device, &o->now.plot, NULL) ||
        (base >= 0 && gam_plot_build(o->compare->base, (size_t)base, &o->was, NULL)))
        o->now.out->failed = -GAM_ENOMEM;
    if (base >= 0 && !o->now.out->failed)
        gam_plot_join(&o->now.plot, &o->was);
    for (size_t i = 0; i < o->now.plot.n_roofs; i++)
        o->now.plot.roof[i].theoretical = NAN; /* two pictures are enough for one */
}

double gam_svg_compare(struct gam_strbuf *out, const struct gam_compare *compare, size_t cand_device,
                       const struct gam_svg_frame *frame)
{
    struct gam_strbuf body = GAM_STRBUF_INIT(out->cap);
    struct overlay o = { .compare = compare,
                         .now = { .out = &body, .report = compare->cand, .frame = frame, .area = gam_svg_roofline_area(frame) } };
    double height = 0;
    char title[300];

    plots_build(&o, cand_device);
    gam_svg_places_init(&o.now.places, o.now.area);
    if (!body.failed) {
        gam_svg_axes(&o.now);
        roofs_before(&o);
        gam_svg_roofs(&o.now);
        for (size_t i = compare->n_rows; i-- > 0;) /* what changed most on top */
            row_draw(&o, i);
        for (size_t i = 0; i < compare->n_rows; i++)
            row_label(&o, i);
        height = key(&o, o.now.area.y + o.now.area.h + 46);
        height += gam_svg_roof_legend(&o.now, height);
        snprintf(title, sizeof title, "Rooflines of base and candidate on %s", gam_view_device_id(compare->cand, cand_device));
        gam_svg_open(out, frame, height, title,
                     "Both axes logarithmic: FLOP per second over FLOP per byte. The table of operators "
                     "has the same figures.");
        gam_strbuf_bytes(out, gam_strbuf_get(&body), body.length);
        gam_svg_close(out);
    }
    if (o.now.places.failed || body.failed)
        out->failed = body.failed ? body.failed : -GAM_ENOMEM;
    gam_svg_places_release(&o.now.places);
    gam_plot_release(&o.now.plot);
    gam_plot_release(&o.was);
    gam_strbuf_release(&body);
    return height;
}
