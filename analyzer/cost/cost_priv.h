/* SPDX-License-Identifier: MIT */
/* Shared by the files that decide. */
#ifndef GAM_ANALYZER_COST_COST_PRIV_H
#define GAM_ANALYZER_COST_COST_PRIV_H

#include "analyzer/cost/cost.h"

/* advise_apply.c: the first rule that a row breaks, as rule_code and rule; NULL rule when it breaks none. Unknown things that
 * pass become `missing`. */
void gam_cost_rules_apply(struct gam_cost_report *cost, struct gam_cost_row *row);

/* advise_rank.c: orders the rows that break no rule and says what decided each. */
int gam_cost_rank(struct gam_cost_report *cost, struct gam_err *err);

/* advise_risk.c: fallback, operators to come, and whether the winner depends on an input. */
void gam_cost_risks(struct gam_cost_report *cost);
void gam_cost_flips(struct gam_cost_report *cost);

#endif
