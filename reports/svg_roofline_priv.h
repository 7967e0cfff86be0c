/* SPDX-License-Identifier: MIT */
/* The roofline figure's parts: axes and roofs (svg_roofs.c), points and their labels (svg_points.c). */
#ifndef GAM_REPORTS_SVG_ROOFLINE_PRIV_H
#define GAM_REPORTS_SVG_ROOFLINE_PRIV_H

#include "reports/plot.h"
#include "reports/svg_place.h"

struct gam_svg_drawing {
    struct gam_strbuf *out;
    const struct gam_report *report;
    const struct gam_svg_frame *frame;
    struct gam_plot plot;
    struct gam_svg_box area; /* inside the axes */
    struct gam_svg_places places;
    size_t n_unnumbered; /* points whose number found no place */
};

struct gam_svg_point gam_svg_at(const struct gam_svg_drawing *d, double x, double y); /* of intensity and rate */
void gam_svg_axes(struct gam_svg_drawing *d);
void gam_svg_roofs(struct gam_svg_drawing *d);
double gam_svg_roof_legend(struct gam_svg_drawing *d, double y); /* narrow only: what the letters are; its height */
void gam_svg_points(struct gam_svg_drawing *d);

#endif
