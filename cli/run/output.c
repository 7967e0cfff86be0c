/* SPDX-License-Identifier: MIT */
#include "cli/run/output.h"

#include "cli/cli.h"
#include "cli/cli_analyze.h"
#include "cli/cli_render.h"
#include "cli/cli_support.h"
#include "common/err.h"
#include "common/file.h"
#include "reports/text/ascii.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FINDINGS_SHOWN = 2, FINDINGS_CAP = 64 * 1024, PATH_CAP = 4096 };

/* Canonical specs live beside the rows that point to them. */
struct plan_texts {
    char spec[GAM_OP_SPEC_MAX], implementation[64];
};

static const char *word_of(const struct gam_words *words, int64_t index)
{
    return words->word[index];
}

static struct gam_plan_row plan_row(const struct gam_run_session *s, const struct gam_plan_item *item, struct plan_texts *text)
{
    gam_op_spec(&item->op, text->spec, sizeof text->spec);
    snprintf(text->implementation, sizeof text->implementation, "%s%s%s", item->impl ? item->impl->name : "",
             item->impl && item->host ? "+" : "", item->impl && item->host ? gam_host_memory_word(item->host) : "");
    return (struct gam_plan_row){
        .role = word_of(&gam_words_role, item->role),
        .spec = text->spec,
        .name = item->name,
        .implementation = item->impl ? text->implementation : NULL,
        .device = s->machine.device[item->device].info.id,
        .cache = word_of(&gam_words_cache_state, item->cache),
        .group = item->group >= 0 ? item->group_name : NULL,
        .status = item->status == GAM_STATUS_OK ? "planned" : word_of(&gam_words_status, item->status),
        .reason = item->reason[0] ? item->reason : NULL,
        .threads = item->threads,
        .calls = item->calls,
    };
}

int gam_run_output_plan(const struct gam_run_session *s, struct gam_err *err)
{
    struct gam_plan_row *row = calloc(s->plan.n + 1, sizeof *row);
    struct plan_texts *text = calloc(s->plan.n + 1, sizeof *text);
    struct gam_plan_rows rows = { .row = row,
                                  .n = s->plan.n,
                                  .rounds = s->plan.rounds,
                                  .budget_ns = (int64_t)s->plan.budget_ns,
                                  .visit_ns = GAM_NULL_INT,
                                  .seed = (int64_t)s->plan.seed };
    struct gam_doc doc = { .kind = GAM_DOC_PLAN, .plan = &rows };
    int rc = row && text ? 0 : gam_err_nomem(err);

    for (size_t i = 0; !rc && i < s->plan.n; i++)
        row[i] = plan_row(s, &s->plan.item[i], &text[i]);
    if (!rc)
        rc = gam_cli_render_stdout(&doc, s->options->json ? "json" : "text", err);
    free(row);
    free(text);
    return rc;
}

static int report_file(const struct gam_doc *doc, const char *path, const char *format, struct gam_err *err)
{
    int rc = gam_file_make_folders(path, err);

    return rc ? rc : gam_cli_render_file(doc, format, path, err);
}

/* With -o both forms lie where the user said; else the page lies beside the database under the run's number. */
static int page_path(const struct gam_run_session *s, struct gam_strbuf *out, struct gam_err *err)
{
    struct gam_strbuf db = GAM_STRBUF_INIT(PATH_CAP);
    const char *slash;
    int rc = 0;

    if (s->options->out_folder) {
        gam_strbuf_printf(out, "%s/report.html", s->options->out_folder);
    } else if (!(rc = gam_cli_db_path(s->options->db, &db, err))) {
        slash = strrchr(gam_strbuf_get(&db), '/');
        gam_strbuf_printf(out, "%.*s/reports/%lld.html", slash ? (int)(slash - db.text) : 1, slash ? db.text : ".",
                          (long long)s->run_id);
    }
    gam_strbuf_release(&db);
    return rc ? rc : gam_strbuf_status(out, err);
}

static int files_write(const struct gam_run_session *s, const struct gam_doc *doc, const char *page, struct gam_err *err)
{
    struct gam_strbuf json = GAM_STRBUF_INIT(PATH_CAP);
    int rc = report_file(doc, page, "html", err);

    if (!rc && s->options->out_folder) {
        gam_strbuf_printf(&json, "%s/report.json", s->options->out_folder);
        rc = gam_strbuf_status(&json, err);
        if (!rc)
            rc = report_file(doc, gam_strbuf_get(&json), "json", err);
    }
    gam_strbuf_release(&json);
    return rc;
}

static void findings_show(const struct gam_report *report)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(FINDINGS_CAP);

    for (size_t i = 0; i < report->n_findings && i < FINDINGS_SHOWN; i++) {
        const struct gam_finding *f = &report->finding[i];

        gam_strbuf_printf(&out, "%s %s%s%s\n", i ? " " : "\nWhat matters most:\n ", f->text, f->remedy ? "; " : "",
                          f->remedy ? f->remedy : "");
    }
    if (gam_cli_ascii() && out.length)
        gam_ascii_in_place(out.text, out.length);
    fputs(gam_strbuf_get(&out), stdout);
    gam_strbuf_release(&out);
}

static int table_show(const struct gam_run_session *s, const struct gam_doc *doc, const char *page, struct gam_err *err)
{
    int rc;

    if (s->options->quiet)
        return 0;
    rc = gam_cli_render_stdout(doc, s->options->json ? "json" : "text", err);
    if (rc || s->options->json)
        return rc;
    findings_show(doc->report);
    printf("\nrun %lld, report: %s\n", (long long)s->run_id, page);
    return 0;
}

static int report_show(struct gam_run_session *s, const struct gam_report *report, struct gam_err *err)
{
    struct gam_doc doc = { .kind = GAM_DOC_REPORT,
                           .report = report,
                           .run_id = s->run_id,
                           .tool_version = gam_cli_version(),
                           .tool_commit = gam_cli_commit() };
    struct gam_strbuf page = GAM_STRBUF_INIT(PATH_CAP);
    int rc = page_path(s, &page, err);

    if (!rc)
        rc = files_write(s, &doc, gam_strbuf_get(&page), err);
    if (rc)
        gam_err_prefix(err, "the run is stored as %lld, but its report is not written", (long long)s->run_id);
    else
        rc = table_show(s, &doc, gam_strbuf_get(&page), err);
    gam_strbuf_release(&page);
    return rc;
}

int gam_run_output_report(struct gam_run_session *s, struct gam_err *err)
{
    struct gam_runset set;
    struct gam_report report = { 0 };
    int rc;

    gam_runset_init(&set);
    rc = gam_store_load(s->store, s->run_id, &set, err);
    if (!rc)
        rc = gam_cli_analyze(&set, s->roofs.id ? &s->roofs.set : &set, &report, err);
    if (!rc)
        rc = report_show(s, &report, err);
    gam_report_release(&report);
    gam_runset_release(&set);
    return rc;
}
