/* SPDX-License-Identifier: MIT */
/* Several devices on the terminal: the same operator on each, and what their links to the host carry. */
#include "analyzer/devices/host_links.h"
#include "analyzer/devices/side.h"
#include "reports/escape.h"
#include "reports/fmt.h"
#include "reports/text/priv.h"
#include "reports/view.h"

#include <stdio.h>

enum { DEVICES_SHOWN = 5 };

static void side_cell(struct gam_text_table *table, size_t column, const struct gam_report_side *row, size_t d)
{
    char time[GAM_FMT_SIZE], speed[GAM_FMT_SIZE], text[3 * GAM_FMT_SIZE];

    if (!row->op[d]) {
        gam_text_table_cell(table, column, "-", GAM_ANSI_DIM);
        return;
    }
    gam_fmt_quantity(&row->op[d]->time_ns, time, sizeof time);
    gam_fmt_times(row->speed[d].value, speed, sizeof speed);
    if (d == row->first)
        gam_text_table_cell(table, column, time, GAM_ANSI_NONE);
    else {
        snprintf(text, sizeof text, "%s (%s)", time, speed);
        gam_text_table_cell(table, column, text, GAM_ANSI_NONE);
    }
}

static void sides_show(const struct gam_text *t, const struct gam_report *report)
{
    struct gam_text_column columns[DEVICES_SHOWN + 1] = { { "operator", 0, 0, 16 } };
    size_t n = report->n_devices < DEVICES_SHOWN ? report->n_devices : DEVICES_SHOWN;
    struct gam_text_table table;
    char name[512];

    if (!report->n_sides)
        return;
    for (size_t d = 0; d < n; d++)
        columns[d + 1] = (struct gam_text_column){ gam_view_device_id(report, d), d < 2 ? 0 : (int)d, 1, 0 };
    gam_text_heading(t, "Side by side: the fastest right implementation of each device (times as fast as the first)");
    gam_text_table_init(&table, columns, n + 1);
    for (size_t i = 0; i < report->n_sides; i++) {
        gam_text_table_row(&table);
        gam_escape_cut(gam_view_name(report->side[i].op[report->side[i].first]), GAM_NAME_COLUMNS, name, sizeof name);
        gam_text_table_cell(&table, 0, name, GAM_ANSI_NONE);
        for (size_t d = 0; d < n; d++)
            side_cell(&table, d + 1, &report->side[i], d);
    }
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
    if (n < report->n_devices)
        gam_text_fill(t, 2, 0, "further devices: see the page, or --format json");
}

static void link_cell(struct gam_text_table *table, size_t column, const struct gam_ceiling *ceiling)
{
    char text[GAM_FMT_SIZE] = "-";

    if (ceiling)
        gam_fmt_quantity(&ceiling->value, text, sizeof text);
    gam_text_table_cell(table, column, text, GAM_ANSI_NONE);
}

static void links_show(const struct gam_text *t, const struct gam_report *report)
{
    static const struct gam_text_column columns[] = { { "device", 0, 0, 0 },     { "host memory", 0, 0, 0 },
                                                      { "to device", 0, 1, 0 },  { "from device", 0, 1, 0 },
                                                      { "both ways", 1, 1, 0 },  { "start to", 3, 1, 0 },
                                                      { "start from", 3, 1, 0 }, { "remark", 2, 0, 24 } };
    struct gam_text_table table;

    if (!report->n_host_links)
        return;
    gam_text_heading(t, "Links between the host and its devices; start: of one copy");
    gam_text_table_init(&table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < report->n_host_links; i++) {
        const struct gam_report_host_link *l = &report->host_link[i];

        gam_text_table_row(&table);
        gam_text_table_cell(&table, 0, gam_view_device_id(report, l->device), GAM_ANSI_NONE);
        gam_text_table_cell(&table, 1, l->memory, GAM_ANSI_NONE);
        for (size_t w = 0; w < GAM_LINK_WAYS; w++)
            link_cell(&table, 2 + w, l->way[w]);
        for (size_t w = 0; w < GAM_WAY_BOTH; w++)
            link_cell(&table, 2 + GAM_LINK_WAYS + w, l->start[w]);
        gam_text_table_cell(&table, 2 + GAM_LINK_WAYS + GAM_WAY_BOTH, gam_view_link_remark(l), GAM_ANSI_NONE);
    }
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
}

void gam_text_several_devices(const struct gam_text *t, const struct gam_report *report)
{
    sides_show(t, report);
    links_show(t, report);
}
