/* SPDX-License-Identifier: MIT */
/* A complete device backend outside the program: an "accelerator" of one worker that runs host functions on memory of its own.
 * What a real one would do differently is said where it would.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "gambrel/plugin.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ABACUS_ALIGN = 4096 };
static const uint64_t abacus_memory_bytes = 1u << 30;

struct abacus {
    int is_open;
    uint64_t taken_bytes;
};

__attribute__((format(printf, 3, 4))) static int fail(struct gam_err *err, int code, const char *format, ...)
{
    va_list args;

    if (err) {
        va_start(args, format);
        vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
        err->code = code;
    }
    return code;
}

/* A real one looks for its driver, and says what is missing and what helps. */
static void abacus_probe(struct gam_probe *out)
{
    *out = (struct gam_probe){ .ready = 1, .reason = "an example of a plug-in: it computes on the calling thread" };
}

static int abacus_count(const struct gam_device_config *config, struct gam_err *err)
{
    (void)config;
    (void)err;
    return 1;
}

static int abacus_info(int index, const struct gam_device_config *config, struct gam_device_info *out, struct gam_err *err)
{
    (void)config;
    if (index != 0)
        return fail(err, -GAM_ENOENT, "abacus: there is one device, number 0");
    *out = (struct gam_device_info){ .id = "abacus",
                                     .kind = "accelerator",
                                     .name = "an abacus",
                                     .class_ = "abacus/1",
                                     .memory_bytes = abacus_memory_bytes,
                                     .units = 1,
                                     .n_memory = 1 };
    out->memory[0] =
        (struct gam_device_memory){ .level = "DRAM", .size_bytes = abacus_memory_bytes, .instances = 1, .shared_by = 1 };
    return 0;
}

static int abacus_open(void *state, int index, const struct gam_device_config *config, struct gam_err *err)
{
    struct abacus *a = state;

    (void)config;
    if (index != 0)
        return fail(err, -GAM_ENOENT, "abacus: there is one device, number 0");
    a->is_open = 1;
    return 0;
}

static void abacus_close(void *state)
{
    struct abacus *a = state;

    a->is_open = 0;
}

/* Host functions here. A real one declares a language that it compiles, or calls its library in implementations of its own. */
static void abacus_caps(void *state, int threads, struct gam_caps *out)
{
    const struct abacus *a = state;

    (void)threads;
    *out = (struct gam_caps){ .device_kind = "accelerator", .langs = 1u << GAM_LANG_HOST, .isa = GAM_ISA_BASE, .threads = 1 };
    out->memory_bytes = abacus_memory_bytes - a->taken_bytes;
}

static int abacus_alloc(void *state, int threads, uint64_t bytes, struct gam_buffer *out, struct gam_err *err)
{
    uint64_t size = (bytes / ABACUS_ALIGN + 1) * ABACUS_ALIGN;
    struct abacus *a = state;

    (void)threads;
    *out = (struct gam_buffer){ .handle = NULL };
    if (bytes > abacus_memory_bytes - a->taken_bytes)
        return fail(err, -GAM_ENOMEM, "abacus: %" PRIu64 " bytes wanted, %" PRIu64 " left", bytes,
                    abacus_memory_bytes - a->taken_bytes);
    out->handle = aligned_alloc(ABACUS_ALIGN, size);
    if (!out->handle)
        return fail(err, -GAM_ENOMEM, "abacus: out of memory");
    out->bytes = bytes;
    a->taken_bytes += bytes;
    return 0;
}

static void abacus_release(void *state, struct gam_buffer *buffer)
{
    struct abacus *a = state;

    if (buffer->handle)
        a->taken_bytes -= buffer->bytes;
    free(buffer->handle);
    *buffer = (struct gam_buffer){ .handle = NULL };
}

static int abacus_upload(void *state, struct gam_buffer *to, const void *from, uint64_t bytes, struct gam_err *err)
{
    (void)state;
    if (bytes > to->bytes)
        return fail(err, -GAM_EINVAL, "abacus: upload of more bytes than the buffer has");
    memcpy(to->handle, from, bytes);
    return 0;
}

static int abacus_download(void *state, void *to, const struct gam_buffer *from, uint64_t bytes, struct gam_err *err)
{
    (void)state;
    if (bytes > from->bytes)
        return fail(err, -GAM_EINVAL, "abacus: download of more bytes than the buffer has");
    memcpy(to, from->handle, bytes);
    return 0;
}

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int abacus_run(void *state, struct gam_launch *launch, void *const *const *set, size_t sets, uint64_t start,
                      uint64_t iterations, uint64_t *duration_ns, struct gam_err *err)
{
    uint64_t begin = now_ns();

    (void)state;
    if (launch->lang != GAM_LANG_HOST || !launch->run)
        return fail(err, -GAM_EUNSUPPORTED, "abacus: runs host functions only");
    for (uint64_t i = 0; i < iterations; i++) {
        int rc = launch->run(launch, sets ? set[(start + i) % sets] : NULL);

        if (rc)
            return fail(err, rc, "abacus: the implementation reported error %d", -rc);
    }
    *duration_ns = now_ns() - begin;
    return 0;
}

static const struct gam_device_backend abacus = {
    .abi = GAM_DEVICE_ABI,
    .name = "abacus",
    .summary = "an example of a plug-in",
    .state_size = sizeof(struct abacus),
    .time_source = GAM_TIME_HOST_CLOCK,
    .langs = 1u << GAM_LANG_HOST,
    .probe = abacus_probe,
    .count = abacus_count,
    .info = abacus_info,
    .open = abacus_open,
    .close = abacus_close,
    .caps = abacus_caps,
    .alloc = abacus_alloc,
    .release = abacus_release,
    .upload = abacus_upload,
    .download = abacus_download,
    .run = abacus_run,
};

static const struct gam_device_backend *const backends[] = { &abacus, NULL };

const struct gam_plugin gam_plugin = { GAM_PLUGIN_HEAD, .device = backends };
