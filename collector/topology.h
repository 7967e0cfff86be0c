/* SPDX-License-Identifier: MIT */
/* What this process may use of this machine: cores, caches, memory, limits (hwloc; honours HWLOC_FSROOT, so that recorded
 * machines can be replayed). Read once; no global state.
 */
#ifndef GAM_COLLECTOR_TOPOLOGY_H
#define GAM_COLLECTOR_TOPOLOGY_H

#include "common/record/record.h"

struct gam_err;

enum { GAM_TOPOLOGY_LEVELS = 6 };

struct gam_cache_level {
    char level[8];          /* "L1" "L2" "L3" */
    uint64_t size_bytes;    /* of one instance; the smallest when they differ */
    uint64_t largest_bytes; /* differs from size_bytes on unequal machines */
    uint64_t reach_bytes;   /* sum over the instances that the workers reach */
    unsigned line_bytes, instances, shared_by; /* shared_by: usable cores per instance, the most */
};

struct gam_topology {
    unsigned sockets, numa_nodes;
    unsigned cores;       /* physical cores allowed = min(affinity, cpuset, floor(quota)), at least 1 */
    unsigned cores_total; /* of the machine */
    unsigned logical_cpus; /* allowed */
    unsigned threads_per_core;
    unsigned core_kinds;  /* 2 on hybrid P/E machines */
    double quota_cpus;    /* NaN: none */
    uint64_t memory_bytes; /* min(machine, cgroup limit) */
    struct gam_cache_level cache[GAM_TOPOLOGY_LEVELS];
    size_t n_caches; /* data and unified caches, innermost first */
    int *worker_cpu; /* OS index of the logical cpu of worker i, one per allowed core first, SMT siblings after; logical_cpus long */
    void *hwloc;     /* hwloc_topology_t, private to collector/ */
};

int gam_topology_read(struct gam_topology *out, struct gam_err *err);
void gam_topology_release(struct gam_topology *t);

/* The host record and its facts (cpu, kernel, hypervisor, governor, paranoid, relevant environment ...) into the sink. */
struct gam_sink;
int gam_host_describe(const struct gam_topology *t, const struct gam_sink *sink, struct gam_err *err);

/* Number of workers for `--threads N` (0: default) and `--smt`; 1..logical_cpus or an error that says what is allowed. */
int gam_topology_workers(const struct gam_topology *t, int asked, int smt, struct gam_err *err);

#endif
