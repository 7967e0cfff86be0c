/* SPDX-License-Identifier: MIT */
/* The tensor roof in every type that PTX has a dense product of. */
#include "common/err.h"
#include "kernels/cuda/mma.h"
#include "kernels/gpu/queue.h"
#include "ops/kind/roof_mma.h"

static const struct gpu_step step[] = { { "roof_mma", { "groups" }, "*x n" } };

#define ITEMS(items)                                                                                                             \
    {                                                                                                                            \
        .local = { items, 1, 1 }                                                                                                 \
    }
static const struct gpu_tuning items_128[] = { ITEMS(128) }, items_256[] = { ITEMS(256) }, items_512[] = { ITEMS(512) };

/* The first architecture with the instruction (PTX ISA, "mma", target ISA notes). */
static const struct {
    enum gam_dtype dtype;
    int major, minor;
} first[] = {
    { GAM_DTYPE_F16, 8, 0 }, { GAM_DTYPE_BF16, 8, 0 },   { GAM_DTYPE_TF32, 8, 0 },
    { GAM_DTYPE_I8, 8, 0 },  { GAM_DTYPE_F8E4M3, 8, 9 },
};

static int roof_fits(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    const struct gam_gpu_queue *queue = caps->host;

    if (!(caps->langs & 1u << GAM_LANG_CUDA) || !queue)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "mma: runs on CUDA devices only");
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
        if (first[i].dtype == gam_op_dtype(op) && queue->major * 10 + queue->minor < first[i].major * 10 + first[i].minor)
            return gam_err_set(why, -GAM_EUNSUPPORTED, "mma: sm_%d%d has no tensor product of %s, which began with sm_%d%d",
                               queue->major, queue->minor, gam_dtype_info(gam_op_dtype(op))->name, first[i].major,
                               first[i].minor);
    return 0;
}

/* What the source sees of a row of gam_mma_types. */
static void type_derive(const struct gam_op *op, struct gpu_values *out)
{
    struct gam_roof_mma s;

    gam_roof_mma_shape(op, &s);
    gpu_values_add(out, "MMA_TYPE", s.type - gam_mma_types);
    gpu_values_add(out, "MMA_DEPTH", s.type->depth);
    gpu_values_add(out, "START_PARTS", (int64_t)(1 / s.type->start));
}

/* moves_only: the shared kernels have not all of its types, and it needs nothing of theirs. */
#define KERNEL_OF(rows)                                                                                                          \
    {                                                                                                                            \
        .kind = "roof_mma", .source = "cuda_mma_types cuda_mma_roof", .constants = "chains MMA_TYPE MMA_DEPTH START_PARTS",      \
        .step = step, .n_steps = 1, .tuning = rows, .n_tunings = 1, .moves_only = 1, .derive = type_derive,                      \
        .supports = roof_fits                                                                                                    \
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
