/* SPDX-License-Identifier: MIT */
#define GAM_VEC_F64  0
#define GAM_TILE_KIT gam_tile_kit_f32_avx2
#include "kernels/cpu/simd/tile/tile_kit.inc"
