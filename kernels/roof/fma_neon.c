/* SPDX-License-Identifier: MIT */
/* Compute roofs with NEON. */
#include "kernels/roof/chain_common.h"

#include <arm_neon.h>

#define KEEP "w"
/* This instruction adds to its destination: a step that multiplied the accumulator would need a move as well. */
#define FMA_STEP(x, u, v) FMA(u, v, x)

#define VEC              float32x4_t
#define ELEM             float
#define UINT             uint32_t
#define T(name)          name##_f32
#define FMA(a, b, c)     vfmaq_f32(c, a, b)
#define SQRT(x)          vsqrtq_f32(x)
#define SPLAT(x)         vdupq_n_f32(x)
#define EXP_MANTISSA     23
#define EXP_MAGIC        0x1.8p23
#define EXP_LN2_HIGH     EXP_LN2_HIGH_F32
#define EXP_LN2_LOW      EXP_LN2_LOW_F32
#define EXP_DEGREE       EXP_DEGREE_F32
#define EXP_COEFFICIENTS EXP_COEFFICIENTS_F32
#include "kernels/roof/chain_body.h"
#include "kernels/roof/chain_undef.h"

#define VEC              float64x2_t
#define ELEM             double
#define UINT             uint64_t
#define T(name)          name##_f64
#define FMA(a, b, c)     vfmaq_f64(c, a, b)
#define SQRT(x)          vsqrtq_f64(x)
#define SPLAT(x)         vdupq_n_f64(x)
#define EXP_MANTISSA     52
#define EXP_MAGIC        0x1.8p52
#define EXP_LN2_HIGH     EXP_LN2_HIGH_F64
#define EXP_LN2_LOW      EXP_LN2_LOW_F64
#define EXP_DEGREE       EXP_DEGREE_F64
#define EXP_COEFFICIENTS EXP_COEFFICIENTS_F64
#include "kernels/roof/chain_body.h"

CHAIN_FMA_MIXES(CHAINS_OF_32, CHAIN_DEFINE, f32, float, GAM_DTYPE_F32)
CHAIN_FMA_MIXES(CHAINS_OF_32, CHAIN_DEFINE, f64, double, GAM_DTYPE_F64)
CHAIN_MIXES(CHAINS_OF_32, CHAIN_DEFINE, f32, float, GAM_DTYPE_F32)
CHAIN_MIXES(CHAINS_OF_32, CHAIN_DEFINE, f64, double, GAM_DTYPE_F64)

/* Rows without commas between them. */
/* clang-format off */
const struct gam_roof_fma_kernel gam_roof_fma_neon[] = {
    CHAIN_FMA_MIXES(CHAINS_OF_32, CHAIN_ROW, f32, float, GAM_DTYPE_F32)
    CHAIN_FMA_MIXES(CHAINS_OF_32, CHAIN_ROW, f64, double, GAM_DTYPE_F64)
    CHAIN_MIXES(CHAINS_OF_32, CHAIN_ROW, f32, float, GAM_DTYPE_F32)
    CHAIN_MIXES(CHAINS_OF_32, CHAIN_ROW, f64, double, GAM_DTYPE_F64)
    { 0 },
};
/* clang-format on */
