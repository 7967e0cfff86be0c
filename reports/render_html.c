/* SPDX-License-Identifier: MIT */
/* The page: one file that opens offline. Its Content-Security-Policy allows its own style and script by their hashes and
 * nothing else: no network, no inline handlers, no plug-ins. Without a script it is complete; the script only adds to it.
 */
#include "reports/escape.h"
#include "reports/html_priv.h"
#include "reports/json_priv.h"
#include "reports/render_priv.h"
#include "reports/sha256.h"
#include "reports/style.h"
#include "reports/view.h"

#include <string.h>

enum { HTML_KINDS = 1u << GAM_DOC_REPORT };

static void style_text(struct gam_strbuf *out)
{
    gam_strbuf_text(out, gam_style_text("plot"));
    gam_strbuf_text(out, gam_style_text("page"));
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
    const struct gam_run *run = gam_view_run(doc->report);

    style_text(&style);
    gam_strbuf_text(
        out, "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n");
    policy_write(out, &style, script);
    gam_strbuf_text(out, "<meta name=\"color-scheme\" content=\"light dark\" />\n<title>Gambrel report");
    if (run) {
        gam_strbuf_text(out, run->suite ? ": " : "");
        gam_html_text(out, run->suite);
        gam_strbuf_text(out, run->started ? ", " : "");
        gam_html_text(out, run->started);
    }
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
    gam_json_report(&w, doc);
    gam_strbuf_text(out, "<script type=\"application/json\" id=\"report\">");
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
    static void (*const sections[])(struct gam_strbuf *, const struct gam_report *) = {
        gam_html_findings,  gam_html_rooflines, gam_html_operators, gam_html_less_work,
        gam_html_resources, gam_html_time,      gam_html_roofs,     gam_html_conditions,
    };
    struct gam_strbuf out = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    int rc = gam_render_kind_check(doc, HTML_KINDS, "html", err);

    if (rc)
        return rc;
    head_write(&out, doc, options->script);
    gam_html_header(&out, doc);
    gam_strbuf_text(&out, "<main>\n");
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        sections[i](&out, doc->report);
    footer_write(&out, doc);
    data_write(&out, doc);
    if (options->script) {
        gam_strbuf_text(&out, "<script>");
        gam_strbuf_text(&out, options->script);
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
