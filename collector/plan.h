/* SPDX-License-Identifier: MIT */
/* What will be measured, where and how often; or skipped, and why. Pure: `--dry-run` prints it. */
#ifndef GAM_COLLECTOR_PLAN_H
#define GAM_COLLECTOR_PLAN_H

#include "collector/device.h"
#include "common/record/record.h"
#include "kernels/suite.h"
#include "ops/link.h"

struct gam_plan_item {
    enum gam_role role;
    struct gam_op op;
    char *name; /* of the node; may be NULL */
    int64_t calls;
    const struct gam_impl *impl; /* NULL only when skipped because there is none */
    size_t device;               /* index into the devices */
    int threads;
    enum gam_cache_state cache;
    enum gam_host_memory host; /* subjects: where each run's operands come from and its results go */
    /* Candidates for one ceiling carry the same group; after calibration the `keep` fastest (per unit of work) go on. -1: none */
    int group;
    char group_name[64]; /* "compute f32 avx512 fma t2" */
    /* Items of equal `share` > 0 have the same device, threads and operands (names, element types, bytes, fills): one set of
     * buffers can serve them all, one after another. Inputs are never written; what is written needs no keeping. 0: own buffers
     */
    int share;
    /* GAM_ROLE_CONTROL: index of the roof item whose operator this one repeats with its work key doubled. It is no candidate
     * itself: it is measured in every round exactly when that item is kept. Unused in other roles. */
    size_t twin_of;
    enum gam_status status; /* OK or SKIPPED */
    char reason[200];
    size_t node; /* items of one suite place share a node */
};

struct gam_plan {
    struct gam_plan_item *item;
    size_t n, n_nodes, capacity;
    int keep;           /* candidates that stay in a group */
    uint64_t budget_ns; /* 0: none */
    int rounds, rounds_least;
    uint64_t seed;
};

struct gam_plan_request {
    const struct gam_suite *suite;
    const struct gam_open_device *devices;
    size_t n_devices;
    enum gam_cache_state cache;
    enum gam_host_memory host; /* of operators that say nothing themselves */
    int all_isas;              /* roofs of every instruction set, not only the best */
    int spot_only;             /* roofs are reused: measure the spot check only (best FP32, DRAM read, launch) */
    int one_thread;            /* roofs for 1 thread beside N */
    uint64_t budget_ns, seed;
    int rounds; /* 0: default 10 */
};

int gam_plan_make(const struct gam_plan_request *request, struct gam_plan *out, struct gam_err *err);
void gam_plan_release(struct gam_plan *plan);

/* What the inputs of its operators (not of roofs) that are measured are filled with: each word of gam_inputs_pattern once, in
 * order of first use. Returns how many. */
enum { GAM_PLAN_INPUTS_MAX = 8 };
size_t gam_plan_inputs(const struct gam_plan *plan, const char *out[GAM_PLAN_INPUTS_MAX]);

/* Appends a copy of the item (its name too). A new place of the suite, or a roof, takes the node `plan->n_nodes`; the count
 * follows. Start from GAM_PLAN_ITEM_INIT: an item outside every group says group = -1. */
int gam_plan_push(struct gam_plan *plan, const struct gam_plan_item *item, struct gam_err *err);

#define GAM_PLAN_ITEM_INIT                                                                                                       \
    {                                                                                                                            \
        .calls = 1, .group = -1, .status = GAM_STATUS_OK                                                                         \
    }

/* The roofs of one device: what roof_*.c offers for its caps and memory levels, appended to the plan (collector/plan_roofs.c). */
int gam_plan_add_roofs(struct gam_plan *plan, const struct gam_plan_request *request, size_t device, struct gam_err *err);

#endif
