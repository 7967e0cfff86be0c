/* SPDX-License-Identifier: MIT */
/* A fake libOpenCL: one platform with the script's devices, all of them GPUs. Objects are numbers, buffers memory of the host, a
 * program is its source text, a kernel a function of the test. */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define API __attribute__((visibility("default")))

enum {
    BUILD_FAILED = -11,
    OUT_OF_MEMORY = -4,
    ARGUMENTS = 8,
    TYPE = 0x1000,
    UNITS = 0x1002,
    GROUP = 0x1004,
    MOST_ALLOC = 0x1010,
    MEMORY = 0x101f,
    LOCAL = 0x1023,
    AVAILABLE = 0x1027,
    COMPILER = 0x1028,
    NAME = 0x102b,
    VENDOR = 0x102c,
    DRIVER = 0x102d,
    VERSION = 0x102f
};

struct fake_cl_kernel {
    struct fake_kernel *kernel;
    void *argument[ARGUMENTS]; /* handles, as set last */
};

struct fake_cl_buffer {
    size_t bytes;
    char *memory;
};

static uint64_t host_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

API int clGetPlatformIDs(unsigned most, void **out, unsigned *n)
{
    if (!fake_script()->n_devices)
        return -1001;
    if (most)
        out[0] = fake_script();
    *n = 1;
    return 0;
}

API int clGetPlatformInfo(void *platform, unsigned what, size_t size, void *out, size_t *used)
{
    (void)platform, (void)what, (void)size, (void)out, (void)used;
    return -30;
}

API int clGetDeviceIDs(void *platform, uint64_t type, unsigned most, void **out, unsigned *n)
{
    (void)platform, (void)type;
    *n = (unsigned)fake_script()->n_devices;
    for (unsigned i = 0; i < *n && i < most; i++)
        out[i] = &fake_script()->device[i];
    return 0;
}

API int clGetDeviceInfo(void *device, unsigned what, size_t size, void *out, size_t *used)
{
    const struct fake_device *d = device;
    const struct {
        unsigned what;
        uint64_t value;
    } number[] = { { TYPE, 4 },
                   { UNITS, (uint64_t)d->units },
                   { GROUP, 1024 },
                   { MOST_ALLOC, d->memory_bytes / 4 },
                   { MEMORY, d->memory_bytes },
                   { LOCAL, 49152 },
                   { AVAILABLE, 1 },
                   { COMPILER, 1 } };

    (void)used;
    for (size_t i = 0; i < sizeof number / sizeof number[0]; i++)
        if (number[i].what == what && size <= sizeof number[i].value) {
            memcpy(out, &number[i].value, size);
            return 0;
        }
    if (what == NAME || what == VENDOR || what == DRIVER || what == VERSION) {
        snprintf(out, size, "%s", what == NAME ? d->name : "fake");
        return 0;
    }
    return -30;
}

API void *clCreateContext(const intptr_t *properties, unsigned n, void *const *device, void *notify, void *user, int *rc)
{
    (void)properties, (void)n, (void)device, (void)notify, (void)user;
    *rc = fake_script()->context_error;
    if (*rc)
        return NULL;
    fake_script()->live_contexts++;
    return fake_script();
}

API int clReleaseContext(void *context)
{
    (void)context;
    fake_script()->live_contexts--;
    return 0;
}

API void *clCreateCommandQueue(void *context, void *device, uint64_t properties, int *rc)
{
    (void)context, (void)device, (void)properties;
    *rc = 0;
    fake_script()->live_streams++;
    return fake_script();
}

API int clReleaseCommandQueue(void *queue)
{
    (void)queue;
    fake_script()->live_streams--;
    return 0;
}

API void *clCreateBuffer(void *context, uint64_t flags, size_t bytes, void *host, int *rc)
{
    struct fake_cl_buffer *b = calloc(1, sizeof *b);

    (void)context, (void)host;
    *rc = fake_script()->sticky;
    if (!*rc && flags >> 4 & 1 && fake_script()->pinned_error)
        *rc = fake_script()->pinned_error;
    if (!*rc && (!b || fake_script()->used_bytes + bytes > fake_script()->device[0].memory_bytes))
        *rc = OUT_OF_MEMORY;
    if (!*rc && !(b->memory = malloc(bytes)))
        *rc = OUT_OF_MEMORY;
    if (*rc) {
        free(b);
        return NULL;
    }
    b->bytes = bytes;
    fake_script()->used_bytes += bytes;
    fake_script()->live_buffers++;
    return b;
}

API int clReleaseMemObject(void *buffer)
{
    struct fake_cl_buffer *b = buffer;

    fake_script()->used_bytes -= b->bytes;
    fake_script()->live_buffers--;
    free(b->memory);
    free(b);
    return 0;
}

API void *clEnqueueMapBuffer(void *queue, void *buffer, unsigned blocking, uint64_t flags, size_t offset, size_t bytes,
                             unsigned n, void *const *wait, void **event, int *rc)
{
    (void)queue, (void)blocking, (void)flags, (void)bytes, (void)n, (void)wait, (void)event;
    *rc = fake_script()->sticky;
    fake_script()->live_pinned += !*rc;
    return *rc ? NULL : ((struct fake_cl_buffer *)buffer)->memory + offset;
}

API int clEnqueueUnmapMemObject(void *queue, void *buffer, void *address, unsigned n, void *const *wait, void **event)
{
    (void)queue, (void)buffer, (void)address, (void)n, (void)wait, (void)event;
    fake_script()->live_pinned--;
    return fake_script()->sticky;
}

