/* SPDX-License-Identifier: MIT */
/* What the fake libraries do. They share one script, which the test fills; each is opened by its usual name through
 * LD_LIBRARY_PATH. Device memory is memory of the host, a module is its source text, a kernel is a function of the test that is
 * called by the kernel's name. Time passes as told.
 */
#ifndef GAM_TESTS_GPU_FAKE_SCRIPT_H
#define GAM_TESTS_GPU_FAKE_SCRIPT_H

#include <stddef.h>
#include <stdint.h>

enum { FAKE_DEVICES = 4, FAKE_KERNELS = 8, FAKE_ATTRIBUTES = 20000 };

struct fake_kernel {
    const char *name;                                                                         /* NULL: free; "*": any */
    void (*run)(void *const *operand, const unsigned grid[3], const unsigned group[3]);       /* NULL: computes nothing */
    uint64_t ns;                                                                              /* that the device's clock passes */
    uint64_t (*takes)(void *const *operand, const unsigned grid[3], const unsigned group[3]); /* the same by the work; NULL: ns */
    uint64_t launches;
    int n_operands;    /* that `run` gets; 0: three */
    int fail_at, fail; /* the n-th launch (from 1) makes the next synchronisation return `fail` */
};

/* How fast a device is that computes (fake_compute). */
struct fake_rates {
    uint64_t start_ns, load_ns; /* least time of a launch; a load that waits for the one before */
    double flop_per_ns, l2_bytes_per_ns, bytes_per_ns;
};

struct fake_launch {
    struct fake_kernel *kernel;
    const char *source; /* of the module that the kernel is from */
    void *operand[8];
    unsigned grid[3], group[3];
};

struct fake_device {
    const char *name;
    uint64_t memory_bytes;
    int units, major, minor, l2_bytes;
    int is_slice;    /* MIG */
    int link_slower; /* its copies take that many times as long; 0: as all */
};

/* One moment of the monitor; the n-th look sees moment[n % n_moments]. */
struct fake_moment {
    unsigned clock_mhz, memory_mhz, power_mw, temperature;
    unsigned long long throttle;
};

struct fake_script {
    /* driver */
    int init_error, version, n_devices, count_error, context_error, sticky; /* sticky: every call returns it */
    struct fake_device device[FAKE_DEVICES];
    uint64_t used_bytes;
    int live_handles, live_buffers, live_modules, live_streams, live_events, live_contexts, module_error;
    int live_pinned, live_graphs, pinned_error, graph_error;
    int capturing;             /* launches go into a graph */
    int copies, async_copies;  /* so far; each takes copy_ns of the host's time as well */
    uint64_t copy_ns, host_ns; /* host_ns: what copies took so far; two async ones of both ways count once */
    uint64_t copy_start_ns;    /* that a copy takes before its first byte */
    int copies_wait;           /* copies take that long by the clock that everybody reads too */
    uint64_t graph_ns;         /* that starting a graph takes on the device */
    int copy_corrupts;         /* copies change a word */
    struct fake_kernel kernel[FAKE_KERNELS];
    int spilled_bytes; /* of every kernel */
    uint64_t now_ns;   /* of the device's clock */
    struct fake_rates rates;
    const char *source; /* of the kernel that is started or computes */
    int lazy;           /* a launch is computed when memory is looked at, see launches.c */
    int no_waiting;     /* synchronising does not take the time that the device's clock says */
    /* compiler */
    int rtc_major, rtc_compilations;
    char rtc_options[600]; /* of the last compilation */
    /* monitor */
    int monitor_init_error, monitor_error, monitor_looks, n_moments;
    struct fake_moment moment[16];
    unsigned application_mhz, default_mhz; /* 0: not supported */
    int persistence;                       /* -1: not supported */
    int energy_error;
    uint64_t energy_step_ns; /* the counter moves in steps of that; 0: it stands still */
    double energy_watt;
    int energy_backward_at; /* the n-th reading is lower than the one before; 0: none */
    int energy_looks;
    /* counters */
    int profiler_error, profiler_passes, profiler_enabled, profiler_incomplete, live_hosts;
    const char *profiler_lacks; /* a metric that the chip has not */
    double profiler_value;      /* every metric has it */
    int library_calls, library_error, library_no_algorithm;
};

struct fake_script *fake_script(void); /* of this process */
void fake_reset(void); /* as the variables in script.c say, else one device, like none on sale; everything works */
void fake_compute(struct fake_script *script);   /* its kernels are those of computes.c */
void fake_launch(const struct fake_launch *now); /* time passes, and it is computed now or later */
void fake_finish(void);                          /* computes what waits */

#endif
