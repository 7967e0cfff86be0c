/* SPDX-License-Identifier: MIT */
/* The implementation `gpu`: whatever kernel is registered for the operator's kind. */
#include "common/err.h"
#include "kernels/gpu/gpu.h"

#include <string.h>

static const struct gam_gpu_kernel *kernel_find(const char *kind)
{
    for (size_t i = 0; gam_gpu_kernels[i]; i++)
        if (!strcmp(gam_gpu_kernels[i]->kind, kind))
            return gam_gpu_kernels[i];
    return NULL;
}

static int impl_serves(const char *kind)
{
    return kernel_find(kind) != NULL;
}

static int impl_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    return gpu_supports(kernel_find(op->kind->name), op, caps, why);
}

static int impl_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    return gpu_plan(kernel_find(op->kind->name), op, caps, out, err);
}

static uint32_t impl_variants(const struct gam_op *op, const struct gam_caps *caps)
{
    return gpu_variants(kernel_find(op->kind->name), op, caps);
}

const struct gam_impl gam_impl_gpu = {
    .name = "gpu",
    .serves = impl_serves,
    .lang = GAM_LANG_OPENCL,
    .langs = GAM_LANGS_GPU,
    .version = gpu_version,
    .supports = impl_supports,
    .plan = impl_plan,
    .variants = impl_variants,
};
