/* SPDX-License-Identifier: MIT */
/* The CPU: launches are functions that compute with OpenMP. Workers are bound inside the team, one logical cpu each, and again
 * whenever the runtime brings in new threads.
 */
#include "collector/device.h"
#include "collector/device/cpu/cpu_priv.h"
#include "collector/host_priv.h"
#include "collector/topology_priv.h"
#include "common/clock.h"
#include "common/err.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void cpu_probe(struct gam_probe *out)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    *out = (struct gam_probe){ .ready = 1 };
    snprintf(out->reason, sizeof out->reason, "%ld logical cpu%s online", n, n == 1 ? "" : "s");
}

static int cpu_count(const struct gam_device_config *config, struct gam_err *err)
{
    if (!config || !config->topology)
        return gam_err_set(err, -GAM_EINVAL, "the cpu device needs the machine's topology");
    return 1;
}

static void isa_list(char *out, size_t size)
{
    unsigned isa = gam_isa_detect();
    size_t length = 0;

    for (unsigned bit = 1; bit && bit <= isa; bit <<= 1) {
        const char *word = isa & bit ? gam_isa_word((enum gam_isa)bit) : NULL;
        int n = word ? snprintf(out + length, size - length, "%s%s", length ? "," : "", word) : 0;

        if (n < 0 || (size_t)n >= size - length)
            return;
        length += (size_t)n;
    }
}

static void memory_fill(const struct gam_topology *t, struct gam_device_info *out)
{
    size_t most = sizeof out->memory / sizeof out->memory[0] - 1;

    for (size_t i = 0; i < t->n_caches && i < most; i++) {
        const struct gam_cache_level *c = &t->cache[i];
        struct gam_device_memory *m = &out->memory[out->n_memory++];

        snprintf(m->level, sizeof m->level, "%s", c->level);
        m->is_cache = 1;
        m->size_bytes = c->size_bytes;
        m->line_bytes = c->line_bytes;
        m->instances = c->instances;
        m->shared_by = c->shared_by;
    }
    out->memory[out->n_memory] = (struct gam_device_memory){
        .level = "DRAM", .size_bytes = t->memory_bytes, .instances = t->numa_nodes, .shared_by = t->cores
    };
    out->n_memory++;
}

static int cpu_info(int index, const struct gam_device_config *config, struct gam_device_info *out, struct gam_err *err)
{
    const struct gam_topology *t = config->topology;
    struct gam_cpuinfo cpu;

    if (index != 0 || !t)
        return gam_err_set(err, -GAM_ENOENT, "there is one cpu device, number 0");
    *out = (struct gam_device_info){ .memory_bytes = t->memory_bytes, .units = t->cores };
    gam_cpuinfo_read(t->root, &cpu);
    snprintf(out->id, sizeof out->id, "cpu");
    snprintf(out->kind, sizeof out->kind, "cpu");
    snprintf(out->name, sizeof out->name, "%s", *cpu.name ? cpu.name : "unknown cpu");
    if (cpu.family != GAM_NULL_INT && cpu.model != GAM_NULL_INT)
        snprintf(out->class_, sizeof out->class_, "cpu/%s/%lld-%lld-%lld/%s", cpu.vendor, (long long)cpu.family,
                 (long long)cpu.model, cpu.stepping == GAM_NULL_INT ? -1LL : (long long)cpu.stepping, gam_arch_word());
    else
        snprintf(out->class_, sizeof out->class_, "cpu/unknown/%s", gam_arch_word());
    isa_list(out->isa, sizeof out->isa);
    memory_fill(t, out);
    return 0;
}

static void cpu_close(void *state)
{
    struct cpu_state *s = state;

    if (s->saved) {
        hwloc_set_cpubind(s->topology->hwloc, s->saved, HWLOC_CPUBIND_THREAD);
        hwloc_bitmap_free(s->saved);
    }
    for (int i = 0; s->place && i < s->threads; i++)
        hwloc_bitmap_free(s->place[i]);
    free(s->place);
    free(s->tid);
    *s = (struct cpu_state){ .threads = 0 };
}

static int cpu_open(void *state, int index, const struct gam_device_config *config, struct gam_err *err)
{
    struct cpu_state *s = state;
    const struct gam_topology *t = config->topology;

    if (index != 0 || !t)
        return gam_err_set(err, -GAM_ENOENT, "there is one cpu device, number 0");
    if (config->threads < 1 || (unsigned)config->threads > t->logical_cpus)
        return gam_err_set(err, -GAM_EINVAL, "%d threads: this process may use 1 to %u", config->threads, t->logical_cpus);
    *s = (struct cpu_state){ .topology = t, .threads = config->threads, .isa = gam_isa_detect() };
    s->tid = calloc((size_t)s->threads, sizeof *s->tid);
    s->place = calloc((size_t)s->threads, sizeof(hwloc_bitmap_t));
    s->saved = hwloc_bitmap_alloc();
    if (!s->tid || !s->place || !s->saved)
        return gam_err_nomem(err);
    for (int i = 0; i < s->threads; i++) {
        s->place[i] = hwloc_bitmap_alloc();
        if (!s->place[i] || hwloc_bitmap_only(s->place[i], (unsigned)t->worker_cpu[i]))
            return gam_err_nomem(err);
    }
    if (hwloc_get_cpubind(t->hwloc, s->saved, HWLOC_CPUBIND_THREAD)) {
        hwloc_bitmap_free(s->saved);
        s->saved = NULL;
    }
    return 0;
}

