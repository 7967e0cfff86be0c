/* SPDX-License-Identifier: MIT */
#include "kernels/gpu/gpu.h"

/* Rows of the item, vectors of WIDTH columns, depth of a step, elements between the rows of a's part beside TILE_K. */
#define SIZES(rows, vectors, width, depth, pad)                                                                                  \
    {                                                                                                                            \
        { "ITEM_M", rows }, { "ITEM_V", vectors }, { "WIDTH", width }, { "TILE_K", depth }, { "PAD", pad },                      \
        {                                                                                                                        \
            "BLOCKS", 1                                                                                                          \
        }                                                                                                                        \
    }

/* An item for itself, with so many blocks of rows: as many vectors as registers hold. */
#define CORE(blocks, rows, vectors, width, depth)                                                                                \
    {                                                                                                                            \
        .device_kind = "cpu", .source = "gemm_core", .local = { 1, 1, 1 }, .v = {                                                \
            { "ITEM_M", rows },                                                                                                  \
            { "ITEM_V", vectors },                                                                                               \
            { "WIDTH", width },                                                                                                  \
            { "TILE_K", depth },                                                                                                 \
            { "PAD", 0 },                                                                                                        \
            { "BLOCKS", blocks }                                                                                                 \
        }                                                                                                                        \
    }

static const struct gpu_tuning tunings[] = {
    { .local = { 8, 8, 1 }, .v = SIZES(4, 1, 4, 16, 1) },
    { .device_kind = "gpu", .local = { 16, 16, 1 }, .v = SIZES(4, 1, 4, 16, 1) },
    { .device_kind = "gpu", .local = { 16, 16, 1 }, .v = SIZES(8, 2, 4, 8, 1) },
    { .device_kind = "gpu", .local = { 16, 16, 1 }, .v = SIZES(8, 2, 4, 16, 1) },
    CORE(32, 6, 4, 16, 128), /* f32 in 32 registers of 64 bytes */
    CORE(16, 6, 4, 16, 256),
    CORE(32, 6, 4, 8, 128), /* f64 in these, f32 in 32 of 32 bytes */
    CORE(32, 6, 2, 8, 256), /* f32 in 16 registers of 32 bytes */
    CORE(32, 6, 2, 4, 256), /* f64 in these; f32 in registers of 16 bytes */
};

static const struct gpu_step steps[] = {
    { "gemm", { "n / ITEM_V * WIDTH * GROUP_X", "m / ITEM_M * BLOCKS * GROUP_Y", "batch" }, "*a *b *c *bias m n k =alpha =beta" },
};

const struct gam_gpu_kernel gam_gpu_kernel_gemm = {
    .kind = "gemm",
    .source = "gemm",
    .constants = "ta tb bias act",
    .step = steps,
    .n_steps = sizeof steps / sizeof steps[0],
    .tuning = tunings,
    .n_tunings = sizeof tunings / sizeof tunings[0],
    .local_elements = "ITEM_M * GROUP_Y * TILE_K + ITEM_M * GROUP_Y * PAD + TILE_K * ITEM_V * WIDTH * GROUP_X",
    .tile_m = "ITEM_M * BLOCKS * GROUP_Y",
    .tile_n = "ITEM_V * WIDTH * GROUP_X",
};
