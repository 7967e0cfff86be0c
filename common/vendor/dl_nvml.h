/* SPDX-License-Identifier: MIT */
/* NVML, the management library that comes with NVIDIA's driver, opened at run time: clocks, power, temperature, energy.
 * Sources: NVML API reference (450 to 580). */
#ifndef GAM_COMMON_VENDOR_DL_NVML_H
#define GAM_COMMON_VENDOR_DL_NVML_H

#include <stdint.h>

struct gam_err;

enum {
    GAM_NVML_OK = 0,
    GAM_NVML_NOT_SUPPORTED = 3,
    GAM_NVML_NO_PERMISSION = 4,
    GAM_NVML_NOT_FOUND = 6,
    GAM_NVML_GPU_IS_LOST = 15,
    GAM_NVML_CLOCK_GRAPHICS = 0,
    GAM_NVML_CLOCK_SM = 1,
    GAM_NVML_CLOCK_MEMORY = 2,
    GAM_NVML_TEMPERATURE_GPU = 0,
    GAM_NVML_FIELD_POWER_INSTANT = 186 /* milliwatt at this moment; since 530 */
};

/* Why the clocks are lower than they could be; bits. Idle, a clock that the user set, and a display's clock are no throttling. */
enum {
    GAM_NVML_SLOW_IDLE = 0x1,
    GAM_NVML_SLOW_APPLICATION_CLOCK = 0x2,
    GAM_NVML_SLOW_POWER_CAP = 0x4,
    GAM_NVML_SLOW_HARDWARE = 0x8,
    GAM_NVML_SLOW_SYNC_BOOST = 0x10,
    GAM_NVML_SLOW_THERMAL = 0x20,
    GAM_NVML_SLOW_HARDWARE_THERMAL = 0x40,
    GAM_NVML_SLOW_POWER_BRAKE = 0x80
};

struct gam_nvml_field {
    unsigned field, scope;
    long long timestamp, latency_us;
    unsigned type; /* of value: 0 double, 1 unsigned, 2 unsigned long, 3 unsigned long long */
    int result;
    union {
        double d;
        unsigned u;
        unsigned long ul;
        unsigned long long ull;
    } value;
};

/* All return 0 or an error number unless said; a device is a pointer to an opaque struct. Those marked so may be NULL. */
struct gam_nvml {
    int (*init)(void);
    int (*device_count)(unsigned *count);
    int (*device_at)(unsigned index, void **device);
    int (*device_name)(void *device, char *name, unsigned length);
    int (*device_energy)(void *device,
                         unsigned long long *millijoule); /* since the driver was loaded; optional: Volta and newer */
    int (*device_by_pci)(const char *pci, void **device);
    int (*device_by_uuid)(const char *uuid, void **device);
    int (*device_of_slice)(void *slice, void **device); /* optional */
    int (*device_clock)(void *device, int which, unsigned *mhz);
    int (*device_power)(void *device, unsigned *milliwatt);                   /* the mean of a second on most devices */
    int (*device_fields)(void *device, int n, struct gam_nvml_field *fields); /* optional */
    int (*device_temperature)(void *device, int sensor, unsigned *celsius);
    int (*device_application_clock)(void *device, int which, unsigned *mhz); /* in force; optional */
    int (*device_default_clock)(void *device, int which, unsigned *mhz);     /* of the applications; optional */
    int (*device_persistence)(void *device, int *on);                        /* optional: Linux */
    int (*device_slow_reasons)(void *device, unsigned long long *bits);
    const char *(*error_string)(int error);
};

/* One per process, started for good: its end would take it from other users. Errors: as gam_dl_open; -GAM_EPERM, -GAM_EDEVICE
 * when it does not start. */
int gam_nvml_get(const struct gam_nvml **out, struct gam_err *err);

#endif
