/* SPDX-License-Identifier: MIT */
/* See tile_pack.inc. */
#ifndef GAM_KERNELS_CPU_SIMD_TILE_TILE_TURN_AVX2_H
#define GAM_KERNELS_CPU_SIMD_TILE_TILE_TURN_AVX2_H

#include "kernels/cpu/simd/vec/vec.h"

#if GAM_VEC_F64
/* 128-bit lane l: line[2 l + g][p .. p + 1] */
V_INLINE vec v_across(const real *const *line, size_t p, int g)
{
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(line[g] + p)), _mm_loadu_pd(line[2 + g] + p), 1);
}

/* Within each 128-bit lane, element e of t[g] becomes element g of t[e]. */
V_INLINE void v_turn(vec *t)
{
    const vec low = _mm256_unpacklo_pd(t[0], t[1]);

    t[1] = _mm256_unpackhi_pd(t[0], t[1]);
    t[0] = low;
}

/* Elements 0, 2, 4 ... of a, then of b. */
V_INLINE vec v_even(vec a, vec b)
{
    return _mm256_permute4x64_pd(_mm256_unpacklo_pd(a, b), 0xd8);
}
#else
/* 128-bit lane l: line[4 l + g][p .. p + 3] */
V_INLINE vec v_across(const real *const *line, size_t p, int g)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(line[g] + p)), _mm_loadu_ps(line[4 + g] + p), 1);
}

/* Within each 128-bit lane, element e of t[g] becomes element g of t[e]. */
V_INLINE void v_turn(vec *t)
{
    const __m256d low01 = _mm256_castps_pd(_mm256_unpacklo_ps(t[0], t[1])),
                  high01 = _mm256_castps_pd(_mm256_unpackhi_ps(t[0], t[1]));
    const __m256d low23 = _mm256_castps_pd(_mm256_unpacklo_ps(t[2], t[3])),
                  high23 = _mm256_castps_pd(_mm256_unpackhi_ps(t[2], t[3]));

    t[0] = _mm256_castpd_ps(_mm256_unpacklo_pd(low01, low23));
    t[1] = _mm256_castpd_ps(_mm256_unpackhi_pd(low01, low23));
    t[2] = _mm256_castpd_ps(_mm256_unpacklo_pd(high01, high23));
    t[3] = _mm256_castpd_ps(_mm256_unpackhi_pd(high01, high23));
}

/* Elements 0, 2, 4 ... of a, then of b. */
V_INLINE vec v_even(vec a, vec b)
{
    return _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(_mm256_shuffle_ps(a, b, 0x88)), 0xd8));
}
#endif

#endif
