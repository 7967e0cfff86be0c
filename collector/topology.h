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
    char level[8];                             /* "L1" "L2" "L3" */
    uint64_t size_bytes;                       /* of one instance; the smallest when they differ */
    uint64_t largest_bytes;                    /* differs from size_bytes on unequal machines */
    uint64_t reach_bytes;                      /* sum over the instances that the workers reach */
    unsigned line_bytes, instances, shared_by; /* shared_by: usable cores per instance, the most */
};

struct gam_topology {
    unsigned sockets, numa_nodes;
    unsigned cores;         /* physical cores allowed = min(affinity, cpuset, floor(quota)), at least 1 */
    unsigned cores_allowed; /* the same without the quota */
    unsigned cores_total;   /* of the machine */
    unsigned logical_cpus;  /* allowed */
    unsigned threads_per_core;
    unsigned core_kinds;   /* 2 on hybrid P/E machines */
    double quota_cpus;     /* NaN: none */
    uint64_t memory_bytes; /* min(machine, cgroup limit) */
    struct gam_cache_level cache[GAM_TOPOLOGY_LEVELS];
    size_t n_caches; /* data and unified caches, innermost first */
    int *worker_cpu; /* OS index of the logical cpu of worker i, one per allowed core first, SMT siblings after; logical_cpus long
                      */
    void *hwloc;     /* hwloc_topology_t, private to collector/ */
    char root[512];  /* where /sys and /proc were read; empty: this machine */
};

/* `root`: NULL or "" for this machine; a captured tree otherwise (HWLOC_FSROOT must name the same one: hwloc reads it). */
int gam_topology_read(const char *root, struct gam_topology *out, struct gam_err *err);
void gam_topology_release(struct gam_topology *t);

/* What operands may take now: memory that the kernel calls available, and what the cgroup has left; 0 when neither is known. */
uint64_t gam_topology_memory_available(const struct gam_topology *t);

/* The logical cpus of the first n workers as a list, "0-3,8" (run.cpuset). */
void gam_topology_cpu_list(const struct gam_topology *t, int n, char *out, size_t size);

/* A variable of the environment; only cli reads it. */
struct gam_env {
    const char *key, *value;
};

/* The host record and its facts (cpu, kernel, hypervisor, governor, paranoid ...). Of `env` those become facts "env.KEY" that
 * steer threads and libraries (OMP_*, GOMP_*, OPENBLAS_*, MKL_* ...), no others. *host: ordinal of the record. */
struct gam_emitter;
int gam_host_describe(const struct gam_topology *t, const struct gam_env *env, size_t n_env, struct gam_emitter *emit,
                      int64_t *host, struct gam_err *err);

/* Number of workers for `--threads N` (0: default) and `--smt`; 1..logical_cpus or an error that says what is allowed. */
int gam_topology_workers(const struct gam_topology *t, int asked, int smt, struct gam_err *err);

#endif
