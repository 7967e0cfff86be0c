/* SPDX-License-Identifier: MIT */
/* Energy of packages and graphics boards from their kernel drivers. */
#include "collector/meter/hwmon/hwmon.h"
#include "common/err.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static size_t readable(const struct gam_hwmon *hwmon)
{
    size_t n = 0;

    for (size_t i = 0; i < hwmon->energy.n; i++) {
        uint64_t count;

        n += gam_energy_file_read(hwmon->path[i], &count) == 0;
    }
    return n;
}

static void hwmon_probe(struct gam_probe *out)
{
    struct gam_hwmon *hwmon = malloc(sizeof *hwmon);
    size_t n;

    *out = (struct gam_probe){ .ready = 0 };
    if (!hwmon) {
        snprintf(out->reason, sizeof out->reason, "out of memory");
        return;
    }
    gam_hwmon_find(hwmon, "");
    n = readable(hwmon);
    out->ready = n > 0;
    if (n)
        snprintf(out->reason, sizeof out->reason, "%zu of %zu counters of energy%s%s", n, hwmon->energy.n,
                 hwmon->refused[0] ? "; " : "", hwmon->refused);
    else
        snprintf(out->reason, sizeof out->reason, "%s", hwmon->refused);
    if (hwmon->refused[0])
        snprintf(out->remedy, sizeof out->remedy, "%s", gam_energy_remedy(hwmon->refused_errno, ""));
    free(hwmon);
}

static int hwmon_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    struct gam_hwmon *hwmon = state;

    (void)target;
    gam_hwmon_find(hwmon, "");
    if (!readable(hwmon))
        return gam_err_set(err, hwmon->refused_errno == EACCES || hwmon->refused_errno == EPERM ? -GAM_EPERM : -GAM_ENOENT, "%s",
                           hwmon->refused);
    gam_energy_ready(&hwmon->energy);
    return 0;
}

static void hwmon_close(void *state)
{
    (void)state; /* files are open only while they are read */
}

const struct gam_meter gam_meter_hwmon = {
    .name = "hwmon",
    .summary = "energy of packages and graphics boards (their kernel drivers)",
    .energy = 1,
    .state_size = sizeof(struct gam_hwmon),
    .probe = hwmon_probe,
    .open = hwmon_open,
    .close = hwmon_close,
    .quantities = gam_energy_meter_quantities,
    .passes = gam_energy_meter_passes,
    .start = gam_energy_meter_start,
    .stop = gam_energy_meter_stop,
    .read = gam_energy_meter_read,
};
