/* SPDX-License-Identifier: MIT */
/* Energy counters of Linux' hwmon drivers (energyN_input, microjoules). */
#ifndef GAM_COLLECTOR_METER_HWMON_HWMON_H
#define GAM_COLLECTOR_METER_HWMON_HWMON_H

#include "collector/meter/energy/energy.h"

struct gam_hwmon {
    struct gam_energy energy;            /* first: gam_energy_meter_... take the state as this */
    char path[GAM_ENERGY_COUNTERS][256]; /* energyN_input of each counter */
    char refused[GAM_ENERGY_REASON];
    int refused_errno;
};

/* Finds the counters of the drivers that are known (hwmon_find.c has the table) in /sys/class/hwmon below `root`. */
void gam_hwmon_find(struct gam_hwmon *hwmon, const char *root);

#endif
