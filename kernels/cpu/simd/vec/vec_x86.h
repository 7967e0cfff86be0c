/* SPDX-License-Identifier: MIT */
/* What AVX2 and AVX-512 have under the same names: the including header has defined vec and V_(op). See vec.h for what each name
 * promises. */
#ifndef GAM_KERNELS_CPU_SIMD_VEC_VEC_X86_H
#define GAM_KERNELS_CPU_SIMD_VEC_VEC_X86_H

V_INLINE vec v_load(const real *p)
{
    return V_(loadu)(p);
}

V_INLINE void v_store(real *p, vec x)
{
    V_(storeu)(p, x);
}

V_INLINE void v_stream(real *p, vec x)
{
    V_(stream)(p, x);
}

V_INLINE void v_fence(void)
{
    _mm_sfence();
}

V_INLINE vec v_set1(real x)
{
    return V_(set1)(x);
}

V_INLINE vec v_add(vec a, vec b)
{
    return V_(add)(a, b);
}

V_INLINE vec v_sub(vec a, vec b)
{
    return V_(sub)(a, b);
}

V_INLINE vec v_mul(vec a, vec b)
{
    return V_(mul)(a, b);
}

V_INLINE vec v_div(vec a, vec b)
{
    return V_(div)(a, b);
}

V_INLINE vec v_fma(vec a, vec b, vec c)
{
    return V_(fmadd)(a, b, c);
}

V_INLINE vec v_fnma(vec a, vec b, vec c)
{
    return V_(fnmadd)(a, b, c);
}

V_INLINE vec v_max(vec a, vec b)
{
    return V_(max)(a, b);
}

V_INLINE vec v_min(vec a, vec b)
{
    return V_(min)(a, b);
}

V_INLINE vec v_abs(vec x)
{
    return V_(andnot)(V_(set1)((real)-0.0), x);
}

V_INLINE vec v_copysign(vec size, vec sign)
{
    vec bit = V_(set1)((real)-0.0);

    return V_(or)(V_(andnot)(bit, size), V_(and)(bit, sign));
}

#endif
