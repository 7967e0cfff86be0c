/* SPDX-License-Identifier: MIT */
/* hiprtc, opened at run time: a library of its own since ROCm 5.5, before that a part of libamdhip64. */
#ifndef GAM_COMMON_VENDOR_DL_HIPRTC_H
#define GAM_COMMON_VENDOR_DL_HIPRTC_H

#include "common/vendor/gpu_rtc.h"

struct gam_err;

int gam_hiprtc_open(struct gam_gpu_rtc *out, struct gam_err *err);

#endif
