/* SPDX-License-Identifier: MIT */
/* Intel's and AMD's running average power limit counters through Linux' powercap files. */
#ifndef GAM_COLLECTOR_METER_RAPL_RAPL_H
#define GAM_COLLECTOR_METER_RAPL_RAPL_H

#include "collector/meter/energy/energy.h"

struct gam_rapl {
    struct gam_energy energy;            /* first: gam_energy_meter_... take the state as this */
    char path[GAM_ENERGY_COUNTERS][256]; /* energy_uj of each counter */
    char refused[GAM_ENERGY_REASON];     /* why a zone that is there gives no counter; empty */
    int refused_errno;
};

/* Finds the zones of /sys/class/powercap below `root` ("" for /). A zone that cannot be read is a counter too, whose readings are
 * missing with their errno: what is there but closed is not the same as what is not there. The same package seen a second time,
 * through the memory-mapped interface, is left out. */
void gam_rapl_find(struct gam_rapl *rapl, const char *root);

#endif
