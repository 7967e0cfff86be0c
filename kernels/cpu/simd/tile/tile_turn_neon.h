/* SPDX-License-Identifier: MIT */
/* See tile_pack.inc. A vector is one 128-bit lane here. */
#ifndef GAM_KERNELS_CPU_SIMD_TILE_TILE_TURN_NEON_H
#define GAM_KERNELS_CPU_SIMD_TILE_TILE_TURN_NEON_H

#include "kernels/cpu/simd/vec/vec.h"

/* line[g][p ..] */
V_INLINE vec v_across(const real *const *line, size_t p, int g)
{
    return v_load(line[g] + p);
}

/* Element e of t[g] becomes element g of t[e]. */
#if GAM_VEC_F64
V_INLINE void v_turn(vec *t)
{
    const vec low = vzip1q_f64(t[0], t[1]);

    t[1] = vzip2q_f64(t[0], t[1]);
    t[0] = low;
}

/* Elements 0, 2, 4 ... of a, then of b. */
V_INLINE vec v_even(vec a, vec b)
{
    return vuzp1q_f64(a, b);
}
#else
V_INLINE void v_turn(vec *t)
{
    const float64x2_t low01 = vreinterpretq_f64_f32(vzip1q_f32(t[0], t[1])),
                      high01 = vreinterpretq_f64_f32(vzip2q_f32(t[0], t[1]));
    const float64x2_t low23 = vreinterpretq_f64_f32(vzip1q_f32(t[2], t[3])),
                      high23 = vreinterpretq_f64_f32(vzip2q_f32(t[2], t[3]));

    t[0] = vreinterpretq_f32_f64(vzip1q_f64(low01, low23));
    t[1] = vreinterpretq_f32_f64(vzip2q_f64(low01, low23));
    t[2] = vreinterpretq_f32_f64(vzip1q_f64(high01, high23));
    t[3] = vreinterpretq_f32_f64(vzip2q_f64(high01, high23));
}

/* Elements 0, 2, 4 ... of a, then of b. */
V_INLINE vec v_even(vec a, vec b)
{
    return vuzp1q_f32(a, b);
}
#endif

#endif
