/* SPDX-License-Identifier: MIT */
/* AMD's boards through AMD SMI. Power and throttle reasons are left out: their structs differ from version to version. */
#include "collector/device/gpu/gpu.h"
#include "collector/meter/gpu/watch.h"
#include "common/err.h"
#include "common/vendor/dl_amdsmi.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { SMI_SOCKETS = 16, SMI_PROCESSORS = 64 };

/* "0000:03:00.0" as AMD SMI packs it. */
static int bdf_of(const char *pci, uint64_t *out)
{
    unsigned domain, bus, device, function;

    if (sscanf(pci, "%x:%x:%x.%x", &domain, &bus, &device, &function) != 4)
        return -1;
    *out = (uint64_t)domain << 16 | (uint64_t)(bus & 0xff) << 8 | (device & 0x1f) << 3 | (function & 7);
    return 0;
}

static int socket_search(const struct gam_amdsmi *smi, void *socket, uint64_t wanted, void **handle)
{
    void *processor[SMI_PROCESSORS];
    uint32_t n = SMI_PROCESSORS;

    if (smi->processors(socket, &n, processor))
        return -1;
    for (uint32_t i = 0; i < n && i < SMI_PROCESSORS; i++) {
        uint64_t bdf = 0;

        if (!smi->pci(processor[i], &bdf) && bdf == wanted) {
            *handle = processor[i];
            return 0;
        }
    }
    return -1;
}

static int amdsmi_open(const struct gam_open_device *device, void **handle, struct gam_err *err)
{
    const struct gpu_state *s = device->state;
    const struct gam_amdsmi *smi;
    void *socket[SMI_SOCKETS];
    uint32_t n = SMI_SOCKETS;
    uint64_t wanted;
    char pci[32] = "";
    int rc = gam_amdsmi_get(&smi, err);

    if (rc)
        return rc;
    if (s->driver->device_pci(pci, sizeof pci, s->device) || bdf_of(pci, &wanted))
        return gam_err_set(err, -GAM_EDEVICE, "HIP does not say where '%s' is plugged in", device->info.id);
    if (smi->sockets(&n, socket))
        n = 0;
    for (uint32_t i = 0; i < n && i < SMI_SOCKETS; i++)
        if (!socket_search(smi, socket[i], wanted, handle))
            return 0;
    return gam_err_set(err, -GAM_ENOENT, "AMD SMI knows no board at '%s'", pci);
}

static double clock_hz(const struct gam_amdsmi *smi, void *handle, int type)
{
    struct gam_amdsmi_clock clock = { .mhz = 0 };

    return smi->clock(handle, type, &clock) || !clock.mhz || clock.mhz == UINT32_MAX ? NAN : clock.mhz * 1e6;
}

static int amdsmi_look(void *handle, struct gam_gpu_moment *out, struct gam_err *err)
{
    const struct gam_amdsmi *smi;
    int64_t celsius = 0;
    int rc = gam_amdsmi_get(&smi, err);

    *out = (struct gam_gpu_moment){ .clock_hz = NAN, .memory_clock_hz = NAN, .power_watt = NAN, .celsius = NAN, .throttled = -1 };
    if (rc)
        return rc;
    out->clock_hz = clock_hz(smi, handle, GAM_AMDSMI_CLOCK_GRAPHICS);
    out->memory_clock_hz = clock_hz(smi, handle, GAM_AMDSMI_CLOCK_MEMORY);
    if (!smi->temperature(handle, GAM_AMDSMI_TEMPERATURE_HOTSPOT, GAM_AMDSMI_TEMPERATURE_CURRENT, &celsius))
        out->celsius = (double)celsius;
    return 0;
}

const struct gam_gpu_watcher gam_gpu_watcher_amdsmi = { .backend = "hip", .open = amdsmi_open, .look = amdsmi_look };
