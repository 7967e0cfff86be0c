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

static void build_times(struct gam_analysis *a, const struct gam_report_operator *op, struct gam_subject *s)
{
    gam_times_build(&a->report->device[op->device], &a->levels[op->device], &s->work, s->crew, &s->times);
}

/* The leaf of the memory level that serves the operator; -1. */
static int serving_leaf(const struct gam_subject *s, const struct gam_levels *levels)
{
    for (size_t i = 0; i < s->times.n && s->work.serving >= 0; i++)
        if (s->times.leaf[i].kind == GAM_RESOURCE_MEMORY &&
            strcmp(s->times.leaf[i].name, levels->level[s->work.serving].name) == 0)
            return (int)i;
    return -1;
}

/* The serving level has no roof of its own. One behind it is no faster: an operator that is faster than that tells nothing. */
static int judge_stand_in(struct gam_analysis *a, const struct gam_report_operator *op, struct gam_subject *s,
                          struct gam_err *err)
{
    const struct gam_level *level = a->levels[op->device].level;
    const char *own = level[s->work.serving].name, *other = level[s->times.stand_in].name;
    int at = serving_leaf(s, &a->levels[op->device]);
    if (impossible(a, op, &s->times, at)) {
        struct gam_times *t = &s->times;
        memmove(&t->leaf[at], &t->leaf[at + 1], (--t->n - (size_t)at) * sizeof t->leaf[0]);
        snprintf(t->missing, sizeof t->missing, "%s serves it and has no valid bandwidth ceiling", own);
        return 0;
    }
    s->note = gam_arena_printf(&a->scratch, "%s serves it and has no valid roof: held against %s", own, other);
    return s->note ? 0 : gam_err_nomem(err);
}

int gam_subject_times(struct gam_analysis *a, const struct gam_report_operator *op, struct gam_subject *s, struct gam_err *err)
{
    const struct gam_levels *levels = &a->levels[op->device];
    struct gam_arena **memory = &a->scratch;
    build_times(a, op, s);
    if (s->crew.started > 1 && impossible(a, op, &s->times, gam_times_largest(&s->times, GAM_RESOURCE_OVERHEAD))) {
        s->crew.started = 1;
        s->note = gam_arena_printf(memory, "faster than starting %d threads: it runs on one", s->crew.workers);
        if (!s->note)
            return gam_err_nomem(err);
        build_times(a, op, s);
    }
    int outer = s->work.serving;
    while (s->times.stand_in < 0 && impossible(a, op, &s->times, serving_leaf(s, levels)) && gam_work_move_in(&s->work)) {
        build_times(a, op, s);
        s->note = gam_arena_printf(memory, "faster than %s allows: %s serves it", levels->level[outer].name,
                                   levels->level[s->work.serving].name);
        if (!s->note)
            return gam_err_nomem(err);
    }
    int rc = s->times.stand_in < 0 ? 0 : judge_stand_in(a, op, s, err);
    if (rc)
        return rc;
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
