/* SPDX-License-Identifier: MIT */
#include "collector/emit.h"
#include "collector/host_priv.h"
#include "common/file.h"
#include "common/strbuf.h"
#include "common/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { HOST_CLASS_MAX = 400 };

static const char *text_or_null(const char *text)
{
    return *text ? text : NULL;
}

static void class_number(struct gam_strbuf *out, const char *before, int64_t value)
{
    if (value == GAM_NULL_INT)
        gam_strbuf_printf(out, "%s?", before);
    else
        gam_strbuf_printf(out, "%s%lld", before, (long long)value);
}

/* What must be equal for two hosts to be comparable: "GenuineIntel/6-207-2/2 cores/1 per core/L1 48 KiB,.../23
 * GiB/kvm/6.1/x86_64". */
static void class_write(const struct gam_topology *t, const struct gam_cpuinfo *cpu, const char *hypervisor, const char *kernel,
                        struct gam_strbuf *out)
{
    size_t n = strcspn(kernel, ".");

    gam_strbuf_printf(out, "%s/", *cpu->vendor ? cpu->vendor : "?");
    class_number(out, "", cpu->family);
    class_number(out, "-", cpu->model);
    class_number(out, "-", cpu->stepping);
    gam_strbuf_printf(out, "/%u cores/%u per core/", t->cores, t->threads_per_core);
    for (size_t i = 0; i < t->n_caches; i++) {
        char size[32];

        gam_unit_size_text((double)t->cache[i].size_bytes, size, sizeof size);
        gam_strbuf_printf(out, "%s%s %s", i ? "," : "", t->cache[i].level, size);
    }
    n += kernel[n] == '.' ? 1 + strcspn(kernel + n + 1, ".-") : 0;
    gam_strbuf_printf(out, "/%.0f GiB/%s/%.*s/%s", (double)t->memory_bytes / 1073741824.0, *hypervisor ? hypervisor : "bare",
                      (int)n, kernel, gam_arch_word());
}

static int64_t known_bytes(uint64_t bytes)
{
    return bytes ? (int64_t)bytes : GAM_NULL_INT;
}

int gam_host_describe(const struct gam_topology *t, const struct gam_env *env, size_t n_env, struct gam_emitter *emit,
                      int64_t *host, struct gam_err *err)
{
    struct gam_strbuf class_ = GAM_STRBUF_INIT(HOST_CLASS_MAX);
    char hypervisor[64], container[64], instance[40], kernel[128] = "";
    struct gam_cpuinfo cpu;
    struct gam_host h;
    int rc;

    gam_cpuinfo_read(t->root, &cpu);
    gam_hypervisor_read(t->root, cpu.hypervisor, hypervisor, sizeof hypervisor);
    gam_container_read(t->root, container, sizeof container);
    gam_instance_read(t->root, *container != 0, instance, sizeof instance);
    gam_file_line(t->root, "/proc/sys/kernel/osrelease", kernel, sizeof kernel);
    class_write(t, &cpu, hypervisor, kernel, &class_);
    gam_record_clear(GAM_RECORD_HOST, &h);
    h.instance = text_or_null(instance);
    h.class = text_or_null(gam_strbuf_get(&class_));
    h.cpu = text_or_null(cpu.name);
    h.vendor = text_or_null(cpu.vendor);
    h.family = cpu.family;
    h.model = cpu.model;
    h.stepping = cpu.stepping;
    h.arch = gam_arch_word();
    h.sockets = t->sockets;
    h.cores = t->cores;
    h.logical_cpus = t->logical_cpus;
    h.numa_nodes = t->numa_nodes;
    h.hypervisor = text_or_null(hypervisor);
    h.container = text_or_null(container);
    h.kernel = text_or_null(kernel);
    h.memory_bytes = known_bytes(t->memory_bytes);
    h.cpu_quota = t->quota_cpus;
    rc = gam_emit(emit, GAM_RECORD_HOST, &h, err);
    *host = h.ordinal;
    gam_strbuf_release(&class_);
    return rc ? rc : gam_host_facts(t, env, n_env, h.ordinal, emit, err);
}
