/* SPDX-License-Identifier: MIT */
#include "cli/gate/session.h"

#include "analyzer/gate/rank.h"
#include "common/rand.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_MOST = 1000, EXACT_PAIRS = 2, SLOW_SAMPLES = 10 };

/* A job over some of the cases. */
struct course {
    struct gam_gate_session *s;
    struct gam_gate_series *series;
    size_t *at; /* case of each series */
    double *value[GAM_ARMS];
    size_t n;
    struct gam_err *err;
};

static int record_slot(struct gam_gate_session *s, const struct gam_gate_slot_record *r, struct gam_err *err)
{
    if (s->n_slots == s->slot_capacity) {
        size_t capacity = s->slot_capacity ? 2 * s->slot_capacity : 256;
        struct gam_gate_slot_record *more = realloc(s->slot, capacity * sizeof *more);

        if (!more)
            return gam_err_nomem(err);
        s->slot = more;
        s->slot_capacity = capacity;
    }
    s->slot[s->n_slots++] = *r;
    return 0;
}

/* The value of a case in this slot, NaN where it is missing; what has no ratio ends the gate, with its name. */
static int value_take(const struct gam_gate_case *g, const struct gam_metrics *m, double *out, struct gam_err *err)
{
    const struct gam_metric *found = gam_metrics_find(m, g->name, g->metric);

    *out = found ? found->value : NAN;
    if (!found || found->text || (*out > 0 && !isinf(*out)))
        return 0;
    return gam_err_set(err, -GAM_ENUMERIC,
                       "%s of case %s is %g, which has no ratio; report what can be zero as exact (\"better\": \"equal\")",
                       g->metric, g->name, *out);
}

/* Runs one slot of `arm`; `as`: whose values they are (the second copy of the base in a control). */
static int slot_run(struct course *c, int arm, int as, const struct gam_gate_step *step)
{
    struct gam_gate_session *s = c->s;
    struct gam_gate_slot_record record = { .pair = s->gate->diagnostics.pairs_run, .arm = arm };
    struct gam_slot_result r;
    struct gam_metrics m;
    int rc = gam_gate_slot_run(s->slots, arm, &m, &r, c->err);

    if (!rc) {
        for (size_t i = 0; i < c->n && !rc; i++)
            rc = value_take(&s->cases[c->at[i]], &m, &c->value[as][i], c->err);
        if (!rc)
            rc = gam_gate_cases_see(s, arm, &m, c->err);
    }
    record.look = step ? (int)step->look : 0;
    record.control = step && step->control;
    record.exit_code = r.exit_code;
    record.duration_ns = r.wall_ns;
    if (!rc)
        rc = record_slot(s, &record, c->err);
    gam_metrics_release(&m);
    return rc;
}

/* *disturbed: by signs from outside; a sum over both slots, which no arm can have more of by being first. */
static int pair_run(struct course *c, const struct gam_gate_step *step, int *disturbed)
{
    struct gam_gate_session *s = c->s;
    uint64_t start = gam_clock_now(s->clock);
    size_t first = s->n_slots;
    struct gam_disturb before, after;
    struct gam_disturb_span span;
    int rc = 0;

    gam_disturb_read("", &before);
    for (int slot = 0; slot < 2 && !rc; slot++) {
        int as = slot ? !step->cand_first : step->cand_first;

        rc = slot_run(c, step->control ? GAM_ARM_BASE : as, as, step);
    }
    gam_disturb_read("", &after);
    gam_disturb_between(&before, &after, gam_clock_now(s->clock) - start, &span);
    *disturbed = span.throttled || span.steal_busy > s->settings->steal_most;
    s->throttled += span.throttled;
    for (size_t i = first; i < s->n_slots; i++)
        s->slot[i].disturbed = *disturbed;
    s->gate->diagnostics.pairs_run++;
    s->gate->diagnostics.pairs_dropped += *disturbed != 0;
    return rc;
}

static void course_release(struct course *c)
{
    free(c->series);
    free(c->at);
    free(c->value[0]);
    free(c->value[1]);
}

/* The cases for which `wanted` holds. */
static int course_make(struct gam_gate_session *s, int (*wanted)(const struct gam_gate_session *, size_t), struct course *c,
                       struct gam_err *err)
{
    size_t most = s->gate->n_cases + 1;

