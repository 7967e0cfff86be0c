/* SPDX-License-Identifier: MIT */
/* Makes one item ready: plan, operands, verification, warm-up, calibration. */
#include "collector/runner_priv.h"
#include "common/err.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { PREPARE_GROWTH = 16, PREPARE_TRIES = 12, PREPARE_CANDIDATE_RUNS = 3, PREPARE_SLACK_NS = 1000000 };

static int slot_plan(struct slot *s, struct gam_err *err)
{
    struct gam_caps caps = { .threads = s->item->threads };
    int rc;

    gam_launch_release(&s->launch);
    s->device->backend->caps(s->device->state, s->item->threads, &caps);
    caps.variant = s->variant;
    rc = s->item->impl->plan(&s->item->op, &caps, &s->launch, err);
    if (!rc && s->launch.threads < 1)
        s->launch.threads = s->item->threads;
    if (!rc && s->n_variants)
        gam_choice_end(s->launch.detail, sizeof s->launch.detail, s->n_variants, s->choice_run);
    s->stale = 0;
    return rc;
}

int gam_slot_hold(struct runner *r, struct slot *s, struct gam_err *err)
{
    int rc = gam_pool_hold(r, s, err);

    if (rc)
        return rc;
    if (s->stale)
        rc = slot_plan(s, err);
    if (!rc)
        rc = gam_link_hold(r, s, err);
    if (rc)
        gam_pool_drop(r, s);
    return rc;
}

void gam_slot_drop(struct runner *r, struct slot *s)
{
    gam_link_drop(s);
    gam_pool_drop(r, s);
}

/* A device's clock may run apart from the host's, but not by as much as that. */
static int time_check(const struct runner *r, uint64_t waited_ns, uint64_t duration_ns, struct gam_err *err)
{
    if (duration_ns > 2 * waited_ns + PREPARE_SLACK_NS)
        return gam_err_set(err, -GAM_ENUMERIC, "took %" PRIu64 " ns by the device's clock, while the host waited %" PRIu64 " ns",
                           duration_ns, waited_ns);
    if (!duration_ns && waited_ns > PREPARE_TRIES * r->sample_least_ns)
        return gam_err_set(err, -GAM_ENUMERIC, "took no time by the device's clock, while the host waited %" PRIu64 " ns",
                           waited_ns);
    return 0;
}

int gam_slot_launch(const struct runner *r, struct slot *s, uint64_t iterations, uint64_t *duration_ns, struct gam_err *err)
{
    uint64_t begin = gam_runner_elapsed(r);
    int rc;

    *duration_ns = 0;
    if (gam_link_crosses(s))
        return gam_link_launch(r, s, iterations, duration_ns, err);
    rc = s->device->backend->run(s->device->state, &s->launch, s->set, s->copies, s->next_copy, iterations, duration_ns, err);

    s->next_copy = (s->next_copy + iterations) % s->copies;
    return rc ? rc : time_check(r, gam_runner_elapsed(r) - begin, *duration_ns, err);
}

/* Runs until a sample is long enough to time; the time of one iteration then is that sample's. Candidates of a group are judged
 * by it: theirs is the best of a few. */
static int slot_calibrate(const struct runner *r, struct slot *s, uint64_t first_ns, struct gam_err *err)
{
    uint64_t n = 1, t = first_ns, least = r->sample_least_ns;
    int more = s->item->group >= 0 ? PREPARE_CANDIDATE_RUNS - 1 : 0;

    s->iteration_ns = (double)first_ns;
    gam_slot_settle(s);
    /* The first run warmed up caches, pages and libraries; it counts only where it alone takes longer than a visit may. */
    for (int tries = 0; tries < PREPARE_TRIES && (tries == 0 ? t < RUNNER_SAMPLES * r->visit_ns : t < least); tries++) {
        int rc;

        if (tries) {
            double grow = t ? 1.25 * (double)least / (double)t : PREPARE_GROWTH;

            n = (uint64_t)((double)n * (grow > PREPARE_GROWTH ? PREPARE_GROWTH : grow < 1.25 ? 1.25 : grow)) + 1;
        }
        rc = gam_slot_launch(r, s, n, &t, err);
        if (rc)
            return rc;
        s->iteration_ns = (double)t / (double)n;
    }
    for (; more > 0 && t >= least && t < RUNNER_SAMPLES * r->visit_ns; more--) {
        int rc = gam_slot_launch(r, s, n, &t, err);

        if (rc)
            return rc;
        s->iteration_ns = fmin(s->iteration_ns, (double)t / (double)n);
    }
    if (s->iteration_ns <= 0)
        return gam_err_set(err, -GAM_ENUMERIC, "%" PRIu64 " runs in a row took no time at all", n);
    return 0;
}

static int slot_try(struct runner *r, struct slot *s, struct gam_err *err)
{
    uint64_t first_ns = 0;
    int rc = gam_slot_hold(r, s, err);

    if (rc)
        return rc;
    rc = gam_slot_verify(r, s, &first_ns, err);
    if (!rc && s->verdict.right)
        rc = slot_calibrate(r, s, first_ns, err);
    gam_slot_drop(r, s);
    return rc;
}

static int slot_wrong(struct runner *r, struct slot *s, struct gam_err *err)
{
    if (isnan(s->verdict.error))
        return gam_slot_end(r, s, GAM_STATUS_WRONG, err,
                            "the output holds a NaN, an infinity or an element that was never written, at %" PRIu64,
                            s->verdict.worst_index);
    return gam_slot_end(r, s, GAM_STATUS_WRONG, err, "error %.3g at element %" PRIu64 ", tolerance %.3g", s->verdict.error,
                        s->verdict.worst_index, s->verdict.tolerance);
}

int gam_prepare_slot(struct runner *r, struct slot *s, struct gam_err *err)
{
    struct gam_err why = { .code = 0 };
    int rc = gam_tune_slot(r, s, slot_try, &why);

    if (rc)
        return gam_slot_end(r, s, GAM_STATUS_FAILED, err, "%s", *why.text ? why.text : "failed without a reason");
    if (!s->verdict.right)
        return slot_wrong(r, s, err);
    return gam_records_measurement(r, s, err);
}
