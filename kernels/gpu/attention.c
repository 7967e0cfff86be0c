/* SPDX-License-Identifier: MIT */
#include "ops/kind/attention.h"
#include "kernels/gpu/gpu.h"

enum { D_STEP = 64 /* sources differ by sizes rounded up to this, so that few are compiled */ };

static const struct gpu_tuning tunings[] = {
    { .local = { 64, 1, 1 }, .n_steps = 1, .v = { { "SPLITS", 1 } } },
    { .local = { 128, 1, 1 }, .n_steps = 1, .v = { { "SPLITS", 1 } } },
    { .local = { 64, 1, 1 }, .v = { { "SPLITS", 16 } } },
};

static const struct gpu_step steps[] = {
    { "attention", { "sq", "b * hq", "SPLITS" }, "*q *k *v *o %scratch hq hkv sq skv d dv =scaling" },
    { "attention_join", { "sq", "b * hq" }, "*o %scratch sq dv" },
};

static void attention_derive(const struct gam_op *op, struct gpu_values *out)
{
    struct gam_attention s;
    uint64_t per = 0;

    gam_attention_shape(op, &s);
    gpu_values_add(out, "D_MOST", (s.d + D_STEP - 1) / D_STEP * D_STEP);
    if (!gpu_expression(out, "dv / GROUP_X", &per, NULL))
        gpu_values_add(out, "DV_PER", (int64_t)per);
    gpu_values_add_real(out, "scaling", s.scale);
}

const struct gam_gpu_kernel gam_gpu_kernel_attention = {
    .kind = "attention",
    .source = "attention",
    .constants = "mask D_MOST DV_PER",
    .step = steps,
    .n_steps = sizeof steps / sizeof steps[0],
    .tuning = tunings,
    .n_tunings = sizeof tunings / sizeof tunings[0],
    .local_elements = "D_MOST + GROUP_X + GROUP_X",
    .scratch_elements = "b * hq * sq * SPLITS * dv + b * hq * sq * SPLITS * 2",
    .derive = attention_derive,
};