    *c = (struct course){ .s = s, .err = err, .series = calloc(most, sizeof *c->series), .at = calloc(most, sizeof *c->at) };
    for (int i = 0; i < GAM_ARMS; i++)
        c->value[i] = calloc(most, sizeof **c->value);
    if (!c->series || !c->at || !c->value[0] || !c->value[1]) {
        course_release(c);
        return gam_err_nomem(err);
    }
    for (size_t i = 0; i < s->gate->n_cases; i++) {
        const struct gam_gate_case *g = &s->cases[i];

        if (!wanted(s, i))
            continue;
        c->at[c->n] = i;
        c->series[c->n++] = (struct gam_gate_series){ .better = g->better,
                                                      .threshold_ratio = g->threshold_ratio,
                                                      .threshold_abs = g->threshold_abs };
    }
    return 0;
}

static int is_timed(const struct gam_gate_session *s, size_t i)
{
    return !s->exact[i].is_exact && !s->cases[i].reason;
}

static int is_failing(const struct gam_gate_session *s, size_t i)
{
    return is_timed(s, i) && s->cases[i].verdict == GAM_GATE_REGRESSION;
}

static int over_budget(const struct gam_gate_session *s)
{
    return gam_clock_now(s->clock) - s->start_ns > s->settings->time_budget_ns;
}

static int job_drive(struct course *c, struct gam_gate_job *job)
{
    struct gam_gate_step step;
    int rc = 0, disturbed;

    while (!rc && gam_gate_job_next(job, &step)) {
        if (over_budget(c->s))
            return gam_gate_job_stop(job, GAM_GATE_WHY_BUDGET, c->err);
        rc = pair_run(c, &step, &disturbed);
        if (!rc && disturbed)
            gam_gate_job_disturbed(job);
        if (!rc)
            rc = gam_gate_job_put(job, c->value[GAM_ARM_BASE], c->value[GAM_ARM_CAND], c->err);
        if (!rc && c->s->progress)
            c->s->progress(c->s->progress_ctx, c->s, job);
    }
    return rc;
}

/* The outcome with its pairs, in the gate's own memory. */
static int outcome_keep(struct gam_gate_session *s, const struct gam_gate_series *from, struct gam_gate_outcome *to,
                        struct gam_err *err)
{
    struct gam_gate_pair *pair = gam_arena_get(&s->gate->arena, from->n + 1, sizeof *pair);

    if (!pair)
        return gam_err_nomem(err);
    *to = from->outcome;
    to->pairs = from->n;
    if (from->n)
        memcpy(pair, from->pair, from->n * sizeof *pair);
    to->pair = pair;
    return 0;
}

static int first_job(struct gam_gate_session *s, struct gam_err *err)
{
    struct course c;
    struct gam_gate_job job;
    int rc = course_make(s, is_timed, &c, err);

    if (rc)
        return rc;
    rc = gam_gate_job_init(&job, &s->settings->rule, c.series, c.n, s->settings->control, (uint64_t)s->gate->seed, err);
    if (!rc)
        rc = job_drive(&c, &job);
    for (size_t i = 0; i < c.n && !rc; i++) {
        struct gam_gate_case *g = &s->cases[c.at[i]];

        g->verdict = c.series[i].verdict;
        g->why = c.series[i].why;
        rc = outcome_keep(s, &c.series[i], &g->first, err);
        if (!rc)
            rc = gam_gate_job_control(&job, i, &s->control[c.at[i]], err);
        if (!rc && s->control[c.at[i]].fired && g->verdict != GAM_GATE_PASS) {
            g->verdict = GAM_GATE_UNDECIDED;
            g->why = GAM_GATE_WHY_CONTROL;
        }
    }
    if (!rc && c.n)
        rc = gam_gate_diagnose(&c.series[0], &s->gate->diagnostics, err);
    gam_gate_job_release(&job);
    course_release(&c);
    return rc;
}

/* A fresh job for what failed: another order, its own Holm family. */
static int second_job(struct gam_gate_session *s, struct gam_err *err)
{
    struct course c;
    struct gam_gate_job job;
    int rc = course_make(s, is_failing, &c, err);

    if (rc || !c.n) {
        if (!rc)
            course_release(&c);
        return rc;
    }
    rc = gam_gate_job_init(&job, &s->settings->rule, c.series, c.n, 0, gam_rand_hash((uint64_t)s->gate->seed, 1), err);
    if (!rc)
        rc = job_drive(&c, &job);
    for (size_t i = 0; i < c.n && !rc; i++) {
        struct gam_gate_case *g = &s->cases[c.at[i]];
        struct gam_gate_outcome *kept = gam_arena_get(&s->gate->arena, 1, sizeof *kept);

        rc = kept ? outcome_keep(s, &c.series[i], kept, err) : gam_err_nomem(err);
        g->confirm = kept;
        if (!rc && c.series[i].verdict != GAM_GATE_REGRESSION) {
            g->verdict = GAM_GATE_UNDECIDED;
            g->why = c.series[i].why == GAM_GATE_WHY_BUDGET ? GAM_GATE_WHY_BUDGET : GAM_GATE_WHY_UNCONFIRMED;
        }
    }
    gam_gate_job_release(&job);
    course_release(&c);
    return rc;
}