static uint64_t level_bytes(const struct gam_topology *t, const char *level, int per_core)
{
    for (size_t i = 0; i < t->n_caches; i++)
        if (!strcmp(t->cache[i].level, level))
            return t->cache[i].size_bytes / (per_core && t->cache[i].shared_by ? t->cache[i].shared_by : 1);
    return 0;
}

static void cpu_caps(void *state, int threads, struct gam_caps *out)
{
    const struct cpu_state *s = state;
    const struct gam_topology *t = s->topology;

    *out = (struct gam_caps){ .device_kind = "cpu", .langs = 1u << GAM_LANG_HOST, .isa = s->isa, .threads = threads };
    out->l1_bytes = level_bytes(t, "L1", 1);
    out->l2_bytes = level_bytes(t, "L2", 1);
    out->llc_bytes = t->n_caches ? t->cache[t->n_caches - 1].reach_bytes : 0;
    out->memory_bytes = gam_topology_memory_available(t);
    if (!out->memory_bytes)
        out->memory_bytes = t->memory_bytes;
}

int gam_cpu_bind(struct cpu_state *s, int threads, struct gam_err *err)
{
    int failed = 0;

    if (threads < 1 || threads > s->threads)
        return gam_err_set(err, -GAM_EINVAL, "%d threads on a device opened for %d", threads, s->threads);
    omp_set_num_threads(threads); /* libraries that ask the runtime get the same number */
#pragma omp parallel num_threads(threads) reduction(| : failed)
    {
        int i = omp_get_thread_num(), tid = gettid();

        if (s->tid[i] != tid) {
            failed |= hwloc_set_cpubind(s->topology->hwloc, s->place[i], HWLOC_CPUBIND_THREAD) != 0;
            s->tid[i] = tid;
        }
    }
    s->bind_failed |= failed; /* a sandbox may forbid it; the measurement still holds, less quietly */
    return 0;
}

static int cpu_upload(void *state, struct gam_buffer *to, const void *from, uint64_t bytes, struct gam_err *err)
{
    (void)state;
    if (bytes > to->bytes)
        return gam_err_set(err, -GAM_EINVAL, "upload of more bytes than the buffer has");
    memcpy(to->handle, from, bytes);
    return 0;
}

static int cpu_download(void *state, void *to, const struct gam_buffer *from, uint64_t bytes, struct gam_err *err)
{
    (void)state;
    if (bytes > from->bytes)
        return gam_err_set(err, -GAM_EINVAL, "download of more bytes than the buffer has");
    memcpy(to, from->handle, bytes);
    return 0;
}

static int cpu_run(void *state, struct gam_launch *launch, void *const *const *set, size_t sets, uint64_t start,
                   uint64_t iterations, uint64_t *duration_ns, struct gam_err *err)
{
    size_t at = sets ? (size_t)(start % sets) : 0;
    uint64_t begin;
    int rc;

    if (launch->lang != GAM_LANG_HOST || !launch->run)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "the cpu runs host functions only");
    rc = gam_cpu_bind(state, launch->threads, err);
    if (rc)
        return rc;
    begin = gam_clock_monotonic_now();
    for (uint64_t i = 0; i < iterations && !rc; i++) {
        rc = launch->run(launch, set[at]);
        at = at + 1 == sets ? 0 : at + 1;
    }
    *duration_ns = gam_clock_monotonic_now() - begin;
    return rc ? gam_err_set(err, rc, "the implementation reported error %d while running", -rc) : 0;
}

static size_t cpu_workers(void *state, int *tid, size_t n)
{
    const struct cpu_state *s = state;
    size_t found = 0;

    for (int i = 0; i < s->threads && found < n; i++)
        if (s->tid[i])
            tid[found++] = s->tid[i];
    return found;
}

static const char *cpu_notice(void *state)
{
    const struct cpu_state *s = state;

    return s->bind_failed ? "the system refused to bind threads to cpus: they may move while they are measured" : NULL;
}

const struct gam_device_backend gam_device_cpu = {
    .abi = GAM_DEVICE_ABI,
    .name = "cpu",
    .summary = "the cores of this machine, with OpenMP",
    .state_size = sizeof(struct cpu_state),
    .time_source = GAM_TIME_HOST_CLOCK,
    .langs = 1u << GAM_LANG_HOST,
    .probe = cpu_probe,
    .count = cpu_count,
    .info = cpu_info,
    .open = cpu_open,
    .close = cpu_close,
    .caps = cpu_caps,
    .alloc = gam_cpu_alloc,
    .release = gam_cpu_release,
    .upload = cpu_upload,
    .download = cpu_download,
    .run = cpu_run,
    .workers = cpu_workers,
    .notice = cpu_notice,
};
