/* SPDX-License-Identifier: MIT */
/* How far the cost of a million units moves when one input is 20 % less or more, and cost over utilisation: what the tornado and
 * the break-even figure show.
 */
#ifndef GAM_ANALYZER_COST_SENSITIVITY_H
#define GAM_ANALYZER_COST_SENSITIVITY_H

#include "analyzer/cost/tco.h"

enum { GAM_TORNADO_BARS = 7, GAM_BREAK_EVEN_POINTS = 60 };

struct gam_tornado_bar {
    enum gam_tco_field_index field;
    double low_input, high_input; /* 0.8 and 1.2 times, kept inside the field's range */
    double low, high;             /* USD per million at those */
};

struct gam_tornado {
    double base; /* USD per million; NaN: nothing to show */
    struct gam_tornado_bar bar[GAM_TORNADO_BARS];
    size_t n; /* widest first; inputs that are not given have no bar */
};

/* Of utilisation, server life, price, electricity, PUE, throughput and interest, one at a time. */
void gam_tornado_compute(const struct gam_tco_input *in, struct gam_tornado *out);

struct gam_break_even_point {
    double utilisation, own, rent; /* USD for an hour worked; NaN */
};

/* From 2 % to the availability given, evenly; `own` falls with utilisation, `rent` does not. n = 0: too little is given. */
struct gam_break_even {
    struct gam_break_even_point point[GAM_BREAK_EVEN_POINTS];
    size_t n;
    double at; /* utilisation where the lines cross; NaN, or above 1: they do not */
};

void gam_break_even_compute(const struct gam_tco_input *in, struct gam_break_even *out);

#endif
