/* SPDX-License-Identifier: MIT */
/* Parts of plan_roofs.c: the ceilings of compute and of memory. */
#ifndef GAM_COLLECTOR_PLAN_ROOFS_PRIV_H
#define GAM_COLLECTOR_PLAN_ROOFS_PRIV_H

#include "collector/plan.h"

enum { ROOF_ISAS = 4 };

/* One device's roofs in the making. */
struct roofs {
    struct gam_plan *plan;
    const struct gam_plan_request *request;
    size_t device;
    const struct gam_open_device *d;
    const char *isa[ROOF_ISAS]; /* that the device has, best first */
    size_t n_isas;
    uint64_t memory_bytes; /* that operands may use */
    int group;             /* the ceiling in work */
    char group_name[64];
    struct gam_err *err;
};

/* Begins the next ceiling; the candidates that follow compete for it. */
void roofs_group(struct roofs *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds the candidate and its control if an implementation on this device takes it; others are no candidates. `note` may be empty.
 */
int roofs_candidate(struct roofs *r, const char *spec, int threads, const char *note);

/* Adds an item that is not measured, with the reason. */
int roofs_skip(struct roofs *r, const char *spec, int threads, const char *reason);

/* How many times as long as with one worker a launch should last: starting and joining more of them takes longer, and should stay
 * a small part. 1 + log2. */
int64_t roofs_stretch(int threads);

int roofs_compute(struct roofs *r, int threads);
int roofs_memory(struct roofs *r, int threads);
int roofs_latency(struct roofs *r);
int64_t roofs_chase_steps(const char *level);                   /* loads of one launch of a core; 0: no such level */
int roofs_device(struct roofs *r);                              /* all but the launch of a device that runs source code */
int roofs_tensor(struct roofs *r, const struct gam_caps *caps); /* ceilings of tensor cores, where an implementation has them */
int roofs_link(struct roofs *r); /* to the host, and launches as graphs, of a device with memory of its own */
int roofs_sweep(struct roofs *r);

#endif
