/* SPDX-License-Identifier: MIT */
/* Launches, timed by the device's own clock: from the start of the first kernel to the end of the last. */
#include "collector/device/opencl/opencl_priv.h"
#include "common/clock.h"
#include "common/err.h"

#include <inttypes.h>

/* One call to run: the kernels of its steps, and the events at both ends. */
struct running {
    struct cl_state *s;
    struct gam_launch *launch;
    gam_cl kernel[8];
    gam_cl first, last;
};

enum { STEPS_MAX = sizeof((struct running *)0)->kernel / sizeof(gam_cl) };

static int scratch_ready(struct cl_state *s, uint64_t bytes, struct gam_err *err)
{
    int rc = 0;

    if (bytes <= s->scratch_bytes)
        return 0;
    if (s->scratch)
        s->cl->release_mem_object(s->scratch);
    s->scratch_bytes = 0;
    s->scratch = s->cl->create_buffer(s->context, GAM_CL_MEM_READ_WRITE, bytes, NULL, &rc);
    if (!s->scratch)
        return cl_fail(s, rc, "no scratch memory", err);
    s->scratch_bytes = bytes;
    return 0;
}

static int arg_set(const struct running *r, gam_cl kernel, unsigned place, const struct gam_launch_arg *arg, void *const *operand)
{
    const struct gam_opencl *cl = r->s->cl;
    gam_cl buffer = r->s->scratch;
    int64_t turn = (int64_t)r->launch->turn;

    switch (arg->kind) {
    case GAM_ARG_OPERAND:
        buffer = arg->operand < 0 ? NULL : operand[arg->operand];
        return cl->set_kernel_arg(kernel, place, sizeof buffer, &buffer);
    case GAM_ARG_SCRATCH:
        return cl->set_kernel_arg(kernel, place, sizeof buffer, &buffer);
    case GAM_ARG_TURN:
        return cl->set_kernel_arg(kernel, place, sizeof turn, &turn);
    default:
        return cl->set_kernel_arg(kernel, place, arg->bytes, arg->value);
    }
}

static int step_start(struct running *r, size_t which, void *const *operand, gam_cl *event, struct gam_err *err)
{
    const struct gam_launch_step *step = &r->launch->step[which];
    size_t global[3], local[3];
    int rc;

    for (unsigned i = 0; i < step->n_args; i++) {
        rc = arg_set(r, r->kernel[which], i, &step->arg[i], operand);
        if (rc)
            return gam_err_set(err, gam_opencl_code(rc), "argument %u of kernel '%s': %s (%d)", i, step->entry,
                               gam_opencl_error(rc), rc);
    }
    for (int d = 0; d < 3; d++) {
        local[d] = step->local[d];
        global[d] = (size_t)step->groups[d] * step->local[d];
    }
    rc = r->s->cl->enqueue_nd_range_kernel(r->s->queue, r->kernel[which], 3, NULL, global, local, 0, NULL, event);
    return rc ? cl_fail(r->s, rc, step->entry, err) : 0;
}

static int launches_start(struct running *r, void *const *const *set, size_t sets, uint64_t start, uint64_t iterations,
                          struct gam_err *err)
{
    int rc = 0;

    for (uint64_t i = 0; i < iterations && !rc; i++) {
        void *const *operand = sets ? set[(start + i) % sets] : NULL;

        for (size_t step = 0; step < r->launch->n_steps && !rc; step++) {
            int first = i == 0 && step == 0, last = i + 1 == iterations && step + 1 == r->launch->n_steps;

            rc = step_start(r, step, operand, last ? &r->last : first ? &r->first : NULL, err);
        }
        r->launch->turn++;
    }
    return rc;
}

/* Of a single kernel both ends are its own. */
static int time_read(const struct running *r, uint64_t host_ns, uint64_t *duration_ns, struct gam_err *err)
{
    const struct gam_opencl *cl = r->s->cl;
    uint64_t begin = 0, end = 0;
    int rc = cl->get_event_profiling_info(r->first ? r->first : r->last, GAM_CL_PROFILING_START, sizeof begin, &begin, NULL);

    if (!rc)
        rc = cl->get_event_profiling_info(r->last, GAM_CL_PROFILING_END, sizeof end, &end, NULL);
    if (rc)
        return cl_fail(r->s, rc, "no profiling times", err);
    if (end <= begin)
        return gam_err_set(err, -GAM_ENUMERIC, "the device's clock says that kernels ended before they began");
    *duration_ns = end - begin;
    if (*duration_ns / 2 > host_ns)
        return gam_err_set(err, -GAM_ENUMERIC, "the device's clock says %" PRIu64 " ns where the host waited %" PRIu64 " ns",
                           *duration_ns, host_ns);
    return 0;
}

int cl_run(void *state, struct gam_launch *launch, void *const *const *set, size_t sets, uint64_t start, uint64_t iterations,
           uint64_t *duration_ns, struct gam_err *err)
{
    struct cl_state *s = state;
    struct running r = { .s = s, .launch = launch };
    uint64_t begin;
    int rc, done;

    if (s->lost)
        return gam_err_set(err, -GAM_EDEVICE, "the device was lost earlier in this run");
    if (launch->lang != GAM_LANG_OPENCL || !launch->n_steps || launch->n_steps > STEPS_MAX || !iterations)
        return gam_err_set(err, -GAM_EINVAL, "opencl: not a launch of OpenCL C with 1 to %d kernels", (int)STEPS_MAX);
    rc = scratch_ready(s, launch->scratch_bytes, err);
    for (size_t i = 0; i < launch->n_steps && !rc; i++)
        rc = cl_kernel_get(s, launch->source, launch->step[i].entry, &r.kernel[i], err);
    if (rc)
        return rc;
    begin = gam_clock_monotonic_now();
    rc = launches_start(&r, set, sets, start, iterations, err);
    done = s->cl->finish(s->queue); /* also after a failure: nothing may still use the buffers */
    s->lost |= done != 0;           /* what a kernel did wrong shows here, and ends the context with most drivers */
    if (!rc && done)
        rc = cl_fail(s, done, "waiting for the device", err);
    if (!rc)
        rc = time_read(&r, gam_clock_monotonic_now() - begin, duration_ns, err);
    if (r.first)
        s->cl->release_event(r.first);
    if (r.last)
        s->cl->release_event(r.last);
    return rc;
}
