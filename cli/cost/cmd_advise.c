/* SPDX-License-Identifier: MIT */
#include "cli/cli_support.h"
#include "cli/cost/answer.h"

static int advise_main(int argc, char **argv)
{
    struct gam_cost_options o;
    struct gam_err err = { 0 };
    int code = gam_cost_options_parse(GAM_COST_ADVISE, argc, argv, &o), rc;

    if (code >= 0)
        return code;
    if (o.inputs)
        rc = gam_cost_inputs_print(&err);
    else if (o.explain && !o.run_given)
        rc = gam_cost_rules_print(&o, &err);
    else
        rc = gam_cost_answer(&o, &err);
    return rc ? gam_cli_fail(&err) : gam_cli_finish(GAM_EXIT_OK);
}

const struct gam_command gam_command_advise = {
    .name = "advise",
    .summary = "which device a run should go to, and which rule decided",
    .order = 33,
    .main = advise_main,
};
