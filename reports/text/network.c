/* SPDX-License-Identifier: MIT */
/* Links, collectives, steps and ranks on the terminal. */
#include "analyzer/network/network.h"
#include "common/unit.h"
#include "reports/fmt.h"
#include "reports/text/priv.h"
#include "reports/view.h"

#include <stdio.h>

static void quantity_cell(struct gam_text_table *table, size_t column, const struct gam_quantity *q)
{
    char text[GAM_FMT_SIZE];

    gam_fmt_quantity(q, text, sizeof text);
    gam_text_table_cell(table, column, text, GAM_ANSI_NONE);
}

static void spread_cell(struct gam_text_table *table, size_t column, const struct gam_quantity *q)
{
    char text[GAM_FMT_SIZE];

    gam_fmt_spread(q, text, sizeof text);
    gam_text_table_cell(table, column, text, GAM_ANSI_DIM);
}

static void share_cell(struct gam_text_table *table, size_t column, double share)
{
    char text[GAM_FMT_SIZE];

    gam_fmt_share(share, text, sizeof text);
    gam_text_table_cell(table, column, text, GAM_ANSI_NONE);
}

static void table_show(const struct gam_text *t, const char *heading, struct gam_text_table *table)
{
    if (table->n_rows) {
        gam_text_heading(t, heading);
        gam_text_table_print(t, table);
    }
    gam_text_table_release(table);
}

static void links_show(const struct gam_text *t, const struct gam_network *n)
{
    static const struct gam_text_column columns[] = {
        { "ranks", 0, 0, 0 }, { "link", 0, 0, 6 },    { "latency", 0, 1, 0 },  { "±", 3, 1, 0 },    { "bandwidth", 0, 1, 0 },
        { "±", 3, 1, 0 },     { "fit off", 2, 1, 0 }, { "smallest", 4, 1, 0 }, { "best", 2, 1, 0 }, { "remark", 1, 0, 8 },
    };
    struct gam_text_table table;
    char ranks[40];

    gam_text_table_init(&table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < n->n_links; i++) {
        const struct gam_report_link *l = &n->link[i];

        gam_text_table_row(&table);
        snprintf(ranks, sizeof ranks, "%d-%d", l->a, l->b);
        gam_text_table_cell(&table, 0, ranks, GAM_ANSI_NONE);
        gam_text_table_cell(&table, 1, l->link, GAM_ANSI_NONE);
        quantity_cell(&table, 2, &l->alpha_ns);
        spread_cell(&table, 3, &l->alpha_ns);
        quantity_cell(&table, 4, &l->rate);
        spread_cell(&table, 5, &l->rate);
        share_cell(&table, 6, l->residual);
        quantity_cell(&table, 7, &l->least_ns);
        quantity_cell(&table, 8, &l->best_rate);
        gam_text_table_cell(&table, 9, l->outlier, GAM_ANSI_BOLD);
    }
    table_show(t, "Links (time = latency + bytes / bandwidth)", &table);
}

static void collectives_show(const struct gam_text *t, const struct gam_network *n)
{
    static const struct gam_text_column columns[] = {
        { "collective", 0, 0, 0 }, { "latency", 0, 1, 0 }, { "±", 2, 1, 0 },       { "bandwidth", 0, 1, 0 },
        { "±", 2, 1, 0 },          { "fit off", 1, 1, 0 }, { "assumed", 1, 0, 0 }, { "off", 3, 1, 0 },
    };
    struct gam_text_table table;

    gam_text_table_init(&table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < n->n_collectives; i++) {
        const struct gam_report_collective *c = &n->collective[i];

        gam_text_table_row(&table);
        gam_text_table_cell(&table, 0, gam_collective_words[c->what], GAM_ANSI_NONE);
        quantity_cell(&table, 1, &c->alpha_ns);
        spread_cell(&table, 2, &c->alpha_ns);
        quantity_cell(&table, 3, &c->rate);
        spread_cell(&table, 4, &c->rate);
        share_cell(&table, 5, c->residual);
        gam_text_table_cell(&table, 6, gam_algorithm_words[c->algorithm], GAM_ANSI_NONE);
        share_cell(&table, 7, c->algorithm_residual);
    }
    table_show(t, "Collectives over their sizes", &table);
}

static void transfers_show(const struct gam_text *t, const struct gam_report *report)
{
    static const struct gam_text_column columns[] = {
        { "collective", 0, 0, 0 }, { "bytes", 0, 1, 0 },         { "time", 0, 1, 0 },        { "±", 3, 1, 0 },
        { "algorithm", 2, 1, 0 },  { "bus bandwidth", 0, 1, 0 }, { "of its link", 0, 1, 0 }, { "waiting", 1, 1, 0 },
    };
    const struct gam_network *n = report->network;
    struct gam_text_table table;
    char text[GAM_FMT_SIZE];

    gam_text_table_init(&table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < n->n_transfers; i++) {
        const struct gam_report_transfer *r = &n->transfer[i];

        gam_text_table_row(&table);
        gam_text_table_cell(&table, 0, gam_collective_words[r->what], GAM_ANSI_NONE);
        snprintf(text, sizeof text, "%.0f", r->bytes);
        gam_text_table_cell(&table, 1, text, GAM_ANSI_NONE);
        quantity_cell(&table, 2, &report->op[r->op].time_ns);
        spread_cell(&table, 3, &report->op[r->op].time_ns);
        quantity_cell(&table, 4, &r->algorithm_rate);
        quantity_cell(&table, 5, &r->bus_rate);
        gam_fmt_roof_share(r->link_share.value, text, sizeof text);
        gam_text_table_cell(&table, 6, text, GAM_ANSI_NONE);
        quantity_cell(&table, 7, &r->wait_ns);
    }
    table_show(t, "Bus bandwidth", &table);
}

