/* SPDX-License-Identifier: MIT */
/* Resource times of an operator, and why one may look faster than its roofs. */
#include "analyzer/analysis.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct gam_interval gam_leaf_share(struct gam_analysis *a, const struct gam_report_operator *op, const struct gam_leaf *leaf)
{
    for (int r = 0; r < a->rounds.n_rounds; r++)
        a->ratio[0][r] = gam_leaf_round_ns(leaf, GAM_END_LOW, r, a->rounds.n_rounds) / op->round_ns[r];
    return gam_rounds_interval(&a->rounds, a->ratio[0]);
}

static bool impossible(struct gam_analysis *a, const struct gam_report_operator *op, const struct gam_times *t, int leaf)
{
    return leaf >= 0 && gam_leaf_share(a, op, &t->leaf[leaf]).low > GAM_LIMIT_INVALID;
}

void gam_subject_build(struct gam_analysis *a, const struct gam_report_operator *op, struct gam_subject *s)
{
    gam_times_build(&a->report->device[op->device], &a->levels[op->device], &s->work, s->crew, &s->times);
    s->times.omega = s->omega;
}

int gam_subject_serving_leaf(const struct gam_analysis *a, const struct gam_report_operator *op, const struct gam_subject *s)
{
    const struct gam_level *level = a->levels[op->device].level;
    for (size_t i = 0; i < s->times.n && s->work.serving >= 0; i++)
        if (s->times.leaf[i].kind == GAM_RESOURCE_MEMORY && strcmp(s->times.leaf[i].name, level[s->work.serving].name) == 0)
            return (int)i;
    return -1;
}

/* The serving level has no roof of its own. One behind it is no faster: an operator that is faster than that tells nothing. */
static int judge_stand_in(struct gam_analysis *a, const struct gam_report_operator *op, struct gam_subject *s,
                          struct gam_err *err)
{
    const struct gam_level *level = a->levels[op->device].level;
    const char *own = level[s->work.serving].name, *other = level[s->times.stand_in].name;
    int at = gam_subject_serving_leaf(a, op, s);
    if (impossible(a, op, &s->times, at)) {
        struct gam_times *t = &s->times;
        memmove(&t->leaf[at], &t->leaf[at + 1], (--t->n - (size_t)at) * sizeof t->leaf[0]);
        snprintf(t->missing, sizeof t->missing, "%s serves it and has no valid bandwidth ceiling", own);
        return 0;
    }
    s->note = gam_arena_printf(&a->scratch, "%s serves it and has no valid roof: held against %s", own, other);
    return s->note ? 0 : gam_err_nomem(err);
}

static bool launch_impossible(struct gam_analysis *a, const struct gam_report_operator *op, const struct gam_subject *s)
{
    return s->crew.started > 0 && impossible(a, op, &s->times, gam_times_largest(&s->times, GAM_RESOURCE_OVERHEAD));
}

/* Faster than starting its threads: it runs on the one that calls it; and faster than that: nothing is started at all. */
static int fit_launch(struct gam_analysis *a, const struct gam_report_operator *op, struct gam_subject *s, struct gam_err *err)
{
    while (launch_impossible(a, op, s)) {
        s->crew.started = s->crew.started > 1 ? 1 : 0;
        s->note = gam_arena_printf(&a->scratch, "faster than starting %d thread%s: it does not start them", s->crew.workers,
                                   s->crew.workers == 1 ? "" : "s");
        if (!s->note)
            return gam_err_nomem(err);
        gam_subject_build(a, op, s);
    }
    return 0;
}

/* The link of a device that is the machine's cores is a copy in memory, which caches can make faster than its roof. */
static void fit_link(struct gam_analysis *a, const struct gam_report_operator *op, struct gam_subject *s)
{
    struct gam_times *t = &s->times;
    int at = gam_times_largest(t, GAM_RESOURCE_HOST_LINK);
    if (!impossible(a, op, t, at))
        return;
    memmove(&t->leaf[at], &t->leaf[at + 1], (--t->n - (size_t)at) * sizeof t->leaf[0]);
    snprintf(t->missing, sizeof t->missing,
             "its operands came faster than the link to the host was measured: caches held them, and no roof is known for that");
}

/* Faster than its memory level: a level further in holds enough of it. */
static int fit_level(struct gam_analysis *a, const struct gam_report_operator *op, struct gam_subject *s, struct gam_err *err)
{
    const struct gam_level *level = a->levels[op->device].level;
    int outer = s->work.serving;
    while (s->times.stand_in < 0 && impossible(a, op, &s->times, gam_subject_serving_leaf(a, op, s)) &&
           gam_subject_may_move_in(a, op, s) && gam_work_move_in(&s->work)) {
        gam_subject_build(a, op, s);
        s->note =
            gam_arena_printf(&a->scratch, "faster than %s allows: %s serves it", level[outer].name, level[s->work.serving].name);
        if (!s->note)
            return gam_err_nomem(err);
    }
    return s->times.stand_in < 0 ? 0 : judge_stand_in(a, op, s, err);
}

/* Whatever a traffic model allows, no more bytes passed a level than its roof lets through in the time that was measured. */
static void cap_by_time(const struct gam_report_operator *op, struct gam_times *t)
{
    for (size_t i = 0; i < t->n && gam_quantity_known(&op->time_ns); i++) {
        struct gam_part *part = &t->leaf[i].part[0];
        if (t->leaf[i].kind == GAM_RESOURCE_MEMORY)
            part->high = fmax(part->low, fmin(part->high, part->ceiling->value.value * op->time_ns.value / 1e9));
    }
}

int gam_subject_times(struct gam_analysis *a, const struct gam_report_operator *op, struct gam_subject *s, struct gam_err *err)
{
    gam_subject_build(a, op, s);
    int rc = fit_launch(a, op, s, err);
    rc = rc ? rc : fit_level(a, op, s, err);
    if (rc)
        return rc;
    fit_link(a, op, s);
    cap_by_time(op, &s->times);
    int at = gam_times_largest(&s->times, GAM_RESOURCE_COMPUTE);
    if (impossible(a, op, &s->times, at) && s->times.leaf[at].n_parts == 2) {
        struct gam_leaf *leaf = &s->times.leaf[at], first = *leaf, second = *leaf;
        first.n_parts = second.n_parts = 1;
        second.part[0] = leaf->part[1];
        *leaf = gam_leaf_ns(&second, GAM_END_LOW) > gam_leaf_ns(&first, GAM_END_LOW) ? second : first;
        s->note = "special functions overlap with the rest";
    }
    return 0;
}
