/* SPDX-License-Identifier: MIT */
/* Checks that measure: an operator goes through the plan, the runner and its oracle on the device, while a shim before the
 * backend spoils what a real device might spoil.
 */
#include "collector/conformance_priv.h"
#include "collector/plan.h"
#include "collector/runner.h"
#include "common/err.h"

#include <stdio.h>
#include <string.h>

enum { ROUNDS = 2, VISIT_NS = 2000000 };
static const char *const subject_spec = "add:n=4096,dtype=f32";

/* The backend in use with its functions replaced. */
struct shim {
    const struct gam_device_backend *real;
    void *state;
    int fail_at, runs;             /* the run with that number is lost, and all after it; 0: none */
    int spoil;                     /* the result goes elsewhere */
    volatile sig_atomic_t *cancel; /* set at the first run */
};

static void shim_caps(void *state, int threads, struct gam_caps *out)
{
    struct shim *s = state;

    s->real->caps(s->state, threads, out);
}

static int shim_alloc(void *state, int threads, uint64_t bytes, struct gam_buffer *out, struct gam_err *err)
{
    struct shim *s = state;

    return s->real->alloc(s->state, threads, bytes, out, err);
}

static void shim_release(void *state, struct gam_buffer *buffer)
{
    struct shim *s = state;

    s->real->release(s->state, buffer);
}

static int shim_upload(void *state, struct gam_buffer *to, const void *from, uint64_t bytes, struct gam_err *err)
{
    struct shim *s = state;

    return s->real->upload(s->state, to, from, bytes, err);
}

static int shim_download(void *state, void *to, const struct gam_buffer *from, uint64_t bytes, struct gam_err *err)
{
    struct shim *s = state;

    return s->real->download(s->state, to, from, bytes, err);
}

/* Another operand's memory in place of the result's: the real one stays poisoned. */
static int run_spoiled(struct shim *s, struct gam_launch *launch, void *const *const *set, uint64_t *duration_ns,
                       struct gam_err *err)
{
    struct gam_buffer other = { .handle = NULL };
    void *operand[GAM_OP_MAX_OPERANDS] = { set[0][0], set[0][1] };
    void *const *one[] = { operand };
    int rc = s->real->alloc(s->state, 1, 4096 * sizeof(float), &other, err);

    operand[2] = other.handle;
    if (!rc)
        rc = s->real->run(s->state, launch, one, 1, 0, 1, duration_ns, err);
    s->real->release(s->state, &other);
    return rc;
}

static int shim_run(void *state, struct gam_launch *launch, void *const *const *set, size_t sets, uint64_t start,
                    uint64_t iterations, uint64_t *duration_ns, struct gam_err *err)
{
    struct shim *s = state;

    s->runs++;
    if (s->fail_at && s->runs >= s->fail_at)
        return gam_err_set(err, -GAM_EDEVICE, "the device was lost (as the conformance suite wanted)");
    if (s->cancel)
        *s->cancel = 1;
    if (s->spoil)
        return run_spoiled(s, launch, set, duration_ns, err);
    return s->real->run(s->state, launch, set, sets, start, iterations, duration_ns, err);
}

/* What a run of the subject came to. */
struct outcome {
    int rc;
    struct gam_runner_result result;
    struct gam_err err;
    enum gam_status status; /* of the subject */
    char reason[240];
};

static int item_make(const struct trial *t, struct gam_plan_item *item, struct gam_err *err)
{
    struct gam_caps caps = { .threads = 1 };
    int rc = gam_op_parse(subject_spec, &item->op, err);

    if (rc)
        return rc;
    t->backend->caps(t->state, 1, &caps);
    item->role = GAM_ROLE_SUBJECT;
    item->threads = 1;
    for (item->impl = gam_impl_next(NULL, "add"); item->impl; item->impl = gam_impl_next(item->impl, "add"))
        if (t->backend->langs & gam_impl_langs(item->impl) && !item->impl->supports(&item->op, &caps, err))
            return 0;
    return gam_err_set(err, -GAM_EUNSUPPORTED, "no implementation of add is for this device");
}

static void outcome_read(const struct gam_runset *set, struct outcome *out)
{
    const struct gam_measurement *m = gam_runset_measurement(set);

    if (!gam_runset_measurement_n(set))
        return;
    out->status = m[0].status;
    snprintf(out->reason, sizeof out->reason, "%.230s", m[0].reason ? m[0].reason : "");
}

