/* SPDX-License-Identifier: MIT */
#include "analyzer/gate/job.h"

#include "analyzer/gate/rank.h"
#include "common/err.h"
#include "common/rand.h"

#include <math.h>
#include <stdlib.h>

static size_t pairs_most(const struct gam_gate_rule *rule)
{
    return rule->look[rule->n_looks - 1];
}

/* Half of each look's pairs in either order, shuffled; the odd one by a coin. */
static void order_fill(const struct gam_gate_rule *rule, size_t divisor, struct gam_rand *r, unsigned char *order)
{
    for (size_t look = 0, from = 0; look < rule->n_looks; look++) {
        size_t to = rule->look[look] / divisor, n = to - from;
        size_t coin = n % 2 ? (size_t)gam_rand_below(r, 2) : 0;

        for (size_t i = 0; i < n; i++)
            order[from + i] = i < n / 2 + coin;
        for (size_t i = n; i > 1; i--) {
            size_t k = (size_t)gam_rand_below(r, i);
            unsigned char swap = order[from + i - 1];

            order[from + i - 1] = order[from + k];
            order[from + k] = swap;
        }
        from = to;
    }
}

static int pairs_get(struct gam_gate_series *s, size_t most, struct gam_err *err)
{
    s->pair = calloc(most + 1, sizeof *s->pair);
    s->n = 0;
    s->decided = 0;
    gam_gate_outcome_clear(&s->outcome);
    return s->pair ? 0 : gam_err_nomem(err);
}

static int control_get(struct gam_gate_job *job, size_t most, struct gam_err *err)
{
    int rc = 0;

    job->control = calloc(job->n + 1, sizeof *job->control);
    if (!job->control)
        return gam_err_nomem(err);
    for (size_t i = 0; i < job->n && !rc; i++) {
        job->control[i].better = job->series[i].better;
        job->control[i].threshold_ratio = job->series[i].threshold_ratio;
        job->control[i].threshold_abs = job->series[i].threshold_abs;
        rc = pairs_get(&job->control[i], most / GAM_GATE_CONTROL_EVERY, err);
    }
    return rc;
}

int gam_gate_job_init(struct gam_gate_job *job, const struct gam_gate_rule *rule, struct gam_gate_series *series, size_t n,
                      int control, uint64_t seed, struct gam_err *err)
{
    size_t most = pairs_most(rule);
    struct gam_rand r;
    int rc = 0;

    *job = (struct gam_gate_job){ .rule = rule, .series = series, .n = n, .done = !n };
    for (size_t i = 0; i < n; i++)
        series[i].pair = NULL; /* so that a release after a failure finds nothing foreign */
    job->order = calloc(most + 1, 1);
    job->control_order = calloc(most + 1, 1);
    if (!job->order || !job->control_order)
        rc = gam_err_nomem(err);
    for (size_t i = 0; i < n && !rc; i++)
        rc = pairs_get(&series[i], most, err);
    if (!rc && control)
        rc = control_get(job, most, err);
    if (rc) {
        gam_gate_job_release(job);
        return rc;
    }
    gam_rand_seed(&r, seed);
    order_fill(rule, 1, &r, job->order);
    order_fill(rule, GAM_GATE_CONTROL_EVERY, &r, job->control_order);
    return 0;
}

void gam_gate_job_release(struct gam_gate_job *job)
{
    for (size_t i = 0; job->series && i < job->n; i++) {
        free(job->series[i].pair);
        job->series[i].pair = NULL;
        job->series[i].n = 0;
    }
    for (size_t i = 0; job->control && i < job->n; i++)
        free(job->control[i].pair);
    free(job->control);
    free(job->order);
    free(job->control_order);
    *job = (struct gam_gate_job){ 0 };
}

int gam_gate_job_next(const struct gam_gate_job *job, struct gam_gate_step *step)
{
    if (job->done)
        return 0;
    *step = (struct gam_gate_step){ .control = job->control_due, .look = job->look };
    step->cand_first = job->control_due ? job->control_order[job->controls] : job->order[job->pairs];
    return 1;
}

/* The look is complete when its pairs and their control are in. */
static int look_end(struct gam_gate_job *job, struct gam_err *err)
{
    int rc = gam_gate_judge_look(job->rule, job->series, job->n, job->look, err);

    job->done = 1;
    for (size_t i = 0; i < job->n; i++)
        if (!job->series[i].decided)
            job->done = 0;
    job->look++;
    return rc;
}

