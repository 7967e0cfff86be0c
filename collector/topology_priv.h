/* SPDX-License-Identifier: MIT */
/* Shared by the files that read the machine. */
#ifndef GAM_COLLECTOR_TOPOLOGY_PRIV_H
#define GAM_COLLECTOR_TOPOLOGY_PRIV_H

#include "collector/topology.h"
#include "common/strbuf.h"

#include <hwloc.h>

/* What the control groups of this process allow; the tightest limit on the way to the root counts. */
struct gam_cgroup_limits {
    double quota_cpus;     /* NaN: none */
    uint64_t memory_bytes; /* UINT64_MAX: none */
    uint64_t memory_left;  /* limit - in use + file pages that can be dropped; UINT64_MAX: no limit */
};

void gam_cgroup_read(const char *root, struct gam_cgroup_limits *out);

/* A whole file of /proc or /sys below `root`, at most 1 MiB, into `out` (initialised). */
int gam_sys_read(const char *root, const char *path, struct gam_strbuf *out);
/* A decimal number at the start of a file's first line; 0 or a negative gam_code. */
int gam_sys_number(const char *root, const char *path, int64_t *out);
/* Value after "key:" or "key " at the start of a line of `text`, without the spaces around it; 0 when there is none. */
int gam_sys_field(const char *text, const char *key, char *out, size_t size);

/* Caches of the logical cpus in `usable`; what the workers in `workers` reach. */
void gam_topology_read_caches(hwloc_topology_t hw, hwloc_const_bitmap_t usable, hwloc_const_bitmap_t workers,
                              struct gam_topology *out);

#endif
