/* SPDX-License-Identifier: MIT */
/* Our ceilings against those of likwid-bench, in alternating pairs on this machine. */
#ifndef GAM_TESTS_ROOFS_ROOFS_H
#define GAM_TESTS_ROOFS_ROOFS_H

#include "collector/plan.h"
#include "collector/topology.h"

/* A cpu and the plan of its roofs. */
struct bench_machine {
    struct gam_topology topology;
    struct gam_open_device device;
    struct gam_plan plan;
};

int machine_open(struct bench_machine *m, struct gam_err *err);
void machine_close(struct bench_machine *m);

/* One candidate of a ceiling, ready to run. */
struct bench_roof {
    const struct gam_plan_item *item;
    struct gam_launch launch;
    struct gam_buffer buffer[GAM_OP_MAX_OPERANDS];
    void *operand[GAM_OP_MAX_OPERANDS];
    size_t n;
    double work; /* FLOP or bytes of one launch */
};

/* The fastest candidate of the plan's group of that name; verified. -GAM_ENOENT: this machine has no such group. */
int roof_open_best(struct bench_machine *m, const char *group, struct bench_roof *out, struct gam_err *err);
void roof_close(struct bench_machine *m, struct bench_roof *r);
/* FLOP/s or bytes/s over at least `seconds`. */
int roof_rate(struct bench_machine *m, struct bench_roof *r, double seconds, double *rate, struct gam_err *err);

/* What likwid-bench reports for one of its kernels on a working set over all threads: FLOP/s or bytes/s. -GAM_ENOENT: not
 * installed. */
int likwid_rate(const char *kernel, uint64_t bytes, int threads, int flops, double *rate, struct gam_err *err);

#endif
