/* SPDX-License-Identifier: MIT */
/* A device in use: context, stream, events, memory. */
#include "collector/device/gpu/gpu.h"
#include "common/err.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int queue_make(struct gpu_state *s, struct gam_err *err)
{
    const struct gam_gpu_driver *d = s->driver;
    int rc = gam_gpu_check(s, d->stream_create(&s->stream, GAM_GPU_STREAM_NON_BLOCKING), "cannot make a stream", err);

    for (int i = 0; i < 2 && !rc; i++)
        rc = gam_gpu_check(s, d->event_create(&s->event[i], 0), "cannot make an event", err);
    return rc;
}

int gam_gpu_open(const struct gpu_api *api, void *state, int index, struct gam_err *err)
{
    struct gpu_state *s = state;
    const char *remedy = NULL;
    int rc;

    *s = (struct gpu_state){ .api = api };
    snprintf(s->id, sizeof s->id, "%s:%d", api->name, index);
    rc = gam_gpu_driver(api, &s->driver, &s->driver_version, &remedy, err);
    if (rc) {
        s->driver = NULL; /* nothing to close */
        return rc;
    }
    rc = gam_gpu_check(s, s->driver->device_get(&s->device, index), "cannot look at the device", err);
    if (rc)
        return rc;
    gam_gpu_attributes(api, s->driver, s->device, s->value);
    api->arch(s->value[GPU_MAJOR], s->value[GPU_MINOR], s->arch, sizeof s->arch);
    if (s->driver->context_retain)
        rc = gam_gpu_check(s, s->driver->context_retain(&s->context, s->device), "cannot make a context", err);
    if (!rc)
        rc = gam_gpu_enter(s, err);
    if (!rc)
        rc = queue_make(s, err);
    s->queue = (struct gam_gpu_queue){
        .lang = api->lang, .driver = s->driver, .stream = s->stream, .major = s->value[GPU_MAJOR], .minor = s->value[GPU_MINOR]
    };
    if (!rc)
        api->compiler(s->driver_version, &s->compiler, &s->compiler_missing);
    return rc;
}

void gam_gpu_close(void *state)
{
    struct gpu_state *s = state;
    const struct gam_gpu_driver *d = s->driver;

    if (!d)
        return;
    /* On a lost device these fail; there is nothing more to do about it. */
    gam_gpu_programs_release(s);
    if (s->scratch)
        d->memory_free(s->scratch);
    for (int i = 0; i < 2; i++)
        if (s->event[i])
            d->event_destroy(s->event[i]);
    if (s->second)
        d->stream_destroy(s->second);
    if (s->stream)
        d->stream_destroy(s->stream);
    if (s->context)
        d->context_release(s->device);
    *s = (struct gpu_state){ .driver = NULL };
}

void gam_gpu_caps(void *state, int threads, struct gam_caps *out)
{
    struct gpu_state *s = state;
    size_t free_bytes = 0, total = 0;

    (void)threads; /* a device is one worker: it is the launch that spreads over its units */
    *out = (struct gam_caps){ .device_kind = "gpu", .langs = 1u << s->api->lang, .threads = 1 };
    out->llc_bytes = out->l2_bytes = (uint64_t)s->value[GPU_L2_BYTES];
    out->dtypes = s->api->dtypes(s->value[GPU_MAJOR], s->value[GPU_MINOR]);
    out->local_bytes = (uint64_t)s->value[GPU_SHARED_BYTES];
    out->group_items = (uint32_t)s->value[GPU_GROUP_MOST];
    out->units = (uint32_t)s->value[GPU_UNITS];
    out->host = &s->queue;
    out->offers = GAM_OFFER_PINNED | GAM_OFFER_EXCHANGE | (gam_gpu_has_graphs(s) ? GAM_OFFER_GRAPH : 0);
    if (!gam_gpu_enter(s, NULL) && !s->driver->memory_info(&free_bytes, &total))
        out->memory_bytes = free_bytes;
}

int gam_gpu_alloc(void *state, int threads, uint64_t bytes, struct gam_buffer *out, struct gam_err *err)
{
    struct gpu_state *s = state;
    uint64_t address = 0;
    int rc = gam_gpu_enter(s, err), number;

    (void)threads;
    *out = (struct gam_buffer){ .bytes = 0 };
    if (rc)
        return rc;
    number = s->driver->memory_alloc(&address, bytes ? bytes : 1);
    if (number == GAM_GPU_OUT_OF_MEMORY) {
        size_t free_bytes = 0, total = 0;

        if (s->driver->memory_info(&free_bytes, &total))
            free_bytes = 0;
        return gam_err_set(err, -GAM_ENOMEM, "device '%s' has no room for %" PRIu64 " bytes: %zu of its %zu are free", s->id,
                           bytes, free_bytes, total);
    }
    rc = gam_gpu_check(s, number, "cannot allocate device memory", err);
    if (rc)
        return rc;
    out->handle = (void *)(uintptr_t)address;
    out->bytes = bytes;
    return 0;
}

void gam_gpu_release(void *state, struct gam_buffer *buffer)
{
    struct gpu_state *s = state;

    if (buffer->handle) {
        gam_gpu_enter(s, NULL);
        s->driver->memory_free((uint64_t)(uintptr_t)buffer->handle); /* a lost device refuses, which changes nothing */
    }
    *buffer = (struct gam_buffer){ .bytes = 0 };
}

int gam_gpu_upload(void *state, struct gam_buffer *to, const void *from, uint64_t bytes, struct gam_err *err)
{
    struct gpu_state *s = state;
    int rc = gam_gpu_enter(s, err);

    if (bytes > to->bytes)
        return gam_err_set(err, -GAM_EINVAL, "upload of more bytes than the buffer has");
    if (rc || !bytes)
        return rc;
    return gam_gpu_check(s, s->driver->to_device((uint64_t)(uintptr_t)to->handle, from, bytes), "cannot copy to the device", err);
}

int gam_gpu_download(void *state, void *to, const struct gam_buffer *from, uint64_t bytes, struct gam_err *err)
{
    struct gpu_state *s = state;
    int rc = gam_gpu_enter(s, err);

    if (bytes > from->bytes)
        return gam_err_set(err, -GAM_EINVAL, "download of more bytes than the buffer has");
    if (rc || !bytes)
        return rc;
    return gam_gpu_check(s, s->driver->to_host(to, (uint64_t)(uintptr_t)from->handle, bytes), "cannot copy from the device", err);
}

const char *gam_gpu_notice(void *state)
{
    const struct gpu_state *s = state;

    return *s->notice ? s->notice : NULL;
}
