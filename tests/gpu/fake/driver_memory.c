/* SPDX-License-Identifier: MIT */
/* Memory of the device and of the host, and copies between them. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

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
    fake_finish();
    fake_script()->used_bytes -= memory[0];
    fake_script()->live_buffers--;
    free(memory);
    return fake_script()->sticky;
}

static void wait_until(uint64_t due)
{
    struct timespec t = { (time_t)(due / 1000000000u), (long)(due % 1000000000u) };

    while (due > host_now())
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

static void copy(void *to, const void *from, size_t bytes, int counts)
{
    const struct fake_script *s = fake_script();
    uint64_t begin = host_now(),
             slower = (uint64_t)(s->device[fake_current].link_slower ? s->device[fake_current].link_slower : 1);
    uint64_t takes = s->copy_start_ns + s->copy_ns * slower * bytes / 1048576;

    fake_finish();
    memcpy(to, from, bytes);
    if (s->copy_corrupts && bytes >= 8)
        ((unsigned char *)to)[bytes / 2] += 1;
    fake_script()->host_ns += counts ? takes : 0;
    if (counts && s->copies_wait)
        wait_until(begin + takes);
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
