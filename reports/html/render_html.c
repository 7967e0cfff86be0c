/* SPDX-License-Identifier: MIT */
/* The page: one file that opens offline. Its Content-Security-Policy allows its own style and script by their hashes and
 * nothing else: no network, no inline handlers, no plug-ins. Without a script it is complete; the script only adds to it.
 */
#include "common/sha256.h"
#include "reports/escape.h"
#include "reports/html/priv.h"
#include "reports/json/priv.h"
#include "reports/render_priv.h"
#include "reports/style.h"
#include "reports/view.h"

#include <string.h>

enum { HTML_KINDS = 1u << GAM_DOC_REPORT | 1u << GAM_DOC_COMPARE | 1u << GAM_DOC_COST };

/* A page of one kind of document. */
struct page {
    void (*title)(struct gam_strbuf *out, const struct gam_doc *doc);
    void (*body)(struct gam_strbuf *out, const struct gam_doc *doc); /* header, <main> and what is in it, open */
    void (*json)(struct gam_jsonw *w, const struct gam_doc *doc);
    const char *data;  /* id of the element that holds the JSON */
    const char *style; /* beside "plot" and "page"; "" */
    int live;          /* the page script is for it */
};

static void report_title(struct gam_strbuf *out, const struct gam_doc *doc)
{
    const struct gam_run *run = gam_view_run(doc->report);

    gam_strbuf_text(out, "Gambrel report");
    if (run) {
        gam_strbuf_text(out, run->suite ? ": " : "");
        gam_html_text(out, run->suite);
        gam_strbuf_text(out, run->started ? ", " : "");
        gam_html_text(out, run->started);
    }
}

static void report_body(struct gam_strbuf *out, const struct gam_doc *doc)
{
    static void (*const sections[])(struct gam_strbuf *, const struct gam_report *) = {
        gam_html_findings,        gam_html_rooflines, gam_html_operators, gam_html_less_work, gam_html_resources,
        gam_html_several_devices, gam_html_network,   gam_html_time,      gam_html_roofs,     gam_html_conditions,
    };

    gam_html_header(out, doc);
    gam_strbuf_text(out, "<main>\n");
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        sections[i](out, doc->report);
    if (doc->elsewhere)
        gam_html_cost_sections(out, doc->elsewhere);
}

/* By enum gam_doc_kind. */
static const struct page pages[] = {
    [GAM_DOC_REPORT] = { report_title, report_body, gam_json_report, "report", "", 1 },
    [GAM_DOC_COMPARE] = { gam_html_compare_title, gam_html_compare, gam_json_compare, "compare", "compare", 0 },
    [GAM_DOC_COST] = { gam_html_cost_title, gam_html_cost, gam_json_cost, "cost", "", 0 },
};

static void style_text(struct gam_strbuf *out, const char *more)
{
    gam_strbuf_text(out, gam_style_text("plot"));
    gam_strbuf_text(out, gam_style_text("page"));
    gam_strbuf_text(out, gam_style_text(more));
}

static void policy_write(struct gam_strbuf *out, const struct gam_strbuf *style, const char *script)
{
    char hash[GAM_SHA256_TEXT];

    gam_sha256_source(gam_strbuf_get(style), style->length, hash);
    gam_strbuf_printf(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '%s'; ", hash);
    if (script) {
        gam_sha256_source(script, strlen(script), hash);
        gam_strbuf_printf(out, "script-src '%s'; ", hash);
    }
    gam_strbuf_text(out, "base-uri 'none'; form-action 'none'\" />\n");
}

static void head_write(struct gam_strbuf *out, const struct gam_doc *doc, const char *script)
{
    struct gam_strbuf style = GAM_STRBUF_INIT(GAM_RENDER_CAP);

    style_text(&style, pages[doc->kind].style);
    gam_strbuf_text(
        out, "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n");
    policy_write(out, &style, script);
    gam_strbuf_text(out, "<meta name=\"color-scheme\" content=\"light dark\" />\n<title>");
    pages[doc->kind].title(out, doc);
    gam_strbuf_text(out, "</title>\n<style>");
    gam_strbuf_bytes(out, gam_strbuf_get(&style), style.length);
    gam_strbuf_text(out, "</style>\n</head>\n<body>\n");
    if (style.failed)
        out->failed = style.failed;
    gam_strbuf_release(&style);
}

/* The JSON report, for the script and for whoever wants the figures. */
static void data_write(struct gam_strbuf *out, const struct gam_doc *doc)
{
    struct gam_strbuf json = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    struct gam_jsonw w;

    gam_jsonw_init(&w, &json, false);
    pages[doc->kind].json(&w, doc);
    gam_strbuf_printf(out, "<script type=\"application/json\" id=\"%s\">", pages[doc->kind].data);
    gam_escape_script(out, gam_strbuf_get(&json), json.length);
    gam_strbuf_text(out, "</script>\n");
    if (json.failed)
        out->failed = json.failed;
    gam_strbuf_release(&json);
}

static void footer_write(struct gam_strbuf *out, const struct gam_doc *doc)
{
    gam_strbuf_text(out, "</main>\n<footer><p>Gambrel ");
    gam_html_text(out, doc->tool_version);
    if (doc->tool_commit && *doc->tool_commit) {
        gam_strbuf_text(out, " (");
        gam_html_text(out, doc->tool_commit);
        gam_strbuf_char(out, ')');
    }
    gam_strbuf_text(out, ". This file holds all it shows and loads nothing.</p></footer>\n");
}

static int html_render(const struct gam_doc *doc, const struct gam_render_options *options, const struct gam_byte_sink *sink,
                       struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    int rc = gam_render_kind_check(doc, HTML_KINDS, "html", err);

    const char *script;

    if (rc)
        return rc;
    script = pages[doc->kind].live ? options->script : NULL;
    head_write(&out, doc, script);
    pages[doc->kind].body(&out, doc);
    footer_write(&out, doc);
    data_write(&out, doc);
    if (script) {
        gam_strbuf_text(&out, "<script>");
        gam_strbuf_text(&out, script);
        gam_strbuf_text(&out, "</script>\n");
    }
    gam_strbuf_text(&out, "</body>\n</html>\n");
    return gam_render_flush(&out, sink, err);
}

const struct gam_renderer gam_renderer_html = {
    .name = "html",
    .suffix = "html",
    .summary = "one page with figures and tables, to open offline",
    .kinds = HTML_KINDS,
    .render = html_render,
};
