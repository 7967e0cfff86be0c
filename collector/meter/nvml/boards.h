/* SPDX-License-Identifier: MIT */
/* Energy counters of NVIDIA boards. */
#ifndef GAM_COLLECTOR_METER_NVML_BOARDS_H
#define GAM_COLLECTOR_METER_NVML_BOARDS_H

#include "collector/meter/energy/energy.h"
#include "common/vendor/dl_nvml.h"

struct gam_nvml_boards {
    struct gam_energy energy; /* first: gam_energy_meter_... take the state as this */
    const struct gam_nvml *nvml;
    void *device[GAM_ENERGY_COUNTERS];
    char refused[GAM_ENERGY_REASON];
    int refused_errno;
};

/* Every board that NVML lists is a counter; one whose energy is refused reads as an error (ENOTSUP, EACCES or EIO). */
void gam_nvml_find(struct gam_nvml_boards *boards, const struct gam_nvml *nvml);

#endif
