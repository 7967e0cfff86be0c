/* SPDX-License-Identifier: MIT */
/* Energy through perf, for users who may count the whole machine but not read powercap's files. */
#include "collector/meter/perf_power/power.h"
#include "common/err.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int event_open(uint32_t type, uint64_t config, int cpu)
{
    struct perf_event_attr attr = { .type = type, .size = sizeof attr, .config = config };
    long fd = syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);

    return fd < 0 ? -errno : (int)fd;
}

static const char *remedy_of(int error)
{
    return error == EACCES || error == EPERM
               ? "sysctl kernel.perf_event_paranoid=0, or give the program CAP_PERFMON"
               : "virtual machines and containers do not show it; on a machine of your own: modprobe rapl";
}

static void perf_power_probe(struct gam_probe *out)
{
    struct gam_perf_power *power = malloc(sizeof *power);
    char why[GAM_ENERGY_REASON];
    size_t n;

    *out = (struct gam_probe){ .ready = 0 };
    if (!power) {
        snprintf(out->reason, sizeof out->reason, "out of memory");
        return;
    }
    power->event_open = event_open;
    gam_perf_power_find(power, "");
    n = gam_energy_alive(&power->energy, why);
    gam_energy_probe(out, n, power->energy.n, why[0] ? why : power->refused);
    if (power->refused_errno || !n)
        snprintf(out->remedy, sizeof out->remedy, "%s", remedy_of(power->refused_errno));
    gam_perf_power_close(power);
    free(power);
}

static int perf_power_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    struct gam_perf_power *power = state;

    (void)target;
    power->event_open = event_open;
    gam_perf_power_find(power, "");
    if (!power->energy.n)
        return gam_err_set(err, gam_energy_code(power->refused_errno), "%s", power->refused);
    return gam_energy_ready(&power->energy, err);
}

static void perf_power_close(void *state)
{
    gam_perf_power_close(state);
}

const struct gam_meter gam_meter_perf_power = {
    .name = "perf_power",
    .summary = "energy of packages, cores, memory and platform (perf's PMU 'power')",
    .energy = 1,
    .state_size = sizeof(struct gam_perf_power),
    .probe = perf_power_probe,
    .open = perf_power_open,
    .close = perf_power_close,
    .quantities = gam_energy_meter_quantities,
    .passes = gam_energy_meter_passes,
    .start = gam_energy_meter_start,
    .stop = gam_energy_meter_stop,
    .read = gam_energy_meter_read,
};
