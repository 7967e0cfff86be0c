/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/cli_aside.h"
#include "cli/cli_support.h"
#include "cli/mpi_found.h"
#include "cli/run/output.h"
#include "cli/run/session.h"
#include "common/err.h"

#include <stdio.h>

static int outcome_say(const struct gam_run_session *s)
{
    const struct gam_runner_result *r = &s->result;
    struct gam_err err = { 0 };

    if (s->cancelled)
        return GAM_EXIT_CANCELLED;
    if (r->wrong)
        gam_err_set(&err, -GAM_ENUMERIC, "wrong results: %zu; 'gambrel report' names them", r->wrong);
    else if (!r->measured || (r->subjects && !r->subjects_measured))
        gam_err_set(&err, -GAM_ENUMERIC, "nothing that was asked for could be measured; 'gambrel report' says why of each");
    return err.code ? gam_cli_fail(&err) : GAM_EXIT_OK;
}

static int run_all(struct gam_run_options *o, struct gam_run_session *s, struct gam_err *err)
{
    int kept = gam_cli_stdout_aside(), rc = gam_run_session_open(s, o, err);

    if (!rc && !o->dry_run)
        rc = gam_run_session_measure(s, err);
    gam_cli_stdout_back(kept);
    if (!rc && o->dry_run)
        return gam_run_output_plan(s, err);
    if (!rc && *s->result.over_budget && !o->quiet)
        gam_cli_warn(s->result.over_budget);
    return rc ? rc : gam_run_output_report(s, err);
}

static int run_main(int argc, char **argv)
{
    struct gam_run_options o;
    struct gam_run_session s = { 0 };
    struct gam_err err = { 0 };
    int code = gam_run_options_parse(argc, argv, &o), kept, rc;

    if (code >= 0)
        return code;
    if (gam_mpi_tasks() > 1) {
        gam_err_set(&err, -GAM_EINVAL,
                    "%d copies were started at once and would measure each other; 'gambrel-mpi run' is for several ranks",
                    gam_mpi_tasks());
        return gam_cli_fail(&err);
    }
    rc = run_all(&o, &s, &err);
    if (rc)
        code = gam_cli_fail(&err);
    else
        code = o.dry_run ? GAM_EXIT_OK : outcome_say(&s);
    kept = gam_cli_stdout_aside();
    gam_run_session_close(&s);
    gam_cli_stdout_back(kept);
    return gam_cli_finish(code);
}

const struct gam_command gam_command_run = {
    .name = "run",
    .summary = "measure this machine and a suite of operators, and say what limits each",
    .order = 10,
    .main = run_main,
};
