/* SPDX-License-Identifier: MIT */
/* A gate for a step summary or a comment: the verdict first, then what did not pass with a plot of its intervals, the rest
 * folded. A comment of GitHub holds 65 536 characters, a step summary 1 MiB: this stays below the smaller, and says what it left
 * out.
 */
#include "reports/md/priv.h"

#include "common/err.h"
#include "common/unit.h"
#include "reports/ci/escape_ci.h"
#include "reports/escape.h"
#include "reports/fmt.h"
#include "reports/gate_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS_END = 48000,
    PASSES_END = 56000,
    CELL = 60,
    REASON = 300,
    COMMAND = 2000,
    PLOT_ROWS = 20,
    PLOT_NAME = 22,
    PLOT_WIDE = 41
};

static void cell(struct gam_strbuf *out, const char *text, size_t columns)
{
    char cut[1300];

    gam_escape_cut(text, columns, cut, sizeof cut);
    gam_strbuf_text(out, " | ");
    gam_escape_markdown(out, *cut ? cut : "-");
}

static void head_write(struct gam_strbuf *out, const struct gam_gate *g)
{
    char counts[200], cut[1300];

    gam_gate_counts(g, counts, sizeof counts);
    gam_strbuf_printf(out, "## Gambrel gate: %s%s\n\n", gam_gate_verdict_word(g->verdict), g->advisory ? " (advisory)" : "");
    gam_escape_cut(g->reason, REASON, cut, sizeof cut);
    gam_strbuf_text(out, "**");
    gam_escape_markdown(out, *cut ? cut : counts);
    gam_strbuf_text(out, "**");
    if (strncmp(cut, counts, strlen(counts)) != 0) /* the reason may begin with them */
        gam_strbuf_printf(out, " (%s)", counts);
    gam_strbuf_text(out, "\n\n");
    if (g->advice && *g->advice) {
        gam_escape_cut(g->advice, REASON, cut, sizeof cut);
        gam_strbuf_text(out, "What to do: ");
        gam_escape_markdown(out, cut);
        gam_strbuf_text(out, "\n\n");
    }
}

static void table_head(struct gam_strbuf *out)
{
    gam_strbuf_text(out, "| verdict | case | metric | base | candidate | change | between | sees | noise | pairs |\n"
                         "|:--|:--|:--|--:|--:|--:|--:|--:|--:|--:|\n");
}

static void row_write(struct gam_strbuf *out, const struct gam_gate_case *c)
{
    char text[GAM_GATE_TEXT];

    gam_strbuf_printf(out, "| %s%s%s", c->verdict == GAM_GATE_PASS ? "" : "**", gam_gate_verdict_word(c->verdict),
                      c->verdict == GAM_GATE_PASS ? "" : "**");
    cell(out, gam_gate_name(c), CELL);
    cell(out, gam_gate_metric(c), CELL);
    gam_gate_side(c, 0, text, sizeof text);
    cell(out, text, CELL);
    gam_gate_side(c, 1, text, sizeof text);
    cell(out, text, CELL);
    gam_gate_change(c, text, sizeof text);
    cell(out, text, CELL);
    gam_gate_range(c, text, sizeof text);
    cell(out, text, CELL);
    gam_gate_percent(c->first.mde, text, sizeof text);
    cell(out, text, CELL);
    gam_gate_percent(c->first.noise_floor, text, sizeof text);
    cell(out, text, CELL);
    gam_strbuf_printf(out, " | %zu |\n", c->first.pairs);
}

/* Rows of those that passed, or of the others, until the document is `end` bytes long. */
static void rows_write(struct gam_strbuf *out, const struct gam_gate *g, const size_t *order, int passed, size_t end)
{
    size_t left = 0;

    table_head(out);
    for (size_t i = 0; i < g->n_cases; i++) {
        const struct gam_gate_case *c = &g->cases[order[i]];

        if ((c->verdict == GAM_GATE_PASS) != passed)
            continue;
        if (out->length > end)
            left++;
        else
            row_write(out, c);
    }
    gam_strbuf_char(out, '\n');
    if (left)
        gam_strbuf_printf(out, "and %zu more: the JSON holds them all\n\n", left);
}

static void reasons_write(struct gam_strbuf *out, const struct gam_gate *g, const size_t *order)
{
    char cut[1300];
    size_t n = 0;

    for (size_t i = 0; i < g->n_cases && n < PLOT_ROWS && out->length < ROWS_END; i++) {
        const struct gam_gate_case *c = &g->cases[order[i]];

        if (c->verdict == GAM_GATE_PASS || !c->reason)
            continue;
        n++;
        gam_strbuf_text(out, "- ");
        gam_escape_cut(gam_gate_name(c), CELL, cut, sizeof cut);
        gam_escape_markdown(out, cut);
        gam_strbuf_text(out, ", ");
        gam_escape_cut(gam_gate_metric(c), CELL, cut, sizeof cut);
        gam_escape_markdown(out, cut);
        gam_strbuf_text(out, ": ");
        gam_escape_cut(c->reason, REASON, cut, sizeof cut);
        gam_escape_markdown(out, cut);
        gam_strbuf_char(out, '\n');
    }
    gam_strbuf_text(out, n ? "\n" : "");
}

static int plotted(const struct gam_gate_case *c)
{
    return isfinite(c->first.worse) && isfinite(c->first.worse_low) && isfinite(c->first.worse_high);
}

