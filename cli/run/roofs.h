/* SPDX-License-Identifier: MIT */
/* Reuse of roofs: those of an earlier run hold when the conditions are the same and a spot check agrees. */
#ifndef GAM_CLI_RUN_ROOFS_H
#define GAM_CLI_RUN_ROOFS_H

#include "cli/run/machine.h"
#include "store/store.h"

#include <signal.h>

struct gam_run_roofs {
    int64_t id;            /* of the run whose roofs are used; 0: measure them */
    struct gam_runset set; /* its records */
    char why[200];         /* why they are measured anew; empty when reused or none were there */
};

/* `host`: the records of this machine (host, host_fact). */
int gam_run_roofs_find(struct gam_store *store, const struct gam_run_options *o, struct gam_run_machine *m,
                       const struct gam_runset *host, const volatile sig_atomic_t *cancel, struct gam_run_roofs *out,
                       struct gam_err *err);
void gam_run_roofs_release(struct gam_run_roofs *r);

#endif
