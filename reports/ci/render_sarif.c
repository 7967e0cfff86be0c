/* SPDX-License-Identifier: MIT */
/* SARIF 2.1.0 (OASIS standard, 27 March 2020) of a gate: a rule per metric, a result per case that did not pass. Code scanning of
 * GitHub shows 5000 results and wants a location for each: the case's source, or the gate's own result where that is unknown.
 */
#include "common/err.h"
#include "common/json.h"
#include "reports/ci/escape_ci.h"
#include "reports/gate_view.h"
#include "reports/json/priv.h"
#include "reports/render_priv.h"

#include <stdlib.h>
#include <string.h>

enum { SARIF_KINDS = 1u << GAM_DOC_GATE, MOST = 5000, NAME_CAP = 1 << 16 };

struct sarif {
    struct gam_jsonw w;
    const struct gam_gate *g;
    size_t *rule; /* per case: index of its metric's rule */
    size_t *order;
};

static void text_object(struct gam_jsonw *w, const char *key, const char *text)
{
    gam_jsonw_object(w, key);
    gam_jsonw_text(w, "text", text);
    gam_jsonw_end(w);
}

/* "gambrel/time": what a metric's rule is called. */
static void rule_text(struct sarif *s, const char *key, const char *metric)
{
    struct gam_strbuf id = GAM_STRBUF_INIT(NAME_CAP);

    gam_strbuf_printf(&id, "gambrel/%s", metric);
    gam_jsonw_text(&s->w, key, gam_strbuf_get(&id));
    if (id.failed == -GAM_ENOMEM)
        s->w.out->failed = id.failed;
    gam_strbuf_release(&id);
}

static void rules_write(struct sarif *s)
{
    size_t n = 0;

    gam_jsonw_array(&s->w, "rules");
    for (size_t i = 0; i < s->g->n_cases; i++) {
        const char *metric = gam_gate_metric(&s->g->cases[i]);
        size_t k = 0;

        while (k < i && strcmp(gam_gate_metric(&s->g->cases[k]), metric) != 0)
            k++;
        s->rule[i] = k < i ? s->rule[k] : n++;
        if (k < i)
            continue;
        gam_jsonw_object(&s->w, NULL);
        rule_text(s, "id", metric);
        text_object(&s->w, "shortDescription", "A benchmark became worse by this metric, or it could not be told");
        text_object(&s->w, "help",
                    "error: worse by more than the threshold, or not comparable. warning: undecided. The numbers stand in the "
                    "result's message.");
        gam_jsonw_end(&s->w);
    }
    gam_jsonw_end(&s->w);
}

static void location_write(struct sarif *s, const struct gam_gate_case *c)
{
    struct gam_strbuf uri = GAM_STRBUF_INIT(NAME_CAP);

    gam_escape_uri(&uri, gam_gate_path(c));
    gam_jsonw_array(&s->w, "locations");
    gam_jsonw_object(&s->w, NULL);
    gam_jsonw_object(&s->w, "physicalLocation");
    gam_jsonw_object(&s->w, "artifactLocation");
    gam_jsonw_text(&s->w, "uri", gam_strbuf_get(&uri));
    gam_jsonw_end(&s->w);
    gam_jsonw_object(&s->w, "region");
    gam_jsonw_int(&s->w, "startLine", c->line > 0 ? c->line : 1);
    gam_jsonw_end(&s->w);
    gam_jsonw_end(&s->w);
    gam_jsonw_array(&s->w, "logicalLocations");
    gam_jsonw_object(&s->w, NULL);
    gam_jsonw_text(&s->w, "fullyQualifiedName", gam_gate_name(c));
    gam_jsonw_end(&s->w);
    gam_jsonw_end(&s->w);
    gam_jsonw_end(&s->w);
    gam_jsonw_end(&s->w);
    if (uri.failed == -GAM_ENOMEM)
        s->w.out->failed = uri.failed;
    gam_strbuf_release(&uri);
}

static void numbers_write(struct gam_jsonw *w, const struct gam_gate_case *c)
{
    gam_jsonw_object(w, "properties");
    gam_jsonw_text(w, "verdict", gam_gate_verdict_word(c->verdict));
    gam_jsonw_text(w, "why", gam_gate_why_word(c->why));
    gam_jsonw_real(w, "ratio", c->first.ratio);
    gam_json_interval(w, "ratio_ci", c->first.ratio_low, c->first.ratio_high);
    gam_jsonw_real(w, "threshold_ratio", c->threshold_ratio);
    gam_jsonw_real(w, "mde", c->first.mde);
    gam_jsonw_real(w, "noise_floor", c->first.noise_floor);
    gam_jsonw_int(w, "pairs", (int64_t)c->first.pairs);
    gam_jsonw_end(w);
}

