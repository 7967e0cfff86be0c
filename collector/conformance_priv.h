/* SPDX-License-Identifier: MIT */
#ifndef GAM_COLLECTOR_CONFORMANCE_PRIV_H
#define GAM_COLLECTOR_CONFORMANCE_PRIV_H

#include "collector/device.h"

enum trial_verdict { TRIAL_HOLDS, TRIAL_FAILS, TRIAL_UNTRIED };

struct trial {
    const struct gam_device_backend *backend;
    const struct gam_device_config *config;
    struct gam_device_info info;
    struct gam_open_device *device; /* open, as `state` */
    void *state;
    char reason[400];
};

/* Writes the reason and returns the verdict. */
int conformance_say(struct trial *t, int verdict, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Through the runner, with one operator and its oracle (conformance_run.c). */
int conformance_right(struct trial *t);
int conformance_wrong(struct trial *t);
int conformance_unsupported(struct trial *t);
int conformance_lost(struct trial *t);
int conformance_cancelled(struct trial *t);

#endif
