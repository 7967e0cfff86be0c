/* SPDX-License-Identifier: MIT */
/* Text of a kernel in one of the GPU languages: definitions, prelude, source. */
#ifndef GAM_KERNELS_GPU_SOURCE_H
#define GAM_KERNELS_GPU_SOURCE_H

#include "kernels/gpu/gpu.h"

/* The caller's to free. `values` holds what tuning row and constants define. */
int gpu_source(const struct gam_gpu_kernel *kernel, const struct gam_op *op, const struct gam_caps *caps,
               const struct gpu_tuning *tuning, const struct gpu_values *values, char **out, struct gam_err *err);

/* Types of the operator by role. */
enum gam_dtype gpu_type_in(const struct gam_op *op);
enum gam_dtype gpu_type_weights(const struct gam_op *op);
enum gam_dtype gpu_type_out(const struct gam_op *op);
enum gam_dtype gpu_type_acc(const struct gam_op *op);

/* The word that the dialect has for an element type; NULL: none. */
const char *gpu_type_word(enum gam_dtype type);

#endif
