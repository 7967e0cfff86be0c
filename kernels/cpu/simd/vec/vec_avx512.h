/* SPDX-License-Identifier: MIT */
/* AVX-512 (F, DQ): see vec.h for what each name promises. */
#ifndef GAM_KERNELS_CPU_SIMD_VEC_VEC_AVX512_H
#define GAM_KERNELS_CPU_SIMD_VEC_VEC_AVX512_H

#include <immintrin.h>

#if GAM_VEC_F64
typedef __m512d vec;
typedef __mmask8 vmask;
#define V_(op)      _mm512_##op##_pd
#define V_MASK_(op) _mm512_##op##_pd_mask
#else
typedef __m512 vec;
typedef __mmask16 vmask;
#define V_(op)      _mm512_##op##_ps
#define V_MASK_(op) _mm512_##op##_ps_mask
#endif

#define V_ISA       "avx512"
#define V_ISA_BIT   GAM_ISA_AVX512
#define V_LANES     ((size_t)(64 / sizeof(real)))
#define V_TILE_ROWS 8
#define V_TILE_VECS 3
#define V_DOT_WIDTH 4

#include "kernels/cpu/simd/vec/vec_x86.h"

V_INLINE vec v_load_n(const real *p, size_t n)
{
    return V_(maskz_loadu)((vmask)((1u << n) - 1), p);
}

V_INLINE void v_store_n(real *p, vec x, size_t n)
{
    V_(mask_storeu)(p, (vmask)((1u << n) - 1), x);
}

V_INLINE vec v_round(vec x)
{
    return V_(roundscale)(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

V_INLINE vec v_scale2(vec x, vec n)
{
    return V_(scalef)(x, n);
}

V_INLINE vmask v_lt(vec a, vec b)
{
    return V_MASK_(cmp)(a, b, _CMP_LT_OQ);
}

V_INLINE vec v_select(vmask m, vec a, vec b)
{
    return V_(mask_blend)(m, b, a);
}

V_INLINE real v_sum(vec x)
{
    return V_(reduce_add)(x);
}

V_INLINE real v_hmax(vec x)
{
    return V_(reduce_max)(x);
}

/* Pairs of vectors are folded together, so that a shuffle serves two or four sums at once. */
#if GAM_VEC_F64
V_INLINE vec v_fold(vec a, vec b)
{
    return v_add(_mm512_unpacklo_pd(a, b), _mm512_unpackhi_pd(a, b)); /* a b in each quarter */
}

V_INLINE void v_store_sums(real *p, const vec x[V_DOT_WIDTH])
{
    vec ab = v_fold(x[0], x[1]), cd = v_fold(x[2], x[3]);
    vec half = v_add(_mm512_shuffle_f64x2(ab, cd, 0x44), _mm512_shuffle_f64x2(ab, cd, 0xee));
    vec all = v_add(_mm512_shuffle_f64x2(half, half, 0x88), _mm512_shuffle_f64x2(half, half, 0xdd));

    _mm256_storeu_pd(p, _mm512_castpd512_pd256(all));
}
#else
V_INLINE vec v_fold(vec a, vec b)
{
    return v_add(_mm512_unpacklo_ps(a, b), _mm512_unpackhi_ps(a, b)); /* a b a b in each quarter */
}

V_INLINE void v_store_sums(real *p, const vec x[V_DOT_WIDTH])
{
    vec ab = v_fold(x[0], x[1]), cd = v_fold(x[2], x[3]);
    vec quarters = v_add(_mm512_shuffle_ps(ab, cd, 0x44), _mm512_shuffle_ps(ab, cd, 0xee)); /* a b c d in each */
    __m256 half = _mm256_add_ps(_mm512_castps512_ps256(quarters), _mm512_extractf32x8_ps(quarters, 1));

    _mm_storeu_ps(p, _mm_add_ps(_mm256_castps256_ps128(half), _mm256_extractf128_ps(half, 1)));
}
#endif

#if GAM_VEC_F64
V_INLINE vec v_zip_low(vec a, vec b)
{
    return _mm512_permutex2var_pd(a, _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), b);
}

V_INLINE vec v_zip_high(vec a, vec b)
{
    return _mm512_permutex2var_pd(a, _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15), b);
}
#else
V_INLINE vec v_zip_low(vec a, vec b)
{
    return _mm512_permutex2var_ps(a, _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23), b);
}

V_INLINE vec v_zip_high(vec a, vec b)
{
    return _mm512_permutex2var_ps(a, _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), b);
}
#endif

#endif
