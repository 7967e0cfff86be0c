/* SPDX-License-Identifier: MIT */
/* A roofline as geometry, the same for the terminal and for SVG: which roofs and points are drawn, and over what range of
 * intensity (x, FLOP per byte) and rate (y, FLOP/s), both logarithmic. Attainable rate = min(compute roof, bandwidth x
 * intensity) (Williams, Waterman, Patterson 2009).
 */
#ifndef GAM_REPORTS_PLOT_H
#define GAM_REPORTS_PLOT_H

#include "analyzer/report.h"

struct gam_err;

enum { GAM_PLOT_ROOFS = 32, GAM_PLOT_NAMED = 12 /* points labelled with their names */ };

struct gam_plot_roof {
    const struct gam_ceiling *ceiling; /* borrowed; kind compute (flop/s) or memory (bytes/s) */
    double value;
    double theoretical;   /* NaN unknown */
    double x_low, x_high; /* where the line is drawn */
};

struct gam_plot_point {
    size_t op; /* index in the report; its number in the table is op + 1 */
    double x, y;
    double x_low, x_high; /* range of the bytes; equal x when they are known exactly */
    double y_low, y_high; /* interval; equal y without one */
    double share;         /* of the unit's time; 0 unknown */
};

struct gam_plot {
    double x_low, x_high, y_low, y_high;       /* of the axes; > 0 */
    struct gam_plot_roof roof[GAM_PLOT_ROOFS]; /* innermost memory level first, then compute, highest first */
    size_t n_roofs, n_memory;                  /* the first n_memory are memory roofs */
    struct gam_plot_point *point;              /* best implementations in the order of the table */
    size_t n_points;
    size_t n_unplaced; /* timed operators of the device that have no intensity, no FLOPs or no rate */
    size_t n_undrawn;  /* roofs beyond GAM_PLOT_ROOFS */
    int threads;       /* of the roofs drawn */
};

/* Roofs and points of one device. A plot without roofs and points has n_roofs = n_points = 0 and a range of 1..10. */
int gam_plot_build(const struct gam_report *report, size_t device, struct gam_plot *out, struct gam_err *err);
void gam_plot_release(struct gam_plot *plot);

/* Gives two plots the axes that hold both, so that they can be drawn over each other. */
void gam_plot_join(struct gam_plot *a, struct gam_plot *b);

/* Rate that a roof allows at an intensity. */
double gam_plot_roof_at(const struct gam_plot_roof *roof, double x);

/* Position in 0..1 along an axis; outside values are clamped. */
double gam_plot_fraction(double value, double low, double high);

/* Round values for ticks from `low` to `high`: powers of ten, with 2 and 5 between when there are few decades; at most `most`. */
size_t gam_plot_ticks(double low, double high, double *out, size_t most);

#endif
