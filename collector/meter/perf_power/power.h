/* SPDX-License-Identifier: MIT */
/* The kernel's PMU `power`: the same counters as powercap's, kept at 64 bits by perf. */
#ifndef GAM_COLLECTOR_METER_PERF_POWER_POWER_H
#define GAM_COLLECTOR_METER_PERF_POWER_POWER_H

#include "collector/meter/energy/energy.h"

struct gam_perf_power {
    struct gam_energy energy;    /* first: gam_energy_meter_... take the state as this */
    int fd[GAM_ENERGY_COUNTERS]; /* of each counter; -1: refused, with the errno beside it */
    int error[GAM_ENERGY_COUNTERS];
    /* perf_event_open of (type, config) on a cpu: a descriptor, or -errno. */
    int (*event_open)(uint32_t type, uint64_t config, int cpu);
    char refused[GAM_ENERGY_REASON];
    int refused_errno;
};

/* Finds the events of /sys/bus/event_source/devices/power below `root`, one counter per event and cpu of the cpumask (a package
 * each), and opens them. Set event_open before. */
void gam_perf_power_find(struct gam_perf_power *power, const char *root);
void gam_perf_power_close(struct gam_perf_power *power);

#endif
