/* SPDX-License-Identifier: MIT */
#include "kernels/gpu/gpu.h"
#include "ops/activation.h"

#include <string.h>

static const struct gpu_tuning tunings[] = {
    { .local = { 256, 1, 1 }, .v = { { "PER", 4 } } },
    { .local = { 256, 1, 1 }, .v = { { "PER", 1 } } },
    { .device_kind = "gpu", .local = { 512, 1, 1 }, .v = { { "PER", 8 } } },
    { .device_kind = "cpu", .local = { 1024, 1, 1 }, .v = { { "PER", 16 } } },
};

static const struct gpu_step two_inputs[] = { { "elementwise", { "n / GROUP_X * PER" }, "*a *b *c n" } };
static const struct gpu_step one_input[] = { { "elementwise", { "n / GROUP_X * PER" }, "*x *x *y n" } };

/* KIND and ACT as elementwise.gpu knows them. */
static void elementwise_derive(const struct gam_op *op, struct gpu_values *out)
{
    const char *name = op->kind->name;
    int tanh_form = gam_op_has(op, "form") && gam_op_int(op, "form");

    gpu_values_add(out, "KIND", !strcmp(name, "add") ? 0 : !strcmp(name, "mul") ? 1 : 2);
    gpu_values_add(out, "ACT", !strcmp(name, "silu") ? GAM_ACT_SILU : tanh_form ? GAM_ACT_GELU_TANH : GAM_ACT_GELU);
}

#define ELEMENTWISE(name, steps)                                                                                                 \
    {                                                                                                                            \
        .kind = name, .source = "elementwise", .constants = "KIND ACT", .step = steps, .n_steps = 1, .tuning = tunings,          \
        .n_tunings = sizeof tunings / sizeof tunings[0], .derive = elementwise_derive                                            \
    }

const struct gam_gpu_kernel gam_gpu_kernel_add = ELEMENTWISE("add", two_inputs);
const struct gam_gpu_kernel gam_gpu_kernel_mul = ELEMENTWISE("mul", two_inputs);
const struct gam_gpu_kernel gam_gpu_kernel_gelu = ELEMENTWISE("gelu", one_input);
const struct gam_gpu_kernel gam_gpu_kernel_silu = ELEMENTWISE("silu", one_input);
