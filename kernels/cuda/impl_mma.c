/* SPDX-License-Identifier: MIT */
#include "kernels/cuda/mma.h"

#include <string.h>

static const struct gam_gpu_kernel *kernel_of(const struct gam_op *op)
{
    return !strcmp(op->kind->name, "gemm") ? &mma_kernel_gemm : &mma_kernel_attention;
}

static int impl_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    return gpu_supports(kernel_of(op), op, caps, why);
}

static int impl_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    return gpu_plan(kernel_of(op), op, caps, out, err);
}

static uint32_t impl_variants(const struct gam_op *op, const struct gam_caps *caps)
{
    return gpu_variants(kernel_of(op), op, caps);
}

const struct gam_impl gam_impl_mma = {
    .name = "mma",
    .kinds = { "gemm", "attention" },
    .lang = GAM_LANG_CUDA,
    .version = gpu_version,
    .supports = impl_supports,
    .plan = impl_plan,
    .variants = impl_variants,
};
