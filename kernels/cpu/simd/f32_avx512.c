/* SPDX-License-Identifier: MIT */
#define GAM_VEC_F64    0
#define GAM_SIMD_TABLE gam_simd_f32_avx512
#include "kernels/cpu/simd/body/kernels.inc"
