/* SPDX-License-Identifier: MIT */
/* The roofline figure's parts: axes and roofs (svg_roofs.c), points and their labels (svg_points.c). */
#ifndef GAM_REPORTS_SVG_ROOFLINE_PRIV_H
#define GAM_REPORTS_SVG_ROOFLINE_PRIV_H

#include "reports/plot.h"
#include "reports/svg/place.h"

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

/* The visible part of a line of that rate (compute) or bandwidth (memory); 0 when nothing is. */
int gam_svg_roof_clip(const struct gam_svg_drawing *d, const struct gam_plot_roof *r, double value, struct gam_svg_point end[2]);
void gam_svg_roof_title(struct gam_svg_drawing *d, const struct gam_plot_roof *r);

/* A label beside a marker, with a leader when it is far; 0 when there is no room. */
struct gam_svg_label {
    struct gam_svg_point at; /* the marker */
    double r, reach;         /* its radius; how far the label may be */
    const char *css;         /* "pl" or "pn" */
    int font;
};
int gam_svg_label(struct gam_svg_drawing *d, const struct gam_svg_label *label, const char *text);

struct gam_svg_box gam_svg_roofline_area(const struct gam_svg_frame *frame); /* inside the axes */
void gam_svg_axes(struct gam_svg_drawing *d);
void gam_svg_roofs(struct gam_svg_drawing *d);
double gam_svg_roof_legend(struct gam_svg_drawing *d, double y); /* narrow only: what the letters are; its height */
void gam_svg_points(struct gam_svg_drawing *d);

#endif
