/* SPDX-License-Identifier: MIT */
#include "reports/text/priv.h"

#include "common/unit.h"
#include "reports/compare_view.h"
#include "reports/fmt.h"
#include "reports/view.h"

#include <stdio.h>
#include <string.h>

enum { REASONS = 8, TEXT_MAX = 600 };

static void heads_print(const struct gam_text *t, const struct gam_doc *doc)
{
    const struct gam_compare *c = doc->compare;
    char text[TEXT_MAX];

    gam_compare_headline(c, text, sizeof text);
    gam_text_colour_on(t, GAM_ANSI_BOLD);
    gam_text_fill(t, 2, 0, text);
    gam_text_colour_off(t, GAM_ANSI_BOLD);
    gam_compare_run(c->base, doc->base_id, text, sizeof text);
    gam_text_field(t, "base", text);
    gam_compare_run(c->cand, doc->run_id, text, sizeof text);
    gam_text_field(t, "candidate", text);
    gam_compare_counts(c, text, sizeof text);
    gam_text_field(t, "operators", text);
}

static void unit_print(const struct gam_text *t, const struct gam_compare *c)
{
    char base[GAM_FMT_SIZE], cand[GAM_FMT_SIZE], ratio[GAM_FMT_SIZE], range[GAM_FMT_SIZE], line[TEXT_MAX];

    gam_fmt_quantity(&c->base->unit_time_ns, base, sizeof base);
    gam_fmt_quantity(&c->cand->unit_time_ns, cand, sizeof cand);
    gam_fmt_ratio(&c->unit_time, ratio, sizeof ratio);
    gam_fmt_ratio_range(&c->unit_time, range, sizeof range);
    if (gam_quantity_known(&c->unit_time))
        snprintf(line, sizeof line, "%s%s%s, %s%s%s", base, t->ascii ? " -> " : " → ", cand, ratio, range[0] ? ", " : "", range);
    else
        snprintf(line, sizeof line, "not compared: %s", c->unit_time.reason ? c->unit_time.reason : "not known");
    gam_text_field(t, "time per unit", line);
}

enum { NUMBER, NAME, BY, BASE, CAND, RATIO, RANGE, ROOF, SHARE, CHANGE, MOVED, COLUMNS };

static void row_add(struct gam_text_table *table, const char *arrow, const struct gam_compare_row *r, size_t number)
{
    const struct gam_quantity gone = gam_quantity_missing("ns", NULL);
    const struct gam_change_look *look = gam_compare_look(r->change);
    char text[160];

    gam_text_table_row(table);
    snprintf(text, sizeof text, "%zu", number);
    gam_text_table_cell(table, NUMBER, text, GAM_ANSI_NONE);
    gam_text_table_cell(table, NAME, gam_compare_name(r), GAM_ANSI_NONE);
    gam_compare_by(r, arrow, text, sizeof text);
    gam_text_table_cell(table, BY, text, GAM_ANSI_NONE);
    gam_fmt_quantity(r->base ? &r->base->time_ns : &gone, text, sizeof text);
    gam_text_table_cell(table, BASE, text, GAM_ANSI_NONE);
    gam_fmt_quantity(r->cand ? &r->cand->time_ns : &gone, text, sizeof text);
    gam_text_table_cell(table, CAND, text, GAM_ANSI_NONE);
    gam_fmt_ratio(&r->time, text, sizeof text);
    gam_text_table_cell(table, RATIO, text, look->ansi);
    gam_fmt_ratio_range(&r->time, text, sizeof text);
    gam_text_table_cell(table, RANGE, text, GAM_ANSI_NONE);
    gam_fmt_ratio(&r->roof, text, sizeof text);
    gam_text_table_cell(table, ROOF, text, GAM_ANSI_NONE);
    gam_compare_share(r, arrow, text, sizeof text);
    gam_text_table_cell(table, SHARE, text, GAM_ANSI_NONE);
    gam_text_table_cell(table, CHANGE, gam_compare_change_word(r->change), look->ansi);
    gam_text_table_cell(table, MOVED, gam_compare_moved(r), GAM_ANSI_NONE);
}

