/* SPDX-License-Identifier: MIT */
/* Machines from short descriptions: writes the files of /sys and /proc that hwloc and the collector read into a new folder and
 * points hwloc at it.
 */
#ifndef GAM_TESTS_UNIT_COLLECTOR_FIXTURE_MACHINE_H
#define GAM_TESTS_UNIT_COLLECTOR_FIXTURE_MACHINE_H

#include <stddef.h>

/* `n` equal cores in a row; logical cpus are numbered core by core. */
struct machine_cores {
    int n, threads; /* logical cpus of each */
    int package, node;
    int l1_kib, l2_kib; /* 0: not shown */
    int l2_cores;       /* that share one L2; 0: 1 */
    int l3_kib;         /* one for these cores; 0: none */
    int capacity;       /* cpu_capacity, ascending in performance; 0: not shown */
};

struct machine {
    struct machine_cores cores[4];           /* ends with n = 0 */
    int node_mib;                            /* of every NUMA node */
    const char *offline;                     /* list of logical cpus, "1,3"; NULL: none */
    const char *affinity;                    /* Cpus_allowed_list of this process; NULL: not shown */
    const char *cpuset;                      /* cpuset.cpus.effective of its control group; NULL: not shown */
    const char *cpu_max;                     /* "150000 100000" (version 2) */
    const char *memory_max, *memory_current; /* bytes (version 2) */
    const char *parent_cpu_max;              /* of the group above */
    const char *cgroup1;                     /* controller hierarchy of version 1 instead: "quota period memory_limit" */
    const char *cpuinfo;                     /* text; NULL: a made-up x86 */
    const char *facts[12][2];                /* more files: path, content */
};

/* Creates the tree and sets HWLOC_FSROOT; the path lives until machine_remove. */
const char *machine_make(const struct machine *m);
/* The same from a captured machine: tests/machines/<name>.txt. */
const char *machine_unpack(const char *file);
void machine_remove(const char *root);

#endif
