/* SPDX-License-Identifier: MIT */
/* How far computing and moving overlap on a device, from an intensity sweep: streams (roof_sweep) with more and more arithmetic
 * per element, with all of the device's threads. What the model says about them is compared with what they took.
 */
#ifndef GAM_ANALYZER_OVERLAP_H
#define GAM_ANALYZER_OVERLAP_H

#include "analyzer/ceilings.h"

struct gam_sweep_point {
    double flop, bytes, read_share;
    int dtype, threads;
    char level[8];
    double ns; /* median of its rounds */
};

/* The exponent of model.h that fits best, and its residual; NaN when the points do not cross the ridge or lack ceilings. */
double gam_overlap_fit(const struct gam_report_device *d, const struct gam_sweep_point *point, size_t n, double *residual);

/* Collects the points of the roofs' run and fits d->pnorm and d->pnorm_residual. */
int gam_overlap_read(const struct gam_ceiling_context *c, struct gam_report_device *d, struct gam_err *err);

#endif
