/* SPDX-License-Identifier: MIT */
/* OpenCL: every device that the loader offers. Time is the device's, from profiling events. */
#include "collector/device/opencl/opencl_priv.h"
#include "collector/topology.h"
#include "common/err.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Whether one of them is anything but cores. */
static int has_other(const struct gam_opencl *cl, int n)
{
    for (int i = 0; i < n; i++) {
        struct cl_place at;

        if (!cl_devices_get(cl, i, &at, NULL) && !cl_is_cpu(cl, at.device))
            return 1;
    }
    return 0;
}

static void opencl_probe(struct gam_probe *out)
{
    const struct gam_opencl *cl;
    struct gam_err err = { 0 };
    int n;

    *out = (struct gam_probe){ .ready = 0 };
    if (gam_opencl_get(&cl, &err)) {
        snprintf(out->reason, sizeof out->reason, "%.399s", err.text);
        snprintf(out->remedy, sizeof out->remedy,
                 "install an OpenCL loader and a driver, as root: apt-get install ocl-icd-libopencl1 pocl-opencl-icd");
        return;
    }
    n = cl_devices_count(cl, &err);
    out->ready = n > 0;
    if (n > 0)
        snprintf(out->reason, sizeof out->reason, "%d device%s%s", n, n == 1 ? "" : "s",
                 has_other(cl, n) ? "; other than on cores this backend has not been run yet" : "");
    else if (n < 0)
        snprintf(out->reason, sizeof out->reason, "%.399s", err.text);
    else
        snprintf(out->reason, sizeof out->reason, "the loader is there, and no driver offers it a device");
    if (n <= 0)
        snprintf(out->remedy, sizeof out->remedy,
                 "install the device's OpenCL driver, or one for the cores, as root: apt-get install pocl-opencl-icd");
}

static int opencl_count(const struct gam_device_config *config, struct gam_err *err)
{
    const struct gam_opencl *cl;
    int rc = gam_opencl_get(&cl, err);

    (void)config;
    return rc ? rc : cl_devices_count(cl, err);
}

static int opencl_info(int index, const struct gam_device_config *config, struct gam_device_info *out, struct gam_err *err)
{
    const struct gam_opencl *cl;
    struct cl_place at;
    int rc = gam_opencl_get(&cl, err);

    if (!rc)
        rc = cl_devices_get(cl, index, &at, err);
    return rc ? rc : cl_info_fill(cl, &at, config ? config->topology : NULL, out);
}

static void opencl_close(void *state)
{
    struct cl_state *s = state;

    if (s->cl) {
        cl_programs_release(s);
        if (s->scratch)
            s->cl->release_mem_object(s->scratch);
        while (s->pinned) {
            struct gam_buffer last = { .handle = cl_pinned_address(s) };

            cl_host_release(s, &last);
        }
        if (s->second)
            s->cl->release_command_queue(s->second);
        if (s->queue)
            s->cl->release_command_queue(s->queue);
        if (s->context)
            s->cl->release_context(s->context);
    }
    memset(s, 0, sizeof *s);
}

static int opencl_open(void *state, int index, const struct gam_device_config *config, struct gam_err *err)
{
    struct cl_state *s = state;
    int rc = gam_opencl_get(&s->cl, err), code = 0;

    if (!rc)
        rc = cl_devices_get(s->cl, index, &s->at, err);
    if (rc)
        return rc;
    s->topology = config->topology;
    s->most_bytes = cl_number(s->cl, s->at.device, GAM_CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(uint64_t));
    if (!cl_number(s->cl, s->at.device, GAM_CL_DEVICE_AVAILABLE, sizeof(uint32_t)))
        return gam_err_set(err, -GAM_EDEVICE, "its driver says that it is not available");
    if (!cl_number(s->cl, s->at.device, GAM_CL_DEVICE_COMPILER_AVAILABLE, sizeof(uint32_t)))
        return gam_err_set(err, -GAM_EUNSUPPORTED, "its driver has no compiler for OpenCL C");
    s->context = s->cl->create_context(NULL, 1, &s->at.device, NULL, NULL, &code);
    if (!s->context)
        return cl_fail(s, code, "no context", err);
    s->queue = s->cl->create_command_queue(s->context, s->at.device, GAM_CL_QUEUE_PROFILING, &code);
    return s->queue ? 0 : cl_fail(s, code, "no queue with profiling", err);
}

