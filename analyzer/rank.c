/* SPDX-License-Identifier: MIT */
/* The fastest right implementation of each place, shares of a unit's time, and the order of the table. */
#include "analyzer/analysis.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct place {
    int64_t node;
    size_t device, op;
};

static bool faster(const struct gam_report_operator *a, const struct gam_report_operator *b)
{
    return a->time_ns.value < b->time_ns.value;
}

static int by_place(const void *x, const void *y)
{
    const struct place *a = x, *b = y;
    if (a->device != b->device)
        return a->device < b->device ? -1 : 1;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    return a->op < b->op ? -1 : a->op > b->op;
}

/* Sets `best` on the fastest right implementation of every node on every device. */
static int mark_best(struct gam_analysis *a, struct gam_err *err)
{
    struct gam_report *r = a->report;
    struct place *p = gam_arena_get(&a->scratch, r->n_ops, sizeof *p);
    size_t n = 0;
    if (!p)
        return gam_err_nomem(err);
    for (size_t i = 0; i < r->n_ops; i++)
        if (gam_operator_timed(&r->op[i]))
            p[n++] = (struct place){ gam_runset_measurement(a->run)[a->subject[i].measurement].node, r->op[i].device, i };
    qsort(p, n, sizeof *p, by_place);
    for (size_t i = 0, end; i < n; i = end) {
        struct gam_report_operator *best = &r->op[p[i].op];
        for (end = i + 1; end < n && p[end].node == p[i].node && p[end].device == p[i].device; end++)
            if (faster(&r->op[p[end].op], best))
                best = &r->op[p[end].op];
        best->best = 1;
    }
    return 0;
}

/* Time of a unit on one device: in every round in which all of its operators were measured, the sum of calls x time. */
static struct gam_quantity unit_time(struct gam_analysis *a, size_t device, double *sum)
{
    struct gam_report *r = a->report;
    size_t n = 0;
    for (int k = 0; k < a->rounds.n_rounds; k++)
        sum[k] = 0;
    for (size_t i = 0; i < r->n_ops; i++) {
        if (!r->op[i].best || r->op[i].device != device)
            continue;
        n++;
        for (int k = 0; k < a->rounds.n_rounds; k++)
            sum[k] += (double)r->op[i].calls * r->op[i].round_ns[k];
    }
    if (n == 0)
        return gam_quantity_missing("ns", "nothing was timed");
    struct gam_quantity q = gam_interval_quantity(gam_rounds_interval(&a->rounds, sum), "ns", GAM_SOURCE_TIMED);
    if (!gam_quantity_known(&q))
        q.reason = "no round measured every operator";
    return q;
}

static void shares(struct gam_analysis *a, size_t device, const double *sum)
{
    struct gam_report *r = a->report;
    for (size_t i = 0; i < r->n_ops; i++) {
        struct gam_report_operator *op = &r->op[i];
        if (!op->best || op->device != device)
            continue;
        for (int k = 0; k < a->rounds.n_rounds; k++)
            a->ratio[1][k] = (double)op->calls * op->round_ns[k] / sum[k];
        op->share = gam_interval_quantity(gam_rounds_interval(&a->rounds, a->ratio[1]), "1", GAM_SOURCE_TIMED);
    }
}

/* Best implementations by what fixing them would gain, then the others likewise, then what was not timed; ties by the run. */
struct row {
    const struct gam_report_operator *op;
};

static int by_gain(const void *x, const void *y)
{
    const struct gam_report_operator *a = ((const struct row *)x)->op, *b = ((const struct row *)y)->op;
    int timed_a = gam_operator_timed(a), timed_b = gam_operator_timed(b);
    if (a->best != b->best)
        return b->best - a->best;
    if (timed_a != timed_b)
        return timed_b - timed_a;
    double gain_a = isnan(a->gain_ns.value) ? -1 : a->gain_ns.value, gain_b = isnan(b->gain_ns.value) ? -1 : b->gain_ns.value;
    if (gain_a != gain_b)
        return gain_a > gain_b ? -1 : 1;
    return a < b ? -1 : a > b;
}

static int order(struct gam_analysis *a, struct gam_err *err)
{
    struct gam_report *r = a->report;
    struct row *row = gam_arena_get(&a->scratch, r->n_ops, sizeof *row);
    struct gam_report_operator *sorted = gam_arena_get(&r->memory, r->n_ops, sizeof *sorted);
    if (!row || !sorted)
        return gam_err_nomem(err);
    for (size_t i = 0; i < r->n_ops; i++)
        row[i].op = &r->op[i];
    if (r->n_ops)
        qsort(row, r->n_ops, sizeof *row, by_gain);
    for (size_t i = 0; i < r->n_ops; i++) {
        sorted[i] = *row[i].op;
        snprintf(sorted[i].id, sizeof sorted[i].id, "o%zu", i + 1);
    }
    r->op = sorted;
    a->subject = NULL; /* was in the order of the run */
    return 0;
}

int gam_analysis_rank(struct gam_analysis *a, struct gam_err *err)
{
    struct gam_report *r = a->report;
    int rc = mark_best(a, err);
    if (rc)
        return rc;
    for (size_t d = 0; d < r->n_devices; d++) {
        struct gam_quantity q = unit_time(a, d, a->ratio[0]);
        shares(a, d, a->ratio[0]);
        bool first = !gam_quantity_known(&r->unit_time_ns);
        if (first || q.value < r->unit_time_ns.value)
            r->unit_time_ns = q; /* of the fastest device */
    }
    return order(a, err);
}
