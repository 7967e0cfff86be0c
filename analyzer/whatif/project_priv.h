/* SPDX-License-Identifier: MIT */
/* Shared by project*.c only. */
#ifndef GAM_ANALYZER_PROJECT_PRIV_H
#define GAM_ANALYZER_PROJECT_PRIV_H

#include "analyzer/whatif/project.h"

/* What binds a projected operator there: the resource with elasticity >= 1/2, its confidence from the spread of the two largest.
 */
void gam_projected_label(struct gam_projected *row, const struct gam_machine *there);

/* Totals, shares, memory and notes, once all rows are there. */
int gam_projection_sum(struct gam_projection *p, struct gam_err *err);

#endif
