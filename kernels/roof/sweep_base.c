/* SPDX-License-Identifier: MIT */
/* The intensity sweep with what the compiler's default target has: vectors of 16 bytes as the compiler's own vector type. */
#include "kernels/roof/roof.h"
#include "kernels/roof/unroll.h"

typedef float vec_f32 __attribute__((vector_size(16)));
typedef double vec_f64 __attribute__((vector_size(16)));

enum { IN_FLIGHT = 8 };

#define VEC            vec_f32
#define ELEM           float
#define T(name)        name##_f32
#define TRIAD(a, c, s) ((a) + (s) * (c))
#define SPLAT(x)       ((VEC){ (x), (x), (x), (x) })
#include "kernels/roof/sweep_body.h"
/* after the body */
#include "kernels/roof/stream_undef.h"

#define VEC            vec_f64
#define ELEM           double
#define T(name)        name##_f64
#define TRIAD(a, c, s) ((a) + (s) * (c))
#define SPLAT(x)       ((VEC){ (x), (x) })
#include "kernels/roof/sweep_body.h"

const struct gam_roof_sweep_kernel gam_roof_sweep_base[] = {
    { GAM_DTYPE_F32, sweep_f32 },
    { GAM_DTYPE_F64, sweep_f64 },
    { 0 },
};
