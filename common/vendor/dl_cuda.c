/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_cuda.h"

#include "common/err.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static const char *const sonames[] = { "libcuda.so.1", "libcuda.so", NULL };

#define SYMBOL(field, name)                                                                                                      \
    {                                                                                                                            \
        name, offsetof(struct gam_gpu_driver, field), 0                                                                          \
    }
#define OPTIONAL(field, name)                                                                                                    \
    {                                                                                                                            \
        name, offsetof(struct gam_gpu_driver, field), 1                                                                          \
    }
static const struct gam_dl_symbol symbols[] = {
    SYMBOL(init, "cuInit"),
    SYMBOL(driver_version, "cuDriverGetVersion"),
    SYMBOL(device_count, "cuDeviceGetCount"),
    SYMBOL(device_get, "cuDeviceGet"),
    SYMBOL(device_name, "cuDeviceGetName"),
    SYMBOL(device_attribute, "cuDeviceGetAttribute"),
    SYMBOL(device_memory, "cuDeviceTotalMem_v2"),
    SYMBOL(device_pci, "cuDeviceGetPCIBusId"),
    OPTIONAL(device_uuid, "cuDeviceGetUuid_v2"), /* since 11.4; that of the slice where there are slices */
    SYMBOL(context_retain, "cuDevicePrimaryCtxRetain"),
    SYMBOL(context_release, "cuDevicePrimaryCtxRelease_v2"),
    SYMBOL(context_set, "cuCtxSetCurrent"),
    SYMBOL(memory_info, "cuMemGetInfo_v2"),
    SYMBOL(memory_alloc, "cuMemAlloc_v2"),
    SYMBOL(memory_free, "cuMemFree_v2"),
    SYMBOL(to_device, "cuMemcpyHtoD_v2"),
    SYMBOL(to_host, "cuMemcpyDtoH_v2"),
    SYMBOL(host_alloc, "cuMemHostAlloc"),
    SYMBOL(host_free, "cuMemFreeHost"),
    SYMBOL(to_device_async, "cuMemcpyHtoDAsync_v2"),
    SYMBOL(to_host_async, "cuMemcpyDtoHAsync_v2"),
    SYMBOL(module_load, "cuModuleLoadData"),
    SYMBOL(module_unload, "cuModuleUnload"),
    SYMBOL(module_function, "cuModuleGetFunction"),
    SYMBOL(function_attribute, "cuFuncGetAttribute"),
    SYMBOL(launch, "cuLaunchKernel"),
    SYMBOL(stream_create, "cuStreamCreate"),
    SYMBOL(stream_destroy, "cuStreamDestroy_v2"),
    SYMBOL(stream_synchronize, "cuStreamSynchronize"),
    SYMBOL(event_create, "cuEventCreate"),
    SYMBOL(event_destroy, "cuEventDestroy_v2"),
    SYMBOL(event_record, "cuEventRecord"),
    SYMBOL(event_synchronize, "cuEventSynchronize"),
    SYMBOL(event_elapsed, "cuEventElapsedTime"),
    OPTIONAL(capture_begin, "cuStreamBeginCapture_v2"),
    OPTIONAL(capture_end, "cuStreamEndCapture"),
    OPTIONAL(graph_instantiate, "cuGraphInstantiateWithFlags"), /* since 11.4 */
    OPTIONAL(graph_launch, "cuGraphLaunch"),
    OPTIONAL(graph_exec_destroy, "cuGraphExecDestroy"),
    OPTIONAL(graph_destroy, "cuGraphDestroy"),
    SYMBOL(error_name_into, "cuGetErrorName"),
};
#undef SYMBOL
#undef OPTIONAL

static struct {
    pthread_once_t once;
    struct gam_gpu_driver driver;
    struct gam_err err;
    int rc;
} loaded = { .once = PTHREAD_ONCE_INIT };

static void load(void)
{
    void *handle = NULL;

    loaded.rc = gam_dl_open(sonames, symbols, sizeof symbols / sizeof symbols[0], &loaded.driver, &handle, &loaded.err);
    snprintf(loaded.driver.library, sizeof loaded.driver.library, "libcuda");
}

int gam_cuda_get(const struct gam_gpu_driver **out, struct gam_err *err)
{
    pthread_once(&loaded.once, load);
    if (loaded.rc)
        return gam_err_set(err, loaded.rc, "%s", loaded.err.text);
    *out = &loaded.driver;
    return 0;
}
