/* SPDX-License-Identifier: MIT */
/* Memory first touched by the workers that will use it, on huge pages where the kernel gives them. */
#include "collector/device/cpu/cpu_priv.h"
#include "collector/topology.h"
#include "common/err.h"

#include <errno.h>
#include <inttypes.h>
#include <omp.h>
#include <string.h>
#include <sys/mman.h>

enum { CPU_HUGE_BYTES = 2 << 20, CPU_PAGE_BYTES = 4096, CPU_CHECKED_BYTES = 64 << 20 };

static uint64_t mapped_bytes(uint64_t bytes)
{
    uint64_t unit = bytes >= CPU_HUGE_BYTES ? CPU_HUGE_BYTES : CPU_PAGE_BYTES;

    return (bytes + unit - 1) / unit * unit;
}

/* A mapping that begins at a multiple of the huge page size. */
static void *map_aligned(uint64_t bytes)
{
    uint64_t more = bytes >= CPU_HUGE_BYTES ? CPU_HUGE_BYTES : 0;
    char *base = mmap(NULL, bytes + more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    uint64_t before;

    if (base == MAP_FAILED)
        return NULL;
    if (!more)
        return base;
    before = (more - (uintptr_t)base % more) % more;
    if (before)
        munmap(base, before);
    if (more > before)
        munmap(base + before + bytes, more - before);
    return base + before;
}

/* The kernel promises more than it has and kills whoever touches it: look before. */
static int memory_check(const struct cpu_state *s, uint64_t bytes, struct gam_err *err)
{
    uint64_t available = bytes >= CPU_CHECKED_BYTES ? gam_topology_memory_available(s->topology) : 0;

    if (available && bytes > available)
        return gam_err_set(err, -GAM_ENOMEM, "%" PRIu64 " MiB of memory wanted, %" PRIu64 " MiB available", bytes >> 20,
                           available >> 20);
    return 0;
}

/* Worker i touches part i of equal parts: what a static schedule over the elements gives it later. */
static void first_touch(char *memory, uint64_t bytes, int threads)
{
#pragma omp parallel num_threads(threads)
    {
        uint64_t n = (uint64_t)omp_get_num_threads(), i = (uint64_t)omp_get_thread_num();
        uint64_t pages = (bytes + CPU_PAGE_BYTES - 1) / CPU_PAGE_BYTES;
        uint64_t from = pages * i / n, to = pages * (i + 1) / n;

        for (uint64_t page = from; page < to; page++)
            *(volatile char *)(memory + page * CPU_PAGE_BYTES) = 0;
    }
}

int gam_cpu_alloc(void *state, int threads, uint64_t bytes, struct gam_buffer *out, struct gam_err *err)
{
    struct cpu_state *s = state;
    uint64_t size = mapped_bytes(bytes ? bytes : 1);
    int rc = memory_check(s, size, err);
    void *memory;

    *out = (struct gam_buffer){ .handle = NULL };
    if (rc)
        return rc;
    memory = map_aligned(size);
    if (!memory)
        return gam_err_set(err, -GAM_ENOMEM, "%" PRIu64 " MiB of memory wanted: %s", size >> 20, strerror(errno));
    if (size >= CPU_HUGE_BYTES)
        madvise(memory, size, MADV_HUGEPAGE); /* a kernel without them says no; small pages serve as well */
    rc = gam_cpu_bind(s, threads, err);
    if (rc) {
        munmap(memory, size);
        return rc;
    }
    first_touch(memory, size, threads);
    *out = (struct gam_buffer){ .handle = memory, .bytes = bytes };
    return 0;
}

void gam_cpu_release(void *state, struct gam_buffer *buffer)
{
    (void)state;
    if (buffer->handle)
        munmap(buffer->handle, mapped_bytes(buffer->bytes ? buffer->bytes : 1));
    *buffer = (struct gam_buffer){ .handle = NULL };
}
