/* SPDX-License-Identifier: MIT */
/* Links from ping-pongs, and the ceilings that they give.
 *
 * A ceiling of a link kind is what its worst rank can reach over its best pair: no rank of a collective sends faster than its
 * best link, and the slowest rank decides.
 */
#include "analyzer/analysis.h"
#include "analyzer/network/network.h"
#include "analyzer/roof_facts.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE_LEAST_BYTES = 65536, OUTLIER_PAIRS = 3 };
#define SLOW_RATE  0.8 /* of the median of its kind */
#define SLOW_ALPHA 1.5

struct ping {
    size_t measurement;
    double bytes;
    int a, b, both;
    char link[32];
};

/* Per pair: values of every round. */
struct pair {
    const struct ping *ping; /* its sizes: n ping-pongs, then n_both exchanges */
    size_t n, n_both;
    double *alpha, *rate, *least, *best;
};

static bool read_ping(const struct gam_analysis *a, size_t i, struct ping *out)
{
    const struct gam_measurement *m = &gam_runset_measurement(a->run)[i];
    struct gam_op op;
    if (m->role != GAM_ROLE_ROOF || m->status != GAM_STATUS_OK || !m->detail || !gam_roof_op(a->run, m, &op) ||
        op.kind->class != GAM_OP_ROOF_LINK)
        return false;
    *out = (struct ping){ .measurement = i, .bytes = (double)gam_op_int(&op, "bytes"), .both = (int)gam_op_int(&op, "both") };
    return sscanf(m->detail, "%d-%d %31[^\n]", &out->a, &out->b, out->link) == 3;
}

static int by_pair(const void *x, const void *y)
{
    const struct ping *a = x, *b = y;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    if (a->b != b->b)
        return a->b < b->b ? -1 : 1;
    int order = strcmp(a->link, b->link);
    if (order)
        return order;
    if (a->both != b->both)
        return a->both - b->both;
    return a->bytes < b->bytes ? -1 : a->bytes > b->bytes;
}

static int pings_collect(struct gam_analysis *a, struct ping **out, size_t *n, struct gam_err *err)
{
    size_t most = gam_runset_measurement_n(a->run);
    *n = 0;
    *out = gam_arena_get(&a->scratch, most, sizeof **out);
    if (!*out)
        return gam_err_nomem(err);
    for (size_t i = 0; i < most; i++)
        *n += read_ping(a, i, &(*out)[*n]);
    if (*n)
        qsort(*out, *n, sizeof **out, by_pair);
    return 0;
}

static void keep_best(double *best, double value)
{
    if (!isnan(value) && !(*best >= value))
        *best = value;
}

/* Fit and best values of one round. The best rate is that of exchanges, when there are any: collectives send both ways at once.
 */
static void round_values(struct gam_analysis *a, struct pair *p, int r, double *bytes, double *ns)
{
    size_t used = 0;
    p->least[r] = p->best[r] = NAN;
    for (size_t i = 0; i < p->n; i++) {
        double t = gam_rounds_of(&a->rounds, p->ping[i].measurement)[r];
        if (!(t > 0))
            continue;
        bytes[used] = p->ping[i].bytes;
        ns[used++] = t;
        if (i == 0)
            p->least[r] = t;
        if (p->n_both == 0 && (p->ping[i].bytes >= RATE_LEAST_BYTES || i + 1 == p->n))
            keep_best(&p->best[r], p->ping[i].bytes / t * 1e9);
    }
    for (size_t i = p->n; i < p->n + p->n_both; i++)
        keep_best(&p->best[r], p->ping[i].bytes / gam_rounds_of(&a->rounds, p->ping[i].measurement)[r] * 1e9);
    gam_alpha_beta(bytes, ns, used, &p->alpha[r], &p->rate[r]);
}

