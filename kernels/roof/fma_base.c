/* SPDX-License-Identifier: MIT */
/* Compute roofs with what the compiler's default target has: vectors of 16 bytes as the compiler's own vector type, no FMA. */
#include "kernels/roof/chain_common.h"
#include "kernels/roof/keep_base.h"

#include <math.h>

#define FMA_STEP(x, u, v) FMA(x, u, v)

typedef float vec_f32 __attribute__((vector_size(16)));
typedef double vec_f64 __attribute__((vector_size(16)));

static inline __attribute__((always_inline)) vec_f32 root_f32(vec_f32 x)
{
    return (vec_f32){ sqrtf(x[0]), sqrtf(x[1]), sqrtf(x[2]), sqrtf(x[3]) };
}

static inline __attribute__((always_inline)) vec_f64 root_f64(vec_f64 x)
{
    return (vec_f64){ sqrt(x[0]), sqrt(x[1]) };
}

#define VEC              vec_f32
#define ELEM             float
#define UINT             uint32_t
#define T(name)          name##_f32
#define FMA(a, b, c)     ((a) * (b) + (c))
#define SQRT(x)          root_f32(x)
#define SPLAT(x)         ((VEC){ (x), (x), (x), (x) })
#define EXP_MANTISSA     23
#define EXP_MAGIC        0x1.8p23
#define EXP_LN2_HIGH     EXP_LN2_HIGH_F32
#define EXP_LN2_LOW      EXP_LN2_LOW_F32
#define EXP_DEGREE       EXP_DEGREE_F32
#define EXP_COEFFICIENTS EXP_COEFFICIENTS_F32
#include "kernels/roof/chain_body.h"
#include "kernels/roof/chain_undef.h"

#define VEC              vec_f64
#define ELEM             double
#define UINT             uint64_t
#define T(name)          name##_f64
#define FMA(a, b, c)     ((a) * (b) + (c))
#define SQRT(x)          root_f64(x)
#define SPLAT(x)         ((VEC){ (x), (x) })
#define EXP_MANTISSA     52
#define EXP_MAGIC        0x1.8p52
#define EXP_LN2_HIGH     EXP_LN2_HIGH_F64
#define EXP_LN2_LOW      EXP_LN2_LOW_F64
#define EXP_DEGREE       EXP_DEGREE_F64
#define EXP_COEFFICIENTS EXP_COEFFICIENTS_F64
#include "kernels/roof/chain_body.h"

CHAIN_MIXES(CHAINS_OF_16, CHAIN_DEFINE, f32, float, GAM_DTYPE_F32)
CHAIN_MIXES(CHAINS_OF_16, CHAIN_DEFINE, f64, double, GAM_DTYPE_F64)

/* Rows without commas between them. */
/* clang-format off */
const struct gam_roof_fma_kernel gam_roof_fma_base[] = {
    CHAIN_MIXES(CHAINS_OF_16, CHAIN_ROW, f32, float, GAM_DTYPE_F32)
    CHAIN_MIXES(CHAINS_OF_16, CHAIN_ROW, f64, double, GAM_DTYPE_F64)
    { 0 },
};
/* clang-format on */
