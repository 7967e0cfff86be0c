/* SPDX-License-Identifier: MIT */
#include "reports/svg/roofline_priv.h"

#include "common/err.h"
#include "reports/view.h"

#include <stdio.h>

struct gam_svg_box gam_svg_roofline_area(const struct gam_svg_frame *frame)
{
    if (frame->narrow)
        return (struct gam_svg_box){ 50, 20, frame->width - 58, 300 };
    return (struct gam_svg_box){ 62, 20, frame->width - 62 - 240, 430 };
}

/* Keys of shapes and lines; returns the height used from y on. */
static double legend(struct gam_svg_drawing *d, double y)
{
    double width = d->frame->width - 12, used;
    unsigned labels = 0;
    char text[120];
    int theory = 0;

    for (size_t i = 0; i < d->plot.n_points; i++)
        labels |= 1u << d->report->op[d->plot.point[i].op].bound.label;
    for (size_t i = 0; i < d->plot.n_roofs; i++)
        theory |= !isnan(d->plot.roof[i].theoretical);
    used = gam_svg_label_legend(d->out, labels, (struct gam_svg_point){ 6, y }, width);
    if (theory) {
        gam_svg_line(d->out, "line theory", (struct gam_svg_point){ 6, y + used + 9 },
                     (struct gam_svg_point){ 34, y + used + 9 });
        gam_svg_text(d->out, "key", (struct gam_svg_point){ 40, y + used + 13 }, "dashed: theoretical, at the clock seen");
        used += 20;
    }
    if (d->n_unnumbered) {
        snprintf(text, sizeof text, "%zu numbers left out for want of room: see the table", d->n_unnumbered);
        gam_svg_text(d->out, "key", (struct gam_svg_point){ 6, y + used + 13 }, text);
        used += 20;
    }
    return used + gam_svg_roof_legend(d, y + used);
}

static void describe(const struct gam_svg_drawing *d, size_t device, char *title, char *text, size_t size)
{
    const char *id = gam_view_device_id(d->report, device);

    snprintf(title, size, "Roofline of %s", id);
    snprintf(text, size,
             "%zu operators under %zu roofs of %s, both axes logarithmic: FLOP per second over FLOP per byte. The table of "
             "operators has the same figures.",
             d->plot.n_points, d->plot.n_roofs, id);
}

double gam_svg_roofline(struct gam_strbuf *out, const struct gam_report *report, size_t device, const struct gam_svg_frame *frame)
{
    struct gam_strbuf body = GAM_STRBUF_INIT(out->cap);
    struct gam_svg_drawing d = { .out = &body, .report = report, .frame = frame, .area = gam_svg_roofline_area(frame) };
    char title[300], text[300];
    double height;

    if (gam_plot_build(report, device, &d.plot, NULL)) {
        out->failed = -GAM_ENOMEM;
        return 0;
    }
    gam_svg_places_init(&d.places, d.area);
    gam_svg_axes(&d);
    gam_svg_roofs(&d);
    gam_svg_points(&d);
    height = d.area.y + d.area.h + 46;
    height += legend(&d, height);
    describe(&d, device, title, text, sizeof title);
    gam_svg_open(out, frame, height, title, text);
    gam_strbuf_bytes(out, gam_strbuf_get(&body), body.length);
    gam_svg_close(out);
    if (d.places.failed || body.failed)
        out->failed = body.failed ? body.failed : -GAM_ENOMEM;
    gam_svg_places_release(&d.places);
    gam_plot_release(&d.plot);
    gam_strbuf_release(&body);
    return height;
}
