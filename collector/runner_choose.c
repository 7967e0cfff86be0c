/* SPDX-License-Identifier: MIT */
/* Which items go on to the rounds. Whoever lost against a candidate of his group, or would take several visits for one run where
 * another implementation of the same place takes much less, would only spend the time of the others.
 */
#include "collector/runner_priv.h"
#include "common/err.h"
#include "common/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHOOSE_SLOW_VISITS = 5 /* one run longer than this many visits is slow */, CHOOSE_SIMILAR = 16, CHOOSE_LOOKS = 2 };

/* And only if the fastest of the place is faster by this factor. */
static const double choose_slow_factor = 2;
static const double choose_near = 1.02; /* candidates within this of the best go on with it */

static double flop_of(const struct slot *s)
{
    struct gam_cost cost = { .fma_flop = 0 };

    gam_op_cost(&s->item->op, &cost);
    return cost.fma_flop + cost.special_flop;
}

/* What candidates of one group are compared by: their time per unit of this. */
static double work_of(const struct slot *s)
{
    struct gam_cost cost = { .fma_flop = 0 };
    double work = 1;

    gam_op_cost(&s->item->op, &cost);
    if (s->item->op.kind->class == GAM_OP_ROOF_COMPUTE)
        work = cost.fma_flop + cost.special_flop;
    else if (s->item->op.kind->class == GAM_OP_ROOF_TRANSFER)
        work = cost.sent_bytes;
    else if (s->item->op.kind->class == GAM_OP_ROOF_MEMORY)
        work = cost.read_bytes + cost.written_bytes;
    return work > 0 ? work : 1;
}

/* Time that one run would take at the best rate seen of this implementation: optimistic, so that nothing is left out that might
 * turn out fast. Rates of much smaller operators say little and do not count. NaN: none seen. */
static double time_guess_ns(const struct runner *r, const struct slot *s)
{
    double flop = flop_of(s), rate = 0;

    for (size_t i = 0; i < r->n_slots; i++) {
        const struct slot *o = &r->slot[i];

        if (o->alive && o->item->impl == s->item->impl && o->item->host == s->item->host && o->device == s->device &&
            o->item->threads == s->item->threads && o->iteration_ns > 0 && flop_of(o) * CHOOSE_SIMILAR >= flop)
            rate = fmax(rate, flop_of(o) / o->iteration_ns);
    }
    return rate > 0 ? flop / rate : NAN;
}

static int slow(const struct runner *r, double ns)
{
    return ns > CHOOSE_SLOW_VISITS * (double)r->visit_ns; /* false for NaN */
}

/* The fastest right implementation of the same place on the same device, other than s; NULL. */
static const struct slot *rival_of(const struct runner *r, const struct slot *s)
{
    const struct slot *best = NULL;

    for (size_t i = 0; i < r->n_slots; i++) {
        const struct slot *o = &r->slot[i];

        if (o != s && o->alive && o->item->role == GAM_ROLE_SUBJECT && o->item->node == s->item->node && o->device == s->device &&
            o->iteration_ns > 0 && (!best || o->iteration_ns < best->iteration_ns))
            best = o;
    }
    return best;
}

static int slow_skip(struct runner *r, struct slot *s, double ns, const char *verb, int *skipped, struct gam_err *err)
{
    const struct slot *rival = slow(r, ns) && s->item->role == GAM_ROLE_SUBJECT ? rival_of(r, s) : NULL;
    char own[32], other[32];

    *skipped = rival && rival->iteration_ns * choose_slow_factor < ns;
    if (!*skipped)
        return 0;
    gam_unit_text(ns, "ns", own, sizeof own);
    gam_unit_text(rival->iteration_ns, "ns", other, sizeof other);
    return gam_slot_end(r, s, GAM_STATUS_SKIPPED, err, "too slow to be measured beside the others: one run %s %s, '%s' takes %s",
                        verb, own, rival->item->impl->name, other);
}

/* A busy moment can make anything look slow: the best of two more runs counts. */
static int look_again(struct runner *r, struct slot *s, struct gam_err *err)
{
    struct gam_err why = { .code = 0 };
    int rc = gam_slot_hold(r, s, &why), held = !rc;

    for (int i = 0; i < CHOOSE_LOOKS && !rc; i++) {
        uint64_t t = 0;

        rc = gam_slot_launch(r, s, 1, &t, &why);
        if (!rc && t && (double)t < s->iteration_ns)
            s->iteration_ns = (double)t;
    }
    if (held)
        gam_slot_drop(r, s);
    return rc ? gam_slot_end(r, s, GAM_STATUS_FAILED, err, "%.190s", why.text) : 0;
}

static int choose_speed(struct runner *r, struct gam_err *err)
{
    for (size_t i = 0; i < r->n_slots; i++) {
        struct slot *s = &r->slot[i];
        int skipped, rc = 0;

        if (s->alive && slow(r, s->iteration_ns) && s->item->role == GAM_ROLE_SUBJECT && rival_of(r, s))
            rc = look_again(r, s, err);
        if (!rc && s->alive)
            rc = slow_skip(r, s, s->iteration_ns, "takes", &skipped, err);
        if (rc)
            return rc;
    }
    return 0;
}

/* How many living candidates of the group are better; those before it win a tie. *best: the best of all. */
static int better_count(const struct runner *r, const struct slot *s, const struct slot **best)
{
    double own = s->iteration_ns / work_of(s);
    int n = 0;

    *best = s;
    for (size_t i = 0; i < r->n_slots; i++) {
        const struct slot *o = &r->slot[i];
        double theirs;

        if (o == s || !o->alive || o->item->group != s->item->group || o->item->role == GAM_ROLE_CONTROL)
            continue;
        theirs = o->iteration_ns / work_of(o);
        n += theirs < own || (theirs == own && o < s);
        if (theirs < (*best)->iteration_ns / work_of(*best))
            *best = o;
    }
    return n;
}

