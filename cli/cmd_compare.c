/* SPDX-License-Identifier: MIT */
#include "cli/cli_analyze.h"
#include "cli/cli_load.h"
#include "cli/cli_render.h"
#include "cli/cli_support.h"

#include "analyzer/compare/compare.h"

#include <stdio.h>

struct compare_opts {
    const char *run[2], *format, *out, *db;
    int json, quiet;
};

static int compare_write(const struct compare_opts *o, const struct gam_compare *compare, const struct gam_loaded *run,
                         struct gam_err *err)
{
    struct gam_doc doc = { .kind = GAM_DOC_COMPARE,
                           .compare = compare,
                           .base_id = run[0].id,
                           .run_id = run[1].id,
                           .tool_version = gam_cli_version(),
                           .tool_commit = gam_cli_commit() };
    const char *format = gam_cli_format_choose(o->format, o->json, o->out);

    if (o->out)
        return gam_cli_render_file(&doc, format, o->out, err);
    return o->quiet ? 0 : gam_cli_render_stdout(&doc, format, err);
}

static int compare_runs(const struct compare_opts *o, double threshold, struct gam_err *err)
{
    struct gam_loaded run[2] = { 0 };
    struct gam_report report[2] = { 0 };
    struct gam_compare compare = { 0 };
    int rc = 0;

    for (int i = 0; i < 2 && !rc; i++) {
        rc = gam_cli_load(o->run[i], o->db, &run[i], err);
        if (!rc)
            rc = gam_cli_analyze(&run[i].set, run[i].roofs, &report[i], err);
    }
    if (!rc)
        rc = gam_compare(&report[0], &report[1], threshold, &compare, err);
    if (!rc)
        rc = compare_write(o, &compare, run, err);
    gam_compare_release(&compare);
    for (int i = 0; i < 2; i++) {
        gam_report_release(&report[i]);
        gam_loaded_release(&run[i]);
    }
    return rc;
}

static int compare_main(int argc, char **argv)
{
    struct compare_opts o = { 0 };
    double percent = 3;
    char names[200], formats[300];
    const struct gam_opt opts[] = {
        { "threshold", 't', GAM_OPT_REAL, &percent, "PERCENT", "smaller changes are 'same' (default: 3)", 0.001, 99 },
        { "format", 'f', GAM_OPT_TEXT, &o.format, "NAME", formats, 0, 0 },
        { "output", 'o', GAM_OPT_TEXT, &o.out, "FILE", "write there instead of to standard output", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &o.json, NULL, "the same as --format json", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &o.db, "FILE", "the database (default: $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &o.quiet, NULL, "print only errors", 0, 0 },
    };
    const struct gam_opt_spec spec = {
        "gambrel compare",
        "what moved between two stored runs, and whether the roof moved or the point. BASE and "
        "CANDIDATE are ids, 'last', tags, uuids or gambrel-run/1 files. Runs of other machines are "
        "compared by shares of their roofs",
        "BASE CANDIDATE",
        "gambrel compare nightly last --format html -o moved.html",
        opts,
        sizeof opts / sizeof opts[0],
        2
    };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code;

    gam_cli_format_names(GAM_DOC_COMPARE, names, sizeof names);
    snprintf(formats, sizeof formats, "one of %s (default: by the file's name, else text)", names);
    code = gam_cli_parse(&spec, argc, argv, &result);
    if (code >= 0)
        return code;
    if (result.n_positional != 2) {
        gam_err_set(&err, -GAM_EINVAL, "two runs are needed, the base and the candidate; see 'gambrel compare --help'");
        return gam_cli_fail(&err);
    }
    o.run[0] = result.positional[0];
    o.run[1] = result.positional[1];
    if (compare_runs(&o, percent / 100, &err))
        return gam_cli_fail(&err);
    return gam_cli_finish(GAM_EXIT_OK);
}

const struct gam_command gam_command_compare = {
    .name = "compare",
    .summary = "two stored runs: what moved, the roof or the point",
    .order = 25,
    .main = compare_main,
};
