/* SPDX-License-Identifier: MIT */
/* JUnit XML, as Jenkins, GitLab and most others read it: one test case per case and metric. A regression is a failure, undecided
 * is skipped (a failure when the gate's policy says so), what could not be compared or run is an error. Numbers stand in the
 * output of the test case, since readers differ about properties there; those of the whole gate are properties of the suite.
 */
#include "reports/escape.h"
#include "reports/fmt.h"
#include "reports/gate_view.h"
#include "reports/render_priv.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { JUNIT_KINDS = 1u << GAM_DOC_GATE };

enum outcome { PASSED, FAILURE, ERROR_, SKIPPED, OUTCOMES };

static enum outcome outcome_of(const struct gam_gate *g, const struct gam_gate_case *c)
{
    enum gam_gate_level level = gam_gate_level(g, c);

    if (c->verdict == GAM_GATE_PASS)
        return PASSED;
    if (g->advisory || level < GAM_GATE_ERROR)
        return SKIPPED;
    return c->verdict == GAM_GATE_REGRESSION || c->verdict == GAM_GATE_UNDECIDED ? FAILURE : ERROR_;
}

static void attribute(struct gam_strbuf *out, const char *name, const char *value)
{
    gam_strbuf_printf(out, " %s=\"", name);
    gam_escape_xml(out, value);
    gam_strbuf_char(out, '"');
}

static void attribute_seconds(struct gam_strbuf *out, double seconds)
{
    char text[GAM_FMT_SIZE];

    if (!isfinite(seconds))
        return;
    gam_fmt_fixed(seconds, 6, text, sizeof text);
    attribute(out, "time", text);
}

static void counts_write(struct gam_strbuf *out, const struct gam_gate *g)
{
    size_t n[OUTCOMES] = { 0 };

    for (size_t i = 0; i < g->n_cases; i++)
        n[outcome_of(g, &g->cases[i])]++;
    gam_strbuf_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"", g->n_cases, n[FAILURE], n[ERROR_],
                      n[SKIPPED]);
    attribute_seconds(out, gam_gate_seconds(g));
}

static void property(struct gam_strbuf *out, const char *name, const char *value)
{
    if (!value || !*value)
        return;
    gam_strbuf_text(out, "      <property");
    attribute(out, "name", name);
    attribute(out, "value", value);
    gam_strbuf_text(out, "/>\n");
}

static void properties_write(struct gam_strbuf *out, const struct gam_gate *g)
{
    char text[GAM_FMT_SIZE];

    gam_strbuf_text(out, "    <properties>\n");
    property(out, "verdict", gam_gate_verdict_word(g->verdict));
    property(out, "reason", g->reason);
    property(out, "advice", g->advice);
    property(out, "base", g->base.name);
    property(out, "base_hash", g->base.hash);
    property(out, "cand", g->cand.name);
    property(out, "cand_hash", g->cand.hash);
    snprintf(text, sizeof text, "%" PRId64, g->seed);
    property(out, "seed", text);
    property(out, "order", g->order);
    property(out, "host_class", g->host_class);
    property(out, "command", g->command);
    for (size_t i = 0; i < g->n_warnings; i++)
        property(out, "warning", g->warning[i]);
    gam_strbuf_text(out, "    </properties>\n");
}

static void line_write(struct gam_strbuf *out, const char *name, const char *value)
{
    if (!value || !*value || !strcmp(value, "-"))
        return;
    gam_strbuf_printf(out, "%s: ", name);
    gam_escape_xml(out, value);
    gam_strbuf_char(out, '\n');
}

