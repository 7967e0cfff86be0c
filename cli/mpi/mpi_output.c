/* SPDX-License-Identifier: MIT */
#include "cli/mpi/mpi_output.h"

#include "cli/cli_analyze.h"
#include "cli/cli_render.h"
#include "cli/cli_support.h"
#include "common/file.h"

#include <stdio.h>
#include <string.h>

enum { PATH_CAP = 4096 };

static int file_render(const struct gam_doc *doc, const char *folder, const char *name, struct gam_err *err)
{
    struct gam_strbuf path = GAM_STRBUF_INIT(PATH_CAP);
    const char *dot = strrchr(name, '.');
    int rc;

    gam_strbuf_printf(&path, "%s/%s", folder, name);
    rc = gam_strbuf_status(&path, err);
    rc = rc ? rc : gam_file_make_folders(gam_strbuf_get(&path), err);
    rc = rc ? rc : gam_cli_render_file(doc, dot + 1, gam_strbuf_get(&path), err);
    gam_strbuf_release(&path);
    return rc;
}

/* With -o both forms lie there; else the page lies beside the database under the run's number. */
static int files_write(const struct gam_mpi_session *s, const struct gam_doc *doc, struct gam_err *err)
{
    struct gam_strbuf db = GAM_STRBUF_INIT(PATH_CAP);
    char name[40], *slash;
    int rc;

    if (s->options->out_folder) {
        rc = file_render(doc, s->options->out_folder, "report.html", err);
        return rc ? rc : file_render(doc, s->options->out_folder, "report.json", err);
    }
    snprintf(name, sizeof name, "reports/%lld.html", (long long)s->run_id);
    rc = gam_cli_db_path(s->options->db, &db, err);
    slash = rc ? NULL : strrchr(db.text, '/');
    if (slash)
        *slash = '\0';
    rc = rc ? rc : file_render(doc, slash ? db.text : ".", name, err);
    gam_strbuf_release(&db);
    return rc;
}

static int stdout_show(const struct gam_mpi_session *s, const struct gam_doc *doc, struct gam_err *err)
{
    int rc;

    if (s->options->quiet)
        return 0;
    rc = gam_cli_render_stdout(doc, s->options->json ? "json" : "text", err);
    if (!rc && !s->options->json)
        printf("\nrun %lld; again: gambrel report %lld\n", (long long)s->run_id, (long long)s->run_id);
    return rc;
}

int gam_mpi_output(const struct gam_mpi_session *s, struct gam_err *err)
{
    struct gam_report report = { 0 };
    struct gam_doc doc = { .kind = GAM_DOC_REPORT,
                           .report = &report,
                           .run_id = s->run_id,
                           .tool_version = gam_cli_version(),
                           .tool_commit = gam_cli_commit() };
    int rc = gam_cli_analyze(&s->all, &s->all, &report, err);

    rc = rc ? rc : files_write(s, &doc, err);
    rc = rc ? rc : stdout_show(s, &doc, err);
    gam_report_release(&report);
    return rc;
}
