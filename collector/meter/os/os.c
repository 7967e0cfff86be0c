/* SPDX-License-Identifier: MIT */
/* What the operating system saw during a visit: time stolen by the hypervisor, context switches, page faults, reported
 * frequency, throttling, peak memory. Costs a few tens of microseconds and needs no rights.
 */
#include "collector/meter.h"
#include "collector/meter/os/os_priv.h"
#include "common/err.h"

#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { OS_CPUS = 1024, OS_STAT_BYTES = 1 << 16 };

enum os_quantity { OS_STEAL, OS_INVOLUNTARY, OS_VOLUNTARY, OS_MINOR, OS_MAJOR, OS_FREQUENCY, OS_THROTTLE, OS_RSS, OS_N };

static const struct gam_meter_quantity os_quantities[OS_N] = {
    [OS_STEAL] = { "steal_ns", "ns", GAM_SCOPE_CORE, GAM_QUANTITY_DELTA, 0, NAN },
    [OS_INVOLUNTARY] = { "involuntary_switches", "1", GAM_SCOPE_PROCESS, GAM_QUANTITY_DELTA, 0, NAN },
    [OS_VOLUNTARY] = { "voluntary_switches", "1", GAM_SCOPE_PROCESS, GAM_QUANTITY_DELTA, 0, NAN },
    [OS_MINOR] = { "minor_faults", "1", GAM_SCOPE_PROCESS, GAM_QUANTITY_DELTA, 0, NAN },
    [OS_MAJOR] = { "major_faults", "1", GAM_SCOPE_PROCESS, GAM_QUANTITY_DELTA, 0, NAN },
    [OS_FREQUENCY] = { "reported_frequency_hz", "hz", GAM_SCOPE_CORE, GAM_QUANTITY_LEVEL, 0, NAN },
    [OS_THROTTLE] = { "throttle_count", "1", GAM_SCOPE_CORE, GAM_QUANTITY_DELTA, 0, NAN },
    [OS_RSS] = { "rss_peak_bytes", "bytes", GAM_SCOPE_PROCESS, GAM_QUANTITY_LEVEL, 0, NAN },
};

static const char *const os_missing[OS_N] = {
    [OS_STEAL] = "/proc/stat shows no steal time of the cpus in use",
    [OS_FREQUENCY] = "cpufreq shows no frequency here (usual in a virtual machine)",
    [OS_THROTTLE] = "no thermal throttle counts here (usual in a virtual machine)",
};

/* The counters at one moment; -1: not shown. */
struct os_now {
    int64_t value[OS_N];
};

struct os_state {
    unsigned char cpu[OS_CPUS]; /* those that the workers may run on */
    int stat_fd;                /* -1: not open */
    long tick_ns;
    int has_frequency, has_throttle;
    struct os_now begin, end;
    char text[OS_STAT_BYTES];
};

static int64_t steal_now_ns(struct os_state *s)
{
    ssize_t n = s->stat_fd < 0 ? -1 : pread(s->stat_fd, s->text, sizeof s->text - 1, 0);
    int64_t ticks;

    if (n <= 0)
        return -1;
    s->text[n] = '\0';
    ticks = gam_os_steal_ticks(s->text, s->cpu, OS_CPUS);
    return ticks < 0 ? -1 : ticks * s->tick_ns;
}

