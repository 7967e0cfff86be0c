/* SPDX-License-Identifier: MIT */
/* Collectives over their sizes: fits, bus bandwidth, waiting; and the order of the network's parts. */
#include "analyzer/network/network.h"
#include "analyzer/analysis.h"
#include "analyzer/roof_facts.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The measurement behind a row of the report; -1. */
static int64_t measurement_of(const struct gam_analysis *a, const struct gam_report_operator *op)
{
    for (size_t i = 0; i < gam_runset_measurement_n(a->run); i++) {
        const struct gam_measurement *m = &gam_runset_measurement(a->run)[i];
        const char *spec = gam_measurement_spec(a->run, m);
        if (m->role == GAM_ROLE_SUBJECT && spec && strcmp(spec, op->spec) == 0 && m->implementation == op->implementation)
            return (int64_t)i;
    }
    return -1;
}

static bool is_collective(const struct gam_report_operator *op)
{
    return op->op.kind && strcmp(op->op.kind->name, "collective") == 0 && gam_operator_timed(op);
}

/* S / t x factor, round by round. */
static struct gam_quantity rate_of(struct gam_analysis *a, const struct gam_report_operator *op, double bytes)
{
    for (int r = 0; r < a->rounds.n_rounds; r++)
        a->ratio[0][r] = bytes / op->round_ns[r] * 1e9;
    return gam_interval_quantity(gam_rounds_interval(&a->rounds, a->ratio[0]), "bytes/s", GAM_SOURCE_TIMED);
}

static struct gam_quantity share_of(struct gam_analysis *a, const struct gam_report_operator *op, double bytes,
                                    const struct gam_ceiling *link)
{
    if (!link)
        return gam_quantity_missing("1", "no valid ceiling of its link");
    for (int r = 0; r < a->rounds.n_rounds; r++)
        a->ratio[0][r] = bytes / op->round_ns[r] * 1e9 / link->round[r];
    return gam_interval_quantity(gam_rounds_interval(&a->rounds, a->ratio[0]), "1", GAM_SOURCE_TIMED);
}

static struct gam_quantity wait_of(struct gam_analysis *a, const struct gam_report_operator *op)
{
    int64_t m = measurement_of(a, op);
    if (m < 0 || !a->rounds.wait_ns)
        return gam_quantity_missing("ns", "not told apart");
    return gam_interval_quantity(gam_rounds_interval(&a->rounds, a->rounds.wait_ns + (size_t)m * (size_t)a->rounds.n_rounds),
                                 "ns", GAM_SOURCE_TIMED);
}

static void fill_transfer(struct gam_analysis *a, size_t i, struct gam_report_transfer *out)
{
    const struct gam_report_operator *op = &a->report->op[i];
    int ranks = (int)gam_op_int(&op->op, "ranks");
    *out = (struct gam_report_transfer){ .op = i,
                                         .what = (enum gam_collective_what)gam_op_int(&op->op, "what"),
                                         .bytes = (double)gam_op_int(&op->op, "bytes") };
    double bus = out->bytes * gam_collective_bus_factor(out->what, ranks);
    out->algorithm_rate = rate_of(a, op, out->bytes);
    out->bus_rate = rate_of(a, op, bus);
    out->link_share = share_of(a, op, bus, gam_ceiling_network(&a->report->device[op->device], op->detail, GAM_CEILING_NETWORK));
    out->wait_ns = wait_of(a, op);
}

static bool is_over(const struct gam_report_operator *op, const char *link)
{
    return strcmp(op->detail ? op->detail : "", link ? link : "") == 0;
}

size_t gam_collective_curve(const struct gam_report *report, enum gam_collective_what what, const char *link, int round,
                            double *bytes, double *ns)
{
    const struct gam_network *n = report->network;
    size_t used = 0;
    for (size_t i = 0; i < n->n_transfers && used < GAM_CURVE_MAX; i++) {
        const struct gam_report_operator *op = &report->op[n->transfer[i].op];
        if (n->transfer[i].what != what || !is_over(op, link))
            continue;
        bytes[used] = n->transfer[i].bytes;
        ns[used] = round < 0 ? op->time_ns.value : op->round_ns[round];
        used += ns[used] > 0;
    }
    return used;
}

/* Root mean square of ln(algorithm's time / measured). */
static double explains(const struct gam_report_collective *c, enum gam_comm_algorithm algorithm, const double link[2],
                       const double *bytes, const double *ns)
{
    double sum = 0;
    for (size_t i = 0; i < c->n_sizes; i++) {
        double t = gam_collective_ns(c->what, algorithm, c->ranks, bytes[i], link);
        if (!(t > 0))
            return NAN;
        sum += log(t / ns[i]) * log(t / ns[i]);
    }
    return sqrt(sum / (double)c->n_sizes);
}

