/* SPDX-License-Identifier: MIT */
/* `gambrel doctor --conformance NAME`. */
#ifndef GAM_CLI_DOCTOR_CONFORMANCE_H
#define GAM_CLI_DOCTOR_CONFORMANCE_H

#include "collector/conformance.h"

/* -GAM_EUNSUPPORTED, which exits 77: no backend has that name; the error names those that there are. */
int gam_doctor_conformance(const char *name, const struct gam_device_backend *const *more, struct gam_conformance *out,
                           struct gam_err *err);

#endif
