/* SPDX-License-Identifier: MIT */
/* A device whose launches take scripted times on a scripted clock, implementations that go with it, a meter that answers as
 * told, a sink that can fail.
 */
#ifndef GAM_TESTS_UNIT_COLLECTOR_FIXTURE_FAKE_H
#define GAM_TESTS_UNIT_COLLECTOR_FIXTURE_FAKE_H

#include "collector/runner.h"
#include "common/err.h"

enum { FAKE_ITEMS = 64, FAKE_LOG = 40000, FAKE_TOLD = 20000 };

struct fake;

/* What one item of the plan does. */
struct fake_item {
    double iteration_ns;
    double (*time_ns)(const struct fake *f, const struct fake_item *item); /* of one iteration; NULL: iteration_ns */
    int plan_code;                                                         /* of the implementation's plan */
    int fail_at_run;                                                       /* the device fails in its n-th run (1..); 0: never */
    double wrong;                                                          /* added to the first element of the output */
    uint32_t variants;                                                     /* that the implementation offers; 0: no choice */
    double variant_ns[4];                                                  /* of one iteration of each; below 0: wrong */
    /* what happened */
    uint64_t launches;
    int runs, plans, releases;
    uint32_t variant; /* planned last */
};

/* Meters cannot be given a context before they are opened: there is one script. */
struct fake_meter_script {
    int passes, open_code, start_code, fail_from_start; /* start_code from that start on */
    int64_t free_value;                                 /* GAM_NULL_INT: missing */
    double trust;
    int opened, closed, starts, stops;
    size_t n_tids, n_workers, computing; /* computing: of the last start */
};

struct fake {
    uint64_t now_ns, tick_ns; /* the clock advances by itself at every look */
    struct gam_clock clock;
    struct gam_plan plan;
    struct fake_item item[FAKE_ITEMS];
    struct gam_impl impl[FAKE_ITEMS];
    char impl_name[FAKE_ITEMS][8];
    struct gam_open_device device;
    struct gam_device_backend backend;
    uint64_t allocated_bytes, most_bytes, limit_bytes; /* limit 0: none */
    int allocations, fail_allocation;                  /* the n-th (1..) fails; 0: none */
    uint64_t alloc_ns_per_kib, llc_bytes;
    char order[FAKE_LOG]; /* a letter per run in the rounds: 'A' + item */
    size_t n_order;
    int round; /* -1 while preparing */
    struct gam_progress told[FAKE_TOLD];
    size_t n_told;
    volatile sig_atomic_t cancel;
    int cancel_at_run, runs; /* of all items together */
    /* where records go */
    struct gam_runset set;
    struct gam_emitter emit;
    int puts, fail_put, fail_commit, commits; /* n-th (1..); 0: never */
    struct gam_runner_config config;
    struct gam_runner_result result;
    struct gam_err err;
};

extern const struct gam_meter fake_meter, fake_hardware_meter;
struct fake_meter_script *fake_script(void);

int fake_setup(void **state); /* cmocka set-up: *state is a struct fake; 6 to 10 rounds, keep 1, visits of 10 ms */
int fake_teardown(void **state);
/* Adds an item of its own node. The op must be "add" over f32; a launch really adds. */
struct fake_item *fake_add(struct fake *f, const char *spec, double iteration_ns);
struct gam_plan_item *fake_last(struct fake *f); /* the item added last */
int fake_run(struct fake *f);

void fake_assert_ok(struct fake *f); /* runs and must succeed */
/* The measurement's status, and a part of its reason; NULL: it must have none. */
void fake_assert_status(const struct fake *f, size_t item, enum gam_status status, const char *part);

/* From the records. */
const struct gam_measurement *fake_measurement(const struct fake *f, size_t item);
size_t fake_samples(const struct fake *f, size_t item, int pass); /* pass -1: all */

#endif
