/* SPDX-License-Identifier: MIT */
/* Which devices the loader offers, and what they say of themselves. */
#include "collector/device/opencl/opencl_priv.h"
#include "collector/topology.h"
#include "common/err.h"

#include <stdio.h>
#include <string.h>

enum { PLATFORMS_MAX = 16, DEVICES_MAX = 64 };

/* Every kind that computes: the host's own cores as well, which one driver or another offers as a device. */
static const uint64_t wanted_types = GAM_CL_DEVICE_TYPE_CPU | GAM_CL_DEVICE_TYPE_GPU | GAM_CL_DEVICE_TYPE_ACCELERATOR;

/* Calls `index` devices ahead; *out is the one at that place if there are so many. Returns how many there are. */
static int devices_walk(const struct gam_opencl *cl, int index, struct cl_place *out, struct gam_err *err)
{
    gam_cl platform[PLATFORMS_MAX];
    unsigned n_platforms = 0;
    int rc = cl->get_platform_ids(PLATFORMS_MAX, platform, &n_platforms), n = 0;

    if (rc == GAM_CL_NO_PLATFORM)
        return 0;
    if (rc)
        return gam_err_set(err, gam_opencl_code(rc), "opencl: cannot list platforms: %s (%d)", gam_opencl_error(rc), rc);
    for (unsigned p = 0; p < n_platforms && p < PLATFORMS_MAX; p++) {
        gam_cl device[DEVICES_MAX];
        unsigned n_devices = 0;

        /* A driver without a device, or one that fails, hides no other. */
        if (cl->get_device_ids(platform[p], wanted_types, DEVICES_MAX, device, &n_devices))
            continue;
        for (unsigned d = 0; d < n_devices && d < DEVICES_MAX; d++, n++)
            if (n == index)
                *out = (struct cl_place){ platform[p], device[d], p, d };
    }
    return n;
}

int cl_devices_count(const struct gam_opencl *cl, struct gam_err *err)
{
    struct cl_place ignored;

    return devices_walk(cl, -1, &ignored, err);
}

int cl_devices_get(const struct gam_opencl *cl, int index, struct cl_place *out, struct gam_err *err)
{
    int n = devices_walk(cl, index, out, err);

    if (n < 0)
        return n;
    return index >= 0 && index < n ? 0
                                   : gam_err_set(err, -GAM_ENOENT, "opencl: there are %d devices, none of number %d", n, index);
}

uint64_t cl_number(const struct gam_opencl *cl, gam_cl device, unsigned what, size_t bytes)
{
    uint64_t value = 0;
    uint32_t small = 0;

    if (bytes == sizeof small)
        return cl->get_device_info(device, what, bytes, &small, NULL) ? 0 : small;
    return cl->get_device_info(device, what, bytes, &value, NULL) ? 0 : value;
}

int cl_is_cpu(const struct gam_opencl *cl, gam_cl device)
{
    return (cl_number(cl, device, GAM_CL_DEVICE_TYPE, sizeof(uint64_t)) & GAM_CL_DEVICE_TYPE_CPU) != 0;
}

/* A text of the device without blanks around it; empty when it has none. */
static void text_get(const struct gam_opencl *cl, gam_cl device, unsigned what, char *out, size_t size)
{
    char text[512] = "", *begin = text;
    size_t length;

    out[0] = 0;
    if (cl->get_device_info(device, what, sizeof text - 1, text, NULL))
        return;
    begin += strspn(begin, " \t");
    length = strlen(begin);
    while (length && strchr(" \t\n", begin[length - 1]))
        begin[--length] = 0;
    snprintf(out, size, "%s", begin);
}

/* A cpu device works through the caches of this machine, which the topology knows. */
static void memory_of_host(const struct gam_topology *t, struct gam_device_info *out)
{
    size_t most = sizeof out->memory / sizeof out->memory[0] - 1;

    for (size_t i = 0; i < t->n_caches && i < most; i++) {
        struct gam_device_memory *m = &out->memory[out->n_memory++];

        *m = (struct gam_device_memory){ .is_cache = 1,
                                         .size_bytes = t->cache[i].size_bytes,
                                         .line_bytes = t->cache[i].line_bytes,
                                         .instances = t->cache[i].instances,
                                         .shared_by = t->cache[i].shared_by };
        snprintf(m->level, sizeof m->level, "%s", t->cache[i].level);
    }
}

/* What other devices report as their cache may be the sum of the first level or the last level, by vendor: it names no level. */
int cl_info_fill(const struct gam_opencl *cl, const struct cl_place *at, const struct gam_topology *topology,
                 struct gam_device_info *out)
{
    uint64_t type = cl_number(cl, at->device, GAM_CL_DEVICE_TYPE, sizeof(uint64_t));
    char vendor[64], version[96];

    *out = (struct gam_device_info){ .memory_bytes = cl_number(cl, at->device, GAM_CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(uint64_t)) };
    out->units = (uint32_t)cl_number(cl, at->device, GAM_CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(uint32_t));
    snprintf(out->id, sizeof out->id, "opencl:%u.%u", at->platform_number, at->device_number);
    snprintf(out->kind, sizeof out->kind, "%s",
             type & GAM_CL_DEVICE_TYPE_GPU   ? "gpu"
             : type & GAM_CL_DEVICE_TYPE_CPU ? "cpu"
                                             : "accelerator");
    text_get(cl, at->device, GAM_CL_DEVICE_NAME, out->name, sizeof out->name);
    text_get(cl, at->device, GAM_CL_DEVICE_VENDOR, vendor, sizeof vendor);
    text_get(cl, at->device, GAM_CL_DEVICE_VERSION, version, sizeof version);
    text_get(cl, at->device, GAM_CL_DRIVER_VERSION, out->driver, sizeof out->driver);
    snprintf(out->isa, sizeof out->isa, "%.95s", version);
    snprintf(out->class_, sizeof out->class_, "opencl/%s/%.80s/%u", vendor, out->name, out->units);
    if (type & GAM_CL_DEVICE_TYPE_CPU && topology)
        memory_of_host(topology, out);
    out->memory[out->n_memory] =
        (struct gam_device_memory){ .level = "DRAM", .size_bytes = out->memory_bytes, .instances = 1, .shared_by = out->units };
    out->n_memory++;
    return 0;
}
