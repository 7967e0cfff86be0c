/* SPDX-License-Identifier: MIT */
/* Who this run is: its uuid, and the process that owns it (so that a later look can tell whether it still lives). */
#ifndef GAM_CLI_RUN_IDENTITY_H
#define GAM_CLI_RUN_IDENTITY_H

#include <stdint.h>

struct gam_run_identity {
    char uuid[40], boot_id[40]; /* boot_id empty: unknown */
    int64_t pid, start_ticks;   /* start_ticks GAM_NULL_INT: unknown */
    uint64_t random;            /* a seed for whoever asked for none */
};

struct gam_err;

int gam_run_identity_make(struct gam_run_identity *out, struct gam_err *err);

#endif
