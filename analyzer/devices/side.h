/* SPDX-License-Identifier: MIT */
/* The same operator on several devices of one run, side by side: the fastest right implementation of each. */
#ifndef GAM_ANALYZER_SIDE_H
#define GAM_ANALYZER_SIDE_H

#include "analyzer/report.h"

/* An operator of the suite that at least two devices ran. */
struct gam_report_side {
    const struct gam_report_operator **op; /* per device of the report; NULL: not run there */
    struct gam_quantity *speed;            /* per device: times as fast as the first device that ran it, formed inside rounds */
    size_t first;                          /* that device */
};

struct gam_analysis;
int gam_analysis_side(struct gam_analysis *a, struct gam_err *err); /* fills report->side; after the ranking */

#endif
