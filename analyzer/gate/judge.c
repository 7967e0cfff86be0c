/* SPDX-License-Identifier: MIT */
#include "analyzer/gate/judge.h"

#include "analyzer/gate/rank.h"
#include "common/err.h"
#include "common/stats.h"

#include <math.h>
#include <stdlib.h>

/* The level of "pass" and of the interval, before it is shared among the looks. */
static const double pass_alpha = 0.05;
/* Efficiency of the signed rank to the t test under a normal distribution is 3 / pi = 0.955: n is worth n / 1.05. */
static const double rank_loss = 1.05;

const struct gam_gate_rule gam_gate_rule_default = { .alpha = 0.01, .power = 0.9, .look = { 10, 20, 40, 80 }, .n_looks = 4 };

int gam_gate_rule_check(const struct gam_gate_rule *rule, struct gam_err *err)
{
    size_t n = rule->n_looks;

    if (!(rule->alpha > 0 && rule->alpha < 0.5))
        return gam_err_set(err, -GAM_EINVAL, "alpha %g is not between 0 and 0.5", rule->alpha);
    if (!(rule->power > 0.5 && rule->power < 1))
        return gam_err_set(err, -GAM_EINVAL, "power %g is not between 0.5 and 1", rule->power);
    if (!n || n > GAM_GATE_LOOKS)
        return gam_err_set(err, -GAM_EINVAL, "looks: between 1 and %d of them are needed", GAM_GATE_LOOKS);
    for (size_t i = 0; i < n; i++)
        if (!rule->look[i] || rule->look[i] > GAM_RANK_MOST || (i && rule->look[i] <= rule->look[i - 1]))
            return gam_err_set(err, -GAM_EINVAL, "looks: numbers of pairs must ascend from 1 to at most %d", GAM_RANK_MOST);
    if (rule->look[n - 1] < gam_rank_least(rule->alpha / (double)n))
        return gam_err_set(err, -GAM_EINVAL, "looks: %zu pairs can never decide at alpha %g; the least is %zu", rule->look[n - 1],
                           rule->alpha, gam_rank_least(rule->alpha / (double)n));
    return 0;
}

void gam_gate_outcome_clear(struct gam_gate_outcome *o)
{
    *o = (struct gam_gate_outcome){ .base = NAN,
                                    .cand = NAN,
                                    .ratio = NAN,
                                    .ratio_low = NAN,
                                    .ratio_high = NAN,
                                    .worse = NAN,
                                    .worse_low = NAN,
                                    .worse_high = NAN,
                                    .level = NAN,
                                    .p = NAN,
                                    .p_adjusted = NAN,
                                    .p_pass = NAN,
                                    .sd = NAN,
                                    .mde = NAN,
                                    .noise_floor = NAN };
}

double gam_gate_threshold(const struct gam_gate_series *s, double base)
{
    double absolute = s->threshold_abs > 0 && base > 0 ? s->threshold_abs / base : 0;

    return fmax(s->threshold_ratio, absolute);
}

double gam_gate_mde(const struct gam_gate_rule *rule, size_t family, double sd, size_t n, double threshold)
{
    double s = sd * sqrt(rank_loss / (double)n), tests = (double)rule->n_looks * (double)(family ? family : 1);
    double z_alpha = gam_normal_quantile(1 - rule->alpha / tests), z_power = gam_normal_quantile(rule->power);

    return exp(fmax((z_alpha + z_power) * s, log1p(threshold) + z_power * s)) - 1;
}

static int is_left_out(const struct gam_gate_pair *p)
{
    return isnan(p->base) || isnan(p->cand) || p->disturbed;
}

/* Works on the pairs of a series that count. */
struct view {
    double *d, *scratch; /* n each */
    size_t n;
};

static void view_release(struct view *v)
{
    free(v->d);
    free(v->scratch);
}

static int view_make(const struct gam_gate_series *s, struct view *v, struct gam_err *err)
{
    *v = (struct view){ .d = calloc(s->n + 1, sizeof *v->d), .scratch = calloc(s->n + 1, sizeof *v->scratch) };
    if (!v->d || !v->scratch) {
        view_release(v);
        return gam_err_nomem(err);
    }
    for (size_t i = 0; i < s->n; i++) {
        const struct gam_gate_pair *p = &s->pair[i];

        if (is_left_out(p))
            continue;
        if (!(p->base > 0 && p->cand > 0) || isinf(p->base) || isinf(p->cand)) {
            view_release(v);
            return gam_err_set(err, -GAM_ENUMERIC,
                               "a value of %g has no ratio; report what can be zero as exact (\"better\": \"equal\")",
                               p->base > 0 ? p->cand : p->base);
        }
        v->d[v->n++] = s->better == GAM_GATE_HIGHER ? log(p->base / p->cand) : log(p->cand / p->base);
    }
    return 0;
}

static double median_of(const struct gam_gate_series *s, double *scratch, int cand)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++)
        if (!is_left_out(&s->pair[i]))
            scratch[n++] = cand ? s->pair[i].cand : s->pair[i].base;
    return gam_stats_median(scratch, n);
}