/* Half the width of the plot: holds the intervals of the rows and the thresholds, up to a factor of ten. */
static double reach(const struct gam_gate *g, const size_t *order)
{
    double r = 0;
    size_t n = 0;

    for (size_t i = 0; i < g->n_cases && n < PLOT_ROWS; i++) {
        const struct gam_gate_case *c = &g->cases[order[i]];

        if (!plotted(c))
            continue;
        n++;
        r = fmax(r, fmax(fabs(c->first.worse_low), fabs(c->first.worse_high)));
        r = fmax(r, c->threshold_ratio * 1.2);
    }
    return r > 0 ? fmin(r, 9) : 0.01;
}

static int column_of(double worse, double r)
{
    double f = (worse / r + 1) / 2 * (PLOT_WIDE - 1);

    return (int)lround(fmin(fmax(f, 0), PLOT_WIDE - 1));
}

static void plot_row(struct gam_strbuf *out, const struct gam_gate *g, const struct gam_gate_case *c, double r)
{
    int low = column_of(c->first.worse_low, r), high = column_of(c->first.worse_high, r), at = column_of(c->first.worse, r),
        limit = column_of(c->threshold_ratio, r), zero = column_of(0, r);
    char name[1500];

    gam_gate_label(g, c, PLOT_NAME, name, sizeof name);
    gam_escape_code(out, name);
    for (size_t k = gam_text_columns(name); k < PLOT_NAME + 1; k++)
        gam_strbuf_char(out, ' ');
    for (int k = 0; k < PLOT_WIDE; k++)
        gam_strbuf_text(out, k == at               ? "●"
                             : k == low && k < at  ? "├"
                             : k == high && k > at ? "┤"
                             : k > low && k < high ? "─"
                             : k == limit          ? "┊"
                             : k == zero           ? "│"
                                                   : " ");
    gam_strbuf_printf(out, " %s\n", gam_gate_verdict_word(c->verdict));
}

/* How much worse, with the interval: zero is drawn, and the threshold dotted. */
static void plot_write(struct gam_strbuf *out, const struct gam_gate *g, const size_t *order)
{
    double r = reach(g, order);
    char end[GAM_FMT_SIZE];
    size_t n = 0;

    for (size_t i = 0; i < g->n_cases && n < PLOT_ROWS; i++) {
        if (!plotted(&g->cases[order[i]]))
            continue;
        if (!n++) {
            gam_fmt_share(r, end, sizeof end);
            gam_strbuf_printf(out, "How much worse, with its interval; ┊ is the threshold:\n\n```text\n%*s-%-*s0%*s\n",
                              PLOT_NAME + 1, "", PLOT_WIDE / 2 - 1, end, PLOT_WIDE / 2, end);
        }
        plot_row(out, g, &g->cases[order[i]], r);
    }
    gam_strbuf_text(out, n ? "```\n\n" : "");
}

/* Base against base, which nothing but the machine can move. */
static void control_write(struct gam_strbuf *out, const struct gam_gate *g)
{
    size_t judged = 0, fired = 0;

    for (size_t i = 0; g->control && i < g->n_cases; i++) {
        judged += g->control[i].pairs > 0;
        fired += g->control[i].fired != 0;
    }
    if (judged)
        gam_strbuf_printf(out, "Base against base: %zu of %zu differ. ", fired, judged);
}

static void foot_write(struct gam_strbuf *out, const struct gam_gate *g)
{
    char cut[4 * COMMAND];

    for (size_t i = 0; i < g->n_warnings; i++) {
        gam_escape_cut(g->warning[i], REASON, cut, sizeof cut);
        gam_strbuf_text(out, "- warning: ");
        gam_escape_markdown(out, cut);
        gam_strbuf_char(out, '\n');
    }
    gam_strbuf_text(out, g->n_warnings ? "\n" : "");
    gam_strbuf_text(
        out, "*sees*: the smallest slowdown that would have been called; *noise*: what equal sides reach once in 20 gates. ");
    control_write(out, g);
    gam_strbuf_text(out, "Order ");
    gam_escape_markdown(out, g->order ? g->order : "-");
    gam_strbuf_printf(out, ", seed %" PRId64 ", host ", g->seed);
    gam_escape_cut(g->host_class ? g->host_class : "-", REASON, cut, sizeof cut);
    gam_escape_markdown(out, cut);
    gam_strbuf_text(out, ".\n");
    if (g->command && *g->command) {
        gam_escape_cut(g->command, COMMAND, cut, sizeof cut);
        gam_strbuf_text(out, "Again with:\n\n```text\n");
        gam_escape_code(out, cut);
        gam_strbuf_text(out, "\n```\n");
    }
}

void gam_md_gate(struct gam_strbuf *out, const struct gam_doc *doc)
{
    const struct gam_gate *g = doc->gate;
    size_t *order = gam_gate_order(g), passes = gam_gate_count(g, GAM_GATE_PASS);

    if (!order) {
        out->failed = -GAM_ENOMEM;
        return;
    }
    head_write(out, g);
    if (passes < g->n_cases) {
        rows_write(out, g, order, 0, ROWS_END);
        reasons_write(out, g, order);
    }
    plot_write(out, g, order);
    if (passes) {
        gam_strbuf_printf(out, "<details><summary>%zu passed</summary>\n\n", passes);
        rows_write(out, g, order, 1, PASSES_END);
        gam_strbuf_text(out, "</details>\n\n");
    }
    foot_write(out, g);
    free(order);
}
