/* SPDX-License-Identifier: MIT */
/* Whether something holds the clocks of NVIDIA's boards, as far as NVML tells. It tells the application clock and its default,
 * and that a setting holds the clock down at this moment; a range locked with nvidia-smi -lgc can be set through NVML and not be
 * read.
 */
#include "cli/doctor/rows.h"
#include "common/vendor/dl_nvml.h"

#include <stdio.h>

static void persistence_add(struct gam_doctor_rows *rows, const struct gam_nvml *nvml, void *device, unsigned index)
{
    char name[40], remedy[120];
    int on = 0;

    if (!nvml->device_persistence || nvml->device_persistence(device, &on))
        return;
    snprintf(name, sizeof name, "gpu %u persistence", index);
    snprintf(remedy, sizeof remedy, "as root, at the cost of idle power: nvidia-smi -i %u -pm 1", index);
    gam_doctor_row_add(rows, "condition", name, on ? "ready" : "partial",
                       on ? "on" : "off: when no program uses the board the driver lets go of it, and of clocks that were set",
                       on ? NULL : remedy);
}

/* 1: both clocks are known; no clock is 0. */
static int application_clocks(const struct gam_nvml *nvml, void *device, unsigned *mhz, unsigned *normal_mhz)
{
    return nvml->device_application_clock && nvml->device_default_clock &&
           !nvml->device_application_clock(device, GAM_NVML_CLOCK_GRAPHICS, mhz) &&
           !nvml->device_default_clock(device, GAM_NVML_CLOCK_GRAPHICS, normal_mhz) && *mhz && *normal_mhz;
}

static void clock_add(struct gam_doctor_rows *rows, const struct gam_nvml *nvml, void *device, unsigned index)
{
    char name[40], reason[300], remedy[300];
    unsigned mhz = 0, normal_mhz = 0;
    unsigned long long bits = 0;
    int known = application_clocks(nvml, device, &mhz, &normal_mhz);

    snprintf(name, sizeof name, "gpu %u clock", index);
    if (known && mhz != normal_mhz) {
        snprintf(reason, sizeof reason, "the application clock is set to %u MHz (default %u MHz)", mhz, normal_mhz);
        gam_doctor_row_add(rows, "condition", name, "ready", reason, NULL);
    } else if (!nvml->device_slow_reasons(device, &bits) && (bits & GAM_NVML_SLOW_APPLICATION_CLOCK)) {
        gam_doctor_row_add(rows, "condition", name, "ready", "NVML says that a setting holds the clock", NULL);
    } else if (known) {
        snprintf(reason, sizeof reason,
                 "the application clock is at its default, %u MHz: unless a range is locked, which NVML does not tell, the clock "
                 "moves with load, power and heat",
                 normal_mhz);
        snprintf(remedy, sizeof remedy,
                 "as root, at the cost of the boost above MAX: nvidia-smi -i %u -lgc MIN,MAX (in MHz; nvidia-smi -i %u -q -d "
                 "SUPPORTED_CLOCKS lists them, -rgc undoes it)",
                 index, index);
        gam_doctor_row_add(rows, "condition", name, "partial", reason, remedy);
    }
}

void gam_doctor_board_clocks(struct gam_doctor_rows *rows)
{
    const struct gam_nvml *nvml;
    unsigned n = 0;
    void *device;

    if (gam_nvml_get(&nvml, NULL) || nvml->device_count(&n))
        return;
    for (unsigned i = 0; i < n; i++) {
        if (nvml->device_at(i, &device))
            continue;
        clock_add(rows, nvml, device, i);
        persistence_add(rows, nvml, device, i);
    }
}
