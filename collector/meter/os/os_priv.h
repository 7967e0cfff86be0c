/* SPDX-License-Identifier: MIT */
#ifndef GAM_COLLECTOR_METER_OS_OS_PRIV_H
#define GAM_COLLECTOR_METER_OS_OS_PRIV_H

#include <stddef.h>
#include <stdint.h>

/* Clock ticks that the hypervisor took from the cpus listed (0/1 by OS index, n_cpus long), from the text of /proc/stat; -1 when
 * no such cpu stands there. */
int64_t gam_os_steal_ticks(const char *proc_stat, const unsigned char *cpu, size_t n_cpus);

/* Sum over the listed cpus of a number in /sys/devices/system/cpu/cpu<N>/<name> below root; -1 when none is readable. */
int64_t gam_os_cpu_sum(const char *root, const char *name, const unsigned char *cpu, size_t n_cpus, size_t *found);

#endif