static void operators_print(const struct gam_text *t, const struct gam_compare *c)
{
    static const struct gam_text_column columns[COLUMNS] = {
        [NUMBER] = { "#", 0, 1, 0 },      [NAME] = { "operator", 0, 0, 12 }, [BY] = { "by", 2, 0, 6 },
        [BASE] = { "base", 3, 1, 0 },     [CAND] = { "candidate", 3, 1, 0 }, [RATIO] = { "time", 0, 1, 0 },
        [RANGE] = { "between", 4, 1, 0 }, [ROOF] = { "roof", 1, 1, 0 },      [SHARE] = { "of roof", 0, 1, 0 },
        [CHANGE] = { "change", 0, 0, 0 }, [MOVED] = { "moved", 0, 0, 0 },
    };
    struct gam_text_table table;
    char text[80];

    gam_text_heading(t, "Operators: time and roof of the candidate against the base");
    gam_text_table_init(&table, columns, COLUMNS);
    for (size_t i = 0; i < c->n_rows && c->row[i].change != GAM_CHANGE_UNTIMED; i++)
        row_add(&table, t->ascii ? " -> " : " → ", &c->row[i], i + 1);
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
    snprintf(text, sizeof text, "%zu more were timed in neither run", c->count[GAM_CHANGE_UNTIMED]);
    if (c->count[GAM_CHANGE_UNTIMED])
        gam_text_fill(t, 0, 0, text);
}

static int explained(const struct gam_compare_row *r)
{
    return gam_compare_stands_out(r) && r->reason;
}

/* Each reason once, after the numbers of the rows that it is for. */
static void reason_print(const struct gam_text *t, const struct gam_compare *c, size_t first)
{
    struct gam_strbuf line = GAM_STRBUF_INIT(1 << 16);

    for (size_t i = first; i < c->n_rows; i++)
        if (explained(&c->row[i]) && !strcmp(c->row[i].reason, c->row[first].reason))
            gam_strbuf_printf(&line, "%s%zu", line.length ? ", " : "", i + 1);
    gam_strbuf_printf(&line, ": %s", c->row[first].reason);
    gam_strbuf_text(t->out, "  ");
    gam_text_fill(t, 4, 2, gam_strbuf_get(&line));
    gam_text_done(t, &line);
}

static void reasons_print(const struct gam_text *t, const struct gam_compare *c)
{
    size_t shown = 0;

    for (size_t i = 0; i < c->n_rows && shown < REASONS; i++) {
        size_t k = 0;

        while (explained(&c->row[i]) && k < i && (!explained(&c->row[k]) || strcmp(c->row[k].reason, c->row[i].reason) != 0))
            k++;
        if (!explained(&c->row[i]) || k < i)
            continue;
        if (!shown++)
            gam_text_heading(t, "Why");
        reason_print(t, c, i);
    }
}

static void roof_add(struct gam_text_table *table, const struct gam_compare_roof *r)
{
    const struct gam_quantity gone = gam_quantity_missing("", NULL);
    char text[200];

    gam_text_table_row(table);
    gam_view_ceiling(r->cand ? r->cand : r->base, text, sizeof text);
    gam_text_table_cell(table, 0, text, GAM_ANSI_NONE);
    gam_fmt_quantity(r->base ? &r->base->value : &gone, text, sizeof text);
    gam_text_table_cell(table, 1, text, GAM_ANSI_NONE);
    gam_fmt_quantity(r->cand ? &r->cand->value : &gone, text, sizeof text);
    gam_text_table_cell(table, 2, text, GAM_ANSI_NONE);
    gam_fmt_ratio(&r->ratio, text, sizeof text);
    gam_text_table_cell(table, 3, text, gam_compare_look(r->change)->ansi);
    gam_fmt_ratio_range(&r->ratio, text, sizeof text);
    gam_text_table_cell(table, 4, text, GAM_ANSI_NONE);
    gam_text_table_cell(table, 5, gam_compare_change_word(r->change), gam_compare_look(r->change)->ansi);
}

static void roofs_print(const struct gam_text *t, const struct gam_compare *c)
{
    static const struct gam_text_column columns[] = { { "roof", 0, 0, 16 },     { "base", 1, 1, 0 },
                                                      { "candidate", 1, 1, 0 }, { "candidate / base", 0, 1, 0 },
                                                      { "between", 2, 1, 0 },   { "change", 0, 0, 0 } };
    struct gam_text_table table;

    if (!c->n_roofs)
        return;
    gam_text_heading(t, "Roofs");
    gam_text_table_init(&table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < c->n_roofs; i++)
        roof_add(&table, &c->roof[i]);
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
}

void gam_text_compare(const struct gam_text *t, const struct gam_doc *doc)
{
    const struct gam_compare *c = doc->compare;

    heads_print(t, doc);
    unit_print(t, c);
    if (c->n_findings)
        gam_text_heading(t, "To know");
    for (size_t i = 0; i < c->n_findings; i++)
        gam_text_finding(t, -1, &c->finding[i]);
    operators_print(t, c);
    reasons_print(t, c);
    roofs_print(t, c);
}
