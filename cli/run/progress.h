/* SPDX-License-Identifier: MIT */
/* The progress line of a long command: on a terminal only, redrawn at most ten times a second. */
#ifndef GAM_CLI_RUN_PROGRESS_H
#define GAM_CLI_RUN_PROGRESS_H

#include "collector/runner.h"

struct gam_run_progress {
    int shown;       /* stderr is a terminal and nobody asked for quiet */
    const char *log; /* path of a file that takes every estimate as JSON lines (for tests of the estimate); NULL */
    void *log_file;
    uint64_t last_ns;
    int columns;
};

void gam_run_progress_open(struct gam_run_progress *p, int quiet, const char *log);
void gam_run_progress_show(void *ctx, const struct gam_progress *progress); /* as runner config's callback */
void gam_run_progress_close(struct gam_run_progress *p);                    /* erases the line */

#endif
