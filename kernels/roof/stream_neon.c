/* SPDX-License-Identifier: MIT */
/* Memory roofs with NEON. */
#include "kernels/roof/stream_common.h"

#include <arm_neon.h>

#define KEEP                             "w"
#define STORE_NT_PAIR(to, first, second) __asm__ volatile("stnp %q1, %q2, [%0]" : : "r"(to), "w"(first), "w"(second) : "memory")
#define FENCE_NT()                       __asm__ volatile("dmb ishst" ::: "memory")

typedef uint64_t WORDS __attribute__((vector_size(16), may_alias));

#define VEC            float32x4_t
#define ELEM           float
#define T(name)        name##_f32
#define TRIAD(a, c, s) vfmaq_f32(a, s, c)
#define SPLAT(x)       vdupq_n_f32(x)
#include "kernels/roof/stream_body.h"
#include "kernels/roof/stream_undef.h"

#define VEC            float64x2_t
#define ELEM           double
#define T(name)        name##_f64
#define TRIAD(a, c, s) vfmaq_f64(a, s, c)
#define SPLAT(x)       vdupq_n_f64(x)
#include "kernels/roof/stream_body.h"

STREAM_PLAIN(STREAM_DEFINE, f32, GAM_DTYPE_F32)
STREAM_PLAIN(STREAM_DEFINE, f64, GAM_DTYPE_F64)
STREAM_NT(STREAM_DEFINE, f32, GAM_DTYPE_F32)
STREAM_NT(STREAM_DEFINE, f64, GAM_DTYPE_F64)

/* Rows without commas between them. */
/* clang-format off */
const struct gam_roof_stream_kernel gam_roof_stream_neon[] = {
    STREAM_PLAIN(STREAM_ROW, f32, GAM_DTYPE_F32) STREAM_PLAIN(STREAM_ROW, f64, GAM_DTYPE_F64)
    STREAM_NT(STREAM_ROW, f32, GAM_DTYPE_F32) STREAM_NT(STREAM_ROW, f64, GAM_DTYPE_F64)
    { 0 },
};
/* clang-format on */
