/* SPDX-License-Identifier: MIT */
#include "cli/cli_render.h"
#include "cli/db/db.h"

#include <stdlib.h>

static int runs_render(const struct gam_run_summary *runs, size_t n, const char *format, struct gam_err *err)
{
    struct gam_run_row *rows = calloc(n ? n : 1, sizeof *rows);
    struct gam_run_rows list = { .row = rows, .n = n };
    struct gam_doc doc = {
        .kind = GAM_DOC_RUNS, .runs = &list, .tool_version = gam_cli_version(), .tool_commit = gam_cli_commit()
    };
    int rc;

    if (!rows)
        return gam_err_nomem(err);
    for (size_t i = 0; i < n; i++)
        rows[i] = (struct gam_run_row){
            .id = runs[i].id,
            .uuid = runs[i].uuid,
            .started = runs[i].started,
            .suite = *runs[i].suite ? runs[i].suite : NULL,
            .status = runs[i].status,
            .purpose = runs[i].purpose,
            .tags = runs[i].tags,
            .measurements = runs[i].measurements,
            .rounds = runs[i].rounds_done,
        };
    rc = gam_cli_render_stdout(&doc, format, err);
    free(rows);
    return rc;
}

static int list(const struct gam_db_options *o, struct gam_err *err)
{
    struct gam_run_summary *runs = NULL;
    struct gam_store *s = NULL;
    size_t n = 0;
    int rc = gam_cli_db_open(o->db, GAM_STORE_READ, &s, err);

    if (!rc)
        rc = gam_store_list(s, &runs, &n, err);
    if (!rc && !o->quiet)
        rc = runs_render(runs, n, o->json ? "json" : "text", err);
    free(runs);
    gam_store_close(s);
    return rc;
}

int gam_db_list(int argc, char **argv)
{
    struct gam_db_options o = { 0 };
    const struct gam_opt opts[] = { GAM_DB_OPTIONS(&o) };
    const struct gam_opt_spec spec = { .command = "gambrel db list",
                                       .summary = "show the stored runs, the newest first",
                                       .example = "gambrel db list --json",
                                       .opts = opts,
                                       .n_opts = sizeof opts / sizeof *opts };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    return list(&o, &err) ? gam_cli_fail(&err) : gam_cli_finish(GAM_EXIT_OK);
}
