/* SPDX-License-Identifier: MIT */
/* Workspace of matrix products and convolutions. */
#ifndef GAM_KERNELS_CPU_SIMD_MEMORY_H
#define GAM_KERNELS_CPU_SIMD_MEMORY_H

#include <stddef.h>

/* Zeroed, 64-byte aligned; large blocks ask for large pages, so that packing and reading them needs few translations. free()
 * releases. NULL: no memory. */
void *gam_simd_workspace_new(size_t bytes);

#endif
