/* SPDX-License-Identifier: MIT */
/* A fake libcuda (or, with FAKE_HIP, libamdhip64): devices, modules, launches, graphs, events. FAKE_LACKS: one function is
 * missing. */
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef FAKE_HIP
enum { UNITS = 63, GROUP = 56, SHARED = 74, WARP = 87, L2 = 19, MAJOR = 23, MINOR = 61 };
#else
enum { UNITS = 16, GROUP = 1, SHARED = 8, WARP = 10, L2 = 38, MAJOR = 75, MINOR = 76 };
#endif

int fake_current;

API int NAME(cuInit, hipInit)(unsigned flags)
{
    (void)flags;
    return fake_script()->init_error;
}

API int NAME(cuDriverGetVersion, hipRuntimeGetVersion)(int *version)
{
    *version = fake_script()->version;
    return 0;
}

API int NAME(cuDeviceGetCount, hipGetDeviceCount)(int *n)
{
    *n = fake_script()->n_devices;
    return fake_script()->count_error;
}

API int NAME(cuDeviceGet, hipDeviceGet)(int *device, int index)
{
    if (index < 0 || index >= fake_script()->n_devices)
        return 101;
    *device = index;
    return 0;
}

API int NAME(cuDeviceGetName, hipDeviceGetName)(char *name, int size, int device)
{
    snprintf(name, (size_t)size, "%s", fake_script()->device[device].name);
    return 0;
}

API int NAME(cuDeviceGetAttribute, hipDeviceGetAttribute)(int *value, int attribute, int device)
{
    const struct fake_device *d = &fake_script()->device[device];
    const int known[][2] = { { UNITS, d->units }, { GROUP, 1024 },     { SHARED, 49152 },  { WARP, 32 },
                             { L2, d->l2_bytes }, { MAJOR, d->major }, { MINOR, d->minor } };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i][0] == attribute) {
            *value = known[i][1];
            return 0;
        }
    return 1;
}

API int NAME(cuDeviceTotalMem_v2, hipDeviceTotalMem)(size_t *bytes, int device)
{
    *bytes = fake_script()->device[device].memory_bytes;
    return 0;
}

API int NAME(cuDeviceGetPCIBusId, hipDeviceGetPCIBusId)(char *name, int size, int device)
{
    snprintf(name, (size_t)size, "0000:%02x:00.0", device + 1);
    return 0;
}

API int NAME(cuDeviceGetUuid_v2, hipDeviceGetUuid)(unsigned char uuid[16], int device)
{
    memset(uuid, device + 1, 16);
    return 0;
}

#ifdef FAKE_HIP
API int hipSetDevice(int device)
{
    STICKY();
    fake_current = device < fake_script()->n_devices ? device : 0;
    return device < fake_script()->n_devices ? 0 : 101;
}
#else
API int cuDevicePrimaryCtxRetain(void **context, int device)
{
    STICKY();
    if (fake_script()->context_error)
        return fake_script()->context_error;
    fake_script()->live_contexts++;
    *context = &fake_script()->device[device];
    return 0;
}

API int cuDevicePrimaryCtxRelease_v2(int device)
{
    (void)device;
    fake_script()->live_contexts--;
    return 0;
}

API int cuCtxSetCurrent(void *context)
{
    STICKY();
    fake_current = context ? (int)((struct fake_device *)context - fake_script()->device) : 0;
    return context ? 0 : 201;
}
#endif

/* What a handle of a function points to. */
struct fake_function {
    struct fake_kernel *kernel;
    const struct fake_module *module;
};

struct fake_module {
    char *source;
    struct fake_function function[FAKE_KERNELS]; /* one for each kernel of the script */
};

API int NAME(cuModuleLoadData, hipModuleLoadData)(void **module, const void *image)
{
    struct fake_module *m;

    STICKY();
    if (fake_script()->module_error)
        return fake_script()->module_error;
    m = calloc(1, sizeof *m);
    if (m)
        m->source = strdup(image);
    fake_script()->live_modules++;
    *module = m;
    return m && m->source ? 0 : 2;
}

