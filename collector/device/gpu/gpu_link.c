/* SPDX-License-Identifier: MIT */
/* The link to the host: page-locked memory, and copies both ways at once through two streams. */
#include "collector/device/gpu/gpu.h"

#include <inttypes.h>

int gam_gpu_host_alloc(void *state, uint64_t bytes, struct gam_buffer *out, struct gam_err *err)
{
    struct gpu_state *s = state;
    void *address = NULL;
    int rc = gam_gpu_enter(s, err), number;

    *out = (struct gam_buffer){ .handle = NULL };
    if (rc)
        return rc;
    number = s->driver->host_alloc(&address, bytes ? bytes : 1, 0);
    if (number == GAM_GPU_OUT_OF_MEMORY)
        return gam_err_set(err, -GAM_ENOMEM, "no room for %" PRIu64 " bytes of page-locked memory", bytes);
    rc = gam_gpu_check(s, number, "cannot lock memory of the host", err);
    if (rc)
        return rc;
    *out = (struct gam_buffer){ .handle = address, .bytes = bytes };
    return 0;
}

void gam_gpu_host_release(void *state, struct gam_buffer *buffer)
{
    struct gpu_state *s = state;

    if (buffer->handle) {
        gam_gpu_enter(s, NULL);
        s->driver->host_free(buffer->handle); /* a lost device refuses, which changes nothing */
    }
    *buffer = (struct gam_buffer){ .handle = NULL };
}

static int both_start(struct gpu_state *s, const struct gam_exchange *x, struct gam_err *err)
{
    const struct gam_gpu_driver *d = s->driver;
    int rc = 0;

    for (uint64_t i = 0; i < x->times && !rc; i++) {
        rc = gam_gpu_check(s, d->to_device_async((uint64_t)(uintptr_t)x->to->handle, x->from, x->bytes, s->stream),
                           "cannot copy to the device", err);
        if (!rc)
            rc = gam_gpu_check(s, d->to_host_async(x->into, (uint64_t)(uintptr_t)x->out->handle, x->bytes, s->second),
                               "cannot copy from the device", err);
    }
    return rc;
}

int gam_gpu_exchange(void *state, const struct gam_exchange *x, struct gam_err *err)
{
    struct gpu_state *s = state;
    const struct gam_gpu_driver *d = s->driver;
    int rc = gam_gpu_enter(s, err), first, second;

    if (rc)
        return rc;
    if (x->bytes > x->to->bytes || x->bytes > x->out->bytes)
        return gam_err_set(err, -GAM_EINVAL, "exchange of more bytes than the buffers have");
    if (!s->second)
        rc = gam_gpu_check(s, d->stream_create(&s->second, GAM_GPU_STREAM_NON_BLOCKING), "cannot make a second stream", err);
    if (rc)
        return rc;
    rc = both_start(s, x, err);
    first = d->stream_synchronize(s->stream); /* also after a failure: nothing may still use the memory */
    second = d->stream_synchronize(s->second);
    return rc ? rc : gam_gpu_check(s, first ? first : second, "copies both ways failed", err);
}