static void os_look(struct os_state *s, struct os_now *now)
{
    struct rusage usage;
    size_t found;

    memset(&usage, 0, sizeof usage);
    getrusage(RUSAGE_SELF, &usage);
    now->value[OS_STEAL] = steal_now_ns(s);
    now->value[OS_INVOLUNTARY] = usage.ru_nivcsw;
    now->value[OS_VOLUNTARY] = usage.ru_nvcsw;
    now->value[OS_MINOR] = usage.ru_minflt;
    now->value[OS_MAJOR] = usage.ru_majflt;
    now->value[OS_RSS] = (int64_t)usage.ru_maxrss * 1024;
    now->value[OS_FREQUENCY] = s->has_frequency ? gam_os_cpu_sum("", "cpufreq/scaling_cur_freq", s->cpu, OS_CPUS, &found) : -1;
    if (now->value[OS_FREQUENCY] >= 0)
        now->value[OS_FREQUENCY] = now->value[OS_FREQUENCY] / (int64_t)found * 1000;
    now->value[OS_THROTTLE] =
        s->has_throttle ? gam_os_cpu_sum("", "thermal_throttle/core_throttle_count", s->cpu, OS_CPUS, &found) : -1;
}

static void os_probe(struct gam_probe *out)
{
    *out = (struct gam_probe){ .ready = 1 };
    snprintf(out->reason, sizeof out->reason, "context switches, page faults and memory of this process%s",
             access("/proc/stat", R_OK) ? "; no /proc/stat: steal time is missing" : "; steal time of its cpus");
}

static int os_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    struct os_state *s = state;
    size_t found;

    (void)err;
    s->tick_ns = 1000000000L / sysconf(_SC_CLK_TCK);
    for (size_t i = 0; i < (target->n_workers ? target->n_workers : 1); i++) {
        cpu_set_t set;

        CPU_ZERO(&set);
        sched_getaffinity(target->n_workers ? target->worker_tids[i] : 0, sizeof set, &set);
        for (size_t c = 0; c < OS_CPUS && c < CPU_SETSIZE; c++)
            s->cpu[c] |= (unsigned char)(CPU_ISSET(c, &set) != 0);
    }
    s->stat_fd = open("/proc/stat", O_RDONLY | O_CLOEXEC);
    s->has_frequency = gam_os_cpu_sum("", "cpufreq/scaling_cur_freq", s->cpu, OS_CPUS, &found) >= 0;
    s->has_throttle = gam_os_cpu_sum("", "thermal_throttle/core_throttle_count", s->cpu, OS_CPUS, &found) >= 0;
    return 0;
}

static void os_close(void *state)
{
    struct os_state *s = state;

    if (s->stat_fd > 0)
        close(s->stat_fd);
    s->stat_fd = -1;
}

static size_t os_list(void *state, const struct gam_meter_quantity **out)
{
    (void)state;
    *out = os_quantities;
    return OS_N;
}

static int os_passes(void *state)
{
    (void)state;
    return 0;
}

static int os_start(void *state, int pass, size_t workers, struct gam_err *err)
{
    struct os_state *s = state;

    (void)pass;
    (void)workers;
    (void)err;
    os_look(s, &s->begin);
    return 0;
}

static int os_stop(void *state, struct gam_err *err)
{
    struct os_state *s = state;

    (void)err;
    os_look(s, &s->end);
    return 0;
}

static int os_read(void *state, struct gam_meter_reading *out, size_t n, struct gam_err *err)
{
    const struct os_state *s = state;

    (void)err;
    for (size_t i = 0; i < n && i < OS_N; i++) {
        int64_t begin = s->begin.value[i], end = s->end.value[i];
        int level = os_quantities[i].kind == GAM_QUANTITY_LEVEL;

        out[i] = (struct gam_meter_reading){ .ivalue = GAM_NULL_INT, .rvalue = NAN };
        if (end < 0 || (!level && begin < 0))
            out[i].reason = os_missing[i] ? os_missing[i] : "not shown by this system";
        else
            out[i].ivalue = level ? end : end - begin;
    }
    return 0;
}

const struct gam_meter gam_meter_os = {
    .name = "os",
    .summary = "steal time, context switches, page faults, frequency, throttling, memory",
    .state_size = sizeof(struct os_state),
    .probe = os_probe,
    .open = os_open,
    .close = os_close,
    .quantities = os_list,
    .passes = os_passes,
    .start = os_start,
    .stop = os_stop,
    .read = os_read,
};
