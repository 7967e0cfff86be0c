/* SPDX-License-Identifier: MIT */
#include "proof.h"

#include "common/err.h"
#include "common/rand.h"

#include <math.h>

/* Reads the pairs of one trial and job in the order of the file. */
struct cursor {
    const struct proof_file *f;
    size_t trial, at;
    int job;
};

static const struct proof_pair *cursor_next(struct cursor *c)
{
    for (; c->at < c->f->n; c->at++)
        if (c->f->pair[c->at].trial == c->trial && c->f->pair[c->at].job == c->job)
            return &c->f->pair[c->at++];
    return NULL;
}

struct course {
    struct proof_file *f;
    const struct proof_trial *trial;
    size_t at;
    const struct proof_runner *runner;
    struct proof_outcome *out;
    struct gam_err *err;
};

static void raw_keep(struct proof_outcome *out, const struct proof_pair *p)
{
    if (p->control || p->job == 1 || out->n_raw == sizeof out->base / sizeof *out->base)
        return;
    out->base[out->n_raw] = p->base_ns;
    out->cand[out->n_raw++] = p->cand_ns;
}

/* The next pair, from the file or made now; 1: neither. */
static int pair_get(struct course *c, struct cursor *cursor, const struct gam_gate_step *step, struct proof_pair *pair)
{
    const struct proof_pair *kept = cursor_next(cursor);
    int rc;

    if (kept) {
        *pair = *kept;
        if (kept->control != step->control || kept->cand_first != step->cand_first)
            return gam_err_set(c->err, -GAM_EPARSE, "trial %zu: the file's order is not that of its seed", c->at);
        return 0;
    }
    if (!c->runner)
        return 1;
    *pair = (struct proof_pair){ .trial = c->at, .job = cursor->job, .control = step->control, .cand_first = step->cand_first };
    rc = c->runner->run(c->runner->ctx, c->trial, step, pair, c->err);
    if (!rc)
        rc = proof_file_append(c->f, pair, c->err);
    cursor->at = c->f->n;
    return rc;
}

/* One job to its end. 1: pairs are missing and nobody makes them. */
static int job_run(struct course *c, int number, struct gam_gate_series *s, double *control_ratio)
{
    struct cursor cursor = { .f = c->f, .trial = c->at, .job = number };
    struct gam_gate_control control;
    struct gam_gate_job job;
    struct gam_gate_step step;
    struct proof_pair pair;
    int rc =
        gam_gate_job_init(&job, &gam_gate_rule_default, s, 1, 1, gam_rand_hash(c->f->seed, 2 * c->at + (uint64_t)number), c->err);

    while (!rc && gam_gate_job_next(&job, &step)) {
        rc = pair_get(c, &cursor, &step, &pair);
        if (rc)
            break;
        c->out->spent_ns += pair.spent_ns;
        c->out->pairs++;
        raw_keep(c->out, &pair);
        rc = gam_gate_job_put(&job, &pair.base_ns, &pair.cand_ns, c->err);
    }
    if (!rc)
        rc = gam_gate_job_control(&job, 0, &control, c->err);
    if (!rc) {
        *control_ratio = control.ratio;
        if (control.fired && s->verdict != GAM_GATE_PASS) { /* as the command does */
            s->verdict = GAM_GATE_UNDECIDED;
            s->why = GAM_GATE_WHY_CONTROL;
        }
    }
    gam_gate_job_release(&job);
    return rc;
}

/* Pairs beyond the verdict, for rules that want a fixed number; their order is a coin's. */
static int extra_run(struct course *c)
{
    struct cursor cursor = { .f = c->f, .trial = c->at, .job = 2 };
    struct proof_pair pair;
    int rc = 0;

    while (!rc && c->out->n_raw < PROOF_RAW_LEAST) {
        struct gam_gate_step step = { .cand_first = gam_rand_hash(c->f->seed + c->at, c->out->n_raw) >> 40 & 1 };

        rc = pair_get(c, &cursor, &step, &pair);
        if (!rc)
            raw_keep(c->out, &pair);
    }
    return rc;
}

int proof_trial_judge(struct proof_file *f, const struct proof_trial *trial, size_t at, const struct proof_runner *runner,
                      struct proof_outcome *out, struct gam_err *err)
{
    struct gam_gate_series s = { .better = GAM_GATE_LOWER, .threshold_ratio = 0.03 };
    struct course c = { f, trial, at, runner, out, err };
    double unused;
    int rc;

    *out = (struct proof_outcome){ .control_ratio = NAN };
    rc = job_run(&c, 0, &s, &out->control_ratio);
    out->first = out->verdict = s.verdict;
    out->why = s.why;
    out->outcome = s.outcome;
    if (!rc && s.verdict == GAM_GATE_REGRESSION) {
        rc = job_run(&c, 1, &s, &unused);
        if (!rc && s.verdict != GAM_GATE_REGRESSION) {
            out->verdict = GAM_GATE_UNDECIDED;
            out->why = GAM_GATE_WHY_UNCONFIRMED;
        }
    }
    if (!rc)
        rc = extra_run(&c);
    out->complete = !rc;
    return rc > 0 ? 0 : rc;
}