/* Only exact values: two pairs show whether they are stable. Where times ran out of time there is none for these. */
static int exact_pairs(struct gam_gate_session *s, struct gam_err *err)
{
    struct course c = { .s = s, .err = err };
    int rc = 0, disturbed;

    for (size_t i = 0; i < s->gate->n_cases; i++)
        if (is_timed(s, i) && over_budget(s))
            return 0;
    for (int i = 0; i < EXACT_PAIRS && !rc; i++) {
        struct gam_gate_step step = { .cand_first = i % 2 };

        rc = pair_run(&c, &step, &disturbed);
    }
    return rc;
}

/* A sample of the faster arm is long enough to be timed; where the other is so much slower that this would cost many samples,
 * fewer do. */
static void batch_choose(struct gam_gate_session *s, const uint64_t wall_ns[GAM_ARMS])
{
    uint64_t least = wall_ns[0] < wall_ns[1] ? wall_ns[0] : wall_ns[1], most = wall_ns[0] + wall_ns[1] - least;
    uint64_t batch = least ? (s->settings->min_sample_ns + least - 1) / least : 1;

    if (most && batch > SLOW_SAMPLES * s->settings->min_sample_ns / most)
        batch = SLOW_SAMPLES * s->settings->min_sample_ns / most;
    s->slots->batch = batch > BATCH_MOST ? BATCH_MOST : batch ? (size_t)batch : 1;
}

/* A counter of energy needs a sample of some length from the first reading on: the batch is chosen without it. */
static int energy_batch(struct gam_gate_session *s, struct gam_err *err)
{
    struct gam_slot_energy held = s->slots->energy;
    unsigned also = s->slots->also;
    uint64_t wall_ns[GAM_ARMS] = { 0 };
    int rc = 0;

    s->slots->energy.meter = NULL;
    s->slots->also &= ~(unsigned)GAM_ALSO_ENERGY;
    for (int arm = 0; arm < GAM_ARMS && !rc; arm++) {
        struct gam_slot_result r;
        struct gam_metrics m;

        rc = gam_gate_slot_run(s->slots, arm, &m, &r, err);
        wall_ns[arm] = r.wall_ns;
        gam_metrics_release(&m);
    }
    s->slots->energy = held;
    s->slots->also = also;
    if (!rc)
        batch_choose(s, wall_ns);
    return rc;
}

/* The first slot of each arm warms up and says what there is to compare. */
static int preflight(struct gam_gate_session *s, struct gam_err *err)
{
    struct gam_metrics m[GAM_ARMS] = { 0 };
    struct gam_slot_result r[GAM_ARMS] = { 0 };
    int rc = s->slots->energy.meter ? energy_batch(s, err) : 0, only_wall;

    for (int arm = 0; arm < GAM_ARMS && !rc; arm++)
        rc = gam_gate_slot_run(s->slots, arm, &m[arm], &r[arm], err);
    if (!rc)
        rc = gam_gate_cases_make(s, &m[GAM_ARM_BASE], &m[GAM_ARM_CAND], err);
    for (int arm = 0; arm < GAM_ARMS && !rc; arm++)
        rc = gam_gate_cases_see(s, arm, &m[arm], err);
    only_wall = !rc;
    for (size_t i = 0; i < s->gate->n_cases && !rc; i++)
        if (strcmp(s->cases[i].source, "program") == 0)
            only_wall = 0;
    if (only_wall && !s->slots->batch) /* programs that time themselves see to that */
        batch_choose(s, (const uint64_t[GAM_ARMS]){ r[0].wall_ns, r[1].wall_ns });
    for (int arm = 0; arm < GAM_ARMS; arm++)
        gam_metrics_release(&m[arm]);
    return rc;
}

