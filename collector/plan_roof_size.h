/* SPDX-License-Identifier: MIT */
/* Working sets that stand for one memory level of a device: they fit it and not the level inside it. */
#ifndef GAM_COLLECTOR_PLAN_ROOF_SIZE_H
#define GAM_COLLECTOR_PLAN_ROOF_SIZE_H

#include "collector/device.h"

enum { GAM_ROOF_SIZES = 2 };

struct gam_roof_sizes {
    uint64_t bytes[GAM_ROOF_SIZES]; /* over all workers, smallest first; not rounded */
    size_t n;                       /* 0: none stands for this level, see note */
    char note[160];                 /* why none, or why not the size that it should be; else empty */
};

/* Sizes for memory[level] with `threads` workers. `memory_bytes`: what may be used; 0: not known.
 *   innermost cache: half of it · a cache at least 4 times the one inside: the geometric middle of the two · at least twice:
 * three quarters of it · a last level at least 32 times the one inside: 8 and 16 times the inner one (of a large shared cache a
 *   machine may get a part only) · less than twice: none
 *   main memory: 4 times the last cache, but at most a quarter of `memory_bytes`; none if that is not twice the cache */
void gam_roof_sizes(const struct gam_device_info *info, size_t level, int threads, uint64_t memory_bytes,
                    struct gam_roof_sizes *out);

/* Bytes of memory[level] that `threads` workers reach, filling one instance after the other. */
uint64_t gam_roof_reach(const struct gam_device_info *info, size_t level, int threads);

#endif
