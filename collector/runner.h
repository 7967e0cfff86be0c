/* SPDX-License-Identifier: MIT */
/* The one loop that measures: prepare, verify, warm up and calibrate everything once, then R rounds that visit every item in
 * seeded random order. Emits records into a sink and commits at the end of each visit.
 */
#ifndef GAM_COLLECTOR_RUNNER_H
#define GAM_COLLECTOR_RUNNER_H

#include "collector/emit.h"
#include "collector/meter.h"
#include "collector/plan.h"
#include "common/clock.h"
#include "common/record/choice.h"

#include <signal.h>

enum gam_phase { GAM_PHASE_PREPARE, GAM_PHASE_ROUNDS, GAM_PHASE_DONE };

struct gam_progress {
    enum gam_phase phase;
    const char *what;             /* canonical spec in work */
    uint64_t elapsed_ns, left_ns; /* since the runner began; left is an estimate */
    size_t done, total;           /* visits */
    int round, rounds;
};

struct gam_runner_config {
    const struct gam_clock *clock;
    uint64_t visit_ns;        /* 0: from the budget, 5..100 ms; roofs get a third, but 5 ms */
    uint64_t sample_least_ns; /* 0: 1 ms */
    double stop_half_width;   /* 0: 0.01 */
    uint64_t memory_bytes;    /* that operands may hold at once (0: no limit); what does not fit is prepared at each visit */
    uint64_t kept_bytes;      /* of these, what may be held between visits (0: all) */
    /* Opened by the runner on every thread of the process once everything is warm; one that fails to open becomes an event. */
    const struct gam_meter *const *meters;
    size_t n_meters;
    int long_visits; /* also make the visits that meters of slow counters need, see gam_meter.least_ns */
    struct gam_emitter *emit;
    void (*progress)(void *ctx, const struct gam_progress *p);
    void *progress_ctx;
    /* The choice of an earlier run, by its detail; returns that run's number, or 0: try all variants. Host and age are the
     * caller's to fill in. NULL: always try. */
    int64_t (*choice)(void *ctx, const struct gam_choice_query *q, char *detail, size_t size);
    void *choice_ctx;
    const volatile sig_atomic_t *cancel; /* non-zero: stop after the visit in work */
    int64_t host;                        /* ordinal of the host record */
};

struct gam_runner_result {
    int rounds_done;
    size_t measured, wrong, failed, skipped;
    size_t subjects, subjects_measured; /* what was asked for, roofs and controls not counted */
    uint64_t visit_ns;
    const char *stop_reason; /* static text for run.stop_reason */
    char over_budget[160];   /* why the run takes longer than it may; empty: it does not */
    const char *counters; /* static word for run.counters: full partial software-only not-permitted; off: no such meter given */
    char counters_reason[400];
};

struct gam_runner_request {
    const struct gam_plan *plan;
    struct gam_open_device *devices; /* those of the plan */
    size_t n_devices;
    const struct gam_runner_config *config;
};

/* Emits device, memory, operator, node, measurement, quantity_def, sample, reading and event records. Ordinals: device i of the
 * request and item i of the plan are device and measurement i after those emitted before.
 *
 * Readings of a visit hang on its first sample and cover the whole visit; a visit of a counter pass has one sample. A quantity
 * that is missing for the same reason throughout is reported once, on the run. A measurement is `partial` until it has the least
 * number of rounds.
 *
 * An item's failure is a status of its measurement; only a failing sink, no memory for the runner itself or cancellation
 * (-GAM_ECANCELLED) end it; `out` is filled in every case. */
int gam_runner_run(const struct gam_runner_request *request, struct gam_runner_result *out, struct gam_err *err);

#endif
