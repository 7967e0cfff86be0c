/* SPDX-License-Identifier: MIT */
/* `gambrel hw show`: one device with its sources, or several beside each other: a row per fact, a column per device. */
#include "common/unit.h"
#include "reports/fmt.h"
#include "reports/text/hw_priv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void fact_text(const struct gam_hw_fact *f, char *out, size_t size)
{
    if (!f)
        snprintf(out, size, "-");
    else if (f->text)
        snprintf(out, size, "%s", f->text);
    else if (gam_hw_rule(f->what)->shape == GAM_HW_FLAG)
        snprintf(out, size, "%s", f->has ? "yes" : "no");
    else
        gam_text_hw_number(f->value, f->unit, out, size);
}

/* "peak f16 2:4", "link, one way NVLink 4": dense and the main level go without saying. */
static void fact_title(const struct gam_hw_fact *f, char *out, size_t size)
{
    size_t at = (size_t)snprintf(out, size, "%s", gam_hw_rule(f->what)->title);

    for (int q = 0; q < GAM_HW_QUALIFIERS && at < size; q++) {
        const char *word = f->qualifier[q];

        if (word && strcmp(word, "dense") != 0 && strcmp(word, "main") != 0)
            at += (size_t)snprintf(out + at, size - at, " %s", word);
    }
}

static const struct gam_hw_fact *same_fact(const struct gam_hw_device *d, const struct gam_hw_fact *like)
{
    for (size_t i = 0; i < d->n_facts; i++) {
        const struct gam_hw_fact *f = &d->fact[i];
        int equal = f->what == like->what;

        for (int q = 0; q < GAM_HW_QUALIFIERS && equal; q++) {
            const char *a = f->qualifier[q], *b = like->qualifier[q];

            equal = a == b || (a && b && !strcmp(a, b));
        }
        if (equal)
            return f;
    }
    return NULL;
}

static void ridge_rows(struct gam_text_table *table, const struct gam_hw_doc *hw)
{
    char text[GAM_FMT_SIZE];

    for (size_t k = 0; gam_hw_dtypes[k]; k++) {
        size_t known = 0;

        for (size_t i = 0; i < hw->n; i++)
            known += !isnan(gam_hw_ridge(hw->device[i], gam_hw_dtypes[k]));
        if (!known)
            continue;
        gam_text_table_row(table);
        snprintf(text, sizeof text, "ridge %s, op/byte", gam_hw_dtypes[k]);
        gam_text_table_cell(table, 0, text, GAM_ANSI_NONE);
        for (size_t i = 0; i < hw->n; i++) {
            gam_fmt_intensity(gam_hw_ridge(hw->device[i], gam_hw_dtypes[k]), text, sizeof text);
            gam_text_table_cell(table, i + 1, text, GAM_ANSI_NONE);
        }
    }
}

/* Rows in the order of the first device; what only others have follows. */
static void compare(const struct gam_text *t, const struct gam_hw_doc *hw)
{
    struct gam_text_column columns[GAM_TEXT_COLUMNS_MAX] = { { "fact", 0, 0, 12 } };
    struct gam_text_table table;
    char text[300];

    for (size_t i = 0; i < hw->n; i++)
        columns[i + 1] = (struct gam_text_column){ hw->device[i]->id, i < 2 ? 0 : (int)i, 1, 12 };
    gam_text_table_init(&table, columns, hw->n + 1);
    for (size_t i = 0; i < hw->n; i++)
        for (size_t k = 0; k < hw->device[i]->n_facts; k++) {
            const struct gam_hw_fact *f = &hw->device[i]->fact[k];
            size_t before = 0;

            while (before < i && !same_fact(hw->device[before], f))
                before++;
            if (before < i)
                continue;
            gam_text_table_row(&table);
            fact_title(f, text, sizeof text);
            gam_text_table_cell(&table, 0, text, GAM_ANSI_NONE);
            for (size_t d = 0; d < hw->n; d++) {
                const struct gam_hw_fact *there = same_fact(hw->device[d], f);

                fact_text(there, text, sizeof text);
                gam_text_table_cell(&table, d + 1, text,
                                    there && there->from.confidence == GAM_HW_LOW ? GAM_ANSI_DIM : GAM_ANSI_NONE);
            }
        }
    ridge_rows(&table, hw);
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
}

