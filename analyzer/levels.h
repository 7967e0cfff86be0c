/* SPDX-License-Identifier: MIT */
/* The memory levels of a device, innermost first, as its topology records name them. */
#ifndef GAM_ANALYZER_LEVELS_H
#define GAM_ANALYZER_LEVELS_H

#include "common/record/runset.h"

enum { GAM_LEVELS_MAX = 8 };

struct gam_levels {
    size_t n;
    struct gam_level {
        char name[8];
        int is_main;                  /* main memory, not a cache */
        double size_bytes;            /* of one instance; NaN unknown */
        double line_bytes;            /* NaN unknown */
        int64_t instances, shared_by; /* at least 1 */
    } level[GAM_LEVELS_MAX];
};

void gam_levels_read(const struct gam_runset *run, int64_t device, struct gam_levels *out);

/* Index of a level by name; -1: none. */
int gam_levels_find(const struct gam_levels *l, const char *name);

/* Bytes that `threads` workers reach together at a level: one instance for every `shared_by` of them. */
double gam_level_reach_bytes(const struct gam_level *level, int threads);

/* Of the outermost cache; NaN when there is none or its size is unknown. */
double gam_levels_last_cache_bytes(const struct gam_levels *l, int threads);

/* The level that serves a footprint that stays warm: the innermost cache that holds it, else main memory (the outermost level
 * when the topology names none). -1: there are no levels, or a cache's size is unknown before one is found that holds it. */
int gam_levels_serving(const struct gam_levels *l, double footprint_bytes, int threads);

/* The level that serves operands which are not in any cache; -1: no levels. */
int gam_levels_main(const struct gam_levels *l);

#endif
