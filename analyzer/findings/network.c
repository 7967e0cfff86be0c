/* SPDX-License-Identifier: MIT */
/* Findings about ranks, links and what is sent. */
#include "analyzer/network/network.h"
#include "analyzer/findings/findings.h"
#include "common/unit.h"

#include <math.h>
#include <stdio.h>

#define EXPOSED 0.25 /* of a step's time from which on it is worth a line */

static const struct gam_network *network_of(const struct gam_finding_list *l)
{
    static const struct gam_network none;
    return l->analysis->report->network ? l->analysis->report->network : &none;
}

int gam_look_ranks_oversubscribed(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_network *n = network_of(l);
    struct gam_finding_about at = { NULL, 0, NULL };
    return n->oversubscribed
               ? gam_finding_say(l, rule, &at, err,
                                 "%d ranks take turns on fewer processors: times show that they work, not how fast", n->ranks)
               : 0;
}

int gam_look_slow_rank(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_network *n = network_of(l);
    char evidence[600];
    int rc = 0;
    for (size_t i = 0; rc == 0 && !n->oversubscribed && i < n->n_ranks; i++) {
        const struct gam_report_rank *r = &n->rank[i];
        if (!r->slow)
            continue;
        snprintf(evidence, sizeof evidence, "%s, interval %.2f to %.2f", r->roof ? r->roof : "", r->slowness.low,
                 r->slowness.high);
        struct gam_finding_about at = { NULL, r->slowness.value, evidence };
        rc = gam_finding_say(l, rule, &at, err, "rank %d on %s takes %.2f times as long as the other ranks' median", r->rank,
                             r->host ? r->host : "?", r->slowness.value);
    }
    return rc;
}

int gam_look_slow_link(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_network *n = network_of(l);
    int rc = 0;
    for (size_t i = 0; rc == 0 && !n->oversubscribed && i < n->n_links; i++) {
        const struct gam_report_link *k = &n->link[i];
        struct gam_finding_about at = { NULL, 0, k->outlier };
        if (k->outlier)
            rc = gam_finding_say(l, rule, &at, err, "the link between ranks %d and %d (%s) is slower than the others of its kind",
                                 k->a, k->b, k->link);
    }
    return rc;
}

int gam_look_bus_above_link(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_network *n = network_of(l);
    char evidence[200], bus[48];
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < n->n_transfers; i++) {
        const struct gam_report_transfer *t = &n->transfer[i];
        if (!(t->link_share.low > GAM_LIMIT_INVALID))
            continue;
        gam_unit_text(t->bus_rate.value, t->bus_rate.unit, bus, sizeof bus);
        snprintf(evidence, sizeof evidence, "%.0f bytes: bus bandwidth %s, %.2f times its link", t->bytes, bus,
                 t->link_share.value);
        struct gam_finding_about at = { &l->analysis->report->op[t->op], 0, evidence };
        rc = gam_finding_say(l, rule, &at, err, "%s moves more than its link carries: in-network or wrong factor",
                             gam_collective_words[t->what]);
    }
    return rc;
}

int gam_look_exposed(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_network *n = network_of(l);
    char evidence[160];
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < n->n_steps; i++) {
        const struct gam_report_step *s = &n->step[i];
        const struct gam_report_operator *op = &l->analysis->report->op[s->op];
        if (!(s->exposed_share.low > EXPOSED))
            continue;
        snprintf(evidence, sizeof evidence, "overlap %.2f, efficiency %.2f", s->omega.value, s->efficiency.value);
        struct gam_finding_about at = { op, s->exposed_ns.value, evidence };
        rc = gam_finding_say(l, rule, &at, err, "%s: %.0f %% of its time is communication that nothing hides",
                             op->name ? op->name : op->spec, 100 * s->exposed_share.value);
    }
    return rc;
}
