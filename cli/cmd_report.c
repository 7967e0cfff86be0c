/* SPDX-License-Identifier: MIT */
#include "cli/cli_analyze.h"
#include "cli/cli_energy.h"
#include "cli/cli_load.h"
#include "cli/cli_render.h"
#include "cli/cli_support.h"
#include "cli/cost/answer.h"
#include "common/err.h"

static int report_write(const struct gam_cost_options *o, const struct gam_loaded *l, struct gam_err *err)
{
    struct gam_report report = { 0 };
    struct gam_doc doc = { .kind = GAM_DOC_REPORT,
                           .report = &report,
                           .interrupted = l->interrupted,
                           .run_id = l->id,
                           .tool_version = gam_cli_version(),
                           .tool_commit = gam_cli_commit() };
    struct gam_energy_table energy;
    int rc = gam_cli_analyze(&l->set, l->roofs, &report, err);

    if (!rc)
        rc = gam_cli_energy(o->energy, &energy, &report, err);
    if (!rc && o->out)
        rc = gam_cli_render_file(&doc, gam_cli_format_choose(o->format, o->json, o->out), o->out, err);
    else if (!rc && !o->quiet)
        rc = gam_cli_render_stdout(&doc, gam_cli_format_choose(o->format, o->json, o->out), err);
    gam_report_release(&report);
    return rc;
}

static int report_alone(const struct gam_cost_options *o, struct gam_err *err)
{
    const char *option = o->prices.n ? "--prices" : o->sets.n ? "--set" : o->unit ? "--unit" : o->rank_by ? "--rank-by" : NULL;
    struct gam_loaded l;
    int rc;

    if (option)
        return gam_err_set(err, -GAM_EINVAL, "%s is about the run on other devices; name one with --device, or 'here'", option);
    rc = gam_cli_load(o->run, o->db, &l, err);
    if (!rc)
        rc = report_write(o, &l, err);
    gam_loaded_release(&l);
    return rc;
}

static int report_main(int argc, char **argv)
{
    struct gam_cost_options o;
    struct gam_err err = { 0 };
    int code = gam_cost_options_parse(GAM_COST_REPORT, argc, argv, &o);

    if (code >= 0)
        return code;
    if (o.devices.n ? gam_cost_answer(&o, &err) : report_alone(&o, &err))
        return gam_cli_fail(&err);
    return gam_cli_finish(GAM_EXIT_OK);
}

const struct gam_command gam_command_report = {
    .name = "report",
    .summary = "show a stored run in any of the report formats",
    .order = 20,
    .main = report_main,
};
