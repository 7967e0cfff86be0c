/* SPDX-License-Identifier: MIT */
/* One vector of real numbers, the same names on every instruction set. A source that includes this header is compiled once
 * per instruction set and type: it defines GAM_VEC_F64 as 0 (float) or 1 (double) and has the set's flags.
 *
 * To add an instruction set: vec_<isa>.h with the names below, two sources f32_<isa>.c and f64_<isa>.c, a line in simd.c.
 *
 *   real, vec, vmask                the scalar, the vector, the result of a comparison
 *   V_LANES                         reals in a vector
 *   V_TILE_ROWS, V_TILE_VECS        accumulators of a matrix tile that fit the register file (rows x vectors)
 *   V_DOT_WIDTH                     four times as many accumulators, as many operands and one more fit the register file
 *   v_load v_store v_stream         unaligned; unaligned; past the caches, aligned to the vector's size
 *   v_load_n v_store_n              the first n < V_LANES lanes; the others read 0, are not touched
 *   v_fence                         after the last v_stream
 *   v_set1 v_add v_sub v_mul v_div
 *   v_fma(a, b, c) = a*b + c        v_fnma(a, b, c) = c - a*b, one rounding each
 *   v_max(a, b) v_min(a, b)         a NaN in b is passed on; one in a may be lost
 *   v_abs, v_copysign(size, sign), v_round (to nearest, ties to even, stays real)
 *   v_scale2(x, n) = x * 2^n        n integral; |n| up to twice the exponent range, one rounding
 *   v_lt(a, b), v_select(m, a, b)   m ? a : b by lane
 *   v_sum v_hmax                    over the lanes
 *   v_zip_low v_zip_high(a, b)     a b a b ... of the lower, of the upper halves
 *   v_store_sums(p, x)              the sums over the lanes of x[0 .. V_DOT_WIDTH - 1] to p[0] ..
 */
#ifndef GAM_KERNELS_CPU_SIMD_VEC_VEC_H
#define GAM_KERNELS_CPU_SIMD_VEC_VEC_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef GAM_VEC_F64
#error "define GAM_VEC_F64 as 0 or 1"
#endif

/* Kernels take functions and counts as constants of the compiler; left to itself it would not always see them so. */
#define V_INLINE static inline __attribute__((always_inline))

/* Fetches `bytes` from p on into the second-level cache; any address is allowed. */
#define V_PREFETCH(p, bytes)                                                                                                     \
    do {                                                                                                                         \
        for (size_t ahead_ = 0; ahead_ < (bytes); ahead_ += 64)                                                                  \
            __builtin_prefetch((const char *)(p) + ahead_, 0, 2);                                                                \
    } while (0)

#if GAM_VEC_F64
typedef double real;
#else
typedef float real;
#endif

#if defined(__AVX512F__)
#include "kernels/cpu/simd/vec/vec_avx512.h"
#elif defined(__AVX2__)
#include "kernels/cpu/simd/vec/vec_avx2.h"
#elif defined(__ARM_NEON)
#include "kernels/cpu/simd/vec/vec_neon.h"
#else
#error "no vector header for these compiler flags"
#endif

#endif
