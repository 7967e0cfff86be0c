/* SPDX-License-Identifier: MIT */
/* One visit: warm, start the meters, take samples, stop them, write it all down. */
#include "collector/runner_priv.h"
#include "common/err.h"
#include "common/stats.h"

struct visit {
    int round, pass;
    uint64_t iterations; /* of a sample */
    uint64_t duration_ns[RUNNER_SAMPLES_MOST], n, covered_ns;
    struct gam_err why; /* what went wrong with the item; code 0: nothing */
};

static void samples_take(const struct runner *r, struct slot *s, struct visit *v)
{
    uint64_t wanted = gam_slot_samples(r, s, v->pass);

    while (v->n < wanted && !gam_slot_launch(r, s, v->iterations, &v->duration_ns[v->n], &v->why))
        v->covered_ns += v->duration_ns[v->n++];
}

static int samples_emit(struct runner *r, const struct slot *s, const struct visit *v, struct gam_err *err)
{
    unsigned flags = gam_meters_flags(r, v->pass);
    int64_t first = r->emit->next[GAM_RECORD_SAMPLE];

    for (uint64_t i = 0; i < v->n; i++) {
        struct gam_sample sample;
        int rc;

        gam_record_clear(GAM_RECORD_SAMPLE, &sample);
        sample.measurement = s->measurement;
        sample.rank = 0;
        sample.round = v->round;
        sample.pass = v->pass;
        sample.iterations = (int64_t)v->iterations;
        sample.duration_ns = (int64_t)v->duration_ns[i];
        sample.flags = flags | (v->duration_ns[i] < r->sample_least_ns ? GAM_SAMPLE_SHORT : 0);
        rc = gam_emit(r->emit, GAM_RECORD_SAMPLE, &sample, err);
        if (rc)
            return rc;
    }
    return v->n ? gam_meters_emit(r, first, v->pass, v->covered_ns, err) : 0;
}

/* An item that was calibrated while the machine was busy may turn out faster; its next samples are long enough again. */
static void round_value_add(const struct runner *r, struct slot *s, const struct visit *v)
{
    double value[RUNNER_SAMPLES_MOST], median;

    if (v->pass > 0 || !v->n)
        return;
    for (uint64_t i = 0; i < v->n; i++)
        value[i] = (double)v->duration_ns[i] / (double)s->iterations;
    median = gam_stats_median(value, v->n);
    s->round_ns[s->n_rounds++] = median;
    if (median > 0 && median * (double)s->iterations < (double)r->sample_least_ns) {
        s->iteration_ns = median;
        gam_slot_set_iterations(r, s);
    }
}

/* What the visit cost beside its samples, records and their commit included, as a running mean: the next rounds are planned
 * with it. */
static void overhead_learn(const struct runner *r, struct slot *s, double samples_ns, uint64_t begin_ns)
{
    double over = (double)(gam_runner_elapsed(r) - begin_ns) - samples_ns;

    s->visits++;
    s->overhead_ns += (over - s->overhead_ns) / (double)s->visits;
}

int gam_visit_run(struct runner *r, struct slot *s, int round, int pass, struct gam_err *err)
{
    struct visit v = { .round = round, .pass = pass };
    uint64_t begin = gam_runner_elapsed(r), warm, ignored = 0;
    double modelled_ns;
    int rc = gam_slot_hold(r, s, &v.why);

    if (rc)
        return gam_slot_end(r, s, GAM_STATUS_FAILED, err, "round %d: %.180s", round, v.why.text);
    v.iterations = gam_slot_iterations(r, s, pass);
    gam_slot_settle(s);
    gam_slot_touch(r, s);
    warm = gam_slot_warm_up(r, s);
    if (warm)
        rc = gam_slot_launch(r, s, warm, &ignored, &v.why);
    if (!rc) {
        rc = gam_meters_start(r, s, pass, err);
        if (!rc)
            samples_take(r, s, &v);
        if (!rc)
            rc = gam_meters_stop(r, err);
        if (rc) {
            gam_slot_drop(r, s);
            return rc;
        }
    }
    gam_slot_drop(r, s);
    rc = samples_emit(r, s, &v, err);
    modelled_ns = (double)(v.n * v.iterations) * s->iteration_ns;
    round_value_add(r, s, &v);
    if (!rc && v.why.code)
        rc = gam_slot_end(r, s, GAM_STATUS_FAILED, err, "round %d: %.180s", round, v.why.text);
    if (!rc)
        rc = gam_emit_commit(r->emit, err);
    overhead_learn(r, s, modelled_ns, begin);
    return rc;
}
