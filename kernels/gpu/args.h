/* SPDX-License-Identifier: MIT */
/* Arguments of a kernel from the words of its description (struct gpu_step). */
#ifndef GAM_KERNELS_GPU_ARGS_H
#define GAM_KERNELS_GPU_ARGS_H

#include "kernels/gpu/gpu.h"

int gpu_args(const struct gam_op *op, const struct gpu_values *values, const char *words, struct gam_launch_step *out,
             struct gam_err *err);

#endif
