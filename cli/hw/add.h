/* SPDX-License-Identifier: MIT */
/* A device file from the ceilings of a report. */
#ifndef GAM_CLI_HW_ADD_H
#define GAM_CLI_HW_ADD_H

#include "analyzer/report.h"
#include "common/strbuf.h"

struct gam_hw_new {
    const char *id, *name; /* name NULL: the device's own */
    const char *beside;    /* NULL */
    size_t device;         /* index in the report */
    int threads;           /* 0: the most that compute roofs were measured with */
};

/* gambrel-device/1 text. -GAM_EUNSUPPORTED when the run measured no valid roof of it. */
int gam_hw_new_write(const struct gam_report *r, const struct gam_hw_new *n, struct gam_strbuf *out, struct gam_err *err);

#endif
