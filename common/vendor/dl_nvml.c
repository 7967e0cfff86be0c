/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_nvml.h"

#include "common/err.h"
#include "common/vendor/dl.h"

#include <pthread.h>
#include <stddef.h>

static const char *const sonames[] = { "libnvidia-ml.so.1", "libnvidia-ml.so", NULL };

#define SYMBOL(field, name)                                                                                                      \
    {                                                                                                                            \
        "nvml" name, offsetof(struct gam_nvml, field), 0                                                                         \
    }
#define OPTIONAL(field, name)                                                                                                    \
    {                                                                                                                            \
        "nvml" name, offsetof(struct gam_nvml, field), 1                                                                         \
    }
static const struct gam_dl_symbol symbols[] = {
    SYMBOL(init, "Init_v2"),
    SYMBOL(device_count, "DeviceGetCount_v2"),
    SYMBOL(device_at, "DeviceGetHandleByIndex_v2"),
    SYMBOL(device_name, "DeviceGetName"),
    OPTIONAL(device_energy, "DeviceGetTotalEnergyConsumption"),
    SYMBOL(device_by_pci, "DeviceGetHandleByPciBusId_v2"),
    SYMBOL(device_by_uuid, "DeviceGetHandleByUUID"),
    OPTIONAL(device_of_slice, "DeviceGetDeviceHandleFromMigDeviceHandle"),
    SYMBOL(device_clock, "DeviceGetClockInfo"),
    SYMBOL(device_power, "DeviceGetPowerUsage"),
    OPTIONAL(device_fields, "DeviceGetFieldValues"),
    SYMBOL(device_temperature, "DeviceGetTemperature"),
    OPTIONAL(device_application_clock, "DeviceGetApplicationsClock"),
    OPTIONAL(device_default_clock, "DeviceGetDefaultApplicationsClock"),
    OPTIONAL(device_persistence, "DeviceGetPersistenceMode"),
    SYMBOL(device_slow_reasons, "DeviceGetCurrentClocksThrottleReasons"),
    SYMBOL(error_string, "ErrorString"),
};
#undef SYMBOL
#undef OPTIONAL

static struct {
    pthread_once_t once;
    struct gam_nvml nvml;
    struct gam_err err;
    int rc;
} loaded = { .once = PTHREAD_ONCE_INIT };

static void load(void)
{
    void *handle = NULL;
    int number;

    loaded.rc = gam_dl_open(sonames, symbols, sizeof symbols / sizeof symbols[0], &loaded.nvml, &handle, &loaded.err);
    if (loaded.rc)
        return;
    number = loaded.nvml.init();
    if (number)
        loaded.rc = gam_err_set(&loaded.err, number == GAM_NVML_NO_PERMISSION ? -GAM_EPERM : -GAM_EDEVICE,
                                "NVML does not start: %s", loaded.nvml.error_string(number));
}

int gam_nvml_get(const struct gam_nvml **out, struct gam_err *err)
{
    pthread_once(&loaded.once, load);
    if (loaded.rc)
        return gam_err_set(err, loaded.rc, "%s", loaded.err.text);
    *out = &loaded.nvml;
    return 0;
}
