/* SPDX-License-Identifier: MIT */
/* Annotations of GitHub Actions: workflow commands on standard output. The runner keeps ten errors, ten warnings and ten notices
 * of a step, so the worst come first and the tenth says how many there are besides. (docs.github.com, "Workflow commands for
 * GitHub Actions"; limits: github.com/orgs/community/discussions/68471)
 */
#include "common/err.h"
#include "reports/ci/escape_ci.h"
#include "reports/gate_view.h"
#include "reports/render_priv.h"

#include <inttypes.h>
#include <stdlib.h>

enum { GITHUB_KINDS = 1u << GAM_DOC_GATE, MOST = 10, TEXT_MOST = 4000 };

static const char *const words[] = { NULL, "notice", "warning", "error" };

static void title(struct gam_strbuf *out, const char *word, const char *verdict)
{
    gam_strbuf_printf(out, "::%s title=", word);
    gam_escape_property(out, "Gambrel gate: ");
    gam_escape_property(out, verdict);
}

static void case_write(struct gam_strbuf *out, const struct gam_gate *g, const struct gam_gate_case *c)
{
    struct gam_strbuf sentence = GAM_STRBUF_INIT(GAM_RENDER_CAP);

    gam_gate_sentence(&sentence, c);
    title(out, words[gam_gate_level(g, c)], gam_gate_verdict_word(c->verdict));
    if (c->file && *c->file) {
        gam_strbuf_text(out, ",file=");
        gam_escape_property(out, c->file);
        if (c->line > 0)
            gam_strbuf_printf(out, ",line=%" PRId64, c->line);
    }
    gam_strbuf_text(out, "::");
    if (sentence.length > TEXT_MOST)
        sentence.text[TEXT_MOST] = 0;
    gam_escape_command(out, gam_strbuf_get(&sentence));
    gam_strbuf_char(out, '\n');
    if (sentence.failed)
        out->failed = sentence.failed;
    gam_strbuf_release(&sentence);
}

static void level_write(struct gam_strbuf *out, const struct gam_gate *g, const size_t *order, enum gam_gate_level level)
{
    size_t total = 0, written = 0, most = level == GAM_GATE_NOTE ? MOST - 1 : MOST; /* a notice says the whole */

    for (size_t i = 0; i < g->n_cases; i++)
        total += gam_gate_level(g, &g->cases[i]) == level;
    for (size_t i = 0; i < g->n_cases; i++) {
        const struct gam_gate_case *c = &g->cases[order[i]];

        if (gam_gate_level(g, c) != level)
            continue;
        if (written == most - 1 && total > most) {
            title(out, words[level], gam_gate_verdict_word(g->verdict));
            gam_strbuf_printf(out, "::and %zu more; the summary and the JSON hold them all\n", total - written);
            return;
        }
        case_write(out, g, c);
        written++;
    }
}

static int github_render(const struct gam_doc *doc, const struct gam_render_options *options, const struct gam_byte_sink *sink,
                         struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    int rc = gam_render_kind_check(doc, GITHUB_KINDS, "github", err);
    size_t *order;

    (void)options;
    if (rc)
        return rc;
    order = gam_gate_order(doc->gate);
    if (!order)
        return gam_err_nomem(err);
    for (int level = GAM_GATE_ERROR; level > GAM_GATE_SILENT; level--)
        level_write(&out, doc->gate, order, (enum gam_gate_level)level);
    title(&out, "notice", gam_gate_verdict_word(doc->gate->verdict));
    gam_strbuf_text(&out, "::");
    gam_escape_command(&out, doc->gate->reason ? doc->gate->reason : gam_gate_verdict_word(doc->gate->verdict));
    gam_strbuf_char(&out, '\n');
    free(order);
    return gam_render_flush(&out, sink, err);
}

const struct gam_renderer gam_renderer_github = {
    .name = "github",
    .suffix = "annotations",
    .summary = "annotations of a gate for GitHub Actions",
    .kinds = GITHUB_KINDS,
    .render = github_render,
};
