/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/cli_render.h"
#include "cli/cli_support.h"
#include "cli/doctor_rows.h"
#include "common/err.h"
#include "common/opt.h"

#include <stdlib.h>

static int doctor_show(int json, const char *db, struct gam_err *err)
{
    struct gam_doctor_rows *rows = gam_doctor_rows_new(db, err);
    struct gam_doctor doctor;
    struct gam_doc doc = { .kind = GAM_DOC_DOCTOR, .doctor = &doctor, .tool_version = gam_cli_version(), .tool_commit = gam_cli_commit() };
    int rc;

    if (!rows)
        return err->code;
    doctor = gam_doctor_rows_doc(rows);
    rc = gam_cli_render_stdout(&doc, json ? "json" : "text", err);
    gam_doctor_rows_free(rows);
    return rc;
}

static int doctor_main(int argc, char **argv)
{
    int json = 0, quiet = 0;
    const char *db = NULL;
    const struct gam_opt opts[] = {
        { "json", 0, GAM_OPT_FLAG, &json, NULL, "print as JSON", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &quiet, NULL, "print only errors", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &db, "FILE", "database to look at (default $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
    };
    const struct gam_opt_spec spec = { "gambrel doctor", "say for every backend, meter and library whether it is ready, or why not and what helps",
                                       NULL, "gambrel doctor", opts, sizeof opts / sizeof opts[0], 0 };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    if (quiet)
        return GAM_EXIT_OK;
    return doctor_show(json, db, &err) ? gam_cli_fail(&err) : gam_cli_finish(GAM_EXIT_OK);
}

const struct gam_command gam_command_doctor = {
    .name = "doctor",
    .summary = "say what will be measurable here, and what helps where not",
    .order = 60,
    .main = doctor_main,
};