static void fill_link(struct gam_analysis *a, const struct pair *p, double *bytes, double *ns, struct gam_report_link *out)
{
    *out = (struct gam_report_link){ .a = p->ping->a, .b = p->ping->b, .n_sizes = p->n };
    memcpy(out->link, p->ping->link, sizeof out->link);
    out->alpha_ns = gam_interval_quantity(gam_rounds_interval(&a->rounds, p->alpha), "ns", GAM_SOURCE_TIMED);
    out->rate = gam_interval_quantity(gam_rounds_interval(&a->rounds, p->rate), "bytes/s", GAM_SOURCE_TIMED);
    out->least_ns = gam_interval_quantity(gam_rounds_interval(&a->rounds, p->least), "ns", GAM_SOURCE_TIMED);
    out->best_rate = gam_interval_quantity(gam_rounds_interval(&a->rounds, p->best), "bytes/s", GAM_SOURCE_TIMED);
    for (size_t i = 0; i < p->n; i++) {
        bytes[i] = p->ping[i].bytes;
        ns[i] = gam_rounds_interval(&a->rounds, gam_rounds_of(&a->rounds, p->ping[i].measurement)).value;
    }
    out->residual = gam_alpha_beta_residual(bytes, ns, p->n, out->alpha_ns.value, out->rate.value);
}

static int pair_measure(struct gam_analysis *a, struct pair *p, struct gam_report_link *out, struct gam_err *err)
{
    size_t rounds = (size_t)a->rounds.n_rounds;
    double *room = gam_arena_get(&a->scratch, 4 * rounds + 2 * p->n, sizeof *room);
    if (!room)
        return gam_err_nomem(err);
    p->alpha = room;
    p->rate = room + rounds;
    p->least = room + 2 * rounds;
    p->best = room + 3 * rounds;
    double *bytes = room + 4 * rounds, *ns = bytes + p->n;
    for (int r = 0; r < a->rounds.n_rounds; r++)
        round_values(a, p, r, bytes, ns);
    fill_link(a, p, bytes, ns, out);
    return 0;
}

/* The worst rank's best pair of that kind of link, in one round. `high`: larger is better. */
static double worst_best(const struct pair *p, size_t n, const char *link, int r, bool high)
{
    double worst = NAN;
    for (size_t i = 0; i < 2 * n; i++) { /* every end of every pair */
        int rank = i % 2 ? p[i / 2].ping->b : p[i / 2].ping->a;
        double best = NAN;
        for (size_t k = 0; k < n; k++) {
            double v = high ? p[k].best[r] : p[k].least[r];
            if ((p[k].ping->a == rank || p[k].ping->b == rank) && strcmp(p[k].ping->link, link) == 0 && !isnan(v))
                best = isnan(best) ? v : high ? fmax(best, v) : fmin(best, v);
        }
        if (!isnan(best))
            worst = isnan(worst) ? best : high ? fmin(worst, best) : fmax(worst, best);
    }
    return worst;
}

static int ceiling_add(struct gam_analysis *a, const struct pair *p, size_t n, const char *link, enum gam_ceiling_kind kind,
                       struct gam_err *err)
{
    struct gam_report_device *d = a->report->device;
    struct gam_ceiling *out = &d->ceiling[d->n_ceilings];
    bool high = kind == GAM_CEILING_NETWORK;
    *out = (struct gam_ceiling){ .kind = kind, .dtype = -1, .threads = 1, .theoretical = NAN, .clock_hz = NAN };
    snprintf(out->link, sizeof out->link, "%s", link);
    snprintf(out->id, sizeof out->id, "%.32s/%s/%s", d->record->id, high ? "network" : "network-latency", link);
    out->round = gam_arena_get(&a->report->memory, (size_t)a->rounds.n_rounds, sizeof *out->round);
    out->method = gam_arena_printf(&a->report->memory, "messages over %s: the worst rank's best pair", link);
    if (!out->round || !out->method)
        return gam_err_nomem(err);
    for (int r = 0; r < a->rounds.n_rounds; r++)
        out->round[r] = worst_best(p, n, link, r, high);
    out->value = gam_interval_quantity(gam_rounds_interval(&a->rounds, out->round), gam_ceiling_unit(kind), GAM_SOURCE_TIMED);
    d->n_ceilings += gam_quantity_known(&out->value);
    return 0;
}

static bool first_of_kind(const struct pair *p, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(p[k].ping->link, p[i].ping->link) == 0)
            return false;
    return true;
}

