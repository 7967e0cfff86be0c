/* SPDX-License-Identifier: MIT */
/* The null device: host launches on the calling thread, unbound, on memory of calloc. What the cpu device adds to that is what
 * binding, first touch and huge pages are worth.
 */
#include "collector/device.h"
#include "collector/topology.h"
#include "common/clock.h"
#include "common/err.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

struct null_state {
    const struct gam_topology *topology; /* borrowed */
};

static void null_probe(struct gam_probe *out)
{
    *out = (struct gam_probe){ .ready = 1, .reason = "always there: it computes on the calling thread" };
}

static int null_count(const struct gam_device_config *config, struct gam_err *err)
{
    (void)config;
    (void)err;
    return 1;
}

/* One thread reaches one instance of every cache. */
static void memory_fill(const struct gam_topology *t, struct gam_device_info *out)
{
    for (size_t i = 0; i < t->n_caches; i++) {
        struct gam_device_memory *m = &out->memory[out->n_memory++];

        *m = (struct gam_device_memory){ .is_cache = 1, .size_bytes = t->cache[i].size_bytes, .instances = 1, .shared_by = 1 };
        m->line_bytes = t->cache[i].line_bytes;
        snprintf(m->level, sizeof m->level, "%s", t->cache[i].level);
    }
    out->memory[out->n_memory++] =
        (struct gam_device_memory){ .level = "DRAM", .size_bytes = t->memory_bytes, .instances = 1, .shared_by = 1 };
}

static int null_info(int index, const struct gam_device_config *config, struct gam_device_info *out, struct gam_err *err)
{
    const struct gam_topology *t = config->topology;

    if (index != 0 || !t)
        return gam_err_set(err, -GAM_ENOENT, "there is one null device, number 0");
    *out = (struct gam_device_info){ .id = "null",
                                     .kind = "cpu",
                                     .name = "the calling thread",
                                     .class_ = "null",
                                     .isa = "base",
                                     .memory_bytes = t->memory_bytes,
                                     .units = 1 };
    memory_fill(t, out);
    return 0;
}

static int null_open(void *state, int index, const struct gam_device_config *config, struct gam_err *err)
{
    struct null_state *s = state;

    if (index != 0 || !config->topology)
        return gam_err_set(err, -GAM_ENOENT, "there is one null device, number 0");
    s->topology = config->topology;
    return 0;
}

static void null_close(void *state)
{
    (void)state;
}

static void null_caps(void *state, int threads, struct gam_caps *out)
{
    const struct null_state *s = state;

    (void)threads;
    *out = (struct gam_caps){ .device_kind = "cpu", .langs = 1u << GAM_LANG_HOST, .isa = GAM_ISA_BASE, .threads = 1 };
    if (s->topology->n_caches)
        out->llc_bytes = s->topology->cache[s->topology->n_caches - 1].size_bytes;
    out->memory_bytes = gam_topology_memory_available(s->topology);
}

static int null_alloc(void *state, int threads, uint64_t bytes, struct gam_buffer *out, struct gam_err *err)
{
    (void)state;
    (void)threads;
    *out = (struct gam_buffer){ .handle = aligned_alloc(LINE, (bytes + LINE) / LINE * LINE), .bytes = bytes };
    return out->handle ? 0 : gam_err_nomem(err);
}

static void null_release(void *state, struct gam_buffer *buffer)
{
    (void)state;
    free(buffer->handle);
    *buffer = (struct gam_buffer){ .handle = NULL };
}

static int null_upload(void *state, struct gam_buffer *to, const void *from, uint64_t bytes, struct gam_err *err)
{
    (void)state;
    if (bytes > to->bytes)
        return gam_err_set(err, -GAM_EINVAL, "upload of more bytes than the buffer has");
    memcpy(to->handle, from, bytes);
    return 0;
}

static int null_download(void *state, void *to, const struct gam_buffer *from, uint64_t bytes, struct gam_err *err)
{
    (void)state;
    if (bytes > from->bytes)
        return gam_err_set(err, -GAM_EINVAL, "download of more bytes than the buffer has");
    memcpy(to, from->handle, bytes);
    return 0;
}

static int null_run(void *state, struct gam_launch *launch, void *const *const *set, size_t sets, uint64_t start,
                    uint64_t iterations, uint64_t *duration_ns, struct gam_err *err)
{
    uint64_t begin = gam_clock_monotonic_now();
    int rc = 0;

    (void)state;
    for (uint64_t i = 0; i < iterations && !rc; i++)
        rc = launch->run(launch, set[(start + i) % sets]);
    *duration_ns = gam_clock_monotonic_now() - begin;
    return rc ? gam_err_set(err, rc, "the implementation reported error %d while running", -rc) : 0;
}

const struct gam_device_backend gam_device_null = {
    .abi = GAM_DEVICE_ABI,
    .name = "null",
    .summary = "the calling thread, unbound",
    .state_size = sizeof(struct null_state),
    .time_source = GAM_TIME_HOST_CLOCK,
    .langs = 1u << GAM_LANG_HOST,
    .probe = null_probe,
    .count = null_count,
    .info = null_info,
    .open = null_open,
    .close = null_close,
    .caps = null_caps,
    .alloc = null_alloc,
    .release = null_release,
    .upload = null_upload,
    .download = null_download,
    .run = null_run,
};
