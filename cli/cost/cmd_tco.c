/* SPDX-License-Identifier: MIT */
#include "cli/cli_support.h"
#include "cli/cost/answer.h"

static int tco_main(int argc, char **argv)
{
    struct gam_cost_options o;
    struct gam_err err = { 0 };
    int code = gam_cost_options_parse(GAM_COST_TCO, argc, argv, &o), rc;

    if (code >= 0)
        return code;
    if (o.inputs)
        rc = gam_cost_inputs_print(&err);
    else if (!o.devices.n)
        rc = gam_err_set(&err, -GAM_EINVAL,
                         "no device is named; give --device ID, or 'here', or let 'gambrel advise' look at all");
    else
        rc = gam_cost_answer(&o, &err);
    return rc ? gam_cli_fail(&err) : gam_cli_finish(GAM_EXIT_OK);
}

const struct gam_command gam_command_tco = {
    .name = "tco",
    .summary = "what a run costs on some devices: money, energy, carbon",
    .order = 34,
    .main = tco_main,
};
