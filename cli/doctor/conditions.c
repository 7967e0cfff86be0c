/* SPDX-License-Identifier: MIT */
/* Conditions that spoil measurements, read from the host's facts: one row each, with what helps. */
#include "cli/cli_environment.h"
#include "cli/doctor/rows.h"
#include "collector/emit.h"
#include "collector/topology.h"

#include <stdio.h>
#include <string.h>

/* A fact whose value is one of `good` is fine; any other is worth a word. */
static const struct {
    const char *fact, *name;
    const char *good; /* comma-separated */
    const char *why, *remedy;
} rules[] = {
    { "governor", "frequency governor", "performance,schedutil", "the clock may lag behind the load",
      "as root: cpupower frequency-set -g performance" },
    { "turbo", "turbo", "off", "the clock depends on temperature and load of the other cores; runs differ more",
      "accept it, or as root, at the cost of the boost: echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo, or echo 0 > "
      "/sys/devices/system/cpu/cpufreq/boost, whichever is there" },
    { "energy_preference", "energy preference", "performance,0", "the processor may hold its clock back to save energy",
      "as root: echo performance | tee /sys/devices/system/cpu/cpu*/cpufreq/energy_performance_preference" },
    { "thp", "huge pages", "always,madvise", "large operands need many TLB entries; memory roofs come out lower",
      "as root: echo madvise > /sys/kernel/mm/transparent_hugepage/enabled" },
};

static int listed(const char *list, const char *word)
{
    size_t n = strlen(word);

    for (const char *p = list; (p = strstr(p, word)); p++)
        if ((p == list || p[-1] == ',') && (p[n] == ',' || !p[n]))
            return 1;
    return 0;
}

static void fact_judge(struct gam_doctor_rows *rows, const struct gam_host_fact *fact)
{
    char reason[400];

    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if (strcmp(rules[i].fact, fact->key) || !fact->value)
            continue;
        if (listed(rules[i].good, fact->value))
            gam_doctor_row_add(rows, "condition", rules[i].name, "ready", fact->value, NULL);
        else {
            snprintf(reason, sizeof reason, "%s: %s", fact->value, rules[i].why);
            gam_doctor_row_add(rows, "condition", rules[i].name, "partial", reason, rules[i].remedy);
        }
    }
}

static void host_judge(struct gam_doctor_rows *rows, const struct gam_host *host)
{
    char reason[200];

    if (host->hypervisor) {
        snprintf(reason, sizeof reason, "a virtual machine (%s): neighbours take time, the clock is hidden", host->hypervisor);
        gam_doctor_row_add(rows, "condition", "virtual machine", "partial", reason, NULL);
    }
    if (host->container)
        gam_doctor_row_add(rows, "condition", "container", "partial", host->container, NULL);
    if (host->cpu_quota == host->cpu_quota) { /* NaN: none */
        snprintf(reason, sizeof reason, "this process may use %.2f cpus", host->cpu_quota);
        gam_doctor_row_add(rows, "condition", "cpu quota", "partial", reason, "measure outside the quota, or with --threads 1");
    }
}

void gam_doctor_conditions(struct gam_doctor_rows *rows)
{
    struct gam_topology topology = { 0 };
    struct gam_env env[GAM_CLI_ENV_MAX];
    struct gam_runset set;
    struct gam_emitter emit;
    int64_t host;

    if (gam_topology_read(NULL, &topology, NULL))
        return;
    gam_runset_init(&set);
    gam_emitter_init(&emit, gam_sink_runset(&set));
    if (!gam_host_describe(&topology, env, gam_cli_environment(env, GAM_CLI_ENV_MAX), &emit, &host, NULL)) {
        for (size_t i = 0; i < gam_runset_host_fact_n(&set); i++)
            fact_judge(rows, &gam_runset_host_fact(&set)[i]);
        host_judge(rows, &gam_runset_host(&set)[0]);
    }
    gam_runset_release(&set);
    gam_topology_release(&topology);
}
