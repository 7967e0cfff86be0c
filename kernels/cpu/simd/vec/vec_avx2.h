/* SPDX-License-Identifier: MIT */
/* AVX2 with FMA: see vec.h for what each name promises. */
#ifndef GAM_KERNELS_CPU_SIMD_VEC_VEC_AVX2_H
#define GAM_KERNELS_CPU_SIMD_VEC_VEC_AVX2_H

#include <immintrin.h>

#if GAM_VEC_F64
typedef __m256d vec;
typedef __m256d vmask;
#define V_(op)     _mm256_##op##_pd
#define V_PERMUTE_ _mm256_permute2f128_pd
#else
typedef __m256 vec;
typedef __m256 vmask;
#define V_(op)     _mm256_##op##_ps
#define V_PERMUTE_ _mm256_permute2f128_ps
#endif

#define V_ISA       "avx2"
#define V_ISA_BIT   GAM_ISA_AVX2
#define V_LANES     ((size_t)(32 / sizeof(real)))
#define V_TILE_ROWS 4
#define V_TILE_VECS 3
#define V_DOT_WIDTH 2

#include "kernels/cpu/simd/vec/vec_x86.h"

/* Lanes below n all ones. */
V_INLINE __m256i v_first_n(size_t n)
{
    static const int32_t window[16] = { -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0 };

    return _mm256_loadu_si256((const __m256i *)(const void *)(window + 8 - n * (sizeof(real) / 4)));
}

V_INLINE vec v_load_n(const real *p, size_t n)
{
    return V_(maskload)(p, v_first_n(n));
}

V_INLINE void v_store_n(real *p, vec x, size_t n)
{
    V_(maskstore)(p, v_first_n(n), x);
}

V_INLINE vec v_round(vec x)
{
    return V_(round)(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

#if GAM_VEC_F64
/* 2^n for |n| within the exponent range. */
V_INLINE vec v_power2(__m128i n)
{
    __m256i biased = _mm256_cvtepi32_epi64(_mm_add_epi32(n, _mm_set1_epi32(1023)));

    return _mm256_castsi256_pd(_mm256_slli_epi64(biased, 52));
}

/* Two factors, since 2^n itself may leave the exponent range while x * 2^n does not; the first product is exact. */
V_INLINE vec v_scale2(vec x, vec n)
{
    __m128i whole = _mm256_cvtpd_epi32(n), half = _mm_srai_epi32(whole, 1);

    return v_mul(v_mul(x, v_power2(half)), v_power2(_mm_sub_epi32(whole, half)));
}

V_INLINE real v_sum(vec x)
{
    __m128d two = _mm_add_pd(_mm256_castpd256_pd128(x), _mm256_extractf128_pd(x, 1));

    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}

V_INLINE real v_hmax(vec x)
{
    __m128d two = _mm_max_pd(_mm256_castpd256_pd128(x), _mm256_extractf128_pd(x, 1));

    return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
}
#else
/* 2^n for |n| within the exponent range. */
V_INLINE vec v_power2(__m256i n)
{
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_add_epi32(n, _mm256_set1_epi32(127)), 23));
}

/* Two factors, since 2^n itself may leave the exponent range while x * 2^n does not; the first product is exact. */
V_INLINE vec v_scale2(vec x, vec n)
{
    __m256i whole = _mm256_cvtps_epi32(n), half = _mm256_srai_epi32(whole, 1);

    return v_mul(v_mul(x, v_power2(half)), v_power2(_mm256_sub_epi32(whole, half)));
}

V_INLINE real v_sum(vec x)
{
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));

    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

V_INLINE real v_hmax(vec x)
{
    __m128 four = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));

    return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
}
#endif

V_INLINE vmask v_lt(vec a, vec b)
{
    return V_(cmp)(a, b, _CMP_LT_OQ);
}

V_INLINE vec v_select(vmask m, vec a, vec b)
{
    return V_(blendv)(b, a, m);
}

#if GAM_VEC_F64
V_INLINE void v_store_sums(real *p, const vec x[V_DOT_WIDTH])
{
    __m256d pairs = _mm256_hadd_pd(x[0], x[1]);

    _mm_storeu_pd(p, _mm_add_pd(_mm256_castpd256_pd128(pairs), _mm256_extractf128_pd(pairs, 1)));
}
#else
V_INLINE void v_store_sums(real *p, const vec x[V_DOT_WIDTH])
{
    __m256 pairs = _mm256_hadd_ps(x[0], x[1]);
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(pairs), _mm256_extractf128_ps(pairs, 1));

    _mm_storel_pi((__m64 *)(void *)p, _mm_hadd_ps(four, four));
}
#endif

V_INLINE vec v_zip_low(vec a, vec b)
{
    return V_PERMUTE_(V_(unpacklo)(a, b), V_(unpackhi)(a, b), 0x20);
}

V_INLINE vec v_zip_high(vec a, vec b)
{
    return V_PERMUTE_(V_(unpacklo)(a, b), V_(unpackhi)(a, b), 0x31);
}

#endif
