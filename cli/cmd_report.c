/* SPDX-License-Identifier: MIT */
#include "cli/cli_analyze.h"
#include "cli/cli_energy.h"
#include "cli/cli_load.h"
#include "cli/cli_render.h"
#include "cli/cli_support.h"

#include <stdio.h>

struct report_opts {
    const char *run, *format, *out, *db, *energy;
    int json, quiet;
};

static int report_write(const struct report_opts *o, const struct gam_loaded *l, struct gam_err *err)
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

static int report_run(const struct report_opts *o, struct gam_err *err)
{
    struct gam_loaded l;
    int rc = gam_cli_load(o->run, o->db, &l, err);

    if (!rc)
        rc = report_write(o, &l, err);
    gam_loaded_release(&l);
    return rc;
}

static int report_main(int argc, char **argv)
{
    struct report_opts o = { .run = "last" };
    char names[200], formats[300];
    const struct gam_opt opts[] = {
        { "format", 'f', GAM_OPT_TEXT, &o.format, "NAME", formats, 0, 0 },
        { "output", 'o', GAM_OPT_TEXT, &o.out, "FILE", "write there instead of to standard output", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &o.json, NULL, "the same as --format json", 0, 0 },
        { "energy-constants", 0, GAM_OPT_TEXT, &o.energy, "FILE",
          "model energy with these where nothing was metered (docs/energy.md)", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &o.db, "FILE", "the database (default: $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &o.quiet, NULL, "print only errors", 0, 0 },
    };
    const struct gam_opt_spec spec = { "gambrel report",
                                       "show a stored run: RUN is an id, 'last', a tag, a uuid or a gambrel-run/1 file",
                                       "[RUN]",
                                       "gambrel report last --format html -o report.html",
                                       opts,
                                       sizeof opts / sizeof opts[0],
                                       1 };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code;

    gam_cli_format_names(GAM_DOC_REPORT, names, sizeof names);
    snprintf(formats, sizeof formats, "one of %s (default: by the file's name, else text)", names);
    code = gam_cli_parse(&spec, argc, argv, &result);
    if (code >= 0)
        return code;
    if (result.n_positional)
        o.run = result.positional[0];
    if (report_run(&o, &err))
        return gam_cli_fail(&err);
    return gam_cli_finish(GAM_EXIT_OK);
}

const struct gam_command gam_command_report = {
    .name = "report",
    .summary = "show a stored run in any of the report formats",
    .order = 20,
    .main = report_main,
};
