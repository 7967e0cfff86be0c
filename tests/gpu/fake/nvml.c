/* SPDX-License-Identifier: MIT */
/* A fake NVML. Its energy counter moves in steps of the host's time, as told. */
#include "script.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define API __attribute__((visibility("default")))

static const struct fake_moment *moment(void)
{
    const struct fake_script *s = fake_script();

    return &s->moment[s->monitor_looks % (s->n_moments ? s->n_moments : 1)];
}

API int nvmlInit_v2(void)
{
    return fake_script()->monitor_init_error;
}

API int nvmlDeviceGetCount_v2(unsigned *n)
{
    *n = (unsigned)fake_script()->n_devices;
    return 0;
}

API int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device)
{
    *device = &fake_script()->device[index];
    return 0;
}

API int nvmlDeviceGetName(void *device, char *name, unsigned length)
{
    snprintf(name, length, "%s", ((struct fake_device *)device)->name);
    return 0;
}

/* Slices and boards have the identities that the fake driver tells: 16 equal bytes. */
API int nvmlDeviceGetHandleByUUID(const char *uuid, void **device)
{
    unsigned byte = 0;
    int slice = !strncmp(uuid, "MIG-", 4);

    if (sscanf(uuid + 4, "%2x", &byte) != 1 || byte < 1 || byte > FAKE_DEVICES ||
        fake_script()->device[byte - 1].is_slice != slice)
        return 6;
    *device = &fake_script()->device[byte - 1];
    return 0;
}

API int nvmlDeviceGetDeviceHandleFromMigDeviceHandle(void *slice, void **device)
{
    (void)slice;
    *device = &fake_script()->device[FAKE_DEVICES - 1];
    return 0;
}

API int nvmlDeviceGetHandleByPciBusId_v2(const char *pci, void **device)
{
    unsigned bus = 0;

    if (sscanf(pci, "%*x:%x", &bus) != 1 || bus < 1 || bus > FAKE_DEVICES)
        return 6;
    *device = &fake_script()->device[bus - 1];
    return 0;
}

/* The clock is asked for first in every look. */
API int nvmlDeviceGetClockInfo(void *device, int which, unsigned *mhz)
{
    (void)device;
    if (which == 1)
        fake_script()->monitor_looks++;
    *mhz = which == 1 ? moment()->clock_mhz : moment()->memory_mhz;
    return fake_script()->monitor_error;
}

API int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatt)
{
    (void)device;
    *milliwatt = moment()->power_mw;
    return fake_script()->monitor_error;
}

API int nvmlDeviceGetTemperature(void *device, int sensor, unsigned *celsius)
{
    (void)device, (void)sensor;
    *celsius = moment()->temperature;
    return fake_script()->monitor_error;
}

API int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *bits)
{
    (void)device;
    *bits = moment()->throttle;
    return fake_script()->monitor_error;
}

#ifndef FAKE_LACKS
static int clock_tell(unsigned from, unsigned *mhz)
{
    *mhz = from;
    return from ? fake_script()->monitor_error : 3;
}

API int nvmlDeviceGetApplicationsClock(void *device, int which, unsigned *mhz)
{
    (void)device;
    return which ? 2 : clock_tell(fake_script()->application_mhz, mhz);
}

API int nvmlDeviceGetDefaultApplicationsClock(void *device, int which, unsigned *mhz)
{
    (void)device;
    return which ? 2 : clock_tell(fake_script()->default_mhz, mhz);
}

API int nvmlDeviceGetPersistenceMode(void *device, int *on)
{
    (void)device;
    *on = fake_script()->persistence;
    return *on < 0 ? 3 : fake_script()->monitor_error;
}
#endif

API int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoule)
{
    struct fake_script *s = fake_script();
    struct timespec t;
    unsigned long long ns;

    (void)device;
    clock_gettime(CLOCK_MONOTONIC, &t);
    ns = (unsigned long long)t.tv_sec * 1000000000u + (unsigned long long)t.tv_nsec;
    s->energy_looks++;
    *millijoule = s->energy_step_ns
                      ? (unsigned long long)((double)(ns / s->energy_step_ns * s->energy_step_ns) * 1e-6 * s->energy_watt)
                      : 5000;
    if (s->energy_backward_at && s->energy_looks >= s->energy_backward_at)
        *millijoule = 1;
    return s->energy_error;
}

API const char *nvmlErrorString(int error)
{
    return error == 3 ? "Not Supported" : error == 4 ? "Insufficient Permissions" : error == 15 ? "GPU is lost" : "Unknown Error";
}
