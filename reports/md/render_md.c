/* SPDX-License-Identifier: MIT */
/* Markdown, for pull requests and issues: of a report the ranked table, findings and conditions. */
#include "reports/escape.h"
#include "reports/fmt.h"
#include "reports/md/priv.h"
#include "reports/render_priv.h"
#include "reports/view.h"

#include <inttypes.h>
#include <stdio.h>

enum { MD_KINDS = 1u << GAM_DOC_REPORT | 1u << GAM_DOC_GATE | 1u << GAM_DOC_COMPARE };

static void cell(struct gam_strbuf *out, const char *text)
{
    gam_strbuf_text(out, " | ");
    gam_escape_markdown(out, text);
}

static void cell_quantity(struct gam_strbuf *out, const struct gam_quantity *q)
{
    char text[GAM_FMT_SIZE];

    gam_fmt_quantity(q, text, sizeof text);
    cell(out, text);
}

static void cell_share(struct gam_strbuf *out, double share)
{
    char text[GAM_FMT_SIZE];

    gam_fmt_share(share, text, sizeof text);
    cell(out, text);
}

static void row(struct gam_strbuf *out, const struct gam_report *report, size_t i)
{
    const struct gam_report_operator *op = &report->op[i];
    char text[256], spread[GAM_FMT_SIZE];

    gam_strbuf_printf(out, "| %zu", i + 1);
    gam_escape_cut(gam_view_name(op), GAM_NAME_COLUMNS, text, sizeof text);
    cell(out, text);
    cell(out, op->implementation ? op->implementation : "-");
    cell_quantity(out, &op->time_ns);
    gam_fmt_spread(&op->time_ns, spread, sizeof spread);
    if (spread[0])
        gam_strbuf_printf(out, " %s", spread);
    cell_share(out, op->share.value);
    cell_quantity(out, &op->gain_ns);
    gam_view_bound(&op->bound, text, sizeof text);
    cell(out, text);
    cell_share(out, op->bound.confidence);
    gam_fmt_roof_share(op->roof_share.value, text, sizeof text);
    cell(out, text);
    cell_quantity(out, &op->flop_per_s);
    cell_quantity(out, &op->bytes_per_s);
    gam_fmt_intensity(op->intensity.value, text, sizeof text);
    cell(out, text);
    gam_strbuf_text(out, " |\n");
}

static void group(struct gam_strbuf *out, const struct gam_report *report, enum gam_view_group which, const char *heading)
{
    if (!gam_view_count(report, which))
        return;
    gam_strbuf_printf(
        out,
        "\n## %s\n\n| # | operator | by | time | share | gain | bound by | sure | of roof | FLOP/s | bytes/s | FLOP/B |\n"
        "|--:|:--|:--|--:|--:|--:|:--|--:|--:|--:|--:|--:|\n",
        heading);
    for (size_t i = 0; i < report->n_ops; i++)
        if (gam_view_group(&report->op[i]) == which)
            row(out, report, i);
}

static void rejected(struct gam_strbuf *out, const struct gam_report *report)
{
    if (!gam_view_count(report, GAM_VIEW_REJECTED))
        return;
    gam_strbuf_text(out, "\n## Skipped, failed or wrong\n\n| # | operator | by | status | reason |\n|--:|:--|:--|:--|:--|\n");
    for (size_t i = 0; i < report->n_ops; i++) {
        const struct gam_report_operator *op = &report->op[i];
        char name[256];

        if (gam_view_group(op) != GAM_VIEW_REJECTED)
            continue;
        gam_escape_cut(gam_view_name(op), GAM_NAME_COLUMNS, name, sizeof name);
        gam_strbuf_printf(out, "| %zu", i + 1);
        cell(out, name);
        cell(out, op->implementation ? op->implementation : "-");
        cell(out, (size_t)op->status < gam_words_status.n ? gam_words_status.word[op->status] : "-");
        cell(out, op->reason ? op->reason : op->time_ns.reason);
        gam_strbuf_text(out, " |\n");
    }
}

static void findings(struct gam_strbuf *out, const struct gam_report *report)
{
    if (report->n_findings)
        gam_strbuf_text(out, "\n## Findings\n\n");
    for (size_t i = 0; i < report->n_findings; i++) {
        const struct gam_finding *f = &report->finding[i];
        long op = gam_view_find(report, f->operator_id);

        gam_strbuf_text(out, "- **");
        gam_escape_markdown(out, f->code ? f->code : "finding");
        gam_strbuf_text(out, "**: ");
        if (op >= 0)
            gam_strbuf_printf(out, "operator %ld: ", op + 1);
        gam_escape_markdown(out, f->text);
        if (f->evidence && *f->evidence) {
            gam_strbuf_text(out, " (");
            gam_escape_markdown(out, f->evidence);
            gam_strbuf_char(out, ')');
        }
        if (f->remedy && *f->remedy) {
            gam_strbuf_text(out, "; ");
            gam_escape_markdown(out, f->remedy);
        }
        gam_strbuf_char(out, '\n');
    }
}

static void header(struct gam_strbuf *out, const struct gam_doc *doc)
{
    const struct gam_run *run = gam_view_run(doc->report);
    const struct gam_host *host = gam_view_host(doc->report);

    gam_strbuf_text(out, "# Gambrel report\n\n");
    if (run) {
        gam_strbuf_text(out, "Suite ");
        gam_escape_markdown(out, run->suite ? run->suite : "-");
        gam_strbuf_text(out, ", ");
        gam_escape_markdown(out, run->started ? run->started : "-");
        if (run->rounds_done != GAM_NULL_INT)
            gam_strbuf_printf(out, ", %" PRId64 " rounds", run->rounds_done);
        if (run->counters) {
            gam_strbuf_text(out, ", counters: ");
            gam_escape_markdown(out, run->counters);
        }
        gam_strbuf_text(out, ".\n");
    }
    if (host) {
        gam_strbuf_text(out, "Host ");
        gam_escape_markdown(out, host->cpu ? host->cpu : "unknown");
        if (host->hypervisor) {
            gam_strbuf_text(out, " in ");
            gam_escape_markdown(out, host->hypervisor);
        }
        gam_strbuf_text(out, ".\n");
    }
}

static void report_write(struct gam_strbuf *out, const struct gam_doc *doc)
{
    header(out, doc);
    group(out, doc->report, GAM_VIEW_RANKED, "Operators, by what reaching the roof would gain");
    group(out, doc->report, GAM_VIEW_OTHER, "Slower implementations");
    rejected(out, doc->report);
    findings(out, doc->report);
}

/* By enum gam_doc_kind. */
static void (*const writers[])(struct gam_strbuf *, const struct gam_doc *) = {
    [GAM_DOC_REPORT] = report_write,
    [GAM_DOC_GATE] = gam_md_gate,
    [GAM_DOC_COMPARE] = gam_md_compare,
};

static int md_render(const struct gam_doc *doc, const struct gam_render_options *options, const struct gam_byte_sink *sink,
                     struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    int rc = gam_render_kind_check(doc, MD_KINDS, "md", err);

    (void)options;
    if (rc)
        return rc;
    writers[doc->kind](&out, doc);
    return gam_render_flush(&out, sink, err);
}

const struct gam_renderer gam_renderer_md = {
    .name = "md",
    .suffix = "md",
    .summary = "Markdown tables",
    .kinds = MD_KINDS,
    .render = md_render,
};
