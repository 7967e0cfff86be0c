/* SPDX-License-Identifier: MIT */
#include "kernels/gpu/gpu.h"

static const struct gpu_tuning tunings[] = { { .local = { 256, 1, 1 } }, { .local = { 64, 1, 1 } } };

static const struct gpu_step steps[] = { { "relu", { "n / GROUP_X" }, "*x *y n" } };

const struct gam_gpu_kernel gam_gpu_kernel_relu = {
    .kind = "relu",
    .source = "relu",
    .step = steps,
    .n_steps = 1,
    .tuning = tunings,
    .n_tunings = sizeof tunings / sizeof tunings[0],
};
