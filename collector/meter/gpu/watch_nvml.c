/* SPDX-License-Identifier: MIT */
/* NVIDIA's boards through NVML. */
#include "collector/device/gpu/gpu.h"
#include "collector/meter/gpu/watch.h"
#include "common/err.h"
#include "common/vendor/dl_nvml.h"

#include <math.h>
#include <stdio.h>

static const unsigned long long throttling = GAM_NVML_SLOW_POWER_CAP | GAM_NVML_SLOW_HARDWARE | GAM_NVML_SLOW_SYNC_BOOST |
                                             GAM_NVML_SLOW_THERMAL | GAM_NVML_SLOW_HARDWARE_THERMAL | GAM_NVML_SLOW_POWER_BRAKE;

static void uuid_text(const char *prefix, const unsigned char u[16], char *out, size_t size)
{
    snprintf(out, size, "%s-%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", prefix, u[0], u[1], u[2], u[3],
             u[4], u[5], u[6], u[7], u[8], u[9], u[10], u[11], u[12], u[13], u[14], u[15]);
}

/* NVML numbers boards in another order than CUDA, so they are matched by identity. A slice has an identity of its own; clock,
 * power and temperature are those of its board, which it shares. */
static int nvml_open(const struct gam_open_device *device, void **handle, struct gam_err *err)
{
    const struct gpu_state *s = device->state;
    const struct gam_nvml *nvml;
    unsigned char uuid[16];
    char text[64], pci[32] = "";
    void *slice = NULL;
    int rc = gam_nvml_get(&nvml, err), number;

    if (rc)
        return rc;
    if (s->driver->device_uuid && !s->driver->device_uuid(uuid, s->device)) {
        uuid_text("GPU", uuid, text, sizeof text);
        if (!nvml->device_by_uuid(text, handle))
            return 0;
        uuid_text("MIG", uuid, text, sizeof text);
        if (nvml->device_of_slice && !nvml->device_by_uuid(text, &slice) && !nvml->device_of_slice(slice, handle))
            return 0;
    }
    number = s->driver->device_pci(pci, sizeof pci, s->device);
    if (!number)
        number = nvml->device_by_pci(pci, handle);
    return number ? gam_err_set(err, -GAM_ENOENT, "NVML knows no board at '%s': %s", pci, nvml->error_string(number)) : 0;
}

/* Power at this moment where the driver has it; else its mean over about a second, which lags but is not wrong. */
static double power_watt(const struct gam_nvml *nvml, void *handle)
{
    struct gam_nvml_field field = { .field = GAM_NVML_FIELD_POWER_INSTANT };
    unsigned milliwatt = 0;

    if (nvml->device_fields && !nvml->device_fields(handle, 1, &field) && !field.result && field.type == 1)
        return field.value.u / 1e3;
    return nvml->device_power(handle, &milliwatt) ? NAN : milliwatt / 1e3;
}

static int nvml_look(void *handle, struct gam_gpu_moment *out, struct gam_err *err)
{
    const struct gam_nvml *nvml;
    unsigned value = 0;
    unsigned long long bits = 0;
    int rc = gam_nvml_get(&nvml, err), number;

    *out = (struct gam_gpu_moment){ .clock_hz = NAN, .memory_clock_hz = NAN, .power_watt = NAN, .celsius = NAN, .throttled = -1 };
    if (rc)
        return rc;
    number = nvml->device_clock(handle, GAM_NVML_CLOCK_SM, &value);
    if (number == GAM_NVML_GPU_IS_LOST)
        return gam_err_set(err, -GAM_EDEVICE, "NVML: %s", nvml->error_string(number));
    if (!number)
        out->clock_hz = value * 1e6;
    if (!nvml->device_clock(handle, GAM_NVML_CLOCK_MEMORY, &value))
        out->memory_clock_hz = value * 1e6;
    if (!nvml->device_temperature(handle, GAM_NVML_TEMPERATURE_GPU, &value))
        out->celsius = value;
    out->power_watt = power_watt(nvml, handle);
    if (!nvml->device_slow_reasons(handle, &bits)) {
        out->slow = bits;
        out->throttled = (bits & throttling) != 0;
    }
    return 0;
}

const struct gam_gpu_watcher gam_gpu_watcher_nvml = { .backend = "cuda", .open = nvml_open, .look = nvml_look };