API int NAME(cuModuleUnload, hipModuleUnload)(void *module)
{
    struct fake_module *m = module;

    fake_finish();
    free(m->source);
    free(m);
    fake_script()->live_modules--;
    return fake_script()->sticky;
}

API int NAME(cuModuleGetFunction, hipModuleGetFunction)(void **function, void *module, const char *name)
{
    struct fake_module *m = module;

    STICKY();
    if (!strstr(m->source, name))
        return 500;
    for (int i = 0; i < FAKE_KERNELS; i++) {
        struct fake_kernel *k = &fake_script()->kernel[i];

        if (!k->name || (strcmp(k->name, name) != 0 && strcmp(k->name, "*") != 0))
            continue;
        m->function[i] = (struct fake_function){ k, m };
        *function = &m->function[i];
        return 0;
    }
    return 500;
}

API int NAME(cuFuncGetAttribute, hipFuncGetAttribute)(int *value, int attribute, void *function)
{
    (void)function;
    *value = attribute == 3 ? fake_script()->spilled_bytes : 40;
    return 0;
}

/* What was recorded. */
static struct fake_graph {
    int n;
    struct fake_launch node[128];
} * recorded;

static int graph_add(const struct fake_launch *launch)
{
    if (recorded->n == sizeof recorded->node / sizeof recorded->node[0])
        return 2;
    recorded->node[recorded->n++] = *launch;
    return 0;
}

API int NAME(cuLaunchKernel, hipModuleLaunchKernel)(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                                    unsigned by, unsigned bz, unsigned shared_bytes, void *stream,
                                                    void **arguments, void **extra)
{
    const struct fake_function *f = function;
    struct fake_launch launch = {
        .kernel = f->kernel, .source = f->module->source, .grid = { gx, gy, gz }, .group = { bx, by, bz }
    };
    int n = f->kernel->n_operands ? f->kernel->n_operands : 3;

    (void)shared_bytes, (void)stream, (void)extra;
    STICKY();
    for (int i = 0; i < n && f->kernel->run; i++)
        memcpy(&launch.operand[i], arguments[i], sizeof launch.operand[i]);
    if (fake_script()->capturing)
        return graph_add(&launch);
    fake_launch(&launch);
    return 0;
}

API int NAME(cuStreamBeginCapture_v2, hipStreamBeginCapture)(void *stream, int mode)
{
    (void)stream, (void)mode;
    STICKY();
    if (fake_script()->graph_error)
        return fake_script()->graph_error;
    recorded = calloc(1, sizeof *recorded);
    fake_script()->capturing = recorded != NULL;
    fake_script()->live_graphs += recorded != NULL;
    return recorded ? 0 : 2;
}

API int NAME(cuStreamEndCapture, hipStreamEndCapture)(void *stream, void **graph)
{
    (void)stream;
    fake_script()->capturing = 0;
    *graph = recorded;
    recorded = NULL;
    return *graph ? fake_script()->sticky : 901;
}

API int NAME(cuGraphInstantiateWithFlags, hipGraphInstantiateWithFlags)(void **exec, void *graph, unsigned long long flags)
{
    (void)flags;
    STICKY();
    *exec = calloc(1, sizeof(struct fake_graph));
    if (!*exec)
        return 2;
    memcpy(*exec, graph, sizeof(struct fake_graph));
    fake_script()->live_graphs++;
    return 0;
}

API int NAME(cuGraphLaunch, hipGraphLaunch)(void *exec, void *stream)
{
    struct fake_graph *g = exec;

    (void)stream;
    STICKY();
    fake_script()->now_ns += fake_script()->graph_ns;
    for (int i = 0; i < g->n; i++)
        fake_launch(&g->node[i]);
    return 0;
}