/* The subject through the runner on the device behind the shim. */
static void shim_measure(const struct trial *t, struct shim *s, volatile sig_atomic_t *cancel, struct outcome *out)
{
    struct gam_plan_item item = GAM_PLAN_ITEM_INIT;
    struct gam_device_backend backend = *t->backend;
    struct gam_open_device device = *t->device;
    struct gam_plan plan = { .rounds = ROUNDS, .rounds_least = ROUNDS, .keep = 1, .seed = 1 };
    struct gam_emitter emit;
    struct gam_runner_config config = { .clock = &gam_clock_monotonic, .visit_ns = VISIT_NS, .emit = &emit, .cancel = cancel };
    struct gam_runner_request request = { &plan, &device, 1, &config };
    struct gam_runset set;

    backend.caps = shim_caps;
    backend.alloc = shim_alloc;
    backend.release = shim_release;
    backend.upload = shim_upload;
    backend.download = shim_download;
    backend.run = shim_run;
    backend.workers = NULL;
    backend.notice = NULL;
    s->real = t->backend;
    s->state = t->state;
    device.backend = &backend;
    device.state = s;
    *out = (struct outcome){ .rc = 0 };
    gam_runset_init(&set);
    gam_emitter_init(&emit, gam_sink_runset(&set));
    out->rc = item_make(t, &item, &out->err);
    if (!out->rc)
        out->rc = gam_plan_push(&plan, &item, &out->err);
    if (!out->rc)
        out->rc = gam_runner_run(&request, &out->result, &out->err);
    outcome_read(&set, out);
    gam_plan_release(&plan);
    gam_runset_release(&set);
}

/* 1 when the device still measures the subject right. */
static int still_works(const struct trial *t, struct outcome *out)
{
    struct shim plain = { .fail_at = 0 };

    shim_measure(t, &plain, NULL, out);
    return !out->rc && out->status == GAM_STATUS_OK;
}

int conformance_right(struct trial *t)
{
    struct outcome o;

    if (still_works(t, &o))
        return conformance_say(t, TRIAL_HOLDS, "%s is computed right", subject_spec);
    if (o.rc == -GAM_EUNSUPPORTED)
        return conformance_say(t, TRIAL_UNTRIED, "%.300s", o.err.text);
    return conformance_say(t, TRIAL_FAILS, "%s: %.300s", subject_spec, o.rc ? o.err.text : o.reason);
}

/* 1 when the verdict is already clear: the subject cannot run here, or the shim's fault left the device broken. */
static int trial_over(struct trial *t, const struct outcome *o, int *verdict)
{
    struct outcome after;

    if (o->rc == -GAM_EUNSUPPORTED)
        *verdict = conformance_say(t, TRIAL_UNTRIED, "%.300s", o->err.text);
    else if (!still_works(t, &after))
        *verdict = conformance_say(t, TRIAL_FAILS, "the device does not work afterwards: %.300s",
                                   after.rc ? after.err.text : after.reason);
    else
        return 0;
    return 1;
}

int conformance_wrong(struct trial *t)
{
    struct shim spoiled = { .spoil = 1 };
    struct outcome o;
    int verdict;

    shim_measure(t, &spoiled, NULL, &o);
    if (trial_over(t, &o, &verdict))
        return verdict;
    if (o.rc || o.status != GAM_STATUS_WRONG)
        return conformance_say(t, TRIAL_FAILS, "a result that was never written passes as right");
    return conformance_say(t, TRIAL_HOLDS, "noticed: %.300s", o.reason);
}

int conformance_unsupported(struct trial *t)
{
    /* Of a language that no backend has, with nothing to run. */
    struct gam_launch launch = { .lang = (enum gam_lang)31, .threads = 1 };
    struct gam_err err = { 0 };
    struct outcome after;
    uint64_t ns = 0;
    int rc = t->backend->run(t->state, &launch, NULL, 0, 0, 1, &ns, &err);

    if (!rc || !err.text[0])
        return conformance_say(t, TRIAL_FAILS, "a launch of an unknown language is not refused with a reason");
    if (!still_works(t, &after) && after.rc != -GAM_EUNSUPPORTED)
        return conformance_say(t, TRIAL_FAILS, "the device does not work afterwards: %.300s",
                               after.rc ? after.err.text : after.reason);
    return conformance_say(t, TRIAL_HOLDS, "refused: %.300s", err.text);
}

int conformance_lost(struct trial *t)
{
    struct shim lost = { .fail_at = 2 };
    struct outcome o;
    int verdict;

    shim_measure(t, &lost, NULL, &o);
    if (trial_over(t, &o, &verdict))
        return verdict;
    if (o.rc || o.status != GAM_STATUS_FAILED)
        return conformance_say(t, TRIAL_FAILS, "a device lost in the middle does not end the measurement alone");
    return conformance_say(t, TRIAL_HOLDS, "the measurement failed and the run went on: %.200s", o.reason);
}

int conformance_cancelled(struct trial *t)
{
    volatile sig_atomic_t cancel = 0;
    struct shim cancelling = { .cancel = &cancel };
    struct outcome o;
    int verdict;

    shim_measure(t, &cancelling, &cancel, &o);
    if (trial_over(t, &o, &verdict))
        return verdict;
    if (o.rc != -GAM_ECANCELLED)
        return conformance_say(t, TRIAL_FAILS, "a run cancelled at its first launch goes on to its end");
    return conformance_say(t, TRIAL_HOLDS, "ended at once, and the device works afterwards");
}
