/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/simd/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LARGE_PAGE_BYTES = 2 << 20, LINE_BYTES = 64 };

void *gam_simd_workspace_new(size_t bytes)
{
    const size_t align = bytes >= LARGE_PAGE_BYTES ? LARGE_PAGE_BYTES : LINE_BYTES, whole = bytes / align * align + align;
    void *memory = whole > bytes ? aligned_alloc(align, whole) : NULL;

    if (!memory)
        return NULL;
    if (align == LARGE_PAGE_BYTES)
        (void)madvise(memory, whole, MADV_HUGEPAGE); /* a wish */
    memset(memory, 0, whole);
    return memory;
}
