/* SPDX-License-Identifier: MIT */
#include "ops/kind/conv2d.h"
#include "kernels/gpu/gpu.h"

static const struct gpu_tuning tunings[] = {
    { .local = { 64, 1, 1 }, .v = { { "PER", 4 } } },
    { .local = { 128, 1, 1 }, .v = { { "PER", 8 } } },
    { .local = { 64, 1, 1 }, .v = { { "PER", 1 } } },
    { .device_kind = "cpu", .local = { 16, 1, 1 }, .v = { { "PER", 8 } } },
};

static const struct gpu_step steps[] = {
    { "conv2d", { "p * q / GROUP_X", "channel_blocks", "n" }, "*x *w *y *bias h w r s stride pad dilation cg kg groups p q" },
};

static void conv2d_derive(const struct gam_op *op, struct gpu_values *out)
{
    uint64_t blocks = 0;
    struct gam_conv2d s;

    gam_conv2d_shape(op, &s);
    gpu_values_add(out, "p", s.p);
    gpu_values_add(out, "q", s.q);
    gpu_values_add(out, "cg", s.cg);
    gpu_values_add(out, "kg", s.kg);
    if (!gpu_expression(out, "kg / PER", &blocks, NULL))
        gpu_values_add(out, "channel_blocks", (int64_t)blocks * s.groups);
}

const struct gam_gpu_kernel gam_gpu_kernel_conv2d = {
    .kind = "conv2d",
    .source = "conv2d",
    .constants = "bias",
    .step = steps,
    .n_steps = sizeof steps / sizeof steps[0],
    .tuning = tunings,
    .n_tunings = sizeof tunings / sizeof tunings[0],
    .derive = conv2d_derive,
};
