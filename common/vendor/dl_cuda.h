/* SPDX-License-Identifier: MIT */
/* libcuda, the driver of NVIDIA GPUs, opened at run time; no toolkit is needed. */
#ifndef GAM_COMMON_VENDOR_DL_CUDA_H
#define GAM_COMMON_VENDOR_DL_CUDA_H

#include "common/vendor/gpu_driver.h"

struct gam_err;

/* One per process, not yet initialised. Errors: as gam_dl_open. */
int gam_cuda_get(const struct gam_gpu_driver **out, struct gam_err *err);

#endif