API int NAME(cuGraphExecDestroy, hipGraphExecDestroy)(void *exec)
{
    free(exec);
    fake_script()->live_graphs--;
    return fake_script()->sticky;
}

API int NAME(cuGraphDestroy, hipGraphDestroy)(void *graph)
{
    free(graph);
    fake_script()->live_graphs--;
    return fake_script()->sticky;
}

API int NAME(cuStreamCreate, hipStreamCreateWithFlags)(void **stream, unsigned flags)
{
    (void)flags;
    STICKY();
    *stream = fake_script();
    fake_script()->live_streams++;
    return 0;
}

API int NAME(cuStreamDestroy_v2, hipStreamDestroy)(void *stream)
{
    (void)stream;
    fake_script()->live_streams--;
    return fake_script()->sticky;
}

API int NAME(cuStreamSynchronize, hipStreamSynchronize)(void *stream)
{
    (void)stream;
    STICKY();
    return 0;
}

/* An event holds the device's time and the host's, when it was recorded. */
struct fake_event {
    uint64_t device_ns, host_ns;
};

API int NAME(cuEventCreate, hipEventCreateWithFlags)(void **event, unsigned flags)
{
    (void)flags;
    STICKY();
    *event = calloc(1, sizeof(struct fake_event));
    fake_script()->live_events++;
    return *event ? 0 : 2;
}

API int NAME(cuEventDestroy_v2, hipEventDestroy)(void *event)
{
    free(event);
    fake_script()->live_events--;
    return fake_script()->sticky;
}

static uint64_t began_device_ns, began_host_ns;

API int NAME(cuEventRecord, hipEventRecord)(void *event, void *stream)
{
    struct fake_event *e = event;

    (void)stream;
    if (!began_host_ns) {
        began_host_ns = host_now();
        began_device_ns = fake_script()->now_ns;
    }
    e->device_ns = fake_script()->now_ns;
    e->host_ns = host_now();
    return 0;
}

/* Waits until as much time has passed here as on the device since the first event. */
API int NAME(cuEventSynchronize, hipEventSynchronize)(void *event)
{
    const struct fake_event *e = event;
    uint64_t due = began_host_ns + (e->device_ns - began_device_ns), now = host_now();

    STICKY();
    if (due > now && !fake_script()->no_waiting) {
        struct timespec t = { (time_t)((due - now) / 1000000000u), (long)((due - now) % 1000000000u) };

        nanosleep(&t, NULL);
    }
    began_host_ns = 0;
    return 0;
}

API int NAME(cuEventElapsedTime, hipEventElapsedTime)(float *ms, void *begin, void *end)
{
    const struct fake_event *a = begin, *b = end;

    STICKY();
    *ms = (float)((double)(b->device_ns - a->device_ns) / 1e6);
    return 0;
}

#ifdef FAKE_HIP
API const char *hipGetErrorName(int error)
{
    return error == 719 ? "hipErrorLaunchFailure" : error == 100 ? "hipErrorNoDevice" : "hipErrorFake";
}
#elif !defined FAKE_LACKS
API int cuGetErrorName(int error, const char **name)
{
    static const struct {
        int error;
        const char *name;
    } names[] = { { 2, "CUDA_ERROR_OUT_OF_MEMORY" },
                  { 100, "CUDA_ERROR_NO_DEVICE" },
                  { 304, "CUDA_ERROR_OPERATING_SYSTEM" },
                  { 719, "CUDA_ERROR_LAUNCH_FAILED" },
                  { 700, "CUDA_ERROR_ILLEGAL_ADDRESS" },
                  { 214, "CUDA_ERROR_ECC_UNCORRECTABLE" },
                  { 222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION" },
                  { 500, "CUDA_ERROR_NOT_FOUND" } };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].error == error) {
            *name = names[i].name;
            return 0;
        }
    return 1;
}
#endif
