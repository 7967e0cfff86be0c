/* SPDX-License-Identifier: MIT */
/* The network of a run of several ranks: nothing for others. */
#include "analyzer/network/network.h"
#include "reports/fmt.h"
#include "reports/html/priv.h"
#include "reports/svg/svg.h"
#include "reports/view.h"

#include <stdio.h>

static void ridge_show(struct gam_strbuf *out, const struct gam_report *report)
{
    struct gam_svg_frame wide = { .id = "ridge-w", .width = GAM_HTML_WIDE },
                         narrow = { .id = "ridge-n", .width = GAM_HTML_NARROW, .narrow = 1 };

    if (!report->network->ridge.n)
        return;
    gam_strbuf_text(out, "<figure>\n<figcaption>Ridgeline: where bytes moved per byte sent and FLOP per byte moved put each "
                         "step. Numbers are those "
                         "of the table of operators.</figcaption>\n");
    gam_svg_ridgeline(out, report, &wide);
    gam_svg_ridgeline(out, report, &narrow);
    gam_strbuf_text(out, "</figure>\n");
}

static void links_show(struct gam_strbuf *out, const struct gam_network *n)
{
    static const char *const titles[] = { "Ranks", "Link", "#Latency", "#Bandwidth", "#Best", "Remark", NULL };

    gam_html_table_open(out, "links", "Links between ranks: time = latency + bytes / bandwidth", titles);
    for (size_t i = 0; i < n->n_links; i++) {
        const struct gam_report_link *l = &n->link[i];
        char ranks[40];

        snprintf(ranks, sizeof ranks, "%d and %d", l->a, l->b);
        gam_strbuf_text(out, "<tr>");
        gam_html_cell(out, ranks, NULL);
        gam_html_cell(out, l->link, NULL);
        gam_html_cell_quantity(out, &l->alpha_ns, NULL);
        gam_html_cell_quantity(out, &l->rate, NULL);
        gam_html_cell_quantity(out, &l->best_rate, NULL);
        gam_html_cell(out, l->outlier ? l->outlier : "–", NULL);
        gam_strbuf_text(out, "</tr>\n");
    }
    gam_html_table_close(out);
}

static void collectives_show(struct gam_strbuf *out, const struct gam_report *report)
{
    static const char *const titles[] = { "Collective", "#Bytes", "#Time", "#Bus bandwidth", "#Of its link", "#Waiting", NULL };
    const struct gam_network *n = report->network;

    gam_html_table_open(out, "collectives", "Collectives: bus bandwidth is what a link has to carry", titles);
    for (size_t i = 0; i < n->n_transfers; i++) {
        const struct gam_report_transfer *t = &n->transfer[i];
        char bytes[40];

        snprintf(bytes, sizeof bytes, "%.0f", t->bytes);
        gam_strbuf_text(out, "<tr>");
        gam_html_cell(out, gam_collective_words[t->what], NULL);
        gam_html_cell_number(out, t->bytes, bytes, NULL);
        gam_html_cell_quantity(out, &report->op[t->op].time_ns, NULL);
        gam_html_cell_quantity(out, &t->bus_rate, NULL);
        gam_html_cell_roof_share(out, &t->link_share, NULL);
        gam_html_cell_quantity(out, &t->wait_ns, NULL);
        gam_strbuf_text(out, "</tr>\n");
    }
    gam_html_table_close(out);
}

static void steps_show(struct gam_strbuf *out, const struct gam_report *report)
{
    static const char *const titles[] = {
        "Step", "#Time", "#Exposed communication", "#Overlap", "#Efficiency", "#Predicted", NULL
    };
    const struct gam_network *n = report->network;

    if (!n->n_steps)
        return;
    gam_html_table_open(out, "steps", "Steps: communication that nothing hides, and what the model says", titles);
    for (size_t i = 0; i < n->n_steps; i++) {
        const struct gam_report_step *s = &n->step[i];

        gam_strbuf_text(out, "<tr><th scope=\"row\">");
        gam_html_name(out, gam_view_name(&report->op[s->op]));
        gam_strbuf_text(out, "</th>");
        gam_html_cell_quantity(out, &report->op[s->op].time_ns, NULL);
        gam_html_cell_quantity(out, &s->exposed_ns, NULL);
        gam_html_cell_quantity(out, &s->omega, NULL);
        gam_html_cell_quantity(out, &s->efficiency, NULL);
        gam_html_cell_quantity(out, &s->predicted_ns, s->predicted_ns.reason);
        gam_strbuf_text(out, "</tr>\n");
    }
    gam_html_table_close(out);
}

static void ranks_show(struct gam_strbuf *out, const struct gam_network *n)
{
    static const char *const titles[] = { "#Rank", "Host", "#Time over the others' median", "At", NULL };

    gam_html_table_open(out, "ranks", "Ranks beside each other", titles);
    for (size_t i = 0; i < n->n_ranks; i++) {
        const struct gam_report_rank *r = &n->rank[i];
        char number[24];

        snprintf(number, sizeof number, "%d", r->rank);
        gam_strbuf_text(out, "<tr>");
        gam_html_cell_number(out, r->rank, number, NULL);
        gam_html_cell(out, r->host ? r->host : "–", NULL);
        gam_html_cell_quantity(out, &r->slowness, r->slow ? "slow" : NULL);
        gam_html_cell(out, r->roof ? r->roof : "–", NULL);
        gam_strbuf_text(out, "</tr>\n");
    }
    gam_html_table_close(out);
}

void gam_html_network(struct gam_strbuf *out, const struct gam_report *report)
{
    if (!report->network)
        return;
    gam_html_section(out, "network", "Network");
    if (report->network->oversubscribed)
        gam_html_element(out, "p", "Oversubscribed: more ranks than processors take turns, and no roof is drawn.");
    ridge_show(out, report);
    steps_show(out, report);
    collectives_show(out, report);
    links_show(out, report->network);
    ranks_show(out, report->network);
    gam_strbuf_text(out, "</section>\n");
}
