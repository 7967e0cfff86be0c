/* SPDX-License-Identifier: MIT */
/* Code that may crash, end the program or never return, tried in a process of its own: whatever it does is an error here. */
#ifndef GAM_CLI_CLI_TRIAL_H
#define GAM_CLI_CLI_TRIAL_H

#include <stddef.h>

struct gam_err;

/* Zeroed memory that both processes see; NULL and an error when there is none. */
void *gam_cli_trial_new(size_t bytes, struct gam_err *err);
void gam_cli_trial_free(void *shared, size_t bytes);

struct gam_cli_trial {
    void (*work)(void *shared);
    void *shared;
    const volatile size_t *step; /* in `shared`: stopped when it has not changed for two minutes; NULL: for as long in all */
    int silent;                  /* what it prints is dropped; else it goes to stderr */
};

/* 0: `work` returned and the process ended well. -GAM_EDEVICE: "crashed (Segmentation fault)", "ended the program (exit code 3)",
 * "did not come to an end". -GAM_ECANCELLED: somebody stopped it. It does not outlive this process. */
int gam_cli_trial_run(const struct gam_cli_trial *trial, struct gam_err *err);

#endif
