/* SPDX-License-Identifier: MIT */
/* Compute roofs with AVX2 and FMA. */
#include "kernels/roof/chain_common.h"

#include <immintrin.h>

#define KEEP              "x"
#define FMA_STEP(x, u, v) FMA(x, u, v)

#define VEC              __m256
#define ELEM             float
#define UINT             uint32_t
#define T(name)          name##_f32
#define FMA(a, b, c)     _mm256_fmadd_ps(a, b, c)
#define SQRT(x)          _mm256_sqrt_ps(x)
#define SPLAT(x)         _mm256_set1_ps(x)
#define EXP_MANTISSA     23
#define EXP_MAGIC        0x1.8p23
#define EXP_LN2_HIGH     EXP_LN2_HIGH_F32
#define EXP_LN2_LOW      EXP_LN2_LOW_F32
#define EXP_DEGREE       EXP_DEGREE_F32
#define EXP_COEFFICIENTS EXP_COEFFICIENTS_F32
#include "kernels/roof/chain_body.h"
#include "kernels/roof/chain_undef.h"

#define VEC              __m256d
#define ELEM             double
#define UINT             uint64_t
#define T(name)          name##_f64
#define FMA(a, b, c)     _mm256_fmadd_pd(a, b, c)
#define SQRT(x)          _mm256_sqrt_pd(x)
#define SPLAT(x)         _mm256_set1_pd(x)
#define EXP_MANTISSA     52
#define EXP_MAGIC        0x1.8p52
#define EXP_LN2_HIGH     EXP_LN2_HIGH_F64
#define EXP_LN2_LOW      EXP_LN2_LOW_F64
#define EXP_DEGREE       EXP_DEGREE_F64
#define EXP_COEFFICIENTS EXP_COEFFICIENTS_F64
#include "kernels/roof/chain_body.h"

CHAIN_FMA_MIXES(CHAINS_OF_16, CHAIN_DEFINE, f32, float, GAM_DTYPE_F32)
CHAIN_FMA_MIXES(CHAINS_OF_16, CHAIN_DEFINE, f64, double, GAM_DTYPE_F64)
CHAIN_MIXES(CHAINS_OF_16, CHAIN_DEFINE, f32, float, GAM_DTYPE_F32)
CHAIN_MIXES(CHAINS_OF_16, CHAIN_DEFINE, f64, double, GAM_DTYPE_F64)

/* Rows without commas between them. */
/* clang-format off */
const struct gam_roof_fma_kernel gam_roof_fma_avx2[] = {
    CHAIN_FMA_MIXES(CHAINS_OF_16, CHAIN_ROW, f32, float, GAM_DTYPE_F32)
    CHAIN_FMA_MIXES(CHAINS_OF_16, CHAIN_ROW, f64, double, GAM_DTYPE_F64)
    CHAIN_MIXES(CHAINS_OF_16, CHAIN_ROW, f32, float, GAM_DTYPE_F32)
    CHAIN_MIXES(CHAINS_OF_16, CHAIN_ROW, f64, double, GAM_DTYPE_F64)
    { 0 },
};
/* clang-format on */
