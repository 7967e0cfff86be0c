/* SPDX-License-Identifier: MIT */
/* Which devices there are, and why not. */
#include "collector/device/gpu/gpu.h"
#include "common/err.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A driver that finds no device does not say why; its device file often does. */
static int no_device(const struct gpu_api *api, const char **remedy, struct gam_err *err)
{
    if (!access(api->node, R_OK | W_OK)) {
        *remedy = NULL;
        return gam_err_set(err, -GAM_ENOENT, "the driver is here and finds no %s device", api->vendor);
    }
    if (errno == EACCES || errno == EPERM) {
        *remedy = api->access_remedy;
        return gam_err_set(err, -GAM_EPERM, "%s is not open to this user", api->node);
    }
    *remedy = api->node_remedy;
    return gam_err_set(err, -GAM_ENOENT, "no %s device: %s is not here", api->vendor, api->node);
}

static void version_text(const struct gpu_api *api, int version, char *out, size_t size)
{
    snprintf(out, size, "%s %d.%d", api->version_name, version / api->version_major,
             version % api->version_major / api->version_minor);
}

int gam_gpu_driver(const struct gpu_api *api, const struct gam_gpu_driver **out, int *version, const char **remedy,
                   struct gam_err *err)
{
    const char *ignored;
    char here[48], needed[48];
    int rc = api->driver(out, err), number;

    remedy = remedy ? remedy : &ignored;
    *remedy = api->library_remedy;
    *version = 0;
    if (rc)
        return rc;
    number = (*out)->init(0);
    rc = gam_gpu_explain(api, *out, number, "the driver does not start", err);
    if (rc == -GAM_ENOENT)
        return no_device(api, remedy, err);
    *remedy = rc == -GAM_EPERM ? api->access_remedy : NULL;
    if (!rc)
        rc = gam_gpu_explain(api, *out, (*out)->driver_version(version), "the driver does not say its version", err);
    if (rc || *version >= api->version_least)
        return rc;
    *remedy = api->version_remedy;
    version_text(api, *version, here, sizeof here);
    version_text(api, api->version_least, needed, sizeof needed);
    return gam_err_set(err, -GAM_EVERSION, "the driver is too old: it knows %s, and %s is needed", here, needed);
}

int gam_gpu_count(const struct gpu_api *api, struct gam_err *err)
{
    const struct gam_gpu_driver *driver;
    int version, n = 0, rc = gam_gpu_driver(api, &driver, &version, NULL, err);

    if (rc)
        return rc;
    rc = gam_gpu_explain(api, driver, driver->device_count(&n), "cannot count the devices", err);
    return rc == -GAM_ENOENT ? 0 : rc ? rc : n;
}

void gam_gpu_probe(const struct gpu_api *api, struct gam_probe *out)
{
    const struct gam_gpu_driver *driver;
    struct gam_err err = { .code = 0 };
    const char *remedy = NULL;
    struct gam_gpu_rtc compiler;
    char name[48];
    int version, n = 0, rc = gam_gpu_driver(api, &driver, &version, &remedy, &err);

    *out = (struct gam_probe){ .ready = 0 };
    if (!rc)
        rc = gam_gpu_explain(api, driver, driver->device_count(&n), "cannot count the devices", &err);
    if (rc == -GAM_ENOENT || (!rc && !n))
        rc = api->driver(&driver, NULL) ? rc : no_device(api, &remedy, &err);
    if (rc) {
        snprintf(out->reason, sizeof out->reason, "%.390s", err.text);
        snprintf(out->remedy, sizeof out->remedy, "%s", remedy ? remedy : "");
        return;
    }
    out->ready = 1;
    rc = api->compiler(version, &compiler, &err);
    version_text(api, version, name, sizeof name);
    snprintf(out->reason, sizeof out->reason, "%d device%s, %s; %.200s", n, n == 1 ? "" : "s", name,
             rc ? err.text : "this backend has been tested without hardware only");
    if (rc)
        snprintf(out->remedy, sizeof out->remedy,
                 "without its compiler no kernel runs; install the one of this driver's version");
}

int gam_gpu_attributes(const struct gpu_api *api, const struct gam_gpu_driver *driver, int device, int value[GPU_ATTRIBUTES])
{
    for (int i = 0; i < GPU_ATTRIBUTES; i++)
        if (driver->device_attribute(&value[i], api->attribute[i], device) || value[i] < 0)
            value[i] = 0;
    return value[GPU_UNITS] > 0 ? 0 : -GAM_EDEVICE;
}

static void memory_fill(const int value[GPU_ATTRIBUTES], uint64_t bytes, struct gam_device_info *out)
{
    unsigned units = (unsigned)value[GPU_UNITS];

    /* How large the caches of a unit are no driver says; the second level it does. */
    if (value[GPU_L2_BYTES])
        out->memory[out->n_memory++] = (struct gam_device_memory){
            .level = "L2", .is_cache = 1, .size_bytes = (uint64_t)value[GPU_L2_BYTES], .instances = 1, .shared_by = units
        };
    out->memory[out->n_memory++] =
        (struct gam_device_memory){ .level = "DRAM", .size_bytes = bytes, .instances = 1, .shared_by = units };
}

int gam_gpu_info(const struct gpu_api *api, int index, struct gam_device_info *out, struct gam_err *err)
{
    const struct gam_gpu_driver *driver;
    int version, device = 0, value[GPU_ATTRIBUTES] = { 0 }, rc = gam_gpu_driver(api, &driver, &version, NULL, err);
    size_t bytes = 0;

    *out = (struct gam_device_info){ .kind = "gpu" };
    if (!rc)
        rc = gam_gpu_explain(api, driver, driver->device_get(&device, index), "cannot look at the device", err);
    if (!rc)
        rc = gam_gpu_explain(api, driver, driver->device_memory(&bytes, device), "cannot ask for the device's memory", err);
    if (rc)
        return gam_err_prefix(err, "%s:%d", api->name, index);
    if (gam_gpu_attributes(api, driver, device, value))
        return gam_err_set(err, -GAM_EDEVICE, "%s:%d: the driver does not say how many units it has", api->name, index);
    snprintf(out->id, sizeof out->id, "%s:%d", api->name, index);
    if (driver->device_name(out->name, sizeof out->name, device))
        snprintf(out->name, sizeof out->name, "unnamed %s device", api->vendor);
    out->name[sizeof out->name - 1] = '\0';
    api->arch(value[GPU_MAJOR], value[GPU_MINOR], out->isa, sizeof out->isa);
    /* Units and memory belong to it: a slice, or a part with units switched off, is no match for the full one. */
    snprintf(out->class_, sizeof out->class_, "gpu/%s/%.80s/%s/%du-%zuMiB", api->vendor, out->name, out->isa, value[GPU_UNITS],
             bytes >> 20);
    version_text(api, version, out->driver, sizeof out->driver);
    out->memory_bytes = bytes;
    out->units = (uint32_t)value[GPU_UNITS];
    memory_fill(value, bytes, out);
    return 0;
}
