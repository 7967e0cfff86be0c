/* SPDX-License-Identifier: MIT */
#include "analyzer/levels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void gam_levels_read(const struct gam_runset *run, int64_t device, struct gam_levels *out)
{
    const struct gam_memory *m = gam_runset_memory(run);
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < gam_runset_memory_n(run) && out->n < GAM_LEVELS_MAX; i++) {
        if (m[i].device != device || !m[i].level)
            continue;
        struct gam_level *l = &out->level[out->n++];
        snprintf(l->name, sizeof l->name, "%.7s", m[i].level);
        l->is_main = m[i].kind == GAM_MEMORY_MAIN;
        l->size_bytes = m[i].size_bytes > 0 ? (double)m[i].size_bytes : NAN;
        l->line_bytes = m[i].line_bytes > 0 ? (double)m[i].line_bytes : NAN;
        l->instances = m[i].instances > 0 ? m[i].instances : 1;
        l->shared_by = m[i].shared_by > 0 ? m[i].shared_by : 1;
    }
}

int gam_levels_find(const struct gam_levels *l, const char *name)
{
    for (size_t i = 0; i < l->n; i++)
        if (strcmp(l->level[i].name, name) == 0)
            return (int)i;
    return -1;
}

double gam_level_reach_bytes(const struct gam_level *level, int threads)
{
    int64_t t = threads > 0 ? threads : 1;
    int64_t reached = t / level->shared_by + (t % level->shared_by != 0);
    return level->size_bytes * (double)(reached < level->instances ? reached : level->instances);
}

double gam_levels_last_cache_bytes(const struct gam_levels *l, int threads)
{
    for (size_t i = l->n; i-- > 0;)
        if (!l->level[i].is_main)
            return gam_level_reach_bytes(&l->level[i], threads);
    return NAN;
}

int gam_levels_main(const struct gam_levels *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->level[i].is_main)
            return (int)i;
    return (int)l->n - 1;
}

int gam_levels_serving(const struct gam_levels *l, double footprint_bytes, int threads)
{
    for (size_t i = 0; i < l->n && !l->level[i].is_main; i++) {
        double reach = gam_level_reach_bytes(&l->level[i], threads);
        if (isnan(reach))
            return -1;
        if (footprint_bytes <= reach)
            return (int)i;
    }
    return gam_levels_main(l);
}
