/* SPDX-License-Identifier: MIT */
#include "collector/meter/os/os_priv.h"
#include "collector/topology_priv.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Linux, proc(5): "cpuN user nice system idle iowait irq softirq steal ..." in clock ticks. */
int64_t gam_os_steal_ticks(const char *proc_stat, const unsigned char *cpu, size_t n_cpus)
{
    int64_t sum = -1;

    for (const char *line = proc_stat; line && *line; line = strchr(line, '\n')) {
        unsigned number;
        uint64_t steal;

        line += *line == '\n';
        if (sscanf(line, "cpu%u %*u %*u %*u %*u %*u %*u %*u %" SCNu64, &number, &steal) != 2 || number >= n_cpus || !cpu[number])
            continue;
        sum = (sum < 0 ? 0 : sum) + (int64_t)steal;
    }
    return sum;
}

int64_t gam_os_cpu_sum(const char *root, const char *name, const unsigned char *cpu, size_t n_cpus, size_t *found)
{
    int64_t sum = -1;

    *found = 0;
    for (size_t i = 0; i < n_cpus; i++) {
        char path[160];
        int64_t value;

        if (!cpu[i])
            continue;
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%zu/%s", i, name);
        if (gam_sys_number(root, path, &value))
            continue;
        sum = (sum < 0 ? 0 : sum) + value;
        (*found)++;
    }
    return sum;
}
