/* SPDX-License-Identifier: MIT */
#define GAM_VEC_F64    1
#define GAM_SIMD_TABLE gam_simd_f64_neon
#include "kernels/cpu/simd/body/kernels.inc"
