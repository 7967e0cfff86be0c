/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/simd/simd.h"

#include <math.h>

#if defined(__x86_64__)
extern const struct gam_simd gam_simd_f32_avx512, gam_simd_f64_avx512, gam_simd_f32_avx2, gam_simd_f64_avx2;
#elif defined(__aarch64__)
extern const struct gam_simd gam_simd_f32_neon, gam_simd_f64_neon;
#endif

/* Best first. */
static const struct gam_simd *const tables[] = {
#if defined(__x86_64__)
    &gam_simd_f32_avx512,
    &gam_simd_f64_avx512,
    &gam_simd_f32_avx2,
    &gam_simd_f64_avx2,
#elif defined(__aarch64__)
    &gam_simd_f32_neon,
    &gam_simd_f64_neon,
#endif
    NULL,
};

const struct gam_simd *gam_simd_at(size_t i)
{
    return i < sizeof tables / sizeof tables[0] ? tables[i] : NULL;
}

const struct gam_simd *gam_simd_find(unsigned isa, enum gam_dtype dtype)
{
    for (size_t i = 0; tables[i]; i++)
        if ((tables[i]->isa_bit & isa) && tables[i]->dtype == dtype)
            return tables[i];
    return NULL;
}

void gam_simd_softmax_merge(struct gam_simd_stats *into, const struct gam_simd_stats *part)
{
    double top = part->center <= into->center ? into->center : part->center; /* a NaN stays */

    if (part->n == 0)
        return;
    if (into->n == 0) {
        *into = *part;
        return;
    }
    into->spread = into->spread * exp(into->center - top) + part->spread * exp(part->center - top);
    into->center = top;
    into->n += part->n;
}

void gam_simd_moments_merge(struct gam_simd_stats *into, const struct gam_simd_stats *part)
{
    double n = into->n + part->n, apart = part->center - into->center;

    if (part->n == 0)
        return;
    into->center += apart * part->n / n;
    into->spread += part->spread + apart * apart * into->n * part->n / n;
    into->n = n;
}
