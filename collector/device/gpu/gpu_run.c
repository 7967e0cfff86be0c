/* SPDX-License-Identifier: MIT */
/* Launches, timed by events of the device's own clock. */
#include "collector/device/gpu/gpu.h"
#include "common/clock.h"
#include "common/err.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum {
    RUN_SLACK_NS = 200000 /* an event's resolution and the host's own calls */
};

static int step_fits(const struct gpu_state *s, const struct gam_launch_step *step, struct gam_err *err)
{
    uint64_t items = 1;

    for (int i = 0; i < 3; i++) {
        if (step->groups[i] > INT_MAX)
            return gam_err_set(err, -GAM_EUNSUPPORTED, "kernel '%s': %" PRIu64 " work-groups in a row", step->entry,
                               step->groups[i]);
        items *= step->local[i];
    }
    if (s->value[GPU_GROUP_MOST] && items > (uint64_t)s->value[GPU_GROUP_MOST])
        return gam_err_set(err, -GAM_EUNSUPPORTED, "kernel '%s': groups of %" PRIu64 " work-items, and '%s' takes %d",
                           step->entry, items, s->id, s->value[GPU_GROUP_MOST]);
    return 0;
}

/* Memory that all launches share: they run one after another. */
static int scratch_hold(struct gpu_state *s, uint64_t bytes, struct gam_err *err)
{
    struct gam_buffer buffer;
    int rc;

    if (bytes <= s->scratch_bytes)
        return 0;
    if (s->scratch)
        s->driver->memory_free(s->scratch);
    s->scratch = s->scratch_bytes = 0;
    rc = gam_gpu_alloc(s, 1, bytes, &buffer, err);
    if (rc)
        return rc;
    s->scratch = (uint64_t)(uintptr_t)buffer.handle;
    s->scratch_bytes = bytes;
    return 0;
}

/* Registers that did not suffice lie in device memory, which no roof should go through unseen: the record says so. */
static void spills_say(const struct gpu_state *s, struct gam_launch *launch, void *function)
{
    int bytes = 0;
    size_t used = strlen(launch->detail);

    if (s->driver->function_attribute(&bytes, GAM_GPU_FUNCTION_LOCAL_BYTES, function) || bytes <= 0 ||
        strstr(launch->detail, "spills"))
        return;
    snprintf(launch->detail + used, sizeof launch->detail - used, "%sspills %d bytes", used ? ", " : "", bytes);
}

static int shot_make(struct gpu_state *s, struct gam_launch *launch, struct gpu_shot *shot, struct gam_err *err)
{
    int rc = 0;

    if (launch->run)
        return 0;
    if (!launch->source || !launch->n_steps || launch->n_steps > GPU_STEPS_MOST)
        return gam_err_set(err, -GAM_EINTERNAL, "a launch for '%s' of %zu kernels", s->id, launch->n_steps);
    for (size_t i = 0; i < launch->n_steps && !rc; i++) {
        rc = step_fits(s, &launch->step[i], err);
        if (!rc)
            rc = gam_gpu_function(s, launch->source, launch->step[i].entry, &shot->function[i], err);
        if (!rc)
            spills_say(s, launch, shot->function[i]);
    }
    return rc ? rc : scratch_hold(s, launch->scratch_bytes, err);
}

static int step_fire(struct gpu_state *s, const struct gam_launch *launch, const struct gam_launch_step *step, void *function,
                     void *const *operand, struct gam_err *err)
{
    uint64_t none = 0, turn = launch->turn;
    void *argument[GAM_LAUNCH_ARGS];

    /* The driver reads each argument through a pointer, and changes none. */
    for (uint32_t i = 0; i < step->n_args && i < GAM_LAUNCH_ARGS; i++) {
        const struct gam_launch_arg *a = &step->arg[i];
        const void *const from[] = { [GAM_ARG_OPERAND] = a->operand < 0 ? (const void *)&none : &operand[a->operand],
                                     [GAM_ARG_SCRATCH] = &s->scratch,
                                     [GAM_ARG_VALUE] = a->value,
                                     [GAM_ARG_TURN] = &turn };

        argument[i] = (void *)(uintptr_t)from[a->kind];
    }
    return gam_gpu_check(s,
                         s->driver->launch(function, (unsigned)step->groups[0], (unsigned)step->groups[1],
                                           (unsigned)step->groups[2], step->local[0], step->local[1], step->local[2], 0,
                                           s->stream, argument, NULL),
                         "cannot launch the kernel", err);
}

