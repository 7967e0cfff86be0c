/* SPDX-License-Identifier: MIT */
/* Kernels for the tensor cores of NVIDIA GPUs, the implementation `mma`. They compile for every architecture that has the
 * instructions (sm_80 on), and an emulation of these on the host has computed right results; nobody has run them on hardware yet.
 */
#ifndef GAM_KERNELS_CUDA_MMA_H
#define GAM_KERNELS_CUDA_MMA_H

#include "kernels/gpu/gpu.h"

/* 0 for 16-bit floats with sums in f32, on a CUDA device that has the instructions. */
int mma_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why);

extern const struct gam_gpu_kernel mma_kernel_attention, mma_kernel_gemm;

#endif
