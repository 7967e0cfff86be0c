/* SPDX-License-Identifier: MIT */
#include "ops/kind/gemm.h"
#include "common/err.h"
#include "kernels/cuda/mma.h"

#define SIZES(m, n, k, warps_m, warps_n)                                                                                         \
    {                                                                                                                            \
        .local = { 32 * (warps_m) * (warps_n), 1, 1 }, .v = {                                                                    \
            { "TILE_M", m },                                                                                                     \
            { "TILE_N", n },                                                                                                     \
            { "TILE_K", k },                                                                                                     \
            { "WARPS_M", warps_m },                                                                                              \
            { "WARPS_N", warps_n }                                                                                               \
        }                                                                                                                        \
    }

static const struct gpu_tuning tunings[] = {
    SIZES(128, 128, 32, 2, 4), SIZES(128, 64, 32, 4, 2), SIZES(64, 128, 32, 2, 4),
    SIZES(64, 64, 32, 2, 2),   SIZES(64, 64, 64, 2, 2),
};

static const struct gpu_step step[] = {
    { "gemm", { "n / TILE_N", "m / TILE_M", "batch" }, "*a *b *c *bias m n k =alpha =beta" }
};

/* Copies move 8 elements, which must not cross the end of a row. */
static int gemm_fits(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    struct gam_gemm s;
    int rc = mma_supports(op, caps, why);

    if (rc)
        return rc;
    gam_gemm_shape(op, &s);
    if (s.ta || s.k % 8 || (!s.tb && s.n % 8))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "mma: a as it is (ta=0), rows of a and b of a multiple of 8 elements");
    return 0;
}

/* local_elements are f32: two halves of 16-bit tiles with their padding, for either storage of b. */
const struct gam_gpu_kernel mma_kernel_gemm = {
    .kind = "gemm",
    .source = "cuda_mma cuda_mma_gemm",
    .constants = "ta tb bias act",
    .step = step,
    .n_steps = 1,
    .tuning = tunings,
    .n_tunings = sizeof tunings / sizeof tunings[0],
    .local_elements = "TILE_M * TILE_K + TILE_M * 8 + TILE_N * TILE_K + TILE_N * 8",
    .tile_m = "TILE_M",
    .tile_n = "TILE_N",
    .supports = gemm_fits,
};
