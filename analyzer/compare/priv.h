/* SPDX-License-Identifier: MIT */
/* Steps of gam_compare. */
#ifndef GAM_ANALYZER_COMPARE_PRIV_H
#define GAM_ANALYZER_COMPARE_PRIV_H

#include "analyzer/compare/compare.h"

enum gam_shift { GAM_SHIFT_SAME, GAM_SHIFT_UP, GAM_SHIFT_DOWN, GAM_SHIFT_UNCLEAR, GAM_SHIFT_MISSING };

/* candidate / base; missing with the reason of the missing one. */
struct gam_quantity gam_compare_ratio(const struct gam_quantity *cand, const struct gam_quantity *base);
enum gam_shift gam_compare_shift(const struct gam_quantity *ratio, double threshold);

/* Each returns 0 or -GAM_ENOMEM. */
int gam_compare_pair(struct gam_compare *c);     /* rows: who belongs to whom */
int gam_compare_roofs(struct gam_compare *c);    /* roofs with their ratios */
int gam_compare_findings(struct gam_compare *c); /* after everything else */

/* Two ceilings are one line of the plot: the same level, or the same class and type. */
int gam_compare_same_line(const struct gam_ceiling *a, const struct gam_ceiling *b);

#endif
