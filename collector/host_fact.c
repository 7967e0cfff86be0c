/* SPDX-License-Identifier: MIT */
/* Facts about the conditions of a run: data, one row each. A fact that this machine does not show is recorded as null. */
#include "collector/emit.h"
#include "collector/host_priv.h"
#include "collector/topology_priv.h"
#include "common/err.h"
#include "common/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FACT_MAX = 256 };

struct fact_file {
    const char *key;
    const char *path;
    int bracketed; /* the value in force stands in brackets: "always [madvise] never" */
};

static const struct fact_file fact_files[] = {
    { "perf_event_paranoid", "/proc/sys/kernel/perf_event_paranoid", 0 },
    { "thp", "/sys/kernel/mm/transparent_hugepage/enabled", 1 },
    { "thp_defrag", "/sys/kernel/mm/transparent_hugepage/defrag", 1 },
    { "nmi_watchdog", "/proc/sys/kernel/nmi_watchdog", 0 },
    { "numa_balancing", "/proc/sys/kernel/numa_balancing", 0 },
    { "smt", "/sys/devices/system/cpu/smt/control", 0 },
    { "isolated_cpus", "/sys/devices/system/cpu/isolated", 0 },
    { "clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource", 0 },
    { "scaling_driver", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", 0 },
    { "frequency_min_khz", "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_min_freq", 0 },
    { "frequency_max_khz", "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", 0 },
    { "energy_preference", "/sys/devices/system/cpu/cpu0/cpufreq/energy_performance_preference", 0 },
    { "product", "/sys/class/dmi/id/product_name", 0 },
    { "kernel_version", "/proc/sys/kernel/version", 0 },
};

/* Variables that steer threads and numeric libraries; everything else in the environment may hold secrets. */
static const char *const env_prefixes[] = { "OMP_", "GOMP_", "KMP_",  "OPENBLAS_", "GOTO_",
                                            "MKL_", "BLIS_", "DNNL_", "ONEDNN_",   "FLEXIBLAS" };

static int fact_put(struct gam_emitter *emit, int64_t host, const char *key, const char *value, struct gam_err *err)
{
    struct gam_host_fact fact;

    gam_record_clear(GAM_RECORD_HOST_FACT, &fact);
    fact.host = host;
    fact.key = key;
    fact.value = value;
    return gam_emit(emit, GAM_RECORD_HOST_FACT, &fact, err);
}

static void bracketed_cut(char *line)
{
    char *open = strchr(line, '['), *close = open ? strchr(open, ']') : NULL;

    if (!close)
        return;
    *close = '\0';
    memmove(line, open + 1, strlen(open + 1) + 1);
}

static int fact_from_file(const struct gam_topology *t, const struct fact_file *f, int64_t host, struct gam_emitter *emit,
                          struct gam_err *err)
{
    char line[FACT_MAX];
    const char *value = NULL;

    if (!gam_file_line(t->root, f->path, line, sizeof line) && *line) {
        if (f->bracketed)
            bracketed_cut(line);
        value = line;
    }
    return fact_put(emit, host, f->key, value, err);
}

/* The governors of the logical cpus that workers may use, each once. */
static void governors_read(const struct gam_topology *t, char *out, size_t size)
{
    size_t length = 0;

    out[0] = '\0';
    for (unsigned i = 0; i < t->logical_cpus; i++) {
        char path[128], word[32];
        int n;

        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", t->worker_cpu[i]);
        if (gam_file_line(t->root, path, word, sizeof word) || strstr(out, word))
            continue;
        n = snprintf(out + length, size - length, "%s%s", length ? "," : "", word);
        if (n < 0 || (size_t)n >= size - length)
            return;
        length += (size_t)n;
    }
}

/* "on", "off" or NULL: Intel's driver says whether it is off, others whether it is on. */
static const char *turbo_word(const char *root)
{
    int64_t value;

    if (!gam_sys_number(root, "/sys/devices/system/cpu/intel_pstate/no_turbo", &value))
        return value ? "off" : "on";
    if (!gam_sys_number(root, "/sys/devices/system/cpu/cpufreq/boost", &value))
        return value ? "on" : "off";
    return NULL;
}

static int facts_computed(const struct gam_topology *t, int64_t host, struct gam_emitter *emit, struct gam_err *err)
{
    char governor[FACT_MAX], cpus[FACT_MAX], number[32];
    int rc;

    governors_read(t, governor, sizeof governor);
    rc = fact_put(emit, host, "governor", *governor ? governor : NULL, err);
    if (!rc)
        rc = fact_put(emit, host, "turbo", turbo_word(t->root), err);
    gam_topology_cpu_list(t, (int)t->logical_cpus, cpus, sizeof cpus);
    if (!rc)
        rc = fact_put(emit, host, "allowed_cpus", cpus, err);
    snprintf(number, sizeof number, "%u", t->core_kinds);
    if (!rc)
        rc = fact_put(emit, host, "core_kinds", number, err);
    snprintf(number, sizeof number, "%u", t->threads_per_core);
    if (!rc)
        rc = fact_put(emit, host, "threads_per_core", number, err);
    snprintf(number, sizeof number, "%u", t->cores_total);
    if (!rc)
        rc = fact_put(emit, host, "cores_total", number, err);
    snprintf(number, sizeof number, "%ld", sysconf(_SC_PAGESIZE));
    if (!rc)
        rc = fact_put(emit, host, "page_bytes", number, err);
    return rc;
}

static int env_allowed(const char *key)
{
    for (size_t i = 0; i < sizeof env_prefixes / sizeof env_prefixes[0]; i++)
        if (!strncmp(key, env_prefixes[i], strlen(env_prefixes[i])))
            return 1;
    return 0;
}

int gam_host_facts(const struct gam_topology *t, const struct gam_env *env, size_t n_env, int64_t host, struct gam_emitter *emit,
                   struct gam_err *err)
{
    int rc = facts_computed(t, host, emit, err);

    for (size_t i = 0; !rc && i < sizeof fact_files / sizeof fact_files[0]; i++)
        rc = fact_from_file(t, &fact_files[i], host, emit, err);
    for (size_t i = 0; !rc && i < n_env; i++) {
        char key[128];

        if (!env_allowed(env[i].key))
            continue;
        snprintf(key, sizeof key, "env.%s", env[i].key);
        rc = fact_put(emit, host, key, env[i].value, err);
    }
    return rc;
}
