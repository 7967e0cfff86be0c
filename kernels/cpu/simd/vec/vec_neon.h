/* SPDX-License-Identifier: MIT */
/* NEON of 64-bit Arm: see vec.h for what each name promises. */
#ifndef GAM_KERNELS_CPU_SIMD_VEC_VEC_NEON_H
#define GAM_KERNELS_CPU_SIMD_VEC_VEC_NEON_H

#include <arm_neon.h>
#include <string.h>

#if GAM_VEC_F64
typedef float64x2_t vec;
typedef uint64x2_t vmask;
#define V_(op) op##_f64
#else
typedef float32x4_t vec;
typedef uint32x4_t vmask;
#define V_(op) op##_f32
#endif

#define V_ISA       "neon"
#define V_ISA_BIT   GAM_ISA_NEON
#define V_LANES     ((size_t)(16 / sizeof(real)))
#define V_TILE_ROWS 8
#define V_TILE_VECS 3
#define V_DOT_WIDTH 4

V_INLINE vec v_load(const real *p)
{
    return V_(vld1q)(p);
}

V_INLINE void v_store(real *p, vec x)
{
    V_(vst1q)(p, x);
}

/* The compiler has no non-temporal store for a single register here; the plain one is right. */
V_INLINE void v_stream(real *p, vec x)
{
    V_(vst1q)(p, x);
}

V_INLINE void v_fence(void)
{
}

V_INLINE vec v_load_n(const real *p, size_t n)
{
    real lanes[V_LANES] = { 0 };

    memcpy(lanes, p, n * sizeof *p);
    return V_(vld1q)(lanes);
}

V_INLINE void v_store_n(real *p, vec x, size_t n)
{
    real lanes[V_LANES];

    V_(vst1q)(lanes, x);
    memcpy(p, lanes, n * sizeof *p);
}

V_INLINE vec v_set1(real x)
{
    return V_(vdupq_n)(x);
}

V_INLINE vec v_add(vec a, vec b)
{
    return V_(vaddq)(a, b);
}

V_INLINE vec v_sub(vec a, vec b)
{
    return V_(vsubq)(a, b);
}

V_INLINE vec v_mul(vec a, vec b)
{
    return V_(vmulq)(a, b);
}

V_INLINE vec v_div(vec a, vec b)
{
    return V_(vdivq)(a, b);
}

V_INLINE vec v_fma(vec a, vec b, vec c)
{
    return V_(vfmaq)(c, a, b);
}

V_INLINE vec v_fnma(vec a, vec b, vec c)
{
    return V_(vfmsq)(c, a, b);
}

V_INLINE vec v_max(vec a, vec b)
{
    return V_(vmaxq)(a, b);
}

V_INLINE vec v_min(vec a, vec b)
{
    return V_(vminq)(a, b);
}

V_INLINE vec v_abs(vec x)
{
    return V_(vabsq)(x);
}

V_INLINE vec v_round(vec x)
{
    return V_(vrndnq)(x);
}

#if GAM_VEC_F64
V_INLINE vec v_copysign(vec size, vec sign)
{
    return vbslq_f64(vdupq_n_u64(UINT64_C(1) << 63), sign, size);
}

/* 2^n for |n| within the exponent range. */
V_INLINE vec v_power2(int64x2_t n)
{
    return vreinterpretq_f64_s64(vshlq_n_s64(vaddq_s64(n, vdupq_n_s64(1023)), 52));
}

/* Two factors, since 2^n itself may leave the exponent range while x * 2^n does not; the first product is exact. */
V_INLINE vec v_scale2(vec x, vec n)
{
    int64x2_t whole = vcvtq_s64_f64(n), half = vshrq_n_s64(whole, 1);

    return v_mul(v_mul(x, v_power2(half)), v_power2(vsubq_s64(whole, half)));
}
#else
V_INLINE vec v_copysign(vec size, vec sign)
{
    return vbslq_f32(vdupq_n_u32(UINT32_C(1) << 31), sign, size);
}

/* 2^n for |n| within the exponent range. */
V_INLINE vec v_power2(int32x4_t n)
{
    return vreinterpretq_f32_s32(vshlq_n_s32(vaddq_s32(n, vdupq_n_s32(127)), 23));
}

/* Two factors, since 2^n itself may leave the exponent range while x * 2^n does not; the first product is exact. */
V_INLINE vec v_scale2(vec x, vec n)
{
    int32x4_t whole = vcvtq_s32_f32(n), half = vshrq_n_s32(whole, 1);

    return v_mul(v_mul(x, v_power2(half)), v_power2(vsubq_s32(whole, half)));
}
#endif

V_INLINE vmask v_lt(vec a, vec b)
{
    return V_(vcltq)(a, b);
}

V_INLINE vec v_select(vmask m, vec a, vec b)
{
    return V_(vbslq)(m, a, b);
}

V_INLINE real v_sum(vec x)
{
    return V_(vaddvq)(x);
}

V_INLINE real v_hmax(vec x)
{
    return V_(vmaxvq)(x);
}

#if GAM_VEC_F64
V_INLINE void v_store_sums(real *p, const vec x[V_DOT_WIDTH])
{
    vst1q_f64(p, vpaddq_f64(x[0], x[1]));
    vst1q_f64(p + 2, vpaddq_f64(x[2], x[3]));
}
#else
V_INLINE void v_store_sums(real *p, const vec x[V_DOT_WIDTH])
{
    vst1q_f32(p, vpaddq_f32(vpaddq_f32(x[0], x[1]), vpaddq_f32(x[2], x[3])));
}
#endif

V_INLINE vec v_zip_low(vec a, vec b)
{
    return V_(vzip1q)(a, b);
}

V_INLINE vec v_zip_high(vec a, vec b)
{
    return V_(vzip2q)(a, b);
}

#endif