int gam_gpu_fire(struct gpu_state *s, struct gam_launch *launch, const struct gpu_shot *shot, void *const *operand,
                 struct gam_err *err)
{
    int rc = 0;

    if (shot->exec)
        return gam_gpu_check(s, s->driver->graph_launch(shot->exec, s->stream), "cannot launch the graph", err);
    if (launch->run) { /* a library that works on this device's stream */
        rc = launch->run(launch, operand);
        return rc ? gam_err_set(err, rc, "the library reported error %d", -rc) : 0;
    }
    for (size_t i = 0; i < launch->n_steps && !rc; i++)
        rc = step_fire(s, launch, &launch->step[i], shot->function[i], operand, err);
    launch->turn++;
    return rc;
}

/* The device's clock against the host's, which saw the run begin before and end after it. */
static int time_judge(struct gpu_state *s, float ms, uint64_t host_ns, uint64_t *duration_ns, struct gam_err *err)
{
    double ns = (double)ms * 1e6;

    if (!(ns > 0))
        return gam_err_set(err, -GAM_ENUMERIC, "device '%s' says that the run took %g ms", s->id, (double)ms);
    if (ns > 1.02 * (double)host_ns + RUN_SLACK_NS)
        return gam_err_set(err, -GAM_ENUMERIC,
                           "device '%s' says that the run took %.3f ms, of which only %.3f passed on the host", s->id, (double)ms,
                           (double)host_ns / 1e6);
    *duration_ns = (uint64_t)ns;
    return 0;
}

int gam_gpu_run(void *state, struct gam_launch *launch, void *const *const *set, size_t sets, uint64_t start, uint64_t iterations,
                uint64_t *duration_ns, struct gam_err *err)
{
    struct gpu_state *s = state;
    const struct gam_gpu_driver *d = s->driver;
    size_t at = sets ? (size_t)(start % sets) : 0;
    struct gpu_shot shot = { .exec = NULL };
    float ms = 0;
    uint64_t begin;
    int rc = gam_gpu_enter(s, err);

    if (!rc)
        rc = shot_make(s, launch, &shot, err);
    if (!rc && launch->graph)
        rc = gam_gpu_graph_make(s, launch, &shot, set[at], err);
    if (rc)
        return rc;
    begin = gam_clock_monotonic_now();
    rc = gam_gpu_check(s, d->event_record(s->event[0], s->stream), "cannot record an event", err);
    for (uint64_t i = 0; i < iterations && !rc; i++) {
        rc = gam_gpu_fire(s, launch, &shot, set[at], err);
        at = at + 1 == sets ? 0 : at + 1;
    }
    if (!rc)
        rc = gam_gpu_check(s, d->event_record(s->event[1], s->stream), "cannot record an event", err);
    if (rc) /* what was queued must not run into the next measurement */
        d->stream_synchronize(s->stream);
    else
        rc = gam_gpu_check(s, d->event_synchronize(s->event[1]), "the run failed", err);
    gam_gpu_graph_release(s, &shot);
    if (!rc)
        rc = gam_gpu_check(s, d->event_elapsed(&ms, s->event[0], s->event[1]), "cannot read the device's clock", err);
    return rc ? rc : time_judge(s, ms, gam_clock_monotonic_now() - begin, duration_ns, err);
}