void gam_gate_job_disturbed(struct gam_gate_job *job)
{
    job->disturbed = 1;
}

int gam_gate_job_put(struct gam_gate_job *job, const double *base, const double *cand, struct gam_err *err)
{
    struct gam_gate_series *into = job->control_due ? job->control : job->series;
    size_t at = job->control_due ? job->controls : job->pairs;
    int cand_first = job->control_due ? job->control_order[at] : job->order[at];

    for (size_t i = 0; i < job->n; i++)
        if (!job->series[i].decided)
            into[i].pair[into[i].n++] = (struct gam_gate_pair){ base[i], cand[i], cand_first, (int)job->look, job->disturbed };
    job->disturbed = 0;
    if (job->control_due) {
        job->controls++;
        job->control_due = 0;
    } else {
        job->pairs++;
        job->control_due = job->control && job->pairs % GAM_GATE_CONTROL_EVERY == 0;
    }
    return !job->control_due && job->pairs == job->rule->look[job->look] ? look_end(job, err) : 0;
}

int gam_gate_job_stop(struct gam_gate_job *job, enum gam_gate_why why, struct gam_err *err)
{
    int rc = 0;

    for (size_t i = 0; i < job->n && !rc; i++) {
        struct gam_gate_series *s = &job->series[i];

        if (s->decided)
            continue;
        s->decided = 1;
        s->verdict = GAM_GATE_UNDECIDED;
        s->why = why;
        s->outcome.looks = job->look;
        if (s->n)
            rc = gam_gate_estimate(job->rule, job->n, s, err);
    }
    job->done = 1;
    return rc;
}

static size_t logs_of(const struct gam_gate_series *s, double *d)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++)
        if (s->pair[i].base > 0 && s->pair[i].cand > 0 && !s->pair[i].disturbed)
            d[n++] = log(s->pair[i].cand / s->pair[i].base);
    return n;
}

int gam_gate_job_control(const struct gam_gate_job *job, size_t i, struct gam_gate_control *out, struct gam_err *err)
{
    double d[GAM_RANK_MOST];
    struct gam_rank_estimate e;
    double threshold;
    int rc;

    *out = (struct gam_gate_control){ .ratio = NAN, .p = NAN };
    if (!job->control || !job->control[i].n)
        return 0;
    out->pairs = logs_of(&job->control[i], d);
    rc = gam_rank_p_two_sided(d, out->pairs, &out->p, err);
    if (!rc)
        rc = gam_rank_estimate(d, out->pairs, 0.95, &e, err);
    if (rc)
        return rc;
    out->ratio = exp(e.value);
    threshold = gam_gate_threshold(&job->series[i], job->series[i].outcome.base);
    out->fired = out->p < job->rule->alpha && fabs(e.value) > log1p(threshold);
    return 0;
}

static double autocorrelation(const double *d, size_t n)
{
    double mean = 0, above = 0, below = 0;

    for (size_t i = 0; i < n; i++)
        mean += d[i] / (double)n;
    for (size_t i = 0; i < n; i++) {
        below += (d[i] - mean) * (d[i] - mean);
        if (i)
            above += (d[i] - mean) * (d[i - 1] - mean);
    }
    return n >= 4 && below > 0 ? above / below : NAN;
}

int gam_gate_diagnose(const struct gam_gate_series *s, struct gam_gate_diagnostics *out, struct gam_err *err)
{
    double d[GAM_RANK_MOST], slot[GAM_RANK_MOST], level[GAM_RANK_MOST], time[GAM_RANK_MOST];
    struct gam_rank_estimate e;
    size_t n = 0;
    int rc;

    for (size_t i = 0; i < s->n && n < GAM_RANK_MOST; i++) {
        const struct gam_gate_pair *p = &s->pair[i];

        if (!(p->base > 0 && p->cand > 0) || p->disturbed)
            continue;
        d[n] = log(p->cand / p->base);
        slot[n] = p->cand_first ? -d[n] : d[n];
        level[n] = log(p->cand) + log(p->base);
        time[n] = (double)i;
        n++;
    }
    out->autocorrelation = autocorrelation(d, n);
    rc = gam_rank_estimate(slot, n, 0.95, &e, err);
    out->slot_effect = e.value;
    out->slot_p = NAN;
    if (!rc && n)
        rc = gam_rank_p_two_sided(slot, n, &out->slot_p, err);
    return rc ? rc : gam_spearman(time, level, n, &out->drift, &out->drift_p, err);
}
