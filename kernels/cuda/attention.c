/* SPDX-License-Identifier: MIT */
#include "ops/kind/attention.h"
#include "common/err.h"
#include "kernels/cuda/mma.h"

static const struct gpu_tuning tunings[] = {
    { .local = { 128, 1, 1 }, .v = { { "WARPS", 4 }, { "TILE", 64 } } },
    { .local = { 64, 1, 1 }, .v = { { "WARPS", 2 }, { "TILE", 32 } } },
    { .local = { 64, 1, 1 }, .v = { { "WARPS", 2 }, { "TILE", 64 } } },
};

static const struct gpu_step step[] = { { "attention", { "sq / WARPS * 16", "hq", "b" }, "*q *k *v *o hq hkv sq skv =scale" } };

static int attention_fits(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    struct gam_attention s;
    int rc = mma_supports(op, caps, why);

    if (rc)
        return rc;
    gam_attention_shape(op, &s);
    if (s.d != s.dv || s.d % 16 || s.d > 128)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "mma: queries, keys and values of the same 16, 32, ... 128 elements");
    return 0;
}

const struct gam_gpu_kernel mma_kernel_attention = {
    .kind = "attention",
    .source = "cuda_mma cuda_flash_attention",
    .constants = "d mask",
    .step = step,
    .n_steps = 1,
    .tuning = tunings,
    .n_tunings = sizeof tunings / sizeof tunings[0],
    .local_elements = "TILE * d + TILE * 8",
    .supports = attention_fits,
};