/* The bound is no algorithm: it is what is left when none of the others exists. */
static void assume_algorithm(struct gam_analysis *a, struct gam_report_collective *c, const double *bytes, const double *ns)
{
    const struct gam_ceiling *rate = gam_ceiling_network(a->report->device, c->link, GAM_CEILING_NETWORK);
    const struct gam_ceiling *alpha = gam_ceiling_network(a->report->device, c->link, GAM_CEILING_LATENCY);
    c->algorithm = GAM_ALGORITHM_BOUND;
    c->algorithm_residual = NAN;
    if (!rate || !alpha)
        return;
    const double link[2] = { alpha->value.value, rate->value.value };
    for (int k = GAM_ALGORITHM_RING; k < GAM_ALGORITHMS; k++) {
        double off = explains(c, (enum gam_comm_algorithm)k, link, bytes, ns);
        if (!isnan(off) && !(c->algorithm_residual <= off)) {
            c->algorithm = (enum gam_comm_algorithm)k;
            c->algorithm_residual = off;
        }
    }
}

static void fit_collective(struct gam_analysis *a, struct gam_report_collective *c)
{
    double bytes[GAM_CURVE_MAX], ns[GAM_CURVE_MAX];
    for (int r = 0; r < a->rounds.n_rounds; r++) {
        size_t used = gam_collective_curve(a->report, c->what, c->link, r, bytes, ns);
        gam_alpha_beta(bytes, ns, used, &a->ratio[0][r], &a->ratio[1][r]);
    }
    c->alpha_ns = gam_interval_quantity(gam_rounds_interval(&a->rounds, a->ratio[0]), "ns", GAM_SOURCE_TIMED);
    c->rate = gam_interval_quantity(gam_rounds_interval(&a->rounds, a->ratio[1]), "bytes/s", GAM_SOURCE_TIMED);
    c->n_sizes = gam_collective_curve(a->report, c->what, c->link, -1, bytes, ns);
    c->residual = gam_alpha_beta_residual(bytes, ns, c->n_sizes, c->alpha_ns.value, c->rate.value);
    assume_algorithm(a, c, bytes, ns);
}

static int by_size(const void *x, const void *y)
{
    const struct gam_report_transfer *a = x, *b = y;
    if (a->what != b->what)
        return a->what < b->what ? -1 : 1;
    return a->bytes < b->bytes ? -1 : a->bytes > b->bytes;
}

int gam_network_collectives(struct gam_analysis *a, struct gam_network *n, struct gam_err *err)
{
    struct gam_report *report = a->report;
    n->transfer = gam_arena_get(&report->memory, report->n_ops, sizeof *n->transfer);
    n->collective = gam_arena_get(&report->memory, report->n_ops, sizeof *n->collective);
    if (!n->transfer || !n->collective)
        return gam_err_nomem(err);
    for (size_t i = 0; i < report->n_ops; i++)
        if (is_collective(&report->op[i]))
            fill_transfer(a, i, &n->transfer[n->n_transfers++]);
    if (n->n_transfers)
        qsort(n->transfer, n->n_transfers, sizeof *n->transfer, by_size);
    for (size_t i = 0; i < n->n_transfers; i++) {
        const struct gam_report_operator *op = &report->op[n->transfer[i].op];
        size_t k = 0;
        while (k < n->n_collectives && (n->collective[k].what != n->transfer[i].what || !is_over(op, n->collective[k].link)))
            k++;
        if (k < n->n_collectives)
            continue;
        struct gam_report_collective *c = &n->collective[n->n_collectives++];
        *c = (struct gam_report_collective){ .what = n->transfer[i].what, .ranks = (int)gam_op_int(&op->op, "ranks") };
        snprintf(c->link, sizeof c->link, "%s", op->detail ? op->detail : "");
        fit_collective(a, c);
    }
    return 0;
}

int gam_analysis_network(struct gam_analysis *a, struct gam_err *err)
{
    static int (*const part[])(struct gam_analysis *, struct gam_network *, struct gam_err *) = {
        gam_network_collectives,
        gam_network_steps,
        gam_network_ranks,
        gam_network_ridge,
    };
    int rc = 0;
    for (size_t i = 0; a->report->network && rc == 0 && i < sizeof part / sizeof part[0]; i++)
        rc = part[i](a, a->report->network, err);
    return rc;
}
