/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_hip.h"

#include "common/err.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static const char *const sonames[] = { "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so", NULL };

#define SYMBOL(field, name)                                                                                                      \
    {                                                                                                                            \
        name, offsetof(struct gam_gpu_driver, field), 0                                                                          \
    }
#define OPTIONAL(field, name)                                                                                                    \
    {                                                                                                                            \
        name, offsetof(struct gam_gpu_driver, field), 1                                                                          \
    }
static const struct gam_dl_symbol symbols[] = {
    SYMBOL(init, "hipInit"),
    SYMBOL(driver_version, "hipRuntimeGetVersion"),
    SYMBOL(device_count, "hipGetDeviceCount"),
    SYMBOL(device_get, "hipDeviceGet"),
    SYMBOL(device_name, "hipDeviceGetName"),
    SYMBOL(device_attribute, "hipDeviceGetAttribute"),
    SYMBOL(device_memory, "hipDeviceTotalMem"),
    SYMBOL(device_pci, "hipDeviceGetPCIBusId"),
    OPTIONAL(device_uuid, "hipDeviceGetUuid"),
    SYMBOL(device_set, "hipSetDevice"),
    SYMBOL(memory_info, "hipMemGetInfo"),
    SYMBOL(memory_alloc, "hipMalloc"),
    SYMBOL(memory_free, "hipFree"),
    SYMBOL(to_device, "hipMemcpyHtoD"),
    SYMBOL(to_host, "hipMemcpyDtoH"),
    SYMBOL(host_alloc, "hipHostMalloc"),
    SYMBOL(host_free, "hipHostFree"),
    SYMBOL(to_device_async, "hipMemcpyHtoDAsync"),
    SYMBOL(to_host_async, "hipMemcpyDtoHAsync"),
    SYMBOL(module_load, "hipModuleLoadData"),
    SYMBOL(module_unload, "hipModuleUnload"),
    SYMBOL(module_function, "hipModuleGetFunction"),
    SYMBOL(function_attribute, "hipFuncGetAttribute"),
    SYMBOL(launch, "hipModuleLaunchKernel"),
    SYMBOL(stream_create, "hipStreamCreateWithFlags"),
    SYMBOL(stream_destroy, "hipStreamDestroy"),
    SYMBOL(stream_synchronize, "hipStreamSynchronize"),
    SYMBOL(event_create, "hipEventCreateWithFlags"),
    SYMBOL(event_destroy, "hipEventDestroy"),
    SYMBOL(event_record, "hipEventRecord"),
    SYMBOL(event_synchronize, "hipEventSynchronize"),
    SYMBOL(event_elapsed, "hipEventElapsedTime"),
    OPTIONAL(capture_begin, "hipStreamBeginCapture"),
    OPTIONAL(capture_end, "hipStreamEndCapture"),
    OPTIONAL(graph_instantiate, "hipGraphInstantiateWithFlags"),
    OPTIONAL(graph_launch, "hipGraphLaunch"),
    OPTIONAL(graph_exec_destroy, "hipGraphExecDestroy"),
    OPTIONAL(graph_destroy, "hipGraphDestroy"),
    SYMBOL(error_name, "hipGetErrorName"),
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
    snprintf(loaded.driver.library, sizeof loaded.driver.library, "libamdhip64");
}

int gam_hip_get(const struct gam_gpu_driver **out, struct gam_err *err)
{
    pthread_once(&loaded.once, load);
    if (loaded.rc)
        return gam_err_set(err, loaded.rc, "%s", loaded.err.text);
    *out = &loaded.driver;
    return 0;
}
