/* SPDX-License-Identifier: MIT */
/* What chain_body.h needs of both element types, and the rows of the tables at the end of fma_<isa>.c. */
#ifndef GAM_KERNELS_ROOF_CHAIN_COMMON_H
#define GAM_KERNELS_ROOF_CHAIN_COMMON_H

#include "kernels/roof/roof.h"
#include "kernels/roof/unroll.h"

#include <string.h>

enum { CHAINS_MOST = 24 };

/* Minimax polynomials of exp(-r) on |r| <= ln 2 / 2 for the relative error (Remez exchange in 60 digits): 7.5e-8 and 3.1e-18. */
#define EXP_DEGREE_F32 5
#define EXP_COEFFICIENTS_F32                                                                                                     \
    {                                                                                                                            \
        1.000000071866337375f, -0.9999996910706558028f, 0.49998892661507621826f, -0.16667576539943467583f,                       \
            0.041915629232040706791f, -0.0082976195763778287884f                                                                 \
    }
#define EXP_DEGREE_F64 11
#define EXP_COEFFICIENTS_F64                                                                                                     \
    {                                                                                                                            \
        0.99999999999999999708, -1.0000000000000000305, 0.50000000000000177736, -0.16666666666666166175,                         \
            0.041666666666492074803, -0.0083333333335601749048, 0.0013888888951410252813, -0.00019841269431454022099,            \
            0.000024801486320588121143, -2.7557623136996031038e-6, 2.7632368019197577849e-7, -2.4994247177932404938e-8           \
    }
/* ln 2 in two parts: the product of the first with a small integer is exact. */
#define EXP_LN2_HIGH_F32 0x1.63p-1
#define EXP_LN2_LOW_F32  (-0x1.bd0105c610ca8p-13)
#define EXP_LN2_HIGH_F64 0x1.62e42feep-1
#define EXP_LN2_LOW_F64  0x1.a39ef35793c76p-33

/* CHAIN_DEFINE(f32, float, GAM_DTYPE_F32, FMA, 8) defines the kernel chain_f32_FMA_8; CHAIN_ROW is its row in a table. */
#define CHAIN_DEFINE(type, elem, dtype, mix, count)                                                                              \
    static void chain_##type##_##mix##_##count(void *x, int64_t n, const struct gam_roof_coef *coef)                             \
    {                                                                                                                            \
        chains_##type((elem *)x, GAM_MIX_##mix, count, n, coef);                                                                 \
    }
#define CHAIN_ROW(type, elem, dtype, mix, count) { GAM_MIX_##mix, dtype, count, chain_##type##_##mix##_##count },

/* As many chains as the registers hold beside the coefficients: of 16 and of 32. */
#define CHAINS_OF_16(X, ...)   X(__VA_ARGS__, 4) X(__VA_ARGS__, 8) X(__VA_ARGS__, 10) X(__VA_ARGS__, 12)
#define CHAINS_OF_32(X, ...)   CHAINS_OF_16(X, __VA_ARGS__) X(__VA_ARGS__, 16) X(__VA_ARGS__, 20) X(__VA_ARGS__, 24)
#define CHAINS_SPECIAL(X, ...) X(__VA_ARGS__, 2) X(__VA_ARGS__, 4) X(__VA_ARGS__, 8)

/* Every mix of one element type; `LIST` is one of the two above. */
#define CHAIN_MIXES(LIST, X, ...)                                                                                                \
    LIST(X, __VA_ARGS__, MULADD)                                                                                                 \
    CHAINS_SPECIAL(X, __VA_ARGS__, EXP) CHAINS_SPECIAL(X, __VA_ARGS__, DIV) CHAINS_SPECIAL(X, __VA_ARGS__, SQRT)
#define CHAIN_FMA_MIXES(LIST, X, ...) LIST(X, __VA_ARGS__, FMA) LIST(X, __VA_ARGS__, FMAADD)

#endif