struct rank {
    const struct slot *best; /* of the group; NULL: s is no candidate */
    int place;
};

/* So far behind that no luck in calibration explains it. */
static int behind(const struct slot *s, const struct slot *best)
{
    return s->iteration_ns / work_of(s) > choose_near * (best->iteration_ns / work_of(best));
}

static int choose_candidates(struct runner *r, struct gam_err *err)
{
    struct rank *rank = calloc(r->n_slots ? r->n_slots : 1, sizeof *rank);
    int rc = 0;

    if (!rank)
        return gam_err_nomem(err);
    for (size_t i = 0; i < r->n_slots; i++) {
        const struct slot *s = &r->slot[i];

        if (s->alive && s->item->group >= 0 && s->item->role != GAM_ROLE_CONTROL)
            rank[i].place = better_count(r, s, &rank[i].best);
    }
    for (size_t i = 0; i < r->n_slots && !rc; i++) {
        struct slot *s = &r->slot[i];
        const struct slot *best = rank[i].best;
        char spec[GAM_OP_SPEC_MAX];

        if (best && rank[i].place && (rank[i].place >= r->plan->keep || behind(s, best)))
            rc = gam_slot_end(r, s, GAM_STATUS_DROPPED, err, "place %d of its group: %.3g times the time per unit of work of %s",
                              rank[i].place + 1, s->iteration_ns / work_of(s) / (best->iteration_ns / work_of(best)),
                              gam_slot_spec(best, spec, sizeof spec));
    }
    free(rank);
    return rc;
}

static int prepare_one(struct runner *r, struct slot *s, struct gam_err *err)
{
    uint64_t begin = gam_runner_elapsed(r);
    double left, scale;
    int rc;

    if (gam_runner_cancelled(r))
        return gam_err_set(err, -GAM_ECANCELLED, "cancelled while preparing");
    scale = r->guess_done_ns > 0 ? r->prepared_ns / r->guess_done_ns : 1;
    left = (r->guess_all_ns - r->guess_done_ns) * scale;
    gam_progress_tell(r, GAM_PHASE_PREPARE, s, (uint64_t)(left + gam_rounds_guess_ns(r, left)));
    rc = gam_prepare_slot(r, s, err);
    r->prepared_ns += (double)(gam_runner_elapsed(r) - begin);
    r->guess_done_ns += s->guess_ns;
    return rc;
}

/* Roofs first, then subjects by their work: the small ones say how fast an implementation is. */
struct turn {
    struct slot *slot;
    double flop; /* 0 for roofs */
    int subject;
};

static int turn_compare(const void *a, const void *b)
{
    const struct turn *x = a, *y = b;

    if (x->subject != y->subject)
        return x->subject - y->subject;
    if (x->flop != y->flop)
        return x->flop < y->flop ? -1 : 1;
    return x->slot < y->slot ? -1 : x->slot > y->slot;
}

/* Items whose twin was kept, once that is known. */
static int controls_prepare(struct runner *r, struct gam_err *err)
{
    for (size_t i = 0; i < r->n_slots; i++) {
        struct slot *s = &r->slot[i];
        const struct slot *twin = s->item->twin_of < r->n_slots ? &r->slot[s->item->twin_of] : NULL;
        int rc;

        if (!s->alive || s->item->role != GAM_ROLE_CONTROL)
            continue;
        if (twin && twin->alive)
            rc = prepare_one(r, s, err);
        else
            rc = gam_slot_end(r, s, GAM_STATUS_SKIPPED, err, "the item that it would check is not measured");
        if (rc)
            return rc;
    }
    return 0;
}

/* Slow ones wait until the others of their place are known. */
static int turns_prepare(struct runner *r, struct turn *turn, size_t n, struct gam_err *err)
{
    size_t waiting = 0;
    int rc = 0;

    for (size_t i = 0; i < n && !rc; i++) {
        if (turn[i].subject && slow(r, time_guess_ns(r, turn[i].slot)))
            turn[waiting++] = turn[i];
        else
            rc = prepare_one(r, turn[i].slot, err);
    }
    for (size_t i = 0; i < waiting && !rc; i++) {
        struct slot *s = turn[i].slot;
        int skipped;

        rc = slow_skip(r, s, time_guess_ns(r, s), "would take about", &skipped, err);
        if (!rc && !skipped)
            rc = prepare_one(r, s, err);
        else
            r->guess_done_ns += s->guess_ns;
    }
    return rc;
}

int gam_choose_prepare_all(struct runner *r, struct gam_err *err)
{
    struct turn *turn = calloc(r->n_slots ? r->n_slots : 1, sizeof *turn);
    size_t n = 0;
    int rc;

    if (!turn)
        return gam_err_nomem(err);
    for (size_t i = 0; i < r->n_slots; i++) {
        struct slot *s = &r->slot[i];
        int subject = s->item->role == GAM_ROLE_SUBJECT;

        if (s->alive && s->item->role != GAM_ROLE_CONTROL)
            turn[n++] = (struct turn){ .slot = s, .flop = subject ? flop_of(s) : 0, .subject = subject };
    }
    qsort(turn, n, sizeof *turn, turn_compare);
    rc = turns_prepare(r, turn, n, err);
    free(turn);
    if (!rc)
        rc = choose_candidates(r, err);
    if (!rc)
        rc = controls_prepare(r, err);
    return rc ? rc : choose_speed(r, err);
}
