/* SPDX-License-Identifier: MIT */
/* Watching a GPU while it computes: clocks, power, temperature, and what slows it down, looked at again and again during a visit.
 *
 * To add a vendor: watch_<library>.c with a `const struct gam_gpu_watcher`, and its line in gpu.c.
 */
#ifndef GAM_COLLECTOR_METER_GPU_WATCH_H
#define GAM_COLLECTOR_METER_GPU_WATCH_H

#include "collector/device.h"

enum { GAM_GPU_MOMENTS = 2048, GAM_GPU_REASON = 200 };

/* One look. NaN: not known. */
struct gam_gpu_moment {
    double clock_hz, memory_clock_hz, power_watt, celsius;
    uint64_t slow; /* the library's bits; 0: nothing slows it down */
    int throttled; /* 1: power, heat or the board keep it from its clock, which the user did not ask for; -1: not known */
};

struct gam_gpu_watcher {
    const char *backend; /* of the devices that it can watch */
    /* What to look at: *handle is the library's. -GAM_EUNSUPPORTED and the like leave that device without a watch. */
    int (*open)(const struct gam_open_device *device, void **handle, struct gam_err *err);
    /* 0, or an error when the whole look failed. */
    int (*look)(void *handle, struct gam_gpu_moment *out, struct gam_err *err);
};

extern const struct gam_gpu_watcher gam_gpu_watcher_nvml, gam_gpu_watcher_amdsmi;

/* What a visit's moments come to. */
struct gam_gpu_moments {
    double clock_hz[GAM_GPU_MOMENTS], scratch[GAM_GPU_MOMENTS];
    size_t n_clocks; /* kept above; later ones count in the rest only */
    size_t n, n_power, n_throttle_known, n_throttled;
    double memory_clock_hz, power_sum, celsius_most, clock_least, clock_most;
    uint64_t slow;
};

void gam_gpu_moments_clear(struct gam_gpu_moments *m);
void gam_gpu_moments_add(struct gam_gpu_moments *m, const struct gam_gpu_moment *one);
double gam_gpu_moments_clock(struct gam_gpu_moments *m); /* the median; NaN: none */

#endif
