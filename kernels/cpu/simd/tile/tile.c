/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/simd/tile/tile.h"

#if defined(__x86_64__)
extern const struct gam_tile_kit gam_tile_kit_f32_avx512, gam_tile_kit_f64_avx512, gam_tile_kit_f32_avx2, gam_tile_kit_f64_avx2;
#elif defined(__aarch64__)
extern const struct gam_tile_kit gam_tile_kit_f32_neon, gam_tile_kit_f64_neon;
#endif

/* Best first. */
static const struct gam_tile_kit *const kits[] = {
#if defined(__x86_64__)
    &gam_tile_kit_f32_avx512,
    &gam_tile_kit_f64_avx512,
    &gam_tile_kit_f32_avx2,
    &gam_tile_kit_f64_avx2,
#elif defined(__aarch64__)
    &gam_tile_kit_f32_neon,
    &gam_tile_kit_f64_neon,
#endif
    NULL,
};

const struct gam_tile_kit *gam_tile_kit_at(size_t i)
{
    return i < sizeof kits / sizeof kits[0] ? kits[i] : NULL;
}

const struct gam_tile_kit *gam_tile_kit_find(unsigned isa, enum gam_dtype dtype)
{
    for (size_t i = 0; kits[i]; i++)
        if ((kits[i]->isa_bit & isa) && kits[i]->dtype == dtype)
            return kits[i];
    return NULL;
}
