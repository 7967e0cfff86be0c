/* SPDX-License-Identifier: MIT */
/* SVG pieces. Looks come from classes (reports/plot.css), never from style attributes, so that a page may forbid inline styles.
 * Widths of texts are estimated at 0.62 em a column: no font is read here.
 */
#ifndef GAM_REPORTS_SVG_H
#define GAM_REPORTS_SVG_H

#include "analyzer/report.h"
#include "common/strbuf.h"

#define GAM_SVG_EM_PER_COLUMN 0.62

enum { GAM_SVG_FONT = 12, GAM_SVG_ROWS = 24 /* operators in a bar chart; the tables hold all */ };

struct gam_svg_point {
    double x, y;
};

struct gam_svg_box {
    double x, y, w, h;
};

/* Where a figure goes. Wide: for screens and print. Narrow: the same for a telephone, with less text and larger parts. */
struct gam_svg_frame {
    const char *id;  /* prefix of the ids inside; letters, digits, '-' */
    double y, width; /* position inside an outer SVG; user units */
    int narrow;
    int links; /* points are links to the rows "op-<number>" of the page */
};

double gam_svg_text_width(const char *text, double font);

void gam_svg_number(struct gam_strbuf *out, double value); /* one decimal, no locale */
void gam_svg_open(struct gam_strbuf *out, const struct gam_svg_frame *frame, double height, const char *title,
                  const char *description);
void gam_svg_close(struct gam_strbuf *out);
void gam_svg_line(struct gam_strbuf *out, const char *css, struct gam_svg_point a, struct gam_svg_point b);
void gam_svg_rect(struct gam_strbuf *out, const char *css, struct gam_svg_box box);
void gam_svg_text(struct gam_strbuf *out, const char *css, struct gam_svg_point at, const char *text); /* escaped here */
void gam_svg_text_turned(struct gam_strbuf *out, const char *css, struct gam_svg_point at, double degrees, const char *text);
void gam_svg_title(struct gam_strbuf *out, const char *text); /* tooltip of the open element */

/* The shape of a label, of radius r, filled with its colour. */
void gam_svg_marker(struct gam_strbuf *out, enum gam_label label, struct gam_svg_point at, double r);

/* A legend of the labels whose bit is set, wrapped to `width`; returns its height. */
double gam_svg_label_legend(struct gam_strbuf *out, unsigned labels, struct gam_svg_point at, double width);

/* Figures. Each writes one <svg> element and returns its height. Failures stick in `out`. */
double gam_svg_roofline(struct gam_strbuf *out, const struct gam_report *report, size_t device,
                        const struct gam_svg_frame *frame);
/* Height 0, and nothing is written, without a network or steps. */
double gam_svg_ridgeline(struct gam_strbuf *out, const struct gam_report *report, const struct gam_svg_frame *frame);
double gam_svg_bars(struct gam_strbuf *out, const struct gam_report *report, const struct gam_svg_frame *frame);
double gam_svg_time(struct gam_strbuf *out, const struct gam_report *report, const struct gam_svg_frame *frame);

/* Two rooflines over each other; points are links to the rows "row-<number>". */
struct gam_compare;
double gam_svg_compare(struct gam_strbuf *out, const struct gam_compare *compare, size_t cand_device,
                       const struct gam_svg_frame *frame);

struct gam_cost_row;

/* Both need money: a tornado with bars, a break-even with points. */
double gam_svg_tornado(struct gam_strbuf *out, const struct gam_cost_row *row, const struct gam_svg_frame *frame);
double gam_svg_break_even(struct gam_strbuf *out, const struct gam_cost_row *row, const struct gam_svg_frame *frame);

#endif