static void result_write(struct sarif *s, size_t i)
{
    static const char *const levels[] = { "none", "note", "warning", "error" };
    const struct gam_gate_case *c = &s->g->cases[i];
    struct gam_strbuf text = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    char id[GAM_GATE_ID];

    gam_gate_sentence(&text, c);
    gam_gate_id(s->g, i, id);
    gam_jsonw_object(&s->w, NULL);
    rule_text(s, "ruleId", gam_gate_metric(c));
    gam_jsonw_int(&s->w, "ruleIndex", (int64_t)s->rule[i]);
    gam_jsonw_text(&s->w, "kind", "fail");
    gam_jsonw_text(&s->w, "level", levels[gam_gate_level(s->g, c)]);
    text_object(&s->w, "message", gam_strbuf_get(&text));
    location_write(s, c);
    gam_jsonw_object(&s->w, "partialFingerprints");
    gam_jsonw_text(&s->w, "gambrelCase/v1", id);
    gam_jsonw_end(&s->w);
    numbers_write(&s->w, c);
    gam_jsonw_end(&s->w);
    if (text.failed)
        s->w.out->failed = text.failed;
    gam_strbuf_release(&text);
}

static void results_write(struct sarif *s)
{
    size_t n = 0;

    gam_jsonw_array(&s->w, "results");
    for (size_t i = 0; i < s->g->n_cases && n < MOST; i++)
        if (s->g->cases[s->order[i]].verdict != GAM_GATE_PASS) {
            result_write(s, s->order[i]);
            n++;
        }
    gam_jsonw_end(&s->w);
}

static void invocation_write(struct sarif *s)
{
    gam_jsonw_array(&s->w, "invocations");
    gam_jsonw_object(&s->w, NULL);
    gam_jsonw_bool(&s->w, "executionSuccessful", s->g->verdict != GAM_GATE_FAILED);
    gam_jsonw_int(&s->w, "exitCode", s->g->exit_code);
    if (s->g->command && *s->g->command)
        gam_jsonw_text(&s->w, "commandLine", s->g->command);
    if (s->g->started)
        gam_jsonw_text(&s->w, "startTimeUtc", s->g->started);
    if (s->g->finished)
        gam_jsonw_text(&s->w, "endTimeUtc", s->g->finished);
    gam_jsonw_end(&s->w);
    gam_jsonw_end(&s->w);
}

static void document_write(struct sarif *s, const struct gam_doc *doc)
{
    gam_jsonw_object(&s->w, NULL);
    gam_jsonw_text(&s->w, "version", "2.1.0");
    gam_jsonw_array(&s->w, "runs");
    gam_jsonw_object(&s->w, NULL);
    gam_jsonw_object(&s->w, "tool");
    gam_jsonw_object(&s->w, "driver");
    gam_jsonw_text(&s->w, "name", "Gambrel gate");
    if (doc->tool_version && *doc->tool_version)
        gam_jsonw_text(&s->w, "version", doc->tool_version);
    rules_write(s);
    gam_jsonw_end(&s->w);
    gam_jsonw_end(&s->w);
    invocation_write(s);
    results_write(s);
    gam_jsonw_end(&s->w);
    gam_jsonw_end(&s->w);
    gam_jsonw_end(&s->w);
}

static int sarif_render(const struct gam_doc *doc, const struct gam_render_options *options, const struct gam_byte_sink *sink,
                        struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    struct sarif s = { .g = doc->gate };
    int rc = gam_render_kind_check(doc, SARIF_KINDS, "sarif", err);

    (void)options;
    if (rc)
        return rc;
    s.order = gam_gate_order(doc->gate);
    s.rule = calloc(doc->gate->n_cases + 1, sizeof *s.rule);
    if (s.order && s.rule) {
        gam_jsonw_init(&s.w, &out, true);
        document_write(&s, doc);
        gam_strbuf_char(&out, '\n');
    } else {
        out.failed = -GAM_ENOMEM;
    }
    free(s.order);
    free(s.rule);
    return gam_render_flush(&out, sink, err);
}

const struct gam_renderer gam_renderer_sarif = {
    .name = "sarif",
    .suffix = "sarif",
    .summary = "SARIF of a gate, for code scanning",
    .kinds = SARIF_KINDS,
    .render = sarif_render,
};
