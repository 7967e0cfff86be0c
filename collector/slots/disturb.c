/* SPDX-License-Identifier: MIT */
#include "collector/slots/disturb.h"

#include "common/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAT_COLUMNS = 8, IDLE = 3, IOWAIT = 4, STEAL = 7, CPUS_MOST = 4096 };

static void ticks_read(const char *root, struct gam_disturb *out)
{
    char line[512], *at = line, *end;

    if (gam_file_line(root, "/proc/stat", line, sizeof line) || strncmp(line, "cpu ", 4) != 0)
        return;
    at += 4;
    for (int i = 0; i < STAT_COLUMNS; i++) { /* user nice system idle iowait irq softirq steal */
        uint64_t ticks = strtoull(at, &end, 10);

        if (end == at)
            return;
        at = end;
        out->all += ticks;
        out->busy += i == IDLE || i == IOWAIT ? 0 : ticks;
        out->stolen = i == STEAL ? ticks : out->stolen;
    }
    out->has_ticks = 1;
}

static void throttles_read(const char *root, struct gam_disturb *out)
{
    static const char *const counter[] = { "core_throttle_count", "package_throttle_count" };
    char path[128], line[64];

    for (int cpu = 0; cpu < CPUS_MOST; cpu++)
        for (size_t i = 0; i < sizeof counter / sizeof *counter; i++) {
            snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/thermal_throttle/%s", cpu, counter[i]);
            if (!gam_file_line(root, path, line, sizeof line)) {
                out->throttles += strtoull(line, NULL, 10);
                out->has_throttles = 1;
            } else if (!i) {
                return; /* no such cpu, or a processor that does not count */
            }
        }
}

static void pressure_read(const char *root, struct gam_disturb *out)
{
    char line[256];
    const char *total;

    if (gam_file_line(root, "/proc/pressure/cpu", line, sizeof line) || strncmp(line, "some ", 5) != 0)
        return;
    total = strstr(line, "total=");
    if (!total)
        return;
    out->waited_us = strtoull(total + 6, NULL, 10);
    out->has_pressure = 1;
}

void gam_disturb_read(const char *root, struct gam_disturb *out)
{
    *out = (struct gam_disturb){ 0 };
    ticks_read(root, out);
    throttles_read(root, out);
    pressure_read(root, out);
}

/* Counters that went back (a guest that was moved) say nothing. */
static double share(uint64_t from, uint64_t to, double of)
{
    return to >= from && of > 0 ? (double)(to - from) / of : NAN;
}

void gam_disturb_between(const struct gam_disturb *from, const struct gam_disturb *to, uint64_t wall_ns,
                         struct gam_disturb_span *out)
{
    int ticks = from->has_ticks && to->has_ticks && to->all >= from->all && to->busy >= from->busy;
    double busy = ticks ? (double)(to->busy - from->busy) : 0;

    *out = (struct gam_disturb_span){ .steal_share = NAN, .steal_busy = NAN, .pressure_share = NAN };
    if (ticks)
        out->steal_share = share(from->stolen, to->stolen, (double)(to->all - from->all));
    if (busy >= GAM_DISTURB_TICKS)
        out->steal_busy = share(from->stolen, to->stolen, busy);
    if (from->has_pressure && to->has_pressure)
        out->pressure_share = share(from->waited_us, to->waited_us, (double)wall_ns / 1e3);
    out->throttled = from->has_throttles && to->has_throttles && to->throttles > from->throttles;
}