static void sources_text(const struct gam_hw_device *d, const struct gam_hw_provenance *from, struct gam_strbuf *out)
{
    int first = 1;

    for (size_t i = 0; i < d->n_sources; i++)
        if (from->sources >> i & 1u) {
            gam_strbuf_printf(out, "%s%s", first ? "" : ", ", d->source[i].id);
            first = 0;
        }
    if (first)
        gam_strbuf_text(out, "(of the device as a whole)");
}

static void fact_row(struct gam_text_table *table, const struct gam_hw_device *d, const struct gam_hw_fact *f)
{
    struct gam_strbuf sources = GAM_STRBUF_INIT(2048);
    char text[300];

    gam_text_table_row(table);
    fact_title(f, text, sizeof text);
    gam_text_table_cell(table, 0, text, GAM_ANSI_NONE);
    fact_text(f, text, sizeof text);
    gam_text_table_cell(table, 1, text, GAM_ANSI_NONE);
    gam_text_table_cell(table, 2, gam_hw_kind_word(f->from.kind), GAM_ANSI_NONE);
    gam_text_table_cell(table, 3, gam_hw_confidence_word(f->from.confidence),
                        f->from.confidence == GAM_HW_LOW ? 214 : GAM_ANSI_NONE);
    sources_text(d, &f->from, &sources);
    if (f->from.note)
        gam_strbuf_printf(&sources, "; %s", f->from.note);
    gam_text_table_cell(table, 4, gam_strbuf_get(&sources), GAM_ANSI_NONE);
    gam_strbuf_release(&sources);
}

static void head(const struct gam_text *t, const struct gam_hw_device *d)
{
    struct gam_strbuf line = GAM_STRBUF_INIT(8192);

    gam_strbuf_printf(&line, "%s %s: %s, %s, figures of the %s%s%s", d->vendor, d->name, d->family, d->status, d->part,
                      d->origin ? "; from " : "", d->origin ? d->origin : "");
    gam_text_fill(t, 2, 0, gam_strbuf_get(&line));
    gam_text_again(t, &line);
    gam_strbuf_printf(&line, "operators: %s", gam_hw_coverage_word(d->coverage));
    for (size_t i = 0; i < d->n_kinds; i++)
        gam_strbuf_printf(&line, "%s%s", i ? ", " : ": ", d->kind[i]);
    gam_text_fill(t, 2, 0, gam_strbuf_get(&line));
    gam_text_done(t, &line);
    for (size_t i = 0; i < d->n_notes; i++)
        gam_text_field(t, "note", d->note[i]);
}

static void ridge_line(const struct gam_text *t, const struct gam_hw_device *d)
{
    struct gam_strbuf line = GAM_STRBUF_INIT(2048);
    char text[GAM_FMT_SIZE];

    for (size_t k = 0; gam_hw_dtypes[k]; k++) {
        double ridge = gam_hw_ridge(d, gam_hw_dtypes[k]);

        if (isnan(ridge))
            continue;
        gam_fmt_intensity(ridge, text, sizeof text);
        gam_strbuf_printf(&line, "%s%s %s", line.length ? ", " : "", gam_hw_dtypes[k], text);
    }
    gam_text_field(t, "ridge, operations per byte of main memory", line.length ? gam_strbuf_get(&line) : "not known");
    gam_text_done(t, &line);
}

static void one(const struct gam_text *t, const struct gam_hw_device *d)
{
    static const struct gam_text_column columns[] = {
        { "fact", 0, 0, 12 }, { "value", 0, 1, 8 }, { "kind", 0, 0, 0 }, { "confidence", 1, 0, 0 }, { "sources", 2, 0, 16 },
    };
    struct gam_text_table table;

    head(t, d);
    gam_text_table_init(&table, columns, sizeof columns / sizeof *columns);
    for (size_t k = 0; k < d->n_facts; k++)
        fact_row(&table, d, &d->fact[k]);
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
    ridge_line(t, d);
    gam_text_heading(t, "sources");
    for (size_t i = 0; i < d->n_sources; i++) {
        struct gam_strbuf line = GAM_STRBUF_INIT(8192);

        gam_strbuf_printf(&line, "%s: %s%s%s", d->source[i].id, d->source[i].title, d->source[i].says ? ": " : "",
                          d->source[i].says ? d->source[i].says : "");
        gam_text_fill(t, 4, 0, gam_strbuf_get(&line));
        gam_text_done(t, &line);
    }
}

void gam_text_hw_show(const struct gam_text *t, const struct gam_hw_doc *hw)
{
    if (hw->n == 1)
        one(t, hw->device[0]);
    else
        compare(t, hw);
}
