/* SPDX-License-Identifier: MIT */
/* A random cycle through all elements of an array, for pointer chasing. */
#ifndef GAM_KERNELS_ORACLE_CHAIN_H
#define GAM_KERNELS_ORACLE_CHAIN_H

#include <stdint.h>

/* Writes into the int64 at i * stride_bytes the index of the element that follows i, for all i < n, and behind it, where the
 * element has room, the same counted in int64s. One cycle holds all. */
void gam_chain_fill(void *memory, uint64_t n, uint64_t stride_bytes, uint64_t seed, int threads);

#endif
