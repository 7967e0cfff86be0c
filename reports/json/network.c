/* SPDX-License-Identifier: MIT */
/* What a run of several ranks says about the network. The key is there in reports of such runs only. */
#include "analyzer/network/network.h"
#include "reports/json/priv.h"

static const char *id_of(const struct gam_report *report, size_t op)
{
    return op < report->n_ops ? report->op[op].id : NULL;
}

static void links_write(struct gam_jsonw *w, const struct gam_network *n)
{
    gam_jsonw_array(w, "links");
    for (size_t i = 0; i < n->n_links; i++) {
        const struct gam_report_link *l = &n->link[i];

        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "link", l->link);
        gam_jsonw_int(w, "a", l->a);
        gam_jsonw_int(w, "b", l->b);
        gam_json_quantity(w, "alpha_ns", &l->alpha_ns);
        gam_json_quantity(w, "bandwidth", &l->rate);
        gam_json_quantity(w, "smallest_ns", &l->least_ns);
        gam_json_quantity(w, "best_bandwidth", &l->best_rate);
        gam_jsonw_real(w, "residual", l->residual);
        gam_jsonw_int(w, "sizes", (int64_t)l->n_sizes);
        gam_jsonw_text(w, "outlier", l->outlier);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void collectives_write(struct gam_jsonw *w, const struct gam_network *n)
{
    gam_jsonw_array(w, "collectives");
    for (size_t i = 0; i < n->n_collectives; i++) {
        const struct gam_report_collective *c = &n->collective[i];

        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "what", gam_collective_words[c->what]);
        gam_jsonw_int(w, "ranks", c->ranks);
        gam_json_text_or_null(w, "link", c->link);
        gam_json_quantity(w, "alpha_ns", &c->alpha_ns);
        gam_json_quantity(w, "bandwidth", &c->rate);
        gam_jsonw_real(w, "residual", c->residual);
        gam_jsonw_int(w, "sizes", (int64_t)c->n_sizes);
        gam_jsonw_text(w, "assumed_algorithm", gam_algorithm_words[c->algorithm]);
        gam_jsonw_real(w, "algorithm_residual", c->algorithm_residual);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void transfers_write(struct gam_jsonw *w, const struct gam_report *report)
{
    const struct gam_network *n = report->network;

    gam_jsonw_array(w, "transfers");
    for (size_t i = 0; i < n->n_transfers; i++) {
        const struct gam_report_transfer *t = &n->transfer[i];

        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "operator", id_of(report, t->op));
        gam_jsonw_text(w, "what", gam_collective_words[t->what]);
        gam_jsonw_real(w, "bytes", t->bytes);
        gam_json_quantity(w, "algorithm_bandwidth", &t->algorithm_rate);
        gam_json_quantity(w, "bus_bandwidth", &t->bus_rate);
        gam_json_quantity(w, "link_share", &t->link_share);
        gam_json_quantity(w, "wait_ns", &t->wait_ns);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void steps_write(struct gam_jsonw *w, const struct gam_report *report)
{
    const struct gam_network *n = report->network;

    gam_jsonw_array(w, "steps");
    for (size_t i = 0; i < n->n_steps; i++) {
        const struct gam_report_step *s = &n->step[i];

        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "operator", id_of(report, s->op));
        gam_jsonw_int(w, "ranks", s->ranks);
        gam_json_quantity(w, "omega", &s->omega);
        gam_json_quantity(w, "exposed_ns", &s->exposed_ns);
        gam_json_quantity(w, "exposed_share", &s->exposed_share);
        gam_json_quantity(w, "efficiency", &s->efficiency);
        gam_json_quantity(w, "wait_share", &s->wait_share);
        gam_json_quantity(w, "predicted_ns", &s->predicted_ns);
        gam_json_quantity(w, "prediction_error", &s->prediction_error);
        gam_jsonw_real(w, "predicted_network_ns", s->network_ns);
        gam_jsonw_text(w, "method", s->method);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void ranks_write(struct gam_jsonw *w, const struct gam_network *n)
{
    gam_jsonw_array(w, "ranks");
    for (size_t i = 0; i < n->n_ranks; i++) {
        const struct gam_report_rank *r = &n->rank[i];

        gam_jsonw_object(w, NULL);
        gam_jsonw_int(w, "rank", r->rank);
        gam_jsonw_text(w, "host", r->host);
        gam_json_quantity(w, "slowness", &r->slowness);
        gam_jsonw_text(w, "roof", r->roof);
        gam_jsonw_bool(w, "slow", r->slow != 0);
        gam_json_int_or_null(w, "clock_offset_ns", r->clock_offset_ns);
        gam_json_int_or_null(w, "clock_error_ns", r->clock_error_ns);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void ridge_write(struct gam_jsonw *w, const struct gam_report *report)
{
    const struct gam_ridge_view *r = &report->network->ridge;

    if (!r->network) {
        gam_jsonw_null(w, "ridgeline");
        return;
    }
    gam_jsonw_object(w, "ridgeline");
    gam_jsonw_text(w, "compute", r->compute->id);
    gam_jsonw_text(w, "memory", r->memory->id);
    gam_jsonw_text(w, "network", r->network->id);
    gam_jsonw_array(w, "points");
    for (size_t i = 0; i < r->n; i++) {
        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "operator", id_of(report, r->point[i].op));
        gam_jsonw_real(w, "bytes_per_byte_sent", r->point[i].x);
        gam_jsonw_real(w, "flop_per_byte", r->point[i].y);
        gam_jsonw_text(w, "region", gam_region_word(r->point[i].region));
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
    gam_jsonw_end(w);
}

void gam_json_report_network(struct gam_jsonw *w, const struct gam_report *report)
{
    const struct gam_network *n = report->network;

    if (!n)
        return;
    gam_jsonw_object(w, "network");
    gam_jsonw_bool(w, "oversubscribed", n->oversubscribed != 0);
    ranks_write(w, n);
    links_write(w, n);
    collectives_write(w, n);
    transfers_write(w, report);
    steps_write(w, report);
    ridge_write(w, report);
    gam_jsonw_end(w);
}
