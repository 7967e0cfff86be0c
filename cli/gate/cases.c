/* SPDX-License-Identifier: MIT */
#include "cli/gate/session.h"

#include <math.h>
#include <string.h>

static void verdict_set(struct gam_gate_case *c, enum gam_gate_verdict verdict, enum gam_gate_why why, const char *reason)
{
    c->verdict = verdict;
    c->why = why;
    c->reason = reason;
}

static const char *source_of(const struct gam_gate_session *s, const struct gam_metric *m)
{
    static const struct {
        const char *metric, *source;
    } own[] = {
        { "time", "wall" }, { "cpu_time", "os" }, { "memory_peak", "os" }, { "output_sha256", "wall" }, { "energy", "os" }
    };

    for (size_t i = 0; i < sizeof own / sizeof *own && !strcmp(m->name, s->slots->name); i++)
        if (!strcmp(own[i].metric, m->metric))
            return own[i].source;
    return "program";
}

static int case_fill(struct gam_gate_session *s, size_t at, const struct gam_metric *m, struct gam_err *err)
{
    struct gam_arena **arena = &s->gate->arena;
    struct gam_gate_case *c = &s->cases[at];

    *c = (struct gam_gate_case){ .name = gam_arena_text(arena, m->name),
                                 .metric = gam_arena_text(arena, m->metric),
                                 .unit = gam_arena_text(arena, m->unit),
                                 .file = gam_arena_text(arena, m->file),
                                 .line = m->line,
                                 .source = source_of(s, m),
                                 .better = (enum gam_gate_better)m->better };
    gam_gate_outcome_clear(&c->first);
    if (!c->name || !c->metric || !c->unit || (m->file && !c->file))
        return gam_err_nomem(err);
    s->exact[at].is_exact = m->better == GAM_METRIC_EQUAL || gam_gate_is_exact(s->settings, m->metric);
    if (!s->exact[at].is_exact)
        gam_gate_thresholds(s->settings, c->name, c->metric, &c->threshold_ratio, &c->threshold_abs);
    return 0;
}

/* One side alone, or two that do not speak of the same. */
static void misfit_check(struct gam_gate_case *c, const struct gam_metric *base, const struct gam_metric *cand)
{
    if (!cand)
        verdict_set(c, GAM_GATE_NOT_COMPARABLE, GAM_GATE_WHY_MISSING, "the base reports it, the candidate does not");
    else if (!base)
        verdict_set(c, GAM_GATE_NO_BASELINE, GAM_GATE_WHY_MISSING, "the candidate reports it, the base does not");
    else if (strcmp(base->unit, cand->unit) != 0 || base->better != cand->better || !base->text != !cand->text)
        verdict_set(c, GAM_GATE_NOT_COMPARABLE, GAM_GATE_WHY_OUTPUT, "the arms report it with another unit or direction");
}

int gam_gate_cases_make(struct gam_gate_session *s, const struct gam_metrics *base, const struct gam_metrics *cand,
                        struct gam_err *err)
{
    struct gam_arena **arena = &s->gate->arena;
    size_t most = base->n + cand->n, n = 0;
    int rc = 0;

    s->cases = gam_arena_get(arena, most + 1, sizeof *s->cases);
    s->exact = gam_arena_get(arena, most + 1, sizeof *s->exact);
    s->control = gam_arena_get(arena, most + 1, sizeof *s->control);
    if (!s->cases || !s->exact || !s->control)
        return gam_err_nomem(err);
    for (size_t i = 0; i < most && !rc; i++) {
        const struct gam_metric *m = i < base->n ? &base->metric[i] : &cand->metric[i - base->n];
        const struct gam_metric *other = gam_metrics_find(i < base->n ? cand : base, m->name, m->metric);

        if (i >= base->n && other)
            continue; /* was there when the base's turn was */
        rc = case_fill(s, n, m, err);
        if (!rc)
            misfit_check(&s->cases[n], i < base->n ? m : other, i < base->n ? other : m);
        s->control[n] = (struct gam_gate_control){ .ratio = NAN, .p = NAN };
        n++;
    }
    s->gate->cases = s->cases;
    s->gate->n_cases = n;
    return rc;
}

int gam_gate_cases_see(struct gam_gate_session *s, int arm, const struct gam_metrics *m, struct gam_err *err)
{
    for (size_t i = 0; i < s->gate->n_cases; i++) {
        struct gam_gate_exact *e = &s->exact[i];
        const struct gam_metric *now = e->is_exact ? gam_metrics_find(m, s->cases[i].name, s->cases[i].metric) : NULL;

        if (!now)
            continue;
        if (!e->known[arm]) {
            e->known[arm] = 1;
            e->value[arm] = now->value;
            e->text[arm] = gam_arena_text(&s->gate->arena, now->text);
            if (now->text && !e->text[arm])
                return gam_err_nomem(err);
        } else if (now->text ? !e->text[arm] || strcmp(e->text[arm], now->text) != 0 : e->value[arm] != now->value) {
            e->unstable[arm] = 1;
        }
    }
    return 0;
}

static void numbers_judge(struct gam_gate_case *c, double base, double cand)
{
    double sign = c->better == GAM_GATE_HIGHER ? -1 : 1;

    c->first.base = base;
    c->first.cand = cand;
    if (base != 0)
        c->first.ratio = cand / base;
    if (cand == base)
        verdict_set(c, GAM_GATE_PASS, GAM_GATE_WHY_SAME, "equal");
    else if (c->better == GAM_GATE_EQUAL || sign * (cand - base) > 0)
        verdict_set(c, GAM_GATE_REGRESSION, GAM_GATE_WHY_EXACT, "an exact value changed");
    else
        verdict_set(c, GAM_GATE_PASS, GAM_GATE_WHY_NOT_WORSE, "an exact value became better");
}

void gam_gate_cases_judge_exact(struct gam_gate_session *s)
{
    for (size_t i = 0; i < s->gate->n_cases; i++) {
        const struct gam_gate_exact *e = &s->exact[i];
        struct gam_gate_case *c = &s->cases[i];

        if (!e->is_exact || c->reason)
            continue;
        c->base_text = e->text[GAM_ARM_BASE];
        c->cand_text = e->text[GAM_ARM_CAND];
        if (e->unstable[GAM_ARM_BASE] || e->unstable[GAM_ARM_CAND])
            verdict_set(c, GAM_GATE_UNDECIDED, GAM_GATE_WHY_UNSTABLE,
                        e->unstable[GAM_ARM_BASE] ? "it is exact, but differs between runs of the base"
                                                  : "it is exact, but differs between runs of the candidate");
        else if (c->base_text && c->cand_text && !strcmp(c->base_text, c->cand_text))
            verdict_set(c, GAM_GATE_PASS, GAM_GATE_WHY_SAME, "equal");
        else if (c->base_text)
            verdict_set(c, GAM_GATE_NOT_COMPARABLE, GAM_GATE_WHY_OUTPUT,
                        "the arms do not give the same; times of different results say nothing");
        else
            numbers_judge(c, e->value[GAM_ARM_BASE], e->value[GAM_ARM_CAND]);
    }
}
