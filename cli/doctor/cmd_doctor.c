/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/cli_aside.h"
#include "cli/cli_plugins.h"
#include "cli/cli_render.h"
#include "cli/cli_support.h"
#include "cli/doctor/conformance.h"
#include "cli/doctor/rows.h"
#include "common/err.h"
#include "common/opt.h"

#include <stdlib.h>

static int doctor_show(int json, const char *db, const struct gam_plugins *plugins, struct gam_err *err)
{
    int kept = gam_cli_stdout_aside();
    struct gam_doctor_rows *rows = gam_doctor_rows_new(db, plugins->backend, err);
    struct gam_doctor doctor;
    struct gam_doc doc = {
        .kind = GAM_DOC_DOCTOR, .doctor = &doctor, .tool_version = gam_cli_version(), .tool_commit = gam_cli_commit()
    };
    int rc;

    gam_cli_stdout_back(kept);
    if (!rows)
        return err->code;
    doctor = gam_doctor_rows_doc(rows);
    rc = gam_cli_render_stdout(&doc, json ? "json" : "text", err);
    gam_doctor_rows_free(rows);
    return rc;
}

/* The backend's checks as rows; 1 when one fails. */
static int conformance_show(const char *name, int json, const struct gam_plugins *plugins, struct gam_err *err)
{
    struct gam_conformance *result = calloc(1, sizeof *result);
    struct gam_doctor_row row[GAM_CONFORMANCE_CHECKS];
    struct gam_doctor doctor = { row, 0 };
    struct gam_doc doc = {
        .kind = GAM_DOC_DOCTOR, .doctor = &doctor, .tool_version = gam_cli_version(), .tool_commit = gam_cli_commit()
    };
    int rc = result ? gam_doctor_conformance(name, plugins->backend, result, err) : gam_err_nomem(err), failed;

    for (size_t i = 0; !rc && i < result->n; i++)
        row[doctor.n++] = (struct gam_doctor_row){ .group = "conformance",
                                                   .name = result->check[i].name,
                                                   .state = result->check[i].state,
                                                   .reason = result->check[i].reason };
    if (!rc)
        rc = gam_cli_render_stdout(&doc, json ? "json" : "text", err);
    failed = result && result->failed;
    free(result);
    return rc ? rc : failed;
}

static int doctor_main(int argc, char **argv)
{
    int json = 0, quiet = 0;
    const char *db = NULL, *plugin_dir = NULL, *conformance = NULL;
    const struct gam_opt opts[] = {
        { "conformance", 0, GAM_OPT_TEXT, &conformance, "NAME",
          "try what the device backend NAME must withstand, on its first device", 0, 0 },
        { "plugin-dir", 0, GAM_OPT_TEXT, &plugin_dir, "DIR",
          "further device backends: the shared objects in DIR, see docs/plugins.md", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &json, NULL, "print as JSON", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &quiet, NULL, "print only errors", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &db, "FILE", "database to look at (default $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
    };
    const struct gam_opt_spec spec = { "gambrel doctor",
                                       "say for every backend, meter and library whether it is ready, or why not and what helps",
                                       NULL,
                                       "gambrel doctor\n  gambrel doctor --conformance opencl",
                                       opts,
                                       sizeof opts / sizeof opts[0],
                                       0 };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    struct gam_plugins plugins;
    int code = gam_cli_parse(&spec, argc, argv, &result), rc;

    if (code >= 0)
        return code;
    if (quiet)
        return GAM_EXIT_OK;
    rc = gam_cli_plugins_load(plugin_dir, &plugins, &err);
    if (!rc)
        rc = conformance ? conformance_show(conformance, json, &plugins, &err) : doctor_show(json, db, &plugins, &err);
    gam_plugins_release(&plugins);
    return rc < 0 ? gam_cli_fail(&err) : gam_cli_finish(rc ? GAM_EXIT_FAILED : GAM_EXIT_OK);
}

const struct gam_command gam_command_doctor = {
    .name = "doctor",
    .summary = "say what will be measurable here, and what helps where not",
    .order = 60,
    .main = doctor_main,
};