API int clEnqueueReadBuffer(void *queue, void *buffer, unsigned blocking, size_t offset, size_t bytes, void *to, unsigned n,
                            void *const *wait, void **event)
{
    (void)queue, (void)n, (void)wait, (void)event;
    fake_script()->async_copies += !blocking;
    fake_script()->copies += blocking != 0;
    if (!fake_script()->sticky)
        memcpy(to, ((struct fake_cl_buffer *)buffer)->memory + offset, bytes);
    return fake_script()->sticky;
}

API int clEnqueueWriteBuffer(void *queue, void *buffer, unsigned blocking, size_t offset, size_t bytes, const void *from,
                             unsigned n, void *const *wait, void **event)
{
    (void)queue, (void)n, (void)wait, (void)event;
    fake_script()->async_copies += !blocking;
    fake_script()->copies += blocking != 0;
    if (!fake_script()->sticky)
        memcpy(((struct fake_cl_buffer *)buffer)->memory + offset, from, bytes);
    return fake_script()->sticky;
}

API void *clCreateProgramWithSource(void *context, unsigned n, const char **text, const size_t *length, int *rc)
{
    (void)context, (void)n, (void)length;
    *rc = fake_script()->sticky;
    fake_script()->live_modules += !*rc;
    return *rc ? NULL : strdup(text[0]);
}

API int clBuildProgram(void *program, unsigned n, void *const *device, const char *options, void *notify, void *user)
{
    (void)n, (void)device, (void)notify, (void)user;
    snprintf(fake_script()->rtc_options, sizeof fake_script()->rtc_options, "%s", options);
    return strstr(program, "#error") ? BUILD_FAILED : fake_script()->sticky;
}

API int clGetProgramBuildInfo(void *program, void *device, unsigned what, size_t size, void *out, size_t *used)
{
    (void)program, (void)device, (void)what, (void)used;
    snprintf(out, size, "2 warnings of no interest\n<source>:7:3: error: as told by the source\n<source>:9:1: error: another\n");
    return 0;
}

API int clReleaseProgram(void *program)
{
    free(program);
    fake_script()->live_modules--;
    return 0;
}

API void *clCreateKernel(void *program, const char *name, int *rc)
{
    struct fake_cl_kernel *k = calloc(1, sizeof *k);

    (void)program;
    *rc = k ? -46 : -6;
    for (int i = 0; k && i < FAKE_KERNELS; i++)
        if (fake_script()->kernel[i].name && !strcmp(fake_script()->kernel[i].name, name)) {
            k->kernel = &fake_script()->kernel[i];
            *rc = 0;
        }
    if (!*rc)
        return k;
    free(k);
    return NULL;
}

API int clReleaseKernel(void *kernel)
{
    free(kernel);
    return 0;
}

API int clSetKernelArg(void *kernel, unsigned place, size_t bytes, const void *value)
{
    struct fake_cl_kernel *k = kernel;

    if (place < ARGUMENTS && bytes == sizeof(void *))
        memcpy(&k->argument[place], value, bytes);
    return 0;
}

/* An event holds both ends, on the device's clock. */
struct fake_cl_event {
    uint64_t begin_ns, end_ns;
};
static uint64_t due_ns; /* of the host's clock: the kernels that are queued end then */

API int clEnqueueNDRangeKernel(void *queue, void *kernel, unsigned dimensions, const size_t *offset, const size_t *global,
                               const size_t *local, unsigned n, void *const *wait, void **event)
{
    struct fake_cl_kernel *k = kernel;
    const unsigned grid[3] = { (unsigned)(global[0] / local[0]), 1, 1 }, group[3] = { (unsigned)local[0], 1, 1 };
    struct fake_kernel *f = k->kernel;
    void *operand[ARGUMENTS] = { NULL };
    struct fake_cl_event *e = event ? calloc(1, sizeof *e) : NULL;

    (void)queue, (void)dimensions, (void)offset, (void)n, (void)wait;
    due_ns = (due_ns > host_now() ? due_ns : host_now()) + f->ns;
    if (e)
        *e = (struct fake_cl_event){ fake_script()->now_ns, fake_script()->now_ns + f->ns };
    if (event)
        *event = e;
    fake_script()->now_ns += f->ns;
    if (f->fail_at && ++f->launches == (uint64_t)f->fail_at)
        fake_script()->sticky = f->fail;
    for (int i = 0; i < (f->n_operands ? f->n_operands : 3) && f->run; i++)
        operand[i] = k->argument[i] ? ((struct fake_cl_buffer *)k->argument[i])->memory : NULL;
    if (f->run && !fake_script()->sticky)
        f->run(operand, grid, group);
    return 0; /* what a kernel did wrong is seen when it is waited for */
}

API int clFinish(void *queue)
{
    uint64_t now = host_now();

    (void)queue;
    if (due_ns > now && !fake_script()->no_waiting) {
        struct timespec t = { (time_t)((due_ns - now) / 1000000000u), (long)((due_ns - now) % 1000000000u) };

        nanosleep(&t, NULL);
    }
    due_ns = 0;
    return fake_script()->sticky;
}

API int clFlush(void *queue)
{
    (void)queue;
    return fake_script()->sticky;
}

API int clGetEventProfilingInfo(void *event, unsigned what, size_t size, void *out, size_t *used)
{
    const struct fake_cl_event *e = event;

    (void)used;
    memcpy(out, what == 0x1282 ? &e->begin_ns : &e->end_ns, size);
    return 0;
}

API int clReleaseEvent(void *event)
{
    free(event);
    return 0;
}