static void opencl_caps(void *state, int threads, struct gam_caps *out)
{
    const struct cl_state *s = state;
    gam_cl device = s->at.device;
    int cpu = cl_is_cpu(s->cl, device);

    (void)threads;
    *out = (struct gam_caps){ .device_kind = cpu ? "cpu" : "gpu", .langs = 1u << GAM_LANG_OPENCL, .threads = 1 };
    out->dtypes = 1u << GAM_DTYPE_F32;
    if (cl_number(s->cl, device, GAM_CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(uint64_t)))
        out->dtypes |= 1u << GAM_DTYPE_F64;
    out->local_bytes = cl_number(s->cl, device, GAM_CL_DEVICE_LOCAL_MEM_SIZE, sizeof(uint64_t));
    out->group_items = (uint32_t)cl_number(s->cl, device, GAM_CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t));
    out->units = (uint32_t)cl_number(s->cl, device, GAM_CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(uint32_t));
    out->memory_bytes = cl_number(s->cl, device, GAM_CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(uint64_t));
    out->offers = GAM_OFFER_PINNED | GAM_OFFER_EXCHANGE;
    if (cpu && s->topology && gam_topology_memory_available(s->topology) &&
        gam_topology_memory_available(s->topology) < out->memory_bytes)
        out->memory_bytes = gam_topology_memory_available(s->topology);
    if (cpu && s->topology && s->topology->n_caches)
        out->llc_bytes = s->topology->cache[s->topology->n_caches - 1].reach_bytes;
}

static int opencl_upload(void *state, struct gam_buffer *to, const void *from, uint64_t bytes, struct gam_err *err)
{
    struct cl_state *s = state;
    int rc;

    if (bytes > to->bytes)
        return gam_err_set(err, -GAM_EINVAL, "upload of more bytes than the buffer has");
    rc = bytes ? s->cl->enqueue_write_buffer(s->queue, to->handle, 1, 0, bytes, from, 0, NULL, NULL) : 0;
    return rc ? cl_fail(s, rc, "upload", err) : 0;
}

static int opencl_download(void *state, void *to, const struct gam_buffer *from, uint64_t bytes, struct gam_err *err)
{
    struct cl_state *s = state;
    int rc;

    if (bytes > from->bytes)
        return gam_err_set(err, -GAM_EINVAL, "download of more bytes than the buffer has");
    rc = bytes ? s->cl->enqueue_read_buffer(s->queue, from->handle, 1, 0, bytes, to, 0, NULL, NULL) : 0;
    return rc ? cl_fail(s, rc, "download", err) : 0;
}

int cl_fail(struct cl_state *s, int rc, const char *what, struct gam_err *err)
{
    s->lost |= gam_opencl_lost(rc);
    return gam_err_set(err, gam_opencl_code(rc), "%s: %s (%d)", what, gam_opencl_error(rc), rc);
}

const struct gam_device_backend gam_device_opencl = {
    .abi = GAM_DEVICE_ABI,
    .name = "opencl",
    .summary = "devices of the OpenCL loader: GPUs, accelerators, and cores through PoCL",
    .state_size = sizeof(struct cl_state),
    .time_source = GAM_TIME_DEVICE_CLOCK,
    .langs = 1u << GAM_LANG_OPENCL,
    .probe = opencl_probe,
    .count = opencl_count,
    .info = opencl_info,
    .open = opencl_open,
    .close = opencl_close,
    .caps = opencl_caps,
    .alloc = cl_alloc,
    .release = cl_release,
    .upload = opencl_upload,
    .download = opencl_download,
    .host_alloc = cl_host_alloc,
    .host_release = cl_host_release,
    .exchange = cl_exchange,
    .run = cl_run,
};
