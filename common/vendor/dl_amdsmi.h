/* SPDX-License-Identifier: MIT */
/* AMD SMI, opened at run time: clock, temperature, energy. Only calls whose arguments have kept their form from ROCm 6.0 on.
 * Source: AMD SMI C API reference (6.x). */
#ifndef GAM_COMMON_VENDOR_DL_AMDSMI_H
#define GAM_COMMON_VENDOR_DL_AMDSMI_H

#include <stdint.h>

struct gam_err;

enum {
    GAM_AMDSMI_SUCCESS = 0,
    GAM_AMDSMI_NOT_SUPPORTED = 2,
    GAM_AMDSMI_INIT_GPUS = 2,
    GAM_AMDSMI_CLOCK_GRAPHICS = 0,
    GAM_AMDSMI_CLOCK_MEMORY = 4,
    GAM_AMDSMI_TEMPERATURE_HOTSPOT = 1,
    GAM_AMDSMI_TEMPERATURE_CURRENT = 0
};

/* The library writes as much of it as it knows; the current clock comes first in every version. */
struct gam_amdsmi_clock {
    uint32_t mhz, rest[31];
};

/* All return a status. Handles are pointers to opaque structs. */
struct gam_amdsmi {
    int (*init)(uint64_t flags);
    int (*shut_down)(void);
    int (*sockets)(uint32_t *n, void **sockets);
    int (*processors)(void *socket, uint32_t *n, void **processors);
    int (*pci)(void *processor, uint64_t *bdf); /* function 3 bits, device 5, bus 8, domain 48 */
    int (*clock)(void *processor, int type, struct gam_amdsmi_clock *clock);
    int (*temperature)(void *processor, int sensor, int metric, int64_t *celsius);
    int (*energy)(void *processor, uint64_t *counter, float *microjoule_per_count, uint64_t *timestamp_ns);
    int (*status_text)(int status, const char **text);
};

/* One per process, initialised. Errors: as gam_dl_open; -GAM_EDEVICE when it does not start. */
int gam_amdsmi_get(const struct gam_amdsmi **out, struct gam_err *err);

#endif
