/* SPDX-License-Identifier: MIT */
#include "common/err.h"
#include "kernels/cuda/mma.h"

static const struct gpu_step step[] = { { "roof_mma", { "groups" }, "*x n" } };

#define ITEMS(items)                                                                                                             \
    {                                                                                                                            \
        .local = { items, 1, 1 }                                                                                                 \
    }
static const struct gpu_tuning items_128[] = { ITEMS(128) }, items_256[] = { ITEMS(256) }, items_512[] = { ITEMS(512) };

#define KERNEL_OF(rows)                                                                                                          \
    {                                                                                                                            \
        .kind = "roof_mma", .source = "cuda_mma cuda_mma_roof", .constants = "chains", .step = step, .n_steps = 1,               \
        .tuning = rows, .n_tunings = 1, .supports = mma_supports                                                                 \
    }

/* A roof's sizes are keys of its operator: one kernel for each number of items that there is. */
static const struct {
    int64_t items;
    struct gam_gpu_kernel kernel;
} kernels[] = { { 128, KERNEL_OF(items_128) }, { 256, KERNEL_OF(items_256) }, { 512, KERNEL_OF(items_512) } };

static const struct gam_gpu_kernel *kernel_of(const struct gam_op *op)
{
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        if (kernels[i].items == gam_op_int(op, "items"))
            return &kernels[i].kernel;
    return NULL;
}

static int impl_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    const struct gam_gpu_kernel *kernel = kernel_of(op);

    if (!kernel)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "mma: roofs have 128, 256 or 512 items");
    return gpu_supports(kernel, op, caps, why);
}

static int impl_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    int rc = impl_supports(op, caps, err);

    return rc ? rc : gpu_plan(kernel_of(op), op, caps, out, err);
}

const struct gam_impl gam_impl_mma_roof = {
    .name = "mma",
    .kinds = { "roof_mma" },
    .lang = GAM_LANG_CUDA,
    .version = gpu_version,
    .supports = impl_supports,
    .plan = impl_plan,
};
