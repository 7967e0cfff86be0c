/* SPDX-License-Identifier: MIT */
/* The run record: written when a run begins, overwritten when it ends. */
#ifndef GAM_CLI_RUN_RECORD_H
#define GAM_CLI_RUN_RECORD_H

#include "cli/run/identity.h"
#include "cli/run/machine.h"
#include "collector/runner.h"

struct gam_run_record {
    struct gam_run run;
    struct gam_run_identity identity;
    char started[40], finished[40], command[1024], cpuset[256], kernel_set[64];
};

/* `roof_run`: uuid of the run whose roofs are used, NULL for its own; borrowed, as all of `o` and `m`. */
int gam_run_record_begin(struct gam_run_record *r, const struct gam_run_options *o, const struct gam_run_machine *m,
                         const char *roof_run, struct gam_emitter *emit, struct gam_err *err);
/* What operators' inputs are filled with, as options "inputs" of the run, after its record. */
int gam_run_record_inputs(const struct gam_plan *plan, struct gam_emitter *emit, struct gam_err *err);
int gam_run_record_end(struct gam_run_record *r, enum gam_run_status status, const struct gam_runner_result *result,
                       struct gam_emitter *emit, struct gam_err *err);

#endif
