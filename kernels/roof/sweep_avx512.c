/* SPDX-License-Identifier: MIT */
/* The intensity sweep with AVX-512. */
#include "kernels/roof/roof.h"
#include "kernels/roof/unroll.h"

#include <immintrin.h>

enum { IN_FLIGHT = 16 };

#define VEC            __m512
#define ELEM           float
#define T(name)        name##_f32
#define TRIAD(a, c, s) _mm512_fmadd_ps(s, c, a)
#define SPLAT(x)       _mm512_set1_ps(x)
#include "kernels/roof/sweep_body.h"
/* after the body */
#include "kernels/roof/stream_undef.h"

#define VEC            __m512d
#define ELEM           double
#define T(name)        name##_f64
#define TRIAD(a, c, s) _mm512_fmadd_pd(s, c, a)
#define SPLAT(x)       _mm512_set1_pd(x)
#include "kernels/roof/sweep_body.h"

const struct gam_roof_sweep_kernel gam_roof_sweep_avx512[] = {
    { GAM_DTYPE_F32, sweep_f32 },
    { GAM_DTYPE_F64, sweep_f64 },
    { 0 },
};
