/* SPDX-License-Identifier: MIT */
#include "cli/gate/against.h"

#include "cli/gate/session.h"

#include <math.h>
#include <string.h>

static const double joint_level = 0.9; /* both intervals are 95 % ones */

static int class_differs(const struct gam_baseline *a, const struct gam_baseline *b)
{
    int host = !a->host_class || !b->host_class || strcmp(a->host_class, b->host_class) != 0;
    int device =
        (a->device_class && b->device_class) ? strcmp(a->device_class, b->device_class) != 0 : a->device_class != b->device_class;

    return host || device;
}

/* A name may hold baselines of several kinds of machines: this one's comes first. */
static const struct gam_baseline *match_find(const struct gam_baseline *rows, size_t n, const struct gam_baseline *like)
{
    const struct gam_baseline *other = NULL;

    for (size_t i = 0; i < n; i++) {
        if (!gam_gate_rows_same(&rows[i], like))
            continue;
        if (!class_differs(&rows[i], like))
            return &rows[i];
        other = other ? other : &rows[i];
    }
    return other;
}

static void outcome_fill(const struct gam_baseline *base, const struct gam_baseline *cand, struct gam_gate_outcome *o)
{
    o->base = base->value;
    o->cand = cand->value;
    o->ratio = cand->value / base->value;
    o->worse = o->ratio - 1;
    if (!(base->low > 0 && base->high > 0 && cand->low > 0 && cand->high > 0))
        return;
    o->ratio_low = cand->low / base->high;
    o->ratio_high = cand->high / base->low;
    o->worse_low = o->ratio_low - 1;
    o->worse_high = o->ratio_high - 1;
    o->level = joint_level;
}

static void decide(struct gam_gate_case *c, enum gam_gate_verdict verdict, enum gam_gate_why why, const char *reason)
{
    c->verdict = verdict;
    c->why = why;
    c->reason = reason;
}

static void case_judge(struct gam_arena **arena, struct gam_gate_case *c)
{
    const struct gam_gate_outcome *o = &c->first;
    double t = fmax(c->threshold_ratio, c->threshold_abs > 0 ? c->threshold_abs / o->base : 0);
    const char *effect = gam_arena_printf(arena, "%.1f %% %s (interval %.1f to %.1f %%), threshold %.3g %%", 100 * fabs(o->worse),
                                          o->worse < 0 ? "better" : "worse", 100 * o->worse_low, 100 * o->worse_high, 100 * t);

    if (!isfinite(o->ratio_low))
        decide(c, GAM_GATE_UNDECIDED, GAM_GATE_WHY_SINGLE, "one side has too few rounds for an interval; measure at least six");
    else if (o->worse_low > t)
        decide(c, GAM_GATE_REGRESSION, GAM_GATE_WHY_WORSE, effect);
    else if (o->worse_high < t)
        decide(c, GAM_GATE_PASS, GAM_GATE_WHY_NOT_WORSE, effect);
    else
        decide(c, GAM_GATE_UNDECIDED, o->ratio_high / o->ratio_low - 1 > 2 * t ? GAM_GATE_WHY_NOISE : GAM_GATE_WHY_CLOSE, effect);
}

static int case_make(const struct gam_gate_settings *settings, const struct gam_baseline *base, const struct gam_baseline *cand,
                     struct gam_gate *gate, struct gam_gate_case *c, struct gam_err *err)
{
    struct gam_strbuf name = GAM_STRBUF_INIT(1 << 16);

    gam_gate_row_text(cand, &name);
    *c = (struct gam_gate_case){ .name = gam_arena_text(&gate->arena, gam_strbuf_get(&name)),
                                 .metric = cand->metric,
                                 .unit = cand->unit,
                                 .source = "gambrel",
                                 .better = GAM_GATE_LOWER };
    gam_strbuf_release(&name);
    gam_gate_outcome_clear(&c->first);
    if (!c->name)
        return gam_err_nomem(err);
    gam_gate_thresholds(settings, cand->op, cand->metric, &c->threshold_ratio, &c->threshold_abs);
    c->first.cand = cand->value;
    if (!base) {
        decide(c, GAM_GATE_NO_BASELINE, GAM_GATE_WHY_MISSING, "the baseline does not have it");
        return 0;
    }
    if (class_differs(base, cand) && !gate->advisory) {
        c->first.base = base->value;
        decide(c, GAM_GATE_NOT_COMPARABLE, GAM_GATE_WHY_HOST,
               gam_arena_printf(&gate->arena, "the baseline is of another kind of machine (%s, here %s)",
                                base->host_class ? base->host_class : "unknown",
                                cand->host_class ? cand->host_class : "unknown"));
        return 0;
    }
    outcome_fill(base, cand, &c->first);
    case_judge(&gate->arena, c);
    return 0;
}

static void warn(struct gam_gate *gate, const struct gam_baseline *base, size_t n_base, const struct gam_baseline *cand,
                 size_t n_cand)
{
    size_t gone = 0, other = 0, better = 0;

    for (size_t i = 0; i < n_base; i++)
        gone += !gam_gate_rows_find(cand, n_cand, &base[i]);
    for (size_t i = 0; i < n_cand; i++) {
        const struct gam_baseline *old = match_find(base, n_base, &cand[i]);

        other += old && class_differs(old, &cand[i]);
        better += gate->cases[i].first.worse_high < -gate->cases[i].threshold_ratio;
    }
    if (gate->base.hash && gate->cand.hash && !strcmp(gate->base.hash, gate->cand.hash))
        gam_gate_warn(gate, "the baseline and the candidate are the same run: this says nothing of a change");
    if (gate->base.age_days < -1)
        gam_gate_warn(gate, "the baseline is dated %.0f days after now: one of the two clocks is wrong", -gate->base.age_days);
    if (gate->base.age_days > GAM_BASELINE_OLD_DAYS)
        gam_gate_warn(gate, "the baseline is %.0f days old; accept a fresh one", gate->base.age_days);
    if (gone)
        gam_gate_warn(gate, "%zu series of the baseline were not measured", gone);
    if (other)
        gam_gate_warn(
            gate, "%zu series come from another kind of machine: their times say little; 'gambrel gate ab' measures both here",
            other);
    if (better)
        gam_gate_warn(
            gate, "%zu cases beat the baseline by more than the threshold, which hides losses up to there; accept the new level",
            better);
}

int gam_gate_against(const struct gam_gate_settings *settings, const struct gam_baseline *base, size_t n_base,
                     const struct gam_baseline *cand, size_t n_cand, struct gam_gate *gate, struct gam_err *err)
{
    struct gam_gate_case *cases = gam_arena_get(&gate->arena, n_cand + 1, sizeof *cases);
    int rc = cases ? 0 : gam_err_nomem(err);

    for (size_t i = 0; i < n_cand && !rc; i++)
        rc = case_make(settings, match_find(base, n_base, &cand[i]), &cand[i], gate, &cases[i], err);
    if (rc)
        return rc;
    gate->cases = cases;
    gate->n_cases = n_cand;
    warn(gate, base, n_base, cand, n_cand);
    if (!n_base) {
        gate->verdict = GAM_GATE_NO_BASELINE;
        gate->reason = "there is no such baseline";
    } else if (!n_cand) {
        gate->verdict = GAM_GATE_FAILED;
        gate->reason = "the run has no operator that was measured and right";
    }
    gam_gate_conclude(gate, cases);
    if (gate->verdict == GAM_GATE_FAILED)
        gate->advice = "'gambrel report' shows what became of the run's operators; measure again with 'gambrel run'";
    return 0;
}
