/* SPDX-License-Identifier: MIT */
/* Whether two runs come from machines whose times may be held against each other. The fingerprint of a run is the class of its
 * host, field by field, and its limit of processors; that of a device is the device's class. It is made of what stays: no clock,
 * no serial number. What is unknown on either side is a difference: nothing may be taken for equal that was not recorded.
 */
#ifndef GAM_ANALYZER_FINGERPRINT_H
#define GAM_ANALYZER_FINGERPRINT_H

#include "common/record/runset.h"

struct gam_arena;

struct gam_difference {
    const char *what;        /* "cores", "caches", "kernel", "cpu limit", "device cuda:0" */
    const char *base, *cand; /* NULL: not recorded */
};

/* What differs between the hosts (of index 0): all of it forbids to compare times. Texts and the array live in `arena`. 0 or
 * -GAM_ENOMEM. */
int gam_fingerprint_host(const struct gam_runset *base, const struct gam_runset *cand, struct gam_arena **arena,
                         struct gam_difference **out, size_t *n);

/* The classes are recorded and equal. */
int gam_fingerprint_device_equal(const struct gam_device *base, const struct gam_device *cand);

#endif
