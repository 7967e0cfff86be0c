/* SPDX-License-Identifier: MIT */
/* The answer of `gambrel whatif` for the terminal. */
#include "analyzer/whatif/whatif.h"
#include "common/unit.h"
#include "reports/fmt.h"
#include "reports/text/priv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void question(const struct gam_text *t, const struct gam_whatif *x)
{
    struct gam_strbuf line = GAM_STRBUF_INIT(8192);

    gam_strbuf_printf(&line, "What if: %s", x->name);
    for (size_t i = 0; i < x->n_edits; i++)
        gam_strbuf_printf(&line, "%s%s", i ? ", " : " with ", x->edit[i]);
    if (x->device)
        gam_strbuf_printf(&line, ", on %s", x->device);
    gam_text_colour_on(t, GAM_ANSI_BOLD);
    gam_text_fill(t, 2, 0, gam_strbuf_get(&line));
    gam_text_colour_off(t, GAM_ANSI_BOLD);
    gam_text_done(t, &line);
}

static void answer(const struct gam_text *t, const struct gam_whatif *x)
{
    struct gam_strbuf line = GAM_STRBUF_INIT(8192);
    char before[GAM_FMT_SIZE], after[GAM_FMT_SIZE];

    gam_fmt_quantity(&x->before_ns, before, sizeof before);
    gam_fmt_quantity(&x->after_ns, after, sizeof after);
    gam_strbuf_printf(&line, "%s: ", x->bound ? "bound" : "estimate");
    if (!gam_quantity_known(&x->after_ns))
        gam_strbuf_printf(&line, "no time: %s", x->after_ns.reason ? x->after_ns.reason : "not known");
    else
        gam_strbuf_printf(&line, "%s%s now, %s%s then", before, x->unit ? " " : "", x->bound ? "no less than " : "", after);
    if (gam_quantity_known(&x->speedup)) {
        gam_strbuf_printf(&line, ": %s%.3g times as fast", x->bound ? "at most " : "", x->speedup.value);
        if (!isnan(x->speedup.low))
            gam_strbuf_printf(&line, " [%.3g, %.3g]", x->speedup.low, x->speedup.high);
    }
    if (x->unit)
        gam_strbuf_printf(&line, " (%s)", x->unit);
    gam_text_fill(t, 2, 0, gam_strbuf_get(&line));
    gam_text_again(t, &line);
    gam_strbuf_printf(&line, "now %s, then %s", gam_label_word(x->label_before.label), gam_label_word(x->label_after.label));
    gam_text_fill(t, 2, 0, gam_strbuf_get(&line));
    gam_text_done(t, &line);
    if (!isnan(x->claim)) {
        gam_strbuf_printf(t->out, "claim of %.4g x: %s: ", x->claim, x->claim_possible ? "possible" : "not possible");
        gam_text_fill(t, 2, 20, x->claim_reason);
    }
}

static void limits(const struct gam_text *t, const struct gam_whatif *x)
{
    static const struct gam_text_column columns[] = {
        { "resource", 0, 0, 0 },         { "share", 0, 1, 0 }, { "without it", 0, 1, 0 }, { "worth at most", 0, 1, 0 },
        { "stops binding at", 0, 1, 0 },
    };
    struct gam_text_table table;
    char text[GAM_FMT_SIZE];

    if (!x->n_limits)
        return;
    gam_text_heading(t, "each resource on its own");
    gam_text_table_init(&table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < x->n_limits; i++) {
        gam_text_table_row(&table);
        gam_text_table_cell(&table, 0, gam_resource_kind_word(x->limit[i].kind), GAM_ANSI_NONE);
        gam_fmt_share(x->limit[i].share, text, sizeof text);
        gam_text_table_cell(&table, 1, text, GAM_ANSI_NONE);
        gam_fmt_ns(x->limit[i].limit_ns, text, sizeof text);
        gam_text_table_cell(&table, 2, text, GAM_ANSI_NONE);
        snprintf(text, sizeof text, "x%.3g", x->limit[i].speedup);
        gam_text_table_cell(&table, 3, isnan(x->limit[i].speedup) ? "-" : text, GAM_ANSI_NONE);
        snprintf(text, sizeof text, "x%.3g", x->limit[i].flips_at_k);
        gam_text_table_cell(&table, 4, isnan(x->limit[i].flips_at_k) ? "-" : text, GAM_ANSI_NONE);
    }
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
}

static void row(struct gam_text_table *table, const struct gam_projected *r)
{
    double factor = r->op->time_ns.value / r->time_ns.value;
    char text[GAM_FMT_SIZE];

    gam_text_table_row(table);
    gam_text_table_cell(table, 0, r->op->id, GAM_ANSI_NONE);
    gam_text_table_cell(table, 1, r->spec, GAM_ANSI_NONE);
    gam_fmt_quantity(&r->op->time_ns, text, sizeof text);
    gam_text_table_cell(table, 2, text, GAM_ANSI_NONE);
    gam_fmt_quantity(&r->time_ns, text, sizeof text);
    gam_text_table_cell(table, 3, text, GAM_ANSI_NONE);
    gam_fmt_spread(&r->time_ns, text, sizeof text);
    gam_text_table_cell(table, 4, text, GAM_ANSI_NONE);
    snprintf(text, sizeof text, "x%.3g", factor);
    gam_text_table_cell(table, 5, isnan(factor) ? "-" : text, GAM_ANSI_NONE);
    gam_text_table_cell(table, 6, r->covered == 0 ? "on the host" : gam_label_word(r->bound.label), GAM_ANSI_NONE);
    gam_text_table_cell(table, 7, r->reason ? r->reason : r->time_ns.reason ? r->time_ns.reason : "", GAM_ANSI_DIM);
    gam_text_table_cell(table, 8, r->class_, GAM_ANSI_NONE);
}

