/* SPDX-License-Identifier: MIT */
#ifndef GAM_CLI_COST_ANSWER_H
#define GAM_CLI_COST_ANSWER_H

#include "cli/cost/options.h"

/* Loads the run, the devices and the prices, decides, and writes the answer. */
int gam_cost_answer(const struct gam_cost_options *o, struct gam_err *err);

/* Without a run: the inputs of --set, the rules. */
int gam_cost_inputs_print(struct gam_err *err);
int gam_cost_rules_print(const struct gam_cost_options *o, struct gam_err *err);

#endif
