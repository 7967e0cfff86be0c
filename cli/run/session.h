/* SPDX-License-Identifier: MIT */
/* One `gambrel run` from options to a stored run. */
#ifndef GAM_CLI_RUN_SESSION_H
#define GAM_CLI_RUN_SESSION_H

#include "cli/run/choice.h"
#include "cli/run/identity.h"
#include "cli/run/machine.h"
#include "cli/run/roofs.h"
#include "collector/runner.h"

struct gam_run_session {
    struct gam_run_options *options;
    struct gam_run_identity identity;
    struct gam_run_machine machine;
    struct gam_store *store;
    struct gam_run_roofs roofs;
    struct gam_run_choice choice;
    struct gam_plan plan;
    int64_t run_id;
    struct gam_runner_result result;
    int cancelled;
};

/* Opens everything and plans; nothing is measured but the spot check of reused roofs. */
int gam_run_session_open(struct gam_run_session *s, struct gam_run_options *o, struct gam_err *err);
/* Measures and stores. Cancellation is no error: s->cancelled says so. */
int gam_run_session_measure(struct gam_run_session *s, struct gam_err *err);
void gam_run_session_close(struct gam_run_session *s);

#endif
