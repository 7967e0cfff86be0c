/* SPDX-License-Identifier: MIT */
/* libamdhip64, the runtime of AMD GPUs, opened at run time. */
#ifndef GAM_COMMON_VENDOR_DL_HIP_H
#define GAM_COMMON_VENDOR_DL_HIP_H

#include "common/vendor/gpu_driver.h"

struct gam_err;

/* One per process, not yet initialised. Errors: as gam_dl_open. */
int gam_hip_get(const struct gam_gpu_driver **out, struct gam_err *err);

#endif
