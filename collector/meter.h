/* SPDX-License-Identifier: MIT */
/* A meter: reads counters around a visit.
 *
 * To add one: collector/meter/<name>/<name>.c with `const struct gam_meter gam_meter_<name>` (registered by the build).
 */
#ifndef GAM_COLLECTOR_METER_H
#define GAM_COLLECTOR_METER_H

#include "collector/device.h"
#include "common/record/record.h"

/* What a quantity of energy or power must say beside its value; energies of different scopes are never added. */
struct gam_meter_energy {
    const char *domain; /* what it covers: "package-0, package-1"; NULL: no quantity of energy */
    enum gam_energy_method method;
    int net;           /* 1: idle power times time is taken off; 0: gross */
    int64_t period_ns; /* between two updates; 0: not known */
    double coverage;   /* share of the interval that the meter sees */
};

struct gam_meter_quantity {
    const char *name; /* instructions, cycles, l1d_misses, fp_ops_f32, steal_ns, clock_hz ... */
    const char *unit;
    enum gam_scope scope;
    enum gam_quantity_kind kind;
    int pass;     /* 0: free to read in every pass (the OS); 1..: must be counted in that pass */
    double trust; /* measured / true in the truth test; NaN: not tested. |1 - trust| > 0.05 is not used by the analyzer */
    struct gam_meter_energy energy;
};

/* One value. Both values null = missing, and then a reason. */
struct gam_meter_reading {
    int64_t ivalue;                  /* GAM_NULL_INT */
    double rvalue;                   /* NaN */
    const char *reason;              /* borrowed; lives as long as the meter's state */
    unsigned flags;                  /* enum gam_quantity_flag */
    uint64_t enabled_ns, running_ns; /* equal unless multiplexed; 0, 0 when unknown */
};

struct gam_meter_target {
    const int *tids; /* every thread of the process after warm-up */
    size_t n_tids;
    const int *worker_tids; /* of the device's workers; a worker with 0 cycles makes the reading an error */
    size_t n_workers;
    const struct gam_open_device *devices; /* of the run; they stay open while the meter is */
    size_t n_devices;
};

struct gam_meter {
    const char *name, *summary;
    int hardware; /* counts events of the processor: `--counters off` leaves it out, and run.counters speaks of these meters */
    int energy;   /* a meter of energy: when none of these opens, that is one note of the run and not a warning each */
    size_t state_size;
    void (*probe)(struct gam_probe *out);
    /* 0, an error, or 1: there is nothing for it in this run, which is no news to anyone. */
    int (*open)(void *state, const struct gam_meter_target *target, struct gam_err *err);
    void (*close)(void *state); /* also after a failed open */
    /* What it will read; index = position in read's output. Valid after open. */
    size_t (*quantities)(void *state, const struct gam_meter_quantity **out);
    int (*passes)(void *state); /* number of counter passes, 0 when everything is free */
    /* What a visit must last in that pass for the meter to see anything of it (a counter that seldom moves); such visits are made
     * of operators only, and only when the runner is asked for them. NULL or 0: any time does. */
    uint64_t (*least_ns)(void *state, int pass);
    /* Whether it takes part in the visit that starts next, on that device of the target; NULL: in all of them. */
    int (*takes)(void *state, size_t device);
    /* The first `workers` of the target's workers compute in this visit; the others idle, or wait in a spin that is not the
     * visit's work. A failed start needs no stop. */
    int (*start)(void *state, int pass, size_t workers, struct gam_err *err);
    int (*stop)(void *state, struct gam_err *err);
    int (*read)(void *state, struct gam_meter_reading *out, size_t n, struct gam_err *err); /* after stop */
};

extern const struct gam_meter *const gam_meters[]; /* generated; NULL-terminated */

#endif
