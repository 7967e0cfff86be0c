/* SPDX-License-Identifier: MIT */
/* A fake libcuda (or, with FAKE_HIP, libamdhip64). FAKE_LACKS: one function is missing. */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef FAKE_HIP
#define NAME(cuda, hip) hip
enum { UNITS = 63, GROUP = 56, SHARED = 74, WARP = 87, L2 = 19, MAJOR = 23, MINOR = 61 };
#else
#define NAME(cuda, hip) cuda
enum { UNITS = 16, GROUP = 1, SHARED = 8, WARP = 10, L2 = 38, MAJOR = 75, MINOR = 76 };
#endif
#define API __attribute__((visibility("default")))

/* Which device is meant: that which was chosen last. */
static int current;

/* Every call of a broken device gives the same error. */
#define STICKY()                                                                                                                 \
    do {                                                                                                                         \
        if (fake_script()->sticky)                                                                                               \
            return fake_script()->sticky;                                                                                        \
    } while (0)

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
    current = device < fake_script()->n_devices ? device : 0;
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
    current = context ? (int)((struct fake_device *)context - fake_script()->device) : 0;
    return context ? 0 : 201;
}
#endif

API int NAME(cuMemGetInfo_v2, hipMemGetInfo)(size_t *free_bytes, size_t *total)
{
    STICKY();
    *total = fake_script()->device[0].memory_bytes;
    *free_bytes = *total - fake_script()->used_bytes;
    return 0;
}

/* The size lies before the memory. */
API int NAME(cuMemAlloc_v2, hipMalloc)(uint64_t *address, size_t bytes)
{
    uint64_t *memory;

    STICKY();
    if (fake_script()->used_bytes + bytes > fake_script()->device[0].memory_bytes)
        return 2;
    memory = malloc(bytes + 64);
    if (!memory)
        return 2;
    memory[0] = bytes;
    fake_script()->used_bytes += bytes;
    fake_script()->live_buffers++;
    *address = (uint64_t)(uintptr_t)((char *)memory + 64);
    return 0;
}

API int NAME(cuMemFree_v2, hipFree)(uint64_t address)
{
    uint64_t *memory = (uint64_t *)(uintptr_t)(address - 64);

    if (!address)
        return 0;
    fake_script()->used_bytes -= memory[0];
    fake_script()->live_buffers--;
    free(memory);
    return fake_script()->sticky;
}

static void copy(void *to, const void *from, size_t bytes, int counts)
{
    int slower = fake_script()->device[current].link_slower;

    memcpy(to, from, bytes);
    if (fake_script()->copy_corrupts && bytes >= 8)
        ((unsigned char *)to)[bytes / 2] += 1;
    fake_script()->host_ns += counts ? fake_script()->copy_ns * (uint64_t)(slower ? slower : 1) * bytes / 1048576 : 0;
}

API int NAME(cuMemcpyHtoD_v2, hipMemcpyHtoD)(uint64_t to, const void *from, size_t bytes)
{
    STICKY();
    fake_script()->copies++;
    copy((void *)(uintptr_t)to, from, bytes, 1);
    return 0;
}

API int NAME(cuMemcpyDtoH_v2, hipMemcpyDtoH)(void *to, uint64_t from, size_t bytes)
{
    STICKY();
    fake_script()->copies++;
    copy(to, (const void *)(uintptr_t)from, bytes, 1);
    return 0;
}

API int NAME(cuMemcpyHtoDAsync_v2, hipMemcpyHtoDAsync)(uint64_t to, const void *from, size_t bytes, void *stream)
{
    (void)stream;
    STICKY();
    fake_script()->async_copies++;
    copy((void *)(uintptr_t)to, from, bytes, 1);
    return 0;
}

API int NAME(cuMemcpyDtoHAsync_v2, hipMemcpyDtoHAsync)(void *to, uint64_t from, size_t bytes, void *stream)
{
    (void)stream;
    STICKY();
    fake_script()->async_copies++;
    copy(to, (const void *)(uintptr_t)from, bytes, 0);
    return 0;
}

API int NAME(cuMemHostAlloc, hipHostMalloc)(void **address, size_t bytes, unsigned flags)
{
    (void)flags;
    STICKY();
    if (fake_script()->pinned_error)
        return fake_script()->pinned_error;
    *address = malloc(bytes);
    fake_script()->live_pinned++;
    return *address ? 0 : 2;
}

API int NAME(cuMemFreeHost, hipHostFree)(void *address)
{
    free(address);
    fake_script()->live_pinned--;
    return fake_script()->sticky;
}

API int NAME(cuModuleLoadData, hipModuleLoadData)(void **module, const void *image)
{
    STICKY();
    if (fake_script()->module_error)
        return fake_script()->module_error;
    *module = strdup(image);
    fake_script()->live_modules++;
    return *module ? 0 : 2;
}

API int NAME(cuModuleUnload, hipModuleUnload)(void *module)
{
    free(module);
    fake_script()->live_modules--;
    return fake_script()->sticky;
}

API int NAME(cuModuleGetFunction, hipModuleGetFunction)(void **function, void *module, const char *name)
{
    STICKY();
    if (!strstr(module, name))
        return 500;
    for (int i = 0; i < FAKE_KERNELS; i++)
        if (fake_script()->kernel[i].name &&
            (!strcmp(fake_script()->kernel[i].name, name) || !strcmp(fake_script()->kernel[i].name, "*"))) {
            *function = &fake_script()->kernel[i];
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
    struct fake_node {
        struct fake_kernel *kernel;
        void *operand[8];
        unsigned grid[3], group[3];
    } node[128];
} * recorded;

static int graph_add(struct fake_kernel *k, void *const *operand, const unsigned grid[3], const unsigned group[3])
{
    struct fake_node *node = &recorded->node[recorded->n];

    if (recorded->n++ == sizeof recorded->node / sizeof recorded->node[0])
        return 2;
    node->kernel = k;
    memcpy(node->operand, operand, sizeof node->operand);
    memcpy(node->grid, grid, sizeof node->grid);
    memcpy(node->group, group, sizeof node->group);
    return 0;
}

static int kernel_run(struct fake_kernel *k, void *const *operand, const unsigned grid[3], const unsigned group[3])
{
    k->launches++;
    fake_script()->now_ns += k->ns;
    if (k->fail_at && k->launches == (uint64_t)k->fail_at)
        fake_script()->sticky = k->fail;
    if (k->run && !fake_script()->sticky) /* a kernel's failure is seen later */
        k->run(operand, grid, group);
    return 0;
}

API int NAME(cuLaunchKernel, hipModuleLaunchKernel)(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                                    unsigned by, unsigned bz, unsigned shared_bytes, void *stream,
                                                    void **arguments, void **extra)
{
    struct fake_kernel *k = function;
    const unsigned grid[3] = { gx, gy, gz }, group[3] = { bx, by, bz };
    void *operand[8] = { NULL };

    (void)shared_bytes, (void)stream, (void)extra;
    STICKY();
    for (int i = 0; i < (k->n_operands ? k->n_operands : 3) && k->run; i++)
        operand[i] = *(void **)arguments[i];
    return fake_script()->capturing ? graph_add(k, operand, grid, group) : kernel_run(k, operand, grid, group);
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
        kernel_run(g->node[i].kernel, g->node[i].operand, g->node[i].grid, g->node[i].group);
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

static uint64_t host_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

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
