/* SPDX-License-Identifier: MIT */
/* Energy of packages and graphics boards from their kernel drivers. */
#include "collector/meter/hwmon/hwmon.h"
#include "common/err.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void hwmon_probe(struct gam_probe *out)
{
    struct gam_hwmon *hwmon = malloc(sizeof *hwmon);
    char why[GAM_ENERGY_REASON];
    size_t n;

    *out = (struct gam_probe){ .ready = 0 };
    if (!hwmon) {
        snprintf(out->reason, sizeof out->reason, "out of memory");
        return;
    }
    gam_hwmon_find(hwmon, "");
    n = gam_energy_alive(&hwmon->energy, why);
    gam_energy_probe(out, n, hwmon->energy.n, why[0] ? why : hwmon->refused);
    if (hwmon->refused[0])
        snprintf(out->remedy, sizeof out->remedy, "%s", gam_energy_remedy(hwmon->refused_errno, ""));
    free(hwmon);
}

static int hwmon_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    struct gam_hwmon *hwmon = state;

    (void)target;
    gam_hwmon_find(hwmon, "");
    if (!hwmon->energy.n)
        return gam_err_set(err, gam_energy_code(hwmon->refused_errno), "%s", hwmon->refused);
    return gam_energy_ready(&hwmon->energy, err);
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