static void operators(const struct gam_text *t, const struct gam_projection *p)
{
    static const struct gam_text_column columns[] = {
        { "id", 0, 0, 0 },     { "operator", 0, 0, 20 },     { "now", 0, 1, 0 },   { "then", 0, 1, 0 },          { "", 2, 0, 0 },
        { "factor", 1, 1, 0 }, { "then bound by", 3, 0, 0 }, { "note", 4, 0, 16 }, { "efficiency of", 5, 0, 0 },
    };
    struct gam_text_table table;

    if (!p)
        return;
    gam_text_heading(t, "operators");
    gam_text_table_init(&table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < p->n; i++)
        row(&table, &p->row[i]);
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
}

static void parts(const struct gam_text *t, const struct gam_whatif *x)
{
    static const struct gam_text_column columns[] = { { "part", 0, 0, 0 }, { "value", 0, 1, 0 } };
    struct gam_text_table table;
    char text[GAM_FMT_SIZE];

    if (!x->n_parts)
        return;
    gam_text_heading(t, "parts");
    gam_text_table_init(&table, columns, 2);
    for (size_t i = 0; i < x->n_parts; i++) {
        const struct gam_whatif_part *p = &x->part[i];

        if (!strcmp(p->unit, "bytes"))
            gam_unit_size_text(p->value, text, sizeof text);
        else if (!strcmp(p->unit, "1") || !strcmp(p->unit, "1/s"))
            snprintf(text, sizeof text, "%.4g", p->value);
        else
            gam_unit_text(p->value, p->unit, text, sizeof text);
        gam_text_table_row(&table);
        gam_text_table_cell(&table, 0, p->name, GAM_ANSI_NONE);
        gam_text_table_cell(&table, 1, isnan(p->value) ? "not known" : text, GAM_ANSI_NONE);
    }
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
}

static void backtest_sum(const struct gam_text *t, const struct gam_backtest *b)
{
    char interval[64] = "";

    if (!isnan(b->median_low))
        snprintf(interval, sizeof interval, " (95 %%: %.1f to %.1f %%)", 100 * b->median_low, 100 * b->median_high);
    if (b->n)
        gam_strbuf_printf(t->out,
                          "%zu operators: median error %.1f %%%s, 90th percentile %.1f %%, %.0f %% inside their interval\n", b->n,
                          100 * b->median, interval, 100 * b->p90, 100 * b->inside_share);
    else
        gam_strbuf_text(t->out, "no operator was both projected and measured there\n");
    if (b->n_roofs)
        gam_strbuf_printf(t->out, "meanwhile %zu roofs that both runs measured moved by %.1f %% in the median, %.1f %% at most\n",
                          b->n_roofs, 100 * b->roofs_moved, 100 * b->roofs_moved_most);
}

static void backtest(const struct gam_text *t, const struct gam_backtest *b)
{
    static const struct gam_text_column columns[] = {
        { "operator", 0, 0, 20 }, { "projected", 0, 1, 0 },   { "measured", 0, 1, 0 },
        { "error", 0, 1, 0 },     { "in interval", 1, 0, 0 },
    };
    struct gam_text_table table;
    char text[GAM_FMT_SIZE];

    if (!b)
        return;
    gam_text_heading(t, "backtest");
    gam_text_table_init(&table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < b->n; i++) {
        gam_text_table_row(&table);
        gam_text_table_cell(&table, 0, b->row[i].projected->spec, GAM_ANSI_NONE);
        gam_fmt_quantity(&b->row[i].projected->time_ns, text, sizeof text);
        gam_text_table_cell(&table, 1, text, GAM_ANSI_NONE);
        gam_fmt_quantity(&b->row[i].measured->time_ns, text, sizeof text);
        gam_text_table_cell(&table, 2, text, GAM_ANSI_NONE);
        snprintf(text, sizeof text, "%+.1f %%", 100 * b->row[i].error);
        gam_text_table_cell(&table, 3, text, GAM_ANSI_NONE);
        gam_text_table_cell(&table, 4, b->row[i].inside ? "yes" : "no", GAM_ANSI_NONE);
    }
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
    backtest_sum(t, b);
}

void gam_text_whatif(const struct gam_text *t, const struct gam_doc *doc)
{
    const struct gam_whatif *x = doc->whatif;

    question(t, x);
    answer(t, x);
    limits(t, x);
    parts(t, x);
    operators(t, x->projection);
    backtest(t, x->backtest);
    if (x->n_notes)
        gam_text_heading(t, "notes");
    for (size_t i = 0; i < x->n_notes; i++) {
        gam_strbuf_text(t->out, "- ");
        gam_text_fill(t, 2, 2, x->note[i]);
    }
}
