/* SPDX-License-Identifier: MIT */
#include "reports/text/priv.h"

#include "reports/escape.h"
#include "reports/fmt.h"
#include "reports/view.h"

#include <stdio.h>
#include <string.h>

enum { NUMBER, NAME, TIME, SPREAD, BOUND, SURE, ROOF, GAIN, SHARE, RATE, BANDWIDTH, INTENSITY, ENERGY, IMPL, COLUMNS };

static const struct gam_text_column columns[COLUMNS] = {
    [NUMBER] = { "#", 0, 1, 0 },       [NAME] = { "operator", 0, 0, 16 },    [TIME] = { "time", 0, 1, 0 },
    [SPREAD] = { "±", 6, 1, 0 },       [BOUND] = { "bound by", 0, 0, 13 },   [SURE] = { "sure", 4, 1, 0 },
    [ROOF] = { "of roof", 2, 1, 0 },   [GAIN] = { "gain", 1, 1, 0 },         [SHARE] = { "share", 3, 1, 0 },
    [RATE] = { "FLOP/s", 5, 1, 0 },    [BANDWIDTH] = { "bytes/s", 7, 1, 0 }, [INTENSITY] = { "FLOP/B", 8, 1, 0 },
    [ENERGY] = { "energy", 10, 1, 0 }, [IMPL] = { "by", 9, 0, 6 },
};

static void cell_quantity(struct gam_text_table *table, size_t column, const struct gam_quantity *q)
{
    char text[GAM_FMT_SIZE];

    gam_fmt_quantity(q, text, sizeof text);
    gam_text_table_cell(table, column, text, GAM_ANSI_NONE);
}

static void cell_share(struct gam_text_table *table, size_t column, double share)
{
    char text[GAM_FMT_SIZE];

    gam_fmt_share(share, text, sizeof text);
    gam_text_table_cell(table, column, text, GAM_ANSI_NONE);
}

static void bound_cells(struct gam_text_table *table, const struct gam_text *t, const struct gam_bound *bound)
{
    const struct gam_look *look = gam_view_look(bound->label);
    const char *where = gam_view_where(bound), *word = look->word;
    char text[128];

    if (!strcmp(where, "host link")) { /* which communication says enough, and both would be cut */
        word = where;
        where = "";
    }
    snprintf(text, sizeof text, "%s %s%s%s", t->ascii ? (char[]){ look->letter, 0 } : look->glyph, word, *where ? " " : "",
             where);
    gam_text_table_cell(table, BOUND, text, look->ansi);
    if (isfinite(bound->confidence))
        cell_share(table, SURE, bound->confidence);
}

static void row_add(struct gam_text_table *table, const struct gam_text *t, const struct gam_report *report, size_t i)
{
    const struct gam_report_operator *op = &report->op[i];
    char text[2000];

    gam_text_table_row(table);
    snprintf(text, sizeof text, "%zu", i + 1);
    gam_text_table_cell(table, NUMBER, text, GAM_ANSI_NONE);
    gam_escape_cut(gam_view_name(op), GAM_NAME_COLUMNS, text, sizeof text);
    gam_text_table_cell(table, NAME, text, GAM_ANSI_NONE);
    cell_quantity(table, TIME, &op->time_ns);
    gam_fmt_spread(&op->time_ns, text, sizeof text);
    /* The column's title is the sign: "±2.1 %" without it. */
    gam_text_table_cell(table, SPREAD, text[0] ? text + strlen("±") : "-", GAM_ANSI_NONE);
    bound_cells(table, t, &op->bound);
    gam_fmt_roof_share(op->roof_share.value, text, sizeof text);
    gam_text_table_cell(table, ROOF, text, GAM_ANSI_NONE);
    cell_quantity(table, GAIN, &op->gain_ns);
    cell_share(table, SHARE, op->share.value);
    cell_quantity(table, RATE, &op->flop_per_s);
    cell_quantity(table, BANDWIDTH, &op->bytes_per_s);
    gam_fmt_intensity(op->intensity.value, text, sizeof text);
    gam_text_table_cell(table, INTENSITY, text, GAM_ANSI_NONE);
    if (gam_quantity_known(&op->energy_joule))
        cell_quantity(table, ENERGY, &op->energy_joule);
    snprintf(text, sizeof text, "%s%s%s", op->implementation ? op->implementation : "", report->n_devices > 1 ? " @" : "",
             report->n_devices > 1 ? gam_view_device_id(report, op->device) : "");
    gam_text_table_cell(table, IMPL, text, GAM_ANSI_NONE);
}

/* Says what the "?" after a share of a roof means, where there is one. */
static void doubt_print(const struct gam_text *t, const struct gam_report *report, enum gam_view_group group)
{
    for (size_t i = 0; i < report->n_ops; i++)
        if (gam_view_group(&report->op[i]) == group && report->op[i].roof_share.value > 1.05) {
            gam_text_fill(t, 2, 0, "? more than 105 % of a roof cannot be: that roof was measured too low");
            return;
        }
}

static void group_print(const struct gam_text *t, const struct gam_report *report, enum gam_view_group group, const char *heading)
{
    struct gam_text_table table;

    if (!gam_view_count(report, group))
        return;
    gam_text_heading(t, heading);
    gam_text_table_init(&table, columns, COLUMNS);
    if (t->ascii)
        table.column[SPREAD].title = "+/-";
    for (size_t i = 0; i < report->n_ops; i++)
        if (gam_view_group(&report->op[i]) == group)
            row_add(&table, t, report, i);
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
    doubt_print(t, report, group);
}

static void rejected_print(const struct gam_text *t, const struct gam_report *report)
{
    static const struct gam_text_column fate[] = {
        { "#", 0, 1, 0 }, { "operator", 0, 0, 12 }, { "by", 0, 0, 6 }, { "status", 1, 0, 0 }, { "reason", 0, 0, 12 }
    };
    struct gam_text_table table;

    if (!gam_view_count(report, GAM_VIEW_REJECTED))
        return;
    gam_text_heading(t, "Skipped, failed or wrong");
    gam_text_table_init(&table, fate, sizeof fate / sizeof *fate);
    for (size_t i = 0; i < report->n_ops; i++) {
        const struct gam_report_operator *op = &report->op[i];
        char text[256];

        if (gam_view_group(op) != GAM_VIEW_REJECTED)
            continue;
        gam_text_table_row(&table);
        snprintf(text, sizeof text, "%zu", i + 1);
        gam_text_table_cell(&table, 0, text, GAM_ANSI_NONE);
        gam_escape_cut(gam_view_name(op), GAM_NAME_COLUMNS, text, sizeof text);
        gam_text_table_cell(&table, 1, text, GAM_ANSI_NONE);
        gam_text_table_cell(&table, 2, op->implementation ? op->implementation : "-", GAM_ANSI_NONE);
        gam_text_table_cell(&table, 3, (size_t)op->status < gam_words_status.n ? gam_words_status.word[op->status] : "-",
                            GAM_ANSI_NONE);
        gam_text_table_cell(&table, 4, op->reason ? op->reason : op->time_ns.reason, GAM_ANSI_NONE);
    }
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
}

void gam_text_operators(const struct gam_text *t, const struct gam_report *report)
{
    group_print(t, report, GAM_VIEW_RANKED, "Operators, by what reaching the roof would gain");
    group_print(t, report, GAM_VIEW_OTHER, "Slower implementations");
    rejected_print(t, report);
}
