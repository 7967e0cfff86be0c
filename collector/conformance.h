/* SPDX-License-Identifier: MIT */
/* What every device backend must withstand, tried through its contract (collector/device.h). To add a check: a function and a row
 * in conformance.c.
 */
#ifndef GAM_COLLECTOR_CONFORMANCE_H
#define GAM_COLLECTOR_CONFORMANCE_H

#include "collector/device.h"

enum { GAM_CONFORMANCE_CHECKS = 16 };

struct gam_conformance {
    struct {
        const char *name;
        const char *state; /* "ready": holds, "missing": does not, "partial": could not be tried here */
        char reason[400];
    } check[GAM_CONFORMANCE_CHECKS];
    size_t n, failed;
};

/* Tries all checks on the backend's first device. `n` is the number of the check in work, whose name is there already (none while
 * the device is opened for all of them): what a caller sees who gave shared memory to a process that did not return. */
void gam_conformance_run(const struct gam_device_backend *backend, const struct gam_device_config *config,
                         struct gam_conformance *out);

#endif
