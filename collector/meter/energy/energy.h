/* SPDX-License-Identifier: MIT */
/* Counters of energy, the same for every meter that has some: from two readings to joules or to a reason, idle power, and the
 * quantities of struct gam_meter. A meter of energy finds its counters and says how one is read; the rest is here.
 *
 * A reading has three outcomes (a count, an error with its errno, a count that cannot be true), and only the first ever gives
 * joules: an error is no zero, and a counter that went down is no wrap-around unless the wrap explains it.
 */
#ifndef GAM_COLLECTOR_METER_ENERGY_ENERGY_H
#define GAM_COLLECTOR_METER_ENERGY_ENERGY_H

#include "collector/meter.h"

enum {
    GAM_ENERGY_COUNTERS = 64,
    GAM_ENERGY_GROUPS = 16,
    GAM_ENERGY_QUANTITIES = 3,    /* of a group: gross energy, net energy, idle power */
    GAM_ENERGY_PERIODS_LEAST = 4, /* an interval of fewer update periods says too little */
    GAM_ENERGY_REASON = 200
};

struct gam_energy_counter {
    char name[48];   /* of the domain: "package-0", "dram of package-1" */
    char where[256]; /* what is read, for reasons: a path or a call */
    enum gam_scope scope;
    double joule_per_count;
    uint64_t range;     /* counts after which it begins at 0 again; 0: it does not within any run */
    uint64_t period_ns; /* between two updates */
    double watt_most;   /* above this a difference is not believed; NaN: the system names no limit */
    double coverage;    /* share of the time that the counter really looks at; NaN: not known */
    int alone;          /* its energy is not added to that of others of its scope: another board */
};

/* A counter at one moment. */
struct gam_energy_mark {
    uint64_t count, at_ns;
    int error; /* errno of the reading; 0: it was read */
};

/* Joules between two marks, or NaN and a reason: not read, interval shorter than GAM_ENERGY_PERIODS_LEAST periods or so long that
 * the counter may have wrapped twice, standing still, going backwards, more power than there can be. */
double gam_energy_between(const struct gam_energy_counter *counter, const struct gam_energy_mark *from,
                          const struct gam_energy_mark *to, char reason[GAM_ENERGY_REASON]);

/* Counters of one scope, whose sum is one quantity. Scopes are never added to each other: psys holds the packages, a package its
 * cores. */
struct gam_energy_group {
    enum gam_scope scope;
    size_t member[GAM_ENERGY_COUNTERS], n;
    char domain[160]; /* names of the members */
    double idle_watt; /* NaN: not known */
    char idle_reason[GAM_ENERGY_REASON], reason[GAM_ENERGY_REASON];
};

struct gam_energy {
    struct gam_energy_counter counter[GAM_ENERGY_COUNTERS];
    size_t n;
    /* Reads counter i: 0 or an errno. */
    int (*read)(void *ctx, size_t i, uint64_t *count);
    void *ctx;
    uint64_t (*now_ns)(void); /* NULL: the monotonic clock */
    void (*sleep_ns)(uint64_t ns);
    struct gam_energy_group group[GAM_ENERGY_GROUPS];
    size_t n_groups;
    struct gam_meter_quantity quantity[GAM_ENERGY_GROUPS * GAM_ENERGY_QUANTITIES];
    struct gam_energy_mark begin[GAM_ENERGY_COUNTERS], end[GAM_ENERGY_COUNTERS];
};

/* The next free counter, NULL when all are taken. */
struct gam_energy_counter *gam_energy_add(struct gam_energy *e);

/* How many counters can be read and move within eight of their periods; `reason` says why the first of the others is none. For
 * probes: some machines show counters that never count. */
size_t gam_energy_alive(struct gam_energy *e, char reason[GAM_ENERGY_REASON]);

/* After the last gam_energy_add: groups the counters and measures idle power once, over half a second or twenty periods,
 * whichever is longer, after a pause in which spinning threads go to sleep. The meter's quantities are then in e->quantity.
 * -GAM_EDEVICE when no group had any energy in that time, which a machine that runs cannot have. */
int gam_energy_ready(struct gam_energy *e, struct gam_err *err);

void gam_energy_start(struct gam_energy *e);
void gam_energy_stop(struct gam_energy *e);
int gam_energy_read(struct gam_energy *e, struct gam_meter_reading *out, size_t n);

/* The number in a small file: 0 or an errno (EIO: it holds none). */
int gam_energy_file_read(const char *path, uint64_t *out);

/* Functions of struct gam_meter, for a state whose first member is a struct gam_energy. */
size_t gam_energy_meter_quantities(void *state, const struct gam_meter_quantity **out);
int gam_energy_meter_passes(void *state);
int gam_energy_meter_start(void *state, int pass, size_t workers, struct gam_err *err);
int gam_energy_meter_stop(void *state, struct gam_err *err);
int gam_energy_meter_read(void *state, struct gam_meter_reading *out, size_t n, struct gam_err *err);

/* "cannot read '/sys/...': Permission denied" and what helps against that errno on this kind of file. */
void gam_energy_refusal(const char *where, int error, char *reason, size_t size);
const char *gam_energy_remedy(int error, const char *otherwise);
int gam_energy_code(int error); /* -GAM_EPERM or -GAM_ENOENT */
/* "3 of 4 counters of energy; ..." for a meter's probe. `reason`: why the others are none. */
void gam_energy_probe(struct gam_probe *out, size_t alive, size_t n, const char *reason);

#endif