static int ceilings_add(struct gam_analysis *a, const struct pair *p, size_t n, struct gam_err *err)
{
    struct gam_report_device *d = a->report->device;
    struct gam_ceiling *room = gam_arena_get(&a->report->memory, 2 * (d->n_ceilings + n), sizeof *room);
    int rc = 0;
    if (!room)
        return gam_err_nomem(err);
    if (d->n_ceilings)
        memcpy(room, d->ceiling, d->n_ceilings * sizeof *room);
    d->ceiling = room; /* as much again stays free for gam_ceilings_observe */
    for (size_t i = 0; i < n && rc == 0; i++) {
        if (!first_of_kind(p, i))
            continue;
        rc = ceiling_add(a, p, n, p[i].ping->link, GAM_CEILING_NETWORK, err);
        rc = rc ? rc : ceiling_add(a, p, n, p[i].ping->link, GAM_CEILING_LATENCY, err);
    }
    return rc;
}

/* Links beside the others of their kind: those that are surely slower are named. */
static int outliers_find(struct gam_analysis *a, struct gam_network *net, struct gam_err *err)
{
    double *rate = gam_arena_get(&a->scratch, 2 * net->n_links, sizeof *rate), *alpha = rate + net->n_links;
    if (!rate)
        return gam_err_nomem(err);
    for (size_t i = 0; i < net->n_links; i++) {
        struct gam_report_link *l = &net->link[i];
        size_t n = 0;
        for (size_t k = 0; k < net->n_links; k++)
            if (strcmp(net->link[k].link, l->link) == 0) {
                rate[n] = net->link[k].best_rate.value;
                alpha[n++] = net->link[k].least_ns.value;
            }
        if (n < OUTLIER_PAIRS)
            continue;
        double r = gam_stats_median(rate, n), t = gam_stats_median(alpha, n);
        if (l->best_rate.high < SLOW_RATE * r)
            l->outlier = gam_arena_printf(&a->report->memory, "%.2g of the median bandwidth", l->best_rate.value / r);
        else if (l->least_ns.low > SLOW_ALPHA * t)
            l->outlier = gam_arena_printf(&a->report->memory, "%.2g times the median latency", l->least_ns.value / t);
    }
    return 0;
}

static int pairs_measure(struct gam_analysis *a, struct gam_network *net, const struct ping *ping, size_t n_pings,
                         struct gam_err *err)
{
    struct pair *p = gam_arena_get(&a->scratch, n_pings, sizeof *p);
    size_t n = 0;
    net->link = gam_arena_get(&a->report->memory, n_pings, sizeof *net->link);
    if (!p || !net->link)
        return gam_err_nomem(err);
    for (size_t i = 0, end; i < n_pings; i = end) {
        for (end = i + 1;
             end < n_pings && ping[end].a == ping[i].a && ping[end].b == ping[i].b && strcmp(ping[end].link, ping[i].link) == 0;)
            end++;
        p[n] = (struct pair){ .ping = &ping[i] };
        for (size_t k = i; k < end; k++)
            *(ping[k].both ? &p[n].n_both : &p[n].n) += 1;
        int rc = pair_measure(a, &p[n], &net->link[n], err);
        if (rc)
            return rc;
        n++;
    }
    net->n_links = n;
    int rc = outliers_find(a, net, err);
    return rc || net->oversubscribed ? rc : ceilings_add(a, p, n, err);
}

static bool oversubscribed(const struct gam_runset *run)
{
    for (size_t i = 0; i < gam_runset_host_fact_n(run); i++)
        if (strcmp(gam_runset_host_fact(run)[i].key, "mpi.oversubscribed") == 0)
            return true;
    return false;
}

int gam_analysis_links(struct gam_analysis *a, struct gam_err *err)
{
    struct ping *ping;
    size_t n;
    int rc = pings_collect(a, &ping, &n, err);
    if (rc || (n == 0 && gam_runset_collective_n(a->run) == 0) || a->report->n_devices == 0)
        return rc;
    struct gam_network *net = gam_arena_get(&a->report->memory, 1, sizeof *net);
    if (!net)
        return gam_err_nomem(err);
    a->report->network = net;
    net->ranks = (int)gam_runset_rank_n(a->run);
    net->oversubscribed = oversubscribed(a->run);
    return n ? pairs_measure(a, net, ping, n, err) : 0;
}
