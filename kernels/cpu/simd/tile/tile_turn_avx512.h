/* SPDX-License-Identifier: MIT */
/* See tile_pack.inc. Masked broadcasts from memory leave the shuffle unit to v_turn. */
#ifndef GAM_KERNELS_CPU_SIMD_TILE_TILE_TURN_AVX512_H
#define GAM_KERNELS_CPU_SIMD_TILE_TILE_TURN_AVX512_H

#include "kernels/cpu/simd/vec/vec.h"

#if GAM_VEC_F64
/* 128-bit lane l: line[2 l + g][p .. p + 1] */
V_INLINE vec v_across(const real *const *line, size_t p, int g)
{
    vec v = _mm512_castpd128_pd512(_mm_loadu_pd(line[g] + p));

    v = _mm512_mask_broadcast_f64x2(v, 0x0c, _mm_loadu_pd(line[2 + g] + p));
    v = _mm512_mask_broadcast_f64x2(v, 0x30, _mm_loadu_pd(line[4 + g] + p));
    return _mm512_mask_broadcast_f64x2(v, 0xc0, _mm_loadu_pd(line[6 + g] + p));
}

/* Within each 128-bit lane, element e of t[g] becomes element g of t[e]. */
V_INLINE void v_turn(vec *t)
{
    const vec low = _mm512_unpacklo_pd(t[0], t[1]);

    t[1] = _mm512_unpackhi_pd(t[0], t[1]);
    t[0] = low;
}

/* Elements 0, 2, 4 ... of a, then of b. */
V_INLINE vec v_even(vec a, vec b)
{
    return _mm512_permutex2var_pd(a, _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0), b);
}
#else
/* 128-bit lane l: line[4 l + g][p .. p + 3] */
V_INLINE vec v_across(const real *const *line, size_t p, int g)
{
    vec v = _mm512_castps128_ps512(_mm_loadu_ps(line[g] + p));

    v = _mm512_mask_broadcast_f32x4(v, 0x00f0, _mm_loadu_ps(line[4 + g] + p));
    v = _mm512_mask_broadcast_f32x4(v, 0x0f00, _mm_loadu_ps(line[8 + g] + p));
    return _mm512_mask_broadcast_f32x4(v, 0xf000, _mm_loadu_ps(line[12 + g] + p));
}

/* Within each 128-bit lane, element e of t[g] becomes element g of t[e]. */
V_INLINE void v_turn(vec *t)
{
    const __m512d low01 = _mm512_castps_pd(_mm512_unpacklo_ps(t[0], t[1])),
                  high01 = _mm512_castps_pd(_mm512_unpackhi_ps(t[0], t[1]));
    const __m512d low23 = _mm512_castps_pd(_mm512_unpacklo_ps(t[2], t[3])),
                  high23 = _mm512_castps_pd(_mm512_unpackhi_ps(t[2], t[3]));

    t[0] = _mm512_castpd_ps(_mm512_unpacklo_pd(low01, low23));
    t[1] = _mm512_castpd_ps(_mm512_unpackhi_pd(low01, low23));
    t[2] = _mm512_castpd_ps(_mm512_unpacklo_pd(high01, high23));
    t[3] = _mm512_castpd_ps(_mm512_unpackhi_pd(high01, high23));
}

/* Elements 0, 2, 4 ... of a, then of b. */
V_INLINE vec v_even(vec a, vec b)
{
    return _mm512_permutex2var_ps(a, _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0), b);
}
#endif

#endif
