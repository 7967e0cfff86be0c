/* SPDX-License-Identifier: MIT */
/* The numbers of the tensor roof, apart so that the emulation of its kernel is compared with these. */
#include "ops/kind/roof_mma.h"

#include <stddef.h>

/* Products in f8e4m3 are summed up with about 14 bits on some devices, so there entries are +-1 only and sums are integers. */
const struct gam_mma_type gam_mma_types[GAM_MMA_TYPES] = {
    { GAM_DTYPE_F16, GAM_DTYPE_F32, 16, 0.5, 0.25 }, { GAM_DTYPE_BF16, GAM_DTYPE_F32, 16, 0.5, 0.25 },
    { GAM_DTYPE_TF32, GAM_DTYPE_F32, 8, 0.5, 0.25 }, { GAM_DTYPE_I8, GAM_DTYPE_I32, 32, 2, 1 },
    { GAM_DTYPE_F8E4M3, GAM_DTYPE_F32, 32, 1, 1 },
};

const struct gam_mma_type *gam_mma_type_find(enum gam_dtype dtype)
{
    for (size_t i = 0; i < GAM_MMA_TYPES; i++)
        if (gam_mma_types[i].dtype == dtype)
            return &gam_mma_types[i];
    return NULL;
}

/* Two bits of a number that looks random. */
static double entry(const struct gam_mma_type *type, unsigned place)
{
    unsigned bits = place * 2654435761u >> 27;

    return (bits & 1 ? -1.0 : 1.0) * (bits & 2 ? type->second : 1.0);
}

double gam_roof_mma_a(const struct gam_mma_type *type, int row, int k)
{
    return entry(type, (unsigned)(row * type->depth + k) + 1);
}

double gam_roof_mma_turned(const struct gam_mma_type *type, int row, int k)
{
    return k ? -gam_roof_mma_a(type, row, k) : gam_roof_mma_a(type, row, k);
}

double gam_roof_mma_b(const struct gam_mma_type *type, int k, int col)
{
    return entry(type, (unsigned)(k * GAM_MMA_N + col) + 1000);
}

/* Of two products in turn only what column 0 of a gives is left, twice. */
double gam_roof_mma_result(const struct gam_mma_type *type, int chain, int row, int col, int64_t n)
{
    double value = chain * type->start + (double)(n / 2) * 2 * gam_roof_mma_a(type, row, 0) * gam_roof_mma_b(type, 0, col);

    for (int k = 0; n % 2 && k < type->depth; k++)
        value += gam_roof_mma_a(type, row, k) * gam_roof_mma_b(type, k, col);
    return value;
}
