/* SPDX-License-Identifier: MIT */
#include "collector/meter/rapl/rapl.h"
#include "collector/topology_priv.h"
#include "common/file.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ZONES_MAX = 256, ZONE_NAME = 64 };
#define POWERCAP "/sys/class/powercap"

/* The counters behind the files are updated about every millisecond (Intel SDM volume 3, "RAPL interfaces"). */
static const uint64_t rapl_period_ns = 1000000u;

/* Names of zones, by their beginning. A core's and an uncore's energy is part of its package's, psys holds the packages. */
static const struct {
    const char *name;
    enum gam_scope scope;
} zone_scopes[] = {
    { "package", GAM_SCOPE_PACKAGE }, { "core", GAM_SCOPE_CORE }, { "uncore", GAM_SCOPE_UNCORE },
    { "dram", GAM_SCOPE_DRAM },       { "psys", GAM_SCOPE_NODE },
};

static int scope_of(const char *name, enum gam_scope *out)
{
    for (size_t i = 0; i < sizeof zone_scopes / sizeof zone_scopes[0]; i++)
        if (!strncmp(name, zone_scopes[i].name, strlen(zone_scopes[i].name))) {
            *out = zone_scopes[i].scope;
            return 1;
        }
    return 0;
}

static int counter_read(void *ctx, size_t i, uint64_t *count)
{
    const struct gam_rapl *rapl = ctx;

    return gam_energy_file_read(rapl->path[i], count);
}

/* "dram of package-1": the zone intel-rapl:1:0 lies below intel-rapl:1. */
static void zone_label(const char *root, const char *zone, const char *name, char *out, size_t size)
{
    const char *last = strrchr(zone, ':');
    char path[256], parent[ZONE_NAME];

    snprintf(out, size, "%s", name);
    if (!last || strchr(zone, ':') == last)
        return;
    snprintf(path, sizeof path, POWERCAP "/%.*s/name", (int)(last - zone), zone);
    if (!gam_file_line(root, path, parent, sizeof parent))
        snprintf(out, size, "%s of %s", name, parent);
}

/* Twice the largest limit that may be set. */
static double watt_most(const char *root, const char *zone)
{
    double most = NAN;

    for (int i = 0; i < 3; i++) {
        char path[256];
        int64_t microwatt;

        snprintf(path, sizeof path, POWERCAP "/%s/constraint_%d_max_power_uw", zone, i);
        if (!gam_sys_number(root, path, &microwatt) && microwatt > 0 && !(2e-6 * (double)microwatt <= most))
            most = 2e-6 * (double)microwatt;
    }
    return most;
}

static void zone_add(struct gam_rapl *rapl, const char *root, const char *zone)
{
    char path[256], name[ZONE_NAME], label[48];
    struct gam_energy_counter *counter;
    enum gam_scope scope;
    int64_t range = 0;
    size_t at = rapl->energy.n;

    snprintf(path, sizeof path, POWERCAP "/%s/name", zone);
    if (gam_file_line(root, path, name, sizeof name) || !scope_of(name, &scope))
        return;
    zone_label(root, zone, name, label, sizeof label);
    for (size_t i = 0; i < rapl->energy.n; i++)
        if (!strcmp(rapl->energy.counter[i].name, label))
            return;
    counter = gam_energy_add(&rapl->energy);
    if (!counter)
        return;
    snprintf(path, sizeof path, POWERCAP "/%s/max_energy_range_uj", zone);
    if (gam_sys_number(root, path, &range) || range < 0)
        range = 0;
    snprintf(rapl->path[at], sizeof rapl->path[at], "%s" POWERCAP "/%s/energy_uj", root, zone);
    snprintf(counter->where, sizeof counter->where, "%s", rapl->path[at] + strlen(root));
    memcpy(counter->name, label, sizeof label);
    counter->scope = scope;
    counter->joule_per_count = 1e-6;
    counter->range = (uint64_t)range;
    counter->period_ns = rapl_period_ns;
    counter->coverage = 1;
    counter->watt_most = watt_most(root, zone);
    if (!rapl->refused_errno) {
        uint64_t ignored;

        rapl->refused_errno = gam_energy_file_read(rapl->path[at], &ignored);
        if (rapl->refused_errno)
            gam_energy_refusal(counter->where, rapl->refused_errno, rapl->refused, sizeof rapl->refused);
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

void gam_rapl_find(struct gam_rapl *rapl, const char *root)
{
    static const char *const prefixes[] = { "intel-rapl:", "intel-rapl-mmio:" }; /* the second only for what the first lacks */
    char path[256], zone[ZONES_MAX][ZONE_NAME];
    const struct dirent *entry;
    size_t n = 0;
    DIR *dir;

    *rapl = (struct gam_rapl){ .energy = { .read = counter_read, .ctx = rapl } };
    snprintf(path, sizeof path, "%s" POWERCAP, root);
    dir = opendir(path);
    if (!dir) {
        rapl->refused_errno = errno;
        gam_energy_refusal(POWERCAP, errno, rapl->refused, sizeof rapl->refused);
        return;
    }
    while ((entry = readdir(dir)) && n < ZONES_MAX)
        if (!strncmp(entry->d_name, "intel-rapl", strlen("intel-rapl")) && strlen(entry->d_name) < ZONE_NAME)
            memcpy(zone[n++], entry->d_name, strlen(entry->d_name) + 1);
    closedir(dir);
    qsort(zone, n, sizeof zone[0], by_name);
    for (size_t p = 0; p < sizeof prefixes / sizeof prefixes[0]; p++)
        for (size_t i = 0; i < n; i++)
            if (!strncmp(zone[i], prefixes[p], strlen(prefixes[p])))
                zone_add(rapl, root, zone[i]);
    if (!rapl->energy.n && !rapl->refused[0])
        snprintf(rapl->refused, sizeof rapl->refused, POWERCAP " holds no zones of energy");
}