/* From the oriented log ratio to both ways of saying it. */
static void ratios_set(struct gam_gate_outcome *o, const struct gam_rank_estimate *e, enum gam_gate_better better)
{
    int higher = better == GAM_GATE_HIGHER;

    o->worse = expm1(e->value);
    o->worse_low = expm1(e->low);
    o->worse_high = expm1(e->high);
    o->ratio = exp(higher ? -e->value : e->value);
    o->ratio_low = exp(higher ? -e->high : e->low);
    o->ratio_high = exp(higher ? -e->low : e->high);
    o->level = e->level;
}

static int tests_run(const struct view *v, double threshold, struct gam_gate_outcome *o, struct gam_err *err)
{
    int rc = gam_rank_p_greater(v->d, v->n, &o->p, err);

    for (size_t i = 0; i < v->n; i++)
        v->scratch[i] = log1p(threshold) - v->d[i];
    return rc ? rc : gam_rank_p_greater(v->scratch, v->n, &o->p_pass, err);
}

int gam_gate_estimate(const struct gam_gate_rule *rule, size_t family, struct gam_gate_series *s, struct gam_err *err)
{
    struct gam_gate_outcome *o = &s->outcome;
    struct gam_rank_estimate e;
    struct view v;
    int rc = view_make(s, &v, err);
    double threshold;

    if (rc)
        return rc;
    o->pairs = v.n;
    o->base = median_of(s, v.scratch, 0);
    o->cand = median_of(s, v.scratch, 1);
    threshold = gam_gate_threshold(s, o->base);
    rc = gam_rank_estimate(v.d, v.n, 1 - pass_alpha / (double)rule->n_looks, &e, err);
    if (!rc)
        rc = tests_run(&v, threshold, o, err);
    if (!rc) {
        ratios_set(o, &e, s->better);
        o->sd = gam_stats_stddev(v.d, v.n);
        o->mde = gam_gate_mde(rule, family, o->sd, v.n, threshold);
        o->noise_floor = expm1(gam_normal_quantile(0.975) * o->sd * sqrt(rank_loss / (double)v.n));
    }
    view_release(&v);
    return rc;
}

static void decide(struct gam_gate_series *s, enum gam_gate_verdict verdict, enum gam_gate_why why)
{
    s->decided = 1;
    s->verdict = verdict;
    s->why = why;
}

/* Too many pairs are left out to judge by the rest: 1 for now, as the machine may calm down; 2 for good. */
static int is_thin(const struct gam_gate_series *s, int last)
{
    size_t missing = 0;

    for (size_t i = 0; i < s->n; i++)
        missing += !s->pair[i].disturbed && is_left_out(&s->pair[i]);
    if (4 * (s->n - s->outcome.pairs) <= s->n)
        return 0;
    return last || 4 * missing > s->n ? 2 : 1;
}

/* After the estimates and Holm; `last`: no further look comes. */
static void series_judge(const struct gam_gate_rule *rule, struct gam_gate_series *s, int last)
{
    const struct gam_gate_outcome *o = &s->outcome;
    double looks = (double)rule->n_looks, threshold = gam_gate_threshold(s, o->base);
    int thin = is_thin(s, last);

    if (thin == 1)
        return;
    if (thin)
        decide(s, GAM_GATE_NOT_COMPARABLE, GAM_GATE_WHY_DROPPED);
    else if (o->p_adjusted < rule->alpha / looks && o->worse > threshold)
        decide(s, GAM_GATE_REGRESSION, GAM_GATE_WHY_WORSE);
    else if (o->p_pass < pass_alpha / looks && o->mde <= 2 * threshold)
        decide(s, GAM_GATE_PASS, GAM_GATE_WHY_NOT_WORSE);
    else if (last)
        decide(s, GAM_GATE_UNDECIDED, o->mde <= 2 * threshold ? GAM_GATE_WHY_CLOSE : GAM_GATE_WHY_NOISE);
}

/* The family is all cases of the gate, those decided at an earlier look with the p that they had then. */
static int holm(struct gam_gate_series *series, size_t n, struct gam_err *err)
{
    double *p = calloc(2 * n + 1, sizeof *p);
    int rc;

    if (!p)
        return gam_err_nomem(err);
    for (size_t i = 0; i < n; i++)
        p[i] = series[i].outcome.p;
    rc = gam_holm_adjust(p, n, p + n, err);
    for (size_t i = 0; i < n && !rc; i++)
        if (!series[i].decided)
            series[i].outcome.p_adjusted = p[n + i];
    free(p);
    return rc;
}

int gam_gate_judge_look(const struct gam_gate_rule *rule, struct gam_gate_series *series, size_t n, size_t look,
                        struct gam_err *err)
{
    int rc = 0;

    for (size_t i = 0; i < n && !rc; i++) {
        if (series[i].decided)
            continue;
        rc = gam_gate_estimate(rule, n, &series[i], err);
        series[i].outcome.looks = look + 1;
    }
    if (!rc)
        rc = holm(series, n, err);
    for (size_t i = 0; i < n && !rc; i++)
        if (!series[i].decided)
            series_judge(rule, &series[i], look + 1 == rule->n_looks);
    return rc;
}