static void look_warn(struct gam_gate_session *s)
{
    const struct gam_gate_rule *rule = &s->settings->rule;
    size_t family = 0, least;

    for (size_t i = 0; i < s->gate->n_cases; i++)
        family += is_timed(s, i) != 0;
    least = gam_rank_least(rule->alpha / (double)rule->n_looks / (double)(family ? family : 1));
    if (family && rule->look[0] < least)
        gam_gate_warn(s->gate, "look 1 (%zu pairs) cannot find a regression among %zu cases: at least %zu pairs are needed",
                      rule->look[0], family, least);
    if (family && rule->look[rule->n_looks - 1] < least)
        gam_gate_warn(s->gate, "no look can find a regression among %zu cases: give later looks or fewer cases", family);
}

static void diagnostics_warn(struct gam_gate_session *s)
{
    struct gam_gate *g = s->gate;
    const struct gam_gate_diagnostics *d = &g->diagnostics;

    if (d->slot_p < 0.001)
        gam_gate_warn(
            g, "the second slot of a pair takes %+.1f %% (p %.2g): something lingers between slots; the order takes it out",
            100 * expm1(d->slot_effect), d->slot_p);
    if (d->drift_p < 0.001)
        gam_gate_warn(g, "the machine drifted while it was measured (Spearman %.2f); pairs take it out", d->drift);
    if (d->steal_share > 0.05)
        gam_gate_warn(g, "the hypervisor took away %.0f %% of the cpus' time", 100 * d->steal_share);
    if (d->pressure_share > 0.2)
        gam_gate_warn(g,
                      "tasks waited for a cpu in %.0f %% of the time: other work shares this machine, or there are more threads "
                      "than cpus",
                      100 * d->pressure_share);
    if (s->throttled)
        gam_gate_warn(g, "cores were throttled during %zu pairs", s->throttled);
    if (d->pairs_dropped)
        gam_gate_warn(g, "%zu of %zu pairs were disturbed from outside and do not count", d->pairs_dropped, d->pairs_run);
}

static void disturbance_set(struct gam_gate_session *s)
{
    struct gam_disturb now;
    struct gam_disturb_span span;

    gam_disturb_read("", &now);
    gam_disturb_between(&s->slots->start, &now, gam_clock_now(s->clock) - s->start_ns, &span);
    s->gate->diagnostics.steal_share = span.steal_share;
    s->gate->diagnostics.pressure_share = span.pressure_share;
}

/* A program that fails decides the gate; anything else is the caller's error. */
static int measure(struct gam_gate_session *s, struct gam_err *err)
{
    int rc = s->earlier ? gam_gate_earlier_check(s->earlier, s->gate, err) : 0;

    if (!rc)
        rc = preflight(s, err);

    if (!rc && s->gate->n_cases == 0)
        rc = gam_err_set(err, -GAM_EDEVICE, "there is nothing to compare");
    if (!rc && s->earlier)
        rc = gam_gate_earlier_apply(s, err);
    if (!rc)
        look_warn(s);
    if (!rc && !s->earlier)
        rc = first_job(s, err);
    if (!rc && !s->gate->diagnostics.pairs_run)
        rc = exact_pairs(s, err);
    if (!rc && (s->settings->confirm || s->earlier))
        rc = second_job(s, err);
    return rc;
}

int gam_gate_session_run(struct gam_gate_session *s, struct gam_err *err)
{
    struct gam_gate *g = s->gate;
    int rc;

    s->start_ns = gam_clock_now(s->clock);
    gam_disturb_read("", &s->slots->start);
    gam_gate_diagnostics_clear(&g->diagnostics);
    rc = measure(s, err);
    disturbance_set(s);
    g->duration_ns = (int64_t)(gam_clock_now(s->clock) - s->start_ns);
    g->batch = (int64_t)(s->slots->batch ? s->slots->batch : 1);
    if (rc == -GAM_EDEVICE || rc == -GAM_EPARSE || rc == -GAM_ENUMERIC) {
        g->n_cases = 0;
        g->verdict = GAM_GATE_FAILED;
        g->reason = gam_arena_text(&g->arena, err->text);
        gam_gate_conclude(g, s->cases);
        if (rc != -GAM_EDEVICE)
            g->advice =
                "look at what the program writes into the file that $GAMBREL_METRICS names; docs/gate.md says what a line "
                "holds";
        return 0;
    }
    if (rc)
        return rc;
    if (s->settings->control)
        g->control = s->control;
    gam_gate_cases_judge_exact(s);
    for (size_t i = 0; i < g->n_cases; i++)
        gam_gate_case_explain(&g->arena, &s->cases[i], &s->control[i]);
    diagnostics_warn(s);
    gam_gate_conclude(g, s->cases);
    return 0;
}

void gam_gate_session_release(struct gam_gate_session *s)
{
    free(s->slot);
    s->slot = NULL;
}
