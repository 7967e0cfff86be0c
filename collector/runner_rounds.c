/* SPDX-License-Identifier: MIT */
/* The rounds: every item once per round (and once per counter pass), in an order drawn anew. */
#include "collector/runner_priv.h"
#include "common/err.h"
#include "common/rand.h"
#include "common/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Index of a visit: slot * (passes + 1) + pass. */
static size_t order_fill(const struct runner *r, size_t *order)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n_slots; i++)
        for (int pass = 0; r->slot[i].alive && pass <= r->passes; pass++)
            if (gam_meters_want(r, &r->slot[i], pass))
                order[n++] = i * ((size_t)r->passes + 1) + (size_t)pass;
    return n;
}

static int round_run(struct runner *r, size_t *order, size_t n, struct gam_err *err)
{
    double later = (r->rounds - r->round - 1) * gam_round_cost_ns(r, (double)r->visit_ns);
    double here = gam_round_cost_ns(r, (double)r->visit_ns);

    for (size_t i = 0; i < n; i++) {
        struct slot *s = &r->slot[order[i] / ((size_t)r->passes + 1)];
        int pass = (int)(order[i] % ((size_t)r->passes + 1)), rc;

        if (gam_runner_cancelled(r))
            return gam_err_set(err, -GAM_ECANCELLED, "cancelled in round %d", r->round);
        r->done++;
        if (!s->alive)
            continue;
        gam_progress_tell(r, GAM_PHASE_ROUNDS, s, (uint64_t)fmax(0, here + later));
        here -= gam_visit_cost_ns(r, s, (double)r->visit_ns, pass);
        rc = gam_visit_run(r, s, r->round, pass, err);
        if (rc)
            return rc;
    }
    return 0;
}

static int narrow(const struct slot *s, double half_width, double *scratch)
{
    struct gam_interval i;

    memcpy(scratch, s->round_ns, s->n_rounds * sizeof *scratch);
    i = gam_stats_median_interval(scratch, s->n_rounds);
    return i.low >= i.value * (1 - half_width) && i.high <= i.value * (1 + half_width); /* NaN: no interval yet */
}

static int all_narrow(const struct runner *r, double *scratch)
{
    double half_width = r->config->stop_half_width > 0 ? r->config->stop_half_width : 0.01;

    for (size_t i = 0; i < r->n_slots; i++)
        if (r->slot[i].alive && !narrow(&r->slot[i], half_width, scratch))
            return 0;
    return 1;
}

static int statuses_settle(struct runner *r, struct gam_err *err)
{
    for (size_t i = 0; i < r->n_slots; i++) {
        struct slot *s = &r->slot[i];
        int rc;

        if (!s->alive || s->status != GAM_STATUS_PARTIAL)
            continue;
        s->status = GAM_STATUS_OK;
        s->reason[0] = '\0';
        rc = gam_records_measurement(r, s, err);
        if (rc)
            return rc;
    }
    return gam_emit_commit(r->emit, err);
}

static size_t alive_count(const struct runner *r)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n_slots; i++)
        n += r->slot[i].alive != 0;
    return n;
}

/* Why the rounds end before round r->round; NULL: they go on. */
static const char *stop_reason(const struct runner *r, double *scratch)
{
    if (!alive_count(r))
        return "nothing to measure";
    if (r->round >= r->rounds)
        return r->rounds < r->plan->rounds ? "budget" : "rounds";
    if (r->round < r->plan->rounds_least)
        return NULL;
    return all_narrow(r, scratch) ? "all intervals within 1 %" : NULL;
}

int gam_rounds_run(struct runner *r, struct gam_err *err)
{
    size_t most = r->n_slots * ((size_t)r->passes + 1);
    size_t *order = calloc(most ? most : 1, sizeof *order);
    double *scratch = calloc((size_t)r->plan->rounds + 1, sizeof *scratch);
    const char *reason = NULL;
    struct gam_rand rand;
    int rc = order && scratch ? 0 : gam_err_nomem(err);

    gam_rand_seed(&rand, r->plan->seed);
    for (r->round = 0; !rc && !(reason = stop_reason(r, scratch)); r->round++) {
        size_t n = order_fill(r, order);

        gam_budget_visit(r);
        r->total = r->done + (size_t)(r->rounds - r->round) * n;
        gam_rand_shuffle(&rand, order, n);
        rc = round_run(r, order, n, err);
        if (rc)
            break;
        r->result->rounds_done = r->round + 1;
        if (r->round + 1 >= r->plan->rounds_least)
            rc = statuses_settle(r, err);
    }
    if (!rc)
        r->result->stop_reason = reason;
    free(order);
    free(scratch);
    return rc;
}
