/* SPDX-License-Identifier: MIT */
#include "collector/topology_priv.h"

#include <stdio.h>

static unsigned cores_in(hwloc_topology_t hw, hwloc_const_bitmap_t inside, hwloc_const_bitmap_t usable)
{
    hwloc_obj_type_t type = hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_CORE) > 0 ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
    int all = hwloc_get_nbobjs_by_type(hw, type);
    unsigned n = 0;

    for (int i = 0; i < all; i++) {
        hwloc_obj_t core = hwloc_get_obj_by_type(hw, type, (unsigned)i);

        n += hwloc_bitmap_intersects(core->cpuset, inside) && hwloc_bitmap_intersects(core->cpuset, usable);
    }
    return n;
}

static void level_add(hwloc_topology_t hw, hwloc_obj_t cache, hwloc_const_bitmap_t usable, hwloc_const_bitmap_t workers,
                      struct gam_cache_level *level)
{
    uint64_t size = cache->attr->cache.size;
    unsigned sharing = cores_in(hw, cache->cpuset, usable);

    if (!level->largest_bytes || size < level->size_bytes)
        level->size_bytes = size;
    if (size > level->largest_bytes)
        level->largest_bytes = size;
    if (cache->attr->cache.linesize > level->line_bytes)
        level->line_bytes = cache->attr->cache.linesize;
    if (sharing > level->shared_by)
        level->shared_by = sharing;
    if (hwloc_bitmap_intersects(cache->cpuset, workers)) {
        level->instances++;
        level->reach_bytes += size;
    }
}

void gam_topology_read_caches(hwloc_topology_t hw, hwloc_const_bitmap_t usable, hwloc_const_bitmap_t workers,
                              struct gam_topology *out)
{
    for (int i = 0; i < 5 && out->n_caches < GAM_TOPOLOGY_LEVELS; i++) {
        hwloc_obj_type_t type = (hwloc_obj_type_t)(HWLOC_OBJ_L1CACHE + i);
        int n = hwloc_get_nbobjs_by_type(hw, type);
        struct gam_cache_level level = { .size_bytes = 0 };

        for (int j = 0; j < n; j++) {
            hwloc_obj_t cache = hwloc_get_obj_by_type(hw, type, (unsigned)j);

            /* A size of 0 is the kernel's "unknown". */
            if (cache->attr->cache.size && hwloc_bitmap_intersects(cache->cpuset, usable))
                level_add(hw, cache, usable, workers, &level);
        }
        if (!level.instances)
            continue;
        snprintf(level.level, sizeof level.level, "L%d", i + 1);
        out->cache[out->n_caches++] = level;
    }
}
