/* SPDX-License-Identifier: MIT */
/* A gate on the terminal: the verdict, a row per case, and what to do. */
#include "common/unit.h"
#include "reports/fmt.h"
#include "reports/text/priv.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const int colours[] = {
    [GAM_GATE_PASS] = 34,        [GAM_GATE_UNDECIDED] = 214,      [GAM_GATE_REGRESSION] = 160,
    [GAM_GATE_NO_BASELINE] = 33, [GAM_GATE_NOT_COMPARABLE] = 133, [GAM_GATE_FAILED] = 160,
};

enum { VERDICT, CASE, METRIC, BASE, CAND, WORSE, INTERVAL, MDE, PAIRS, WHY, COLUMNS };

static const struct gam_text_column columns[COLUMNS] = {
    [VERDICT] = { "verdict", 0, 0, 0 },   [CASE] = { "case", 0, 0, 8 },      [METRIC] = { "metric", 2, 0, 6 },
    [BASE] = { "base", 4, 1, 0 },         [CAND] = { "candidate", 4, 1, 0 }, [WORSE] = { "worse by", 0, 1, 0 },
    [INTERVAL] = { "interval", 1, 1, 0 }, [MDE] = { "sees", 3, 1, 0 },       [PAIRS] = { "pairs", 3, 1, 0 },
    [WHY] = { "why", 1, 0, 6 },
};

static void percent(double share, char *out, size_t size)
{
    struct gam_quantity change = { .value = 1 + share };

    gam_fmt_ratio(&change, out, size);
}

static void interval(double low, double high, char *out, size_t size)
{
    struct gam_quantity change = { .value = 1, .low = 1 + low, .high = 1 + high };

    gam_fmt_ratio_range(&change, out, size);
    if (!*out)
        snprintf(out, size, "-");
}

static void row_add(struct gam_text_table *table, const struct gam_gate_case *c)
{
    const struct gam_gate_outcome *o = &c->first;
    char text[GAM_FMT_SIZE];

    gam_text_table_row(table);
    gam_text_table_cell(table, VERDICT, gam_gate_verdict_word(c->verdict), colours[c->verdict]);
    gam_text_table_cell(table, CASE, c->name, GAM_ANSI_NONE);
    gam_text_table_cell(table, METRIC, c->metric, GAM_ANSI_NONE);
    gam_unit_text(o->base, c->unit, text, sizeof text);
    gam_text_table_cell(table, BASE, c->base_text ? c->base_text : text, GAM_ANSI_NONE);
    gam_unit_text(o->cand, c->unit, text, sizeof text);
    gam_text_table_cell(table, CAND, c->cand_text ? c->cand_text : text, GAM_ANSI_NONE);
    percent(o->worse, text, sizeof text);
    gam_text_table_cell(table, WORSE, text, GAM_ANSI_NONE);
    interval(o->worse_low, o->worse_high, text, sizeof text);
    gam_text_table_cell(table, INTERVAL, text, GAM_ANSI_NONE);
    percent(o->mde, text, sizeof text);
    gam_text_table_cell(table, MDE, text, GAM_ANSI_NONE);
    snprintf(text, sizeof text, "%zu", o->pairs);
    gam_text_table_cell(table, PAIRS, text, GAM_ANSI_NONE);
    gam_text_table_cell(table, WHY, gam_gate_why_word(c->why), GAM_ANSI_NONE);
}

/* The sentences of those that did not pass. */
static void reasons_print(const struct gam_text *t, const struct gam_gate *g)
{
    for (size_t i = 0; i < g->n_cases; i++) {
        struct gam_strbuf line = GAM_STRBUF_INIT(1 << 16);
        const struct gam_gate_case *c = &g->cases[i];

        if (c->verdict == GAM_GATE_PASS || !c->reason)
            continue;
        gam_strbuf_printf(&line, "%s, %s: %s", c->name, c->metric, c->reason);
        gam_text_fill(t, 2, 0, gam_strbuf_get(&line));
        gam_text_done(t, &line);
    }
}

static void foot_print(const struct gam_text *t, const struct gam_gate *g)
{
    char text[200], span[64];

    gam_strbuf_char(t->out, '\n');
    if (g->n_cases > 1) /* the heading says it of a single one */
        reasons_print(t, g);
    for (size_t i = 0; i < g->n_warnings; i++)
        gam_text_field(t, "warning", g->warning[i]);
    gam_text_field(t, "what to do", g->advice);
    gam_unit_duration_text((uint64_t)(g->duration_ns > 0 ? g->duration_ns : 0), span, sizeof span);
    snprintf(text, sizeof text, "%zu pairs in %s, seed %" PRId64, g->diagnostics.pairs_run, span, g->seed);
    if (g->diagnostics.pairs_run)
        gam_text_field(t, "effort", text);
    gam_text_field(t, "again with", g->command);
}

void gam_text_gate(const struct gam_text *t, const struct gam_doc *doc)
{
    const struct gam_gate *g = doc->gate;
    struct gam_text_table table;
    const char *word = gam_gate_verdict_word(g->verdict);

    gam_text_colour_on(t, colours[g->verdict]);
    gam_strbuf_printf(t->out, "%s%s", word, g->advisory ? " (advisory)" : "");
    gam_text_colour_off(t, colours[g->verdict]);
    gam_strbuf_text(t->out, ": ");
    gam_text_fill(t, 2, gam_text_columns(word) + 2, g->reason ? g->reason : "-");
    if (g->n_cases) {
        gam_strbuf_char(t->out, '\n');
        gam_text_table_init(&table, columns, COLUMNS);
        for (size_t i = 0; i < g->n_cases; i++)
            row_add(&table, &g->cases[i]);
        gam_text_table_print(t, &table);
        gam_text_table_release(&table);
    }
    foot_print(t, g);
}
