/* SPDX-License-Identifier: MIT */
/* Memory roofs with AVX-512. */
#include "kernels/roof/stream_common.h"

#include <immintrin.h>

#define KEEP "v"
#define STORE_NT_PAIR(to, first, second)                                                                                         \
    (_mm512_stream_si512((__m512i *)(to), (__m512i)(first)), _mm512_stream_si512((__m512i *)(to) + 1, (__m512i)(second)))
#define FENCE_NT() _mm_sfence()

typedef uint64_t WORDS __attribute__((vector_size(64), may_alias));

#define VEC            __m512
#define ELEM           float
#define T(name)        name##_f32
#define TRIAD(a, c, s) _mm512_fmadd_ps(s, c, a)
#define SPLAT(x)       _mm512_set1_ps(x)
#include "kernels/roof/stream_body.h"
#include "kernels/roof/stream_undef.h"

#define VEC            __m512d
#define ELEM           double
#define T(name)        name##_f64
#define TRIAD(a, c, s) _mm512_fmadd_pd(s, c, a)
#define SPLAT(x)       _mm512_set1_pd(x)
#include "kernels/roof/stream_body.h"

STREAM_PLAIN(STREAM_DEFINE, f32, GAM_DTYPE_F32)
STREAM_PLAIN(STREAM_DEFINE, f64, GAM_DTYPE_F64)
STREAM_NT(STREAM_DEFINE, f32, GAM_DTYPE_F32)
STREAM_NT(STREAM_DEFINE, f64, GAM_DTYPE_F64)

/* Rows without commas between them. */
/* clang-format off */
const struct gam_roof_stream_kernel gam_roof_stream_avx512[] = {
    STREAM_PLAIN(STREAM_ROW, f32, GAM_DTYPE_F32) STREAM_PLAIN(STREAM_ROW, f64, GAM_DTYPE_F64)
    STREAM_NT(STREAM_ROW, f32, GAM_DTYPE_F32) STREAM_NT(STREAM_ROW, f64, GAM_DTYPE_F64)
    { 0 },
};
/* clang-format on */
