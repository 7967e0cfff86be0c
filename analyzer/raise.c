/* SPDX-License-Identifier: MIT */
/* Operators that are faster than a roof: the roof was too low, not the operator impossible. */
#include "analyzer/analysis.h"

#include <math.h>
#include <string.h>

bool gam_subject_may_move_in(const struct gam_analysis *a, const struct gam_report_operator *op, const struct gam_subject *s)
{
    if (s->work.serving <= 0)
        return false;
    const struct gam_level *inner = &a->levels[op->device].level[s->work.serving - 1];
    return s->touched_bytes <= GAM_RESIDENT_MOST * gam_level_reach_bytes(inner, op->threads);
}

/* Holds the part of a leaf against its ceiling; when the operator is surely above it, what it reached becomes the ceiling. */
static int raise_part(struct gam_analysis *a, const struct gam_report_operator *op, const struct gam_leaf *leaf, size_t part,
                      struct gam_err *err)
{
    struct gam_leaf one = { .kind = leaf->kind, .n_parts = 1 };
    one.part[0] = leaf->part[part];
    if (!(gam_leaf_share(a, op, &one).low > GAM_LIMIT_INVALID))
        return 0;
    for (int r = 0; r < a->rounds.n_rounds; r++)
        a->ratio[1][r] = one.part[0].low / op->round_ns[r] * 1e9;
    struct gam_interval rate = gam_rounds_interval(&a->rounds, a->ratio[1]);
    struct gam_observed o = { .beaten = one.part[0].ceiling,
                              .rate = gam_interval_quantity(rate, one.part[0].ceiling->value.unit, GAM_SOURCE_TIMED),
                              .round = a->ratio[1],
                              .op = op->spec,
                              .implementation = op->implementation };
    return gam_ceilings_observe(&a->report->device[op->device], &o, a->rounds.n_rounds, &a->report->memory, err);
}

static int raise_roofs(struct gam_analysis *a, const struct gam_report_operator *op, struct gam_subject *s, struct gam_err *err)
{
    gam_subject_build(a, op, s);
    int at = gam_times_largest(&s->times, GAM_RESOURCE_COMPUTE), rc = 0;
    for (size_t k = 0; at >= 0 && rc == 0 && k < s->times.leaf[at].n_parts; k++)
        rc = raise_part(a, op, &s->times.leaf[at], k, err);
    at = gam_subject_may_move_in(a, op, s) ? -1 : gam_subject_serving_leaf(a, op, s);
    if (rc || at < 0 || strcmp(s->times.leaf[at].part[0].ceiling->level, s->times.leaf[at].name) != 0)
        return rc; /* held against the roof of another level: it says nothing about that */
    return raise_part(a, op, &s->times.leaf[at], 0, err);
}

int gam_analysis_raise(struct gam_analysis *a, struct gam_err *err)
{
    for (size_t i = 0; i < a->report->n_ops; i++) {
        const struct gam_report_operator *op = &a->report->op[i];
        bool verified = op->status == GAM_STATUS_OK && op->error <= op->tolerance;
        if (!op->op.kind || !verified || op->time_ns.n == 0)
            continue;
        struct gam_subject trial = a->subject[i]; /* judged afresh when all roofs are known */
        while (true) {
            int rc = raise_roofs(a, op, &trial, err);
            if (rc)
                return rc;
            int at = gam_subject_serving_leaf(a, op, &trial);
            bool above = at >= 0 && gam_leaf_share(a, op, &trial.times.leaf[at]).low > GAM_LIMIT_INVALID;
            if (!above || trial.times.stand_in >= 0 || !gam_subject_may_move_in(a, op, &trial) || !gam_work_move_in(&trial.work))
                break;
        }
    }
    return 0;
}
