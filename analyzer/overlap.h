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
    char level[8], isa[8];
    double ns, ns_low, ns_high; /* median of its rounds and its interval; the interval is NaN when they are too few */
};

/* The exponent of model.h that fits best, and its residual; NaN when the points do not cross the ridge or lack ceilings. */
double gam_overlap_fit(const struct gam_report_device *d, const struct gam_sweep_point *point, size_t n, double *residual);

/* Where FLOP/s fall although there is more arithmetic per byte. Of the points of one stream (level, type, instructions, threads)
 * the first, by intensity, whose whole interval lies below that of the best one before it, and whose rate is GAM_SWEEP_FALL or
 * more below it. False: none. Points are sorted by intensity. */
#define GAM_SWEEP_FALL 0.05
bool gam_overlap_fall(struct gam_sweep_point *point, size_t n, struct gam_sweep_fall *out);

/* Collects the points of the roofs' run; fits d->pnorm and d->pnorm_residual and looks for d->fall. */
int gam_overlap_read(const struct gam_ceiling_context *c, struct gam_report_device *d, struct gam_err *err);

#endif
