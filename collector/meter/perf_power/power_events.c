/* SPDX-License-Identifier: MIT */
#include "collector/meter/perf_power/power.h"
#include "collector/topology_priv.h"
#include "common/file.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CPUS_MAX = 32 };
#define PMU "/sys/bus/event_source/devices/power"
static const uint64_t power_period_ns = 1000000u; /* the same registers as powercap's */

static const struct {
    const char *event, *name;
    enum gam_scope scope;
} power_events[] = {
    { "energy-pkg", "package", GAM_SCOPE_PACKAGE }, { "energy-cores", "cores", GAM_SCOPE_CORE },
    { "energy-ram", "dram", GAM_SCOPE_DRAM },       { "energy-gpu", "uncore", GAM_SCOPE_UNCORE },
    { "energy-psys", "psys", GAM_SCOPE_NODE },
};

static int counter_read(void *ctx, size_t i, uint64_t *count)
{
    const struct gam_perf_power *power = ctx;
    ssize_t n;

    if (power->fd[i] < 0)
        return power->error[i];
    n = read(power->fd[i], count, sizeof *count);
    return n == (ssize_t)sizeof *count ? 0 : n < 0 ? errno : EIO;
}

/* "0,16" or "0-1": one cpu of each package. */
static size_t cpumask_parse(const char *text, int *cpu, size_t most)
{
    size_t n = 0;

    while (*text && n < most) {
        char *end;
        long first = strtol(text, &end, 10), last;

        if (end == text || first < 0)
            break;
        last = first;
        if (*end == '-')
            last = strtol(end + 1, &end, 10);
        for (long c = first; c <= last && n < most; c++)
            cpu[n++] = (int)c;
        text = *end == ',' ? end + 1 : end;
        if (*end != ',')
            break;
    }
    return n;
}

/* "event=0x02" */
static int config_of(const char *root, const char *event, uint64_t *config)
{
    char path[128], text[64];
    const char *value;
    char *end;

    snprintf(path, sizeof path, PMU "/events/%s", event);
    if (gam_file_line(root, path, text, sizeof text))
        return 0;
    value = strncmp(text, "event=", 6) ? NULL : text + 6;
    if (!value)
        return 0;
    *config = strtoull(value, &end, 0);
    return end != value;
}

static double scale_of(const char *root, const char *event)
{
    char path[128], text[64], unit[16];
    double scale;

    snprintf(path, sizeof path, PMU "/events/%s.unit", event);
    if (gam_file_line(root, path, unit, sizeof unit) || strcmp(unit, "Joules") != 0)
        return NAN;
    snprintf(path, sizeof path, PMU "/events/%s.scale", event);
    if (gam_file_line(root, path, text, sizeof text) || sscanf(text, "%lf", &scale) != 1 || !(scale > 0))
        return NAN;
    return scale;
}

static void counter_open(struct gam_perf_power *power, size_t event, const uint64_t where[2], int cpu, double scale)
{
    size_t at = power->energy.n;
    struct gam_energy_counter *c = gam_energy_add(&power->energy);

    if (!c)
        return;
    snprintf(c->name, sizeof c->name, "%s of cpu%d", power_events[event].name, cpu);
    snprintf(c->where, sizeof c->where, "power/%s/ on cpu %d", power_events[event].event, cpu);
    c->scope = power_events[event].scope;
    c->joule_per_count = scale;
    c->period_ns = power_period_ns;
    c->coverage = 1;
    power->fd[at] = power->event_open((uint32_t)where[0], where[1], cpu);
    power->error[at] = power->fd[at] < 0 ? -power->fd[at] : 0;
    if (power->error[at] && !power->refused_errno) {
        power->refused_errno = power->error[at];
        gam_energy_refusal(c->where, power->error[at], power->refused, sizeof power->refused);
    }
}

void gam_perf_power_find(struct gam_perf_power *power, const char *root)
{
    int (*event_open)(uint32_t, uint64_t, int) = power->event_open;
    char mask[128] = "";
    int cpu[CPUS_MAX];
    int64_t type;
    size_t n;

    *power = (struct gam_perf_power){ .energy = { .read = counter_read, .ctx = power }, .event_open = event_open };
    if (gam_sys_number(root, PMU "/type", &type)) {
        snprintf(power->refused, sizeof power->refused, "the kernel has no PMU 'power' (%s)", PMU);
        power->refused_errno = ENOENT;
        return;
    }
    gam_file_line(root, PMU "/cpumask", mask, sizeof mask);
    n = cpumask_parse(mask, cpu, CPUS_MAX);
    for (size_t e = 0; e < sizeof power_events / sizeof power_events[0]; e++) {
        uint64_t where[2] = { (uint64_t)type, 0 };
        double scale = scale_of(root, power_events[e].event);

        if (isnan(scale) || !config_of(root, power_events[e].event, &where[1]))
            continue;
        for (size_t i = 0; i < n; i++)
            counter_open(power, e, where, cpu[i], scale);
    }
    if (!power->energy.n)
        snprintf(power->refused, sizeof power->refused, "the PMU 'power' names no event in Joules, or no cpu");
}

void gam_perf_power_close(struct gam_perf_power *power)
{
    for (size_t i = 0; i < power->energy.n; i++)
        if (power->fd[i] >= 0)
            close(power->fd[i]);
    power->energy.n = 0;
}