static void output_write(struct gam_strbuf *out, const struct gam_gate_case *c)
{
    char text[GAM_GATE_TEXT];

    gam_strbuf_text(out, "      <system-out>");
    line_write(out, "verdict", gam_gate_verdict_word(c->verdict));
    line_write(out, "why", gam_gate_why_word(c->why));
    gam_gate_side(c, 0, text, sizeof text);
    line_write(out, "base", text);
    gam_gate_side(c, 1, text, sizeof text);
    line_write(out, "candidate", text);
    gam_gate_change(c, text, sizeof text);
    line_write(out, "change", text);
    gam_gate_range(c, text, sizeof text);
    line_write(out, "interval", text);
    gam_gate_percent(c->threshold_ratio, text, sizeof text);
    line_write(out, "threshold", text);
    gam_gate_percent(c->first.mde, text, sizeof text);
    line_write(out, "could have seen", text);
    gam_gate_percent(c->first.noise_floor, text, sizeof text);
    line_write(out, "noise floor", text);
    snprintf(text, sizeof text, "%zu", c->first.pairs);
    line_write(out, "pairs", text);
    gam_strbuf_text(out, "</system-out>\n");
}

static void outcome_write(struct gam_strbuf *out, const struct gam_gate *g, const struct gam_gate_case *c)
{
    static const struct {
        const char *element, *type;
    } forms[OUTCOMES] = {
        [FAILURE] = { "failure", "PerformanceRegression" }, [ERROR_] = { "error", "NotJudged" }, [SKIPPED] = { "skipped", NULL }
    };
    enum outcome o = outcome_of(g, c);
    struct gam_strbuf sentence = GAM_STRBUF_INIT(GAM_RENDER_CAP);

    if (o == PASSED)
        return;
    gam_gate_sentence(&sentence, c);
    gam_strbuf_printf(out, "      <%s", forms[o].element);
    if (forms[o].type)
        attribute(out, "type", c->verdict == GAM_GATE_UNDECIDED ? "Undecided" : forms[o].type);
    attribute(out, "message", gam_strbuf_get(&sentence));
    gam_strbuf_text(out, "/>\n");
    if (sentence.failed)
        out->failed = sentence.failed;
    gam_strbuf_release(&sentence);
}

static void case_write(struct gam_strbuf *out, const struct gam_gate *g, const struct gam_gate_case *c)
{
    int is_time = c->unit && !strcmp(c->unit, "ns");

    gam_strbuf_text(out, "    <testcase classname=\"gambrel.gate\" name=\"");
    gam_escape_xml(out, gam_gate_name(c));
    gam_strbuf_char(out, '.');
    gam_escape_xml(out, gam_gate_metric(c));
    gam_strbuf_char(out, '"');
    attribute_seconds(out, is_time ? c->first.cand / 1e9 : NAN);
    if (c->file && *c->file)
        attribute(out, "file", c->file);
    if (c->file && *c->file && c->line > 0)
        gam_strbuf_printf(out, " line=\"%" PRId64 "\"", c->line);
    gam_strbuf_text(out, ">\n");
    outcome_write(out, g, c);
    output_write(out, c);
    gam_strbuf_text(out, "    </testcase>\n");
}

static int junit_render(const struct gam_doc *doc, const struct gam_render_options *options, const struct gam_byte_sink *sink,
                        struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    int rc = gam_render_kind_check(doc, JUNIT_KINDS, "junit", err);

    (void)options;
    if (rc)
        return rc;
    gam_strbuf_text(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gambrel gate\"");
    counts_write(&out, doc->gate);
    gam_strbuf_text(&out, ">\n  <testsuite name=\"gambrel.gate\"");
    counts_write(&out, doc->gate);
    if (doc->gate->started)
        attribute(&out, "timestamp", doc->gate->started);
    gam_strbuf_text(&out, ">\n");
    properties_write(&out, doc->gate);
    for (size_t i = 0; i < doc->gate->n_cases; i++)
        case_write(&out, doc->gate, &doc->gate->cases[i]);
    gam_strbuf_text(&out, "  </testsuite>\n</testsuites>\n");
    return gam_render_flush(&out, sink, err);
}

const struct gam_renderer gam_renderer_junit = {
    .name = "junit",
    .suffix = "xml",
    .summary = "JUnit XML of a gate",
    .kinds = JUNIT_KINDS,
    .render = junit_render,
};
