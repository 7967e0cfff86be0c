/* SPDX-License-Identifier: MIT */
#include "kernels/gpu/gpu.h"

#include <string.h>

static const struct gpu_tuning tunings[] = {
    { .local = { 256, 1, 1 } },
    { .local = { 64, 1, 1 } },
    { .device_kind = "gpu", .local = { 1024, 1, 1 } },
    { .device_kind = "cpu", .local = { 16, 1, 1 } },
};

static const struct gpu_step softmax_step[] = { { "rows", { "rows" }, "*x *weight *bias *y cols" } };
static const struct gpu_step norm_step[] = { { "rows", { "rows" }, "*x *weight *bias *y cols =eps" } };

/* KIND as rows.gpu knows it. */
static void rows_derive(const struct gam_op *op, struct gpu_values *out)
{
    gpu_values_add(out, "KIND", !strcmp(op->kind->name, "softmax") ? 0 : !strcmp(op->kind->name, "layernorm") ? 1 : 2);
}

#define ROWS(name, steps)                                                                                                        \
    {                                                                                                                            \
        .kind = name, .source = "rows", .constants = "KIND", .step = steps, .n_steps = 1, .tuning = tunings,                     \
        .n_tunings = sizeof tunings / sizeof tunings[0], .local_elements = "GROUP_X", .derive = rows_derive                      \
    }

const struct gam_gpu_kernel gam_gpu_kernel_softmax = ROWS("softmax", softmax_step);
const struct gam_gpu_kernel gam_gpu_kernel_layernorm = ROWS("layernorm", norm_step);
const struct gam_gpu_kernel gam_gpu_kernel_rmsnorm = ROWS("rmsnorm", norm_step);
