/* SPDX-License-Identifier: MIT */
/* The intensity sweep with NEON. */
#include "kernels/roof/roof.h"
#include "kernels/roof/unroll.h"

#include <arm_neon.h>

enum { IN_FLIGHT = 16 };

#define VEC            float32x4_t
#define ELEM           float
#define T(name)        name##_f32
#define TRIAD(a, c, s) vfmaq_f32(a, s, c)
#define SPLAT(x)       vdupq_n_f32(x)
#include "kernels/roof/sweep_body.h"
/* after the body */
#include "kernels/roof/stream_undef.h"

#define VEC            float64x2_t
#define ELEM           double
#define T(name)        name##_f64
#define TRIAD(a, c, s) vfmaq_f64(a, s, c)
#define SPLAT(x)       vdupq_n_f64(x)
#include "kernels/roof/sweep_body.h"

const struct gam_roof_sweep_kernel gam_roof_sweep_neon[] = {
    { GAM_DTYPE_F32, sweep_f32 },
    { GAM_DTYPE_F64, sweep_f64 },
    { 0 },
};