static void predicted_cell(struct gam_text_table *table, size_t column, const struct gam_report_step *s)
{
    char low[GAM_FMT_SIZE], high[GAM_FMT_SIZE], text[3 * GAM_FMT_SIZE];

    gam_fmt_ns(s->predicted_ns.low, low, sizeof low);
    gam_fmt_ns(s->predicted_ns.value, high, sizeof high);
    if (!gam_quantity_known(&s->prediction_error) && s->predicted_ns.low < s->predicted_ns.value)
        snprintf(text, sizeof text, "%s .. %s", low, high);
    else
        snprintf(text, sizeof text, "%s", high);
    gam_text_table_cell(table, column, text, GAM_ANSI_NONE);
}

static void steps_show(const struct gam_text *t, const struct gam_report *report)
{
    static const struct gam_text_column columns[] = {
        { "step", 0, 0, 10 },   { "time", 0, 1, 0 },       { "exposed", 0, 1, 0 },   { "overlap", 1, 1, 0 },
        { "waiting", 2, 1, 0 }, { "efficiency", 1, 1, 0 }, { "predicted", 0, 1, 0 }, { "off", 2, 1, 0 },
    };
    const struct gam_network *n = report->network;
    struct gam_text_table table;
    char text[GAM_FMT_SIZE];

    gam_text_table_init(&table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < n->n_steps; i++) {
        const struct gam_report_step *s = &n->step[i];

        gam_text_table_row(&table);
        gam_text_table_cell(&table, 0, gam_view_name(&report->op[s->op]), GAM_ANSI_NONE);
        quantity_cell(&table, 1, &report->op[s->op].time_ns);
        share_cell(&table, 2, s->exposed_share.value);
        gam_fmt_fixed(s->omega.value, 2, text, sizeof text);
        gam_text_table_cell(&table, 3, text, GAM_ANSI_NONE);
        share_cell(&table, 4, s->wait_share.value);
        share_cell(&table, 5, s->efficiency.value);
        predicted_cell(&table, 6, s);
        gam_fmt_fixed(100 * s->prediction_error.value, 1, text, sizeof text);
        gam_text_table_cell(&table, 7, text, GAM_ANSI_NONE);
    }
    table_show(t, "Steps (exposed: communication that nothing hides; off: prediction in %)", &table);
}

static void range_cell(struct gam_text_table *table, size_t column, const struct gam_quantity *q)
{
    char low[GAM_FMT_SIZE / 3], high[GAM_FMT_SIZE / 3], text[GAM_FMT_SIZE] = "";

    gam_fmt_fixed(q->low, 2, low, sizeof low);
    gam_fmt_fixed(q->high, 2, high, sizeof high);
    if (!isnan(q->low))
        snprintf(text, sizeof text, "%s .. %s", low, high);
    gam_text_table_cell(table, column, text, GAM_ANSI_DIM);
}

static void ranks_show(const struct gam_text *t, const struct gam_network *n)
{
    static const struct gam_text_column columns[] = {
        { "rank", 0, 1, 0 }, { "host", 0, 0, 6 },  { "slowness", 0, 1, 0 }, { "interval", 2, 0, 0 },
        { "at", 3, 0, 12 },  { "clock", 1, 1, 0 }, { "±", 1, 0, 0 },
    };
    struct gam_text_table table;
    char text[2 * GAM_FMT_SIZE];

    gam_text_table_init(&table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < n->n_ranks; i++) {
        const struct gam_report_rank *r = &n->rank[i];

        gam_text_table_row(&table);
        snprintf(text, sizeof text, "%d", r->rank);
        gam_text_table_cell(&table, 0, text, GAM_ANSI_NONE);
        gam_text_table_cell(&table, 1, r->host, GAM_ANSI_NONE);
        gam_fmt_fixed(r->slowness.value, 2, text, sizeof text);
        gam_text_table_cell(&table, 2, text, r->slow ? GAM_ANSI_BOLD : GAM_ANSI_NONE);
        range_cell(&table, 3, &r->slowness);
        gam_text_table_cell(&table, 4, r->roof, GAM_ANSI_DIM);
        if (r->clock_offset_ns == GAM_NULL_INT)
            continue;
        snprintf(text, sizeof text, "%+lld ns", (long long)r->clock_offset_ns);
        gam_text_table_cell(&table, 5, text, GAM_ANSI_NONE);
        snprintf(text, sizeof text, "±%lld ns", (long long)r->clock_error_ns);
        gam_text_table_cell(&table, 6, text, GAM_ANSI_DIM);
    }
    table_show(t, "Ranks (slowness: time of a roof over that of the other ranks' median)", &table);
}

void gam_text_network(const struct gam_text *t, const struct gam_report *report)
{
    if (!report->network)
        return;
    if (report->network->oversubscribed)
        gam_text_field(t, "oversubscribed", "more ranks than processors take turns: no roof is drawn");
    ranks_show(t, report->network);
    links_show(t, report->network);
    collectives_show(t, report->network);
    transfers_show(t, report);
    steps_show(t, report);
}
