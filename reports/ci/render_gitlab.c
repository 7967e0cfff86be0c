/* SPDX-License-Identifier: MIT */
/* Code quality of GitLab: a JSON array of what is not right (docs.gitlab.com, "Code Quality", "Implement a custom tool"). Each
 * has a fingerprint that stays from run to run, so that a merge request shows what is new and what is gone.
 */
#include "common/err.h"
#include "common/json.h"
#include "reports/gate_view.h"
#include "reports/render_priv.h"

#include <stdlib.h>

enum { GITLAB_KINDS = 1u << GAM_DOC_GATE };

static const char *severity(const struct gam_gate *g, const struct gam_gate_case *c)
{
    static const char *const by_level[] = { "info", "info", "minor", "major" };

    return c->verdict == GAM_GATE_FAILED && !g->advisory ? "critical" : by_level[gam_gate_level(g, c)];
}

static void issue_write(struct gam_jsonw *w, const struct gam_gate *g, size_t i)
{
    const struct gam_gate_case *c = &g->cases[i];
    struct gam_strbuf text = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    char id[GAM_GATE_ID];

    gam_gate_sentence(&text, c);
    gam_gate_id(g, i, id);
    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "description", gam_strbuf_get(&text));
    gam_jsonw_text(w, "check_name", gam_gate_verdict_word(c->verdict));
    gam_jsonw_text(w, "fingerprint", id);
    gam_jsonw_text(w, "severity", severity(g, c));
    gam_jsonw_object(w, "location");
    gam_jsonw_text(w, "path", gam_gate_path(c));
    gam_jsonw_object(w, "lines");
    gam_jsonw_int(w, "begin", c->line > 0 ? c->line : 1);
    gam_jsonw_end(w);
    gam_jsonw_end(w);
    gam_jsonw_end(w);
    if (text.failed)
        w->out->failed = text.failed;
    gam_strbuf_release(&text);
}

static int gitlab_render(const struct gam_doc *doc, const struct gam_render_options *options, const struct gam_byte_sink *sink,
                         struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    struct gam_jsonw w;
    size_t *order;
    int rc = gam_render_kind_check(doc, GITLAB_KINDS, "gitlab", err);

    (void)options;
    if (rc)
        return rc;
    order = gam_gate_order(doc->gate);
    if (!order)
        return gam_err_nomem(err);
    gam_jsonw_init(&w, &out, true);
    gam_jsonw_array(&w, NULL);
    for (size_t i = 0; i < doc->gate->n_cases; i++)
        if (doc->gate->cases[order[i]].verdict != GAM_GATE_PASS)
            issue_write(&w, doc->gate, order[i]);
    gam_jsonw_end(&w);
    gam_strbuf_char(&out, '\n');
    free(order);
    return gam_render_flush(&out, sink, err);
}

const struct gam_renderer gam_renderer_gitlab = {
    .name = "gitlab",
    .suffix = "codequality",
    .summary = "code quality of a gate for GitLab",
    .kinds = GITLAB_KINDS,
    .render = gitlab_render,
};
