/* SPDX-License-Identifier: MIT */
/* The tables of `gambrel hw`: the list, faults, dated tables; devices beside each other stand in text_hw_show.c. */
#include "reports/hw_doc.h"
#include "reports/text/hw_priv.h"

#include "common/unit.h"
#include "reports/fmt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void gam_text_hw_number(double value, const char *unit, char *out, size_t size)
{
    if (isnan(value))
        snprintf(out, size, "-");
    else if (!strcmp(unit, "bytes"))
        gam_unit_size_text(value, out, size);
    else if (!strcmp(unit, "1") || !strcmp(unit, "year") || !strcmp(unit, "nm"))
        snprintf(out, size, "%.0f%s", value, !strcmp(unit, "nm") ? " nm" : "");
    else if (!strcmp(unit, "op/s") || !strcmp(unit, "bit/s")) {
        char text[GAM_FMT_SIZE];

        gam_unit_text(value, "flop/s", text, sizeof text);
        snprintf(out, size, "%.*s%s", (int)strcspn(text, "F"), text, !strcmp(unit, "op/s") ? "op/s" : "bit/s");
    } else
        gam_unit_text(value, unit, out, size);
}

static void peak_cell(struct gam_text_table *table, size_t column, const struct gam_hw_device *d, const char *dtype)
{
    const struct gam_hw_fact *f = gam_hw_peak(d, dtype, "dense", NULL);
    char text[GAM_FMT_SIZE];

    gam_text_hw_number(f ? f->value : NAN, f ? f->unit : "1", text, sizeof text);
    gam_text_table_cell(table, column, text, f && f->from.confidence == GAM_HW_LOW ? GAM_ANSI_DIM : GAM_ANSI_NONE);
}

static void list_row(struct gam_text_table *table, const struct gam_hw_device *d)
{
    enum { ID, FAMILY, F32, F16, I8, MEMORY, BANDWIDTH, TDP, RIDGE, YEAR };
    const struct gam_hw_fact *bytes = gam_hw_capacity(d), *bandwidth = gam_hw_bandwidth(d);
    double ridge = gam_hw_ridge(d, "f16");
    char text[GAM_FMT_SIZE];

    gam_text_table_row(table);
    gam_text_table_cell(table, ID, d->id, d->origin ? GAM_ANSI_BOLD : GAM_ANSI_NONE);
    gam_text_table_cell(table, FAMILY, d->family, GAM_ANSI_NONE);
    peak_cell(table, F32, d, "f32");
    peak_cell(table, F16, d, gam_hw_peak(d, "f16", "dense", NULL) ? "f16" : "bf16");
    peak_cell(table, I8, d, "i8");
    gam_text_hw_number(bytes ? bytes->value : NAN, "bytes", text, sizeof text);
    gam_text_table_cell(table, MEMORY, text, GAM_ANSI_NONE);
    gam_text_hw_number(bandwidth ? bandwidth->value : NAN, "bytes/s", text, sizeof text);
    gam_text_table_cell(table, BANDWIDTH, text, GAM_ANSI_NONE);
    gam_text_hw_number(gam_hw_number(d, GAM_HW_TDP), "watt", text, sizeof text);
    gam_text_table_cell(table, TDP, text, GAM_ANSI_NONE);
    gam_fmt_intensity(isnan(ridge) ? gam_hw_ridge(d, "bf16") : ridge, text, sizeof text);
    gam_text_table_cell(table, RIDGE, text, GAM_ANSI_NONE);
    gam_text_hw_number(gam_hw_number(d, GAM_HW_YEAR), "year", text, sizeof text);
    gam_text_table_cell(table, YEAR, text, GAM_ANSI_NONE);
}

static void list(const struct gam_text *t, const struct gam_hw_doc *hw)
{
    static const struct gam_text_column columns[] = {
        { "device", 0, 0, 20 }, { "family", 2, 0, 0 },    { "f32", 1, 1, 0 },   { "f16 or bf16", 0, 1, 0 }, { "int8", 3, 1, 0 },
        { "memory", 0, 1, 0 },  { "bandwidth", 0, 1, 0 }, { "power", 4, 1, 0 }, { "ridge f16", 5, 1, 0 },   { "year", 6, 1, 0 },
    };
    struct gam_text_table table;

    gam_text_table_init(&table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < hw->n; i++)
        list_row(&table, hw->device[i]);
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
    gam_strbuf_printf(
        t->out, "%zu of %zu devices; peaks are dense, ridges in operations per byte. 'gambrel hw show ID' names the sources.\n",
        hw->n, hw->of);
}

static void faults(const struct gam_text *t, const struct gam_hw_doc *hw)
{
    for (size_t i = 0; i < hw->n_faults; i++) {
        struct gam_strbuf line = GAM_STRBUF_INIT(4096);

        gam_strbuf_printf(&line, "%s: %s: %s", hw->fault[i].device, hw->fault[i].rule, hw->fault[i].text);
        gam_text_fill(t, 4, 0, gam_strbuf_get(&line));
        gam_text_done(t, &line);
    }
    gam_strbuf_printf(t->out, "%zu devices checked, %zu fault%s\n", hw->of, hw->n_faults, hw->n_faults == 1 ? "" : "s");
}

static void tables(const struct gam_text *t, const struct gam_hw_doc *hw)
{
    static const struct gam_text_column columns[] = {
        { "key", 0, 0, 12 },  { "what", 0, 0, 16 }, { "value", 0, 1, 0 },      { "unit", 0, 0, 0 },
        { "as of", 0, 0, 0 }, { "kind", 1, 0, 0 },  { "confidence", 2, 0, 0 }, { "source", 3, 0, 20 },
    };
    struct gam_text_table table;
    char text[GAM_FMT_SIZE];

    for (size_t i = 0; i < hw->n_dated;) {
        const char *name = hw->dated[i].table;

        gam_text_heading(t, name);
        gam_text_table_init(&table, columns, sizeof columns / sizeof *columns);
        for (; i < hw->n_dated && !strcmp(hw->dated[i].table, name); i++) {
            const struct gam_hw_dated_row *r = &hw->dated[i];
            const char *cells[] = {
                r->key,   r->name, text, r->unit, r->as_of, gam_hw_kind_word(r->kind), gam_hw_confidence_word(r->confidence),
                r->source
            };

            snprintf(text, sizeof text, "%.4g", r->value);
            gam_text_table_row(&table);
            for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
                gam_text_table_cell(&table, c, cells[c], GAM_ANSI_NONE);
        }
        gam_text_table_print(t, &table);
        gam_text_table_release(&table);
    }
}

void gam_text_hw(const struct gam_text *t, const struct gam_doc *doc)
{
    static void (*const views[])(const struct gam_text *, const struct gam_hw_doc *) = { list, gam_text_hw_show, faults, tables };

    views[doc->hw->view](t, doc->hw);
}
