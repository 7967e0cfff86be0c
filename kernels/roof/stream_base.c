/* SPDX-License-Identifier: MIT */
/* Memory roofs with what the compiler's default target has: vectors of 16 bytes as the compiler's own vector type. */
#include "kernels/roof/keep_base.h"
#include "kernels/roof/stream_common.h"

typedef float vec_f32 __attribute__((vector_size(16)));
typedef double vec_f64 __attribute__((vector_size(16)));
typedef uint64_t WORDS __attribute__((vector_size(16), may_alias));

#if defined(__x86_64__)
#include <emmintrin.h>
#define STORE_NT_PAIR(to, first, second)                                                                                         \
    (_mm_stream_si128((__m128i *)(to), (__m128i)(first)), _mm_stream_si128((__m128i *)(to) + 1, (__m128i)(second)))
#define FENCE_NT() _mm_sfence()
#else
/* No table row asks for it here. */
#define STORE_NT_PAIR(to, first, second) ((void)(first), (void)(second))
#define FENCE_NT()                       ((void)0)
#endif

#define VEC            vec_f32
#define ELEM           float
#define T(name)        name##_f32
#define TRIAD(a, c, s) ((a) + (s) * (c))
#define SPLAT(x)       ((VEC){ (x), (x), (x), (x) })
#include "kernels/roof/stream_body.h"
#include "kernels/roof/stream_undef.h"

#define VEC            vec_f64
#define ELEM           double
#define T(name)        name##_f64
#define TRIAD(a, c, s) ((a) + (s) * (c))
#define SPLAT(x)       ((VEC){ (x), (x) })
#include "kernels/roof/stream_body.h"

STREAM_PLAIN(STREAM_DEFINE, f32, GAM_DTYPE_F32)
STREAM_PLAIN(STREAM_DEFINE, f64, GAM_DTYPE_F64)
#if defined(__x86_64__)
STREAM_NT(STREAM_DEFINE, f32, GAM_DTYPE_F32)
STREAM_NT(STREAM_DEFINE, f64, GAM_DTYPE_F64)
#endif

/* Rows without commas between them. */
/* clang-format off */
const struct gam_roof_stream_kernel gam_roof_stream_base[] = {
    STREAM_PLAIN(STREAM_ROW, f32, GAM_DTYPE_F32) STREAM_PLAIN(STREAM_ROW, f64, GAM_DTYPE_F64)
#if defined(__x86_64__)
    STREAM_NT(STREAM_ROW, f32, GAM_DTYPE_F32) STREAM_NT(STREAM_ROW, f64, GAM_DTYPE_F64)
#endif
    { 0 },
};
/* clang-format on */
