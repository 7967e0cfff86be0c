/* SPDX-License-Identifier: MIT */
/* What the judgement of one operator leaves in its row of the report. */
#ifndef GAM_ANALYZER_SHOW_H
#define GAM_ANALYZER_SHOW_H

#include "analyzer/analysis.h"

/* Resource times and their elasticities, T_lo, T_mod, T_hi, margin; at the ceilings' own values. */
void gam_show_resources(struct gam_report_operator *op, const struct gam_times *t, double p);

/* The ceiling that it is held against and its share of it. paired: share was formed inside rounds. */
void gam_show_roof(struct gam_report_operator *op, const struct gam_times *t, struct gam_interval share, int paired);

/* gain: calls * (T - T_lo) over rounds. relief: calls * (T_mod - T_mod without the resource of the largest elasticity), at the
 * fitted exponent or with the range over all of them. */
void gam_show_gains(struct gam_report_operator *op, const struct gam_times *t, struct gam_interval gain,
                    struct gam_overlap overlap);

/* Bytes per level, intensity and bandwidth at the level that serves it. */
void gam_show_bytes(const struct gam_levels *levels, const struct gam_work *w, struct gam_report_operator *op);

#endif
