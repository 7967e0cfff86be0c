/* SPDX-License-Identifier: MIT */
/* NVRTC, opened at run time. Its major version must not pass the driver's, which would refuse its code: of several that are
 * installed the newest that fits is taken.
 */
#ifndef GAM_COMMON_VENDOR_DL_NVRTC_H
#define GAM_COMMON_VENDOR_DL_NVRTC_H

#include "common/vendor/gpu_rtc.h"

struct gam_err;

/* Fills `out`; the library stays open. driver_major: of CUDA, 0 for any. Errors: -GAM_ENOENT not found, -GAM_EVERSION all that is
 * there is newer than the driver, or lacks a function. */
int gam_nvrtc_open(int driver_major, struct gam_gpu_rtc *out, struct gam_err *err);

#endif
