/* SPDX-License-Identifier: MIT */
/* Two kernels whose work is proportional to `units`, so that a slowdown can be injected exactly: chains of multiply-adds that
 * stay in registers, and a triad that streams through memory. */
#include "proof.h"

#include "common/clock.h"

#include <sys/mman.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

const char *const proof_kernel_word[PROOF_KERNELS] = { [PROOF_COMPUTE] = "compute", [PROOF_DRAM] = "dram" };

enum {
    COMPUTE_STEPS = 64,
    CHUNK_DOUBLES = 512,
    ARRAY_DOUBLES = 5 << 18 /* 10 MiB each, three of them: to set them up takes longer than to stream through them */
};

static volatile double keep;

static uint64_t compute_run(uint64_t units)
{
    double a = 1, b = 2, c = 3, d = 4;
    const double scale = 0.999999;
    uint64_t start = gam_clock_monotonic_now(), end;

    for (uint64_t u = 0; u < units; u++)
        for (int i = 0; i < COMPUTE_STEPS; i++) {
            a = a * scale + 1e-6;
            b = b * scale + 1e-6;
            c = c * scale + 1e-6;
            d = d * scale + 1e-6;
        }
    end = gam_clock_monotonic_now();
    keep = a + b + c + d;
    return end - start;
}

#if defined(__x86_64__)
static int has_clflushopt(void)
{
    unsigned a, b, c, d;

    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_CLFLUSHOPT);
}

/* Many lines at once: one at a time takes 80 ms for the arrays, many times what is measured. */
__attribute__((target("clflushopt"))) static void flush_many(double *v, size_t n)
{
    for (size_t i = 0; i < n; i += 8)
        __builtin_ia32_clflushopt(v + i);
}
#endif

/* Out of every cache, so that the pass comes from memory even where the last level is larger than the arrays. */
static void flush(double *v, size_t n)
{
#if defined(__x86_64__)
    if (has_clflushopt())
        flush_many(v, n);
    else
        for (size_t i = 0; i < n; i += 8)
            __builtin_ia32_clflush(v + i);
    __builtin_ia32_mfence();
#else
    (void)v; /* elsewhere the arrays are larger than the last level usually is */
    (void)n;
#endif
}

static uint64_t dram_run(uint64_t units)
{
    size_t n = 3 * (size_t)ARRAY_DOUBLES, at = 0;
    double *a = mmap(NULL, n * sizeof *a, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const double *b = a + ARRAY_DOUBLES, *c = b + ARRAY_DOUBLES;
    uint64_t start, end;

    if (a == MAP_FAILED)
        return 0;
    madvise(a, n * sizeof *a, MADV_HUGEPAGE); /* refused: only slower to set up */
    for (size_t i = 0; i < n; i++)
        a[i] = (double)(i & 7);
    flush(a, n);
    start = gam_clock_monotonic_now();
    for (uint64_t u = 0; u < units; u++) {
        for (size_t i = at; i < at + CHUNK_DOUBLES; i++)
            a[i] = b[i] + 0.5 * c[i];
        at = at + CHUNK_DOUBLES < ARRAY_DOUBLES ? at + CHUNK_DOUBLES : 0;
    }
    end = gam_clock_monotonic_now();
    keep = a[at];
    munmap(a, n * sizeof *a);
    return end - start;
}

uint64_t proof_kernel_run(enum proof_kernel kernel, uint64_t units)
{
    return kernel == PROOF_COMPUTE ? compute_run(units) : dram_run(units);
}

uint64_t proof_kernel_calibrate(enum proof_kernel kernel, uint64_t target_ns)
{
    uint64_t units = 1000, best = 0;

    for (int i = 0; i < 12; i++) {
        uint64_t ns = proof_kernel_run(kernel, units), next;

        if (!ns)
            return 0;
        next = (uint64_t)((double)units * (double)target_ns / (double)ns) + 1;
        if (i >= 2 && next > best) /* the fastest of several: a disturbed one would make slots too short */
            best = next;
        units = i < 2 ? next : units;
    }
    return best / 1000 * 1000 + 1000; /* whole per mille, so that 1 % is exact */
}
