/* SPDX-License-Identifier: MIT */
/* Memory roofs with AVX2 and FMA. */
#include "kernels/roof/stream_common.h"

#include <immintrin.h>

#define KEEP "x"
#define STORE_NT_PAIR(to, first, second)                                                                                         \
    (_mm256_stream_si256((__m256i *)(to), (__m256i)(first)), _mm256_stream_si256((__m256i *)(to) + 1, (__m256i)(second)))
#define FENCE_NT() _mm_sfence()

typedef uint64_t WORDS __attribute__((vector_size(32), may_alias));

#define VEC            __m256
#define ELEM           float
#define T(name)        name##_f32
#define TRIAD(a, c, s) _mm256_fmadd_ps(s, c, a)
#define SPLAT(x)       _mm256_set1_ps(x)
#include "kernels/roof/stream_body.h"
#include "kernels/roof/stream_undef.h"

#define VEC            __m256d
#define ELEM           double
#define T(name)        name##_f64
#define TRIAD(a, c, s) _mm256_fmadd_pd(s, c, a)
#define SPLAT(x)       _mm256_set1_pd(x)
#include "kernels/roof/stream_body.h"

STREAM_PLAIN(STREAM_DEFINE, f32, GAM_DTYPE_F32)
STREAM_PLAIN(STREAM_DEFINE, f64, GAM_DTYPE_F64)
STREAM_NT(STREAM_DEFINE, f32, GAM_DTYPE_F32)
STREAM_NT(STREAM_DEFINE, f64, GAM_DTYPE_F64)

/* Rows without commas between them. */
/* clang-format off */
const struct gam_roof_stream_kernel gam_roof_stream_avx2[] = {
    STREAM_PLAIN(STREAM_ROW, f32, GAM_DTYPE_F32) STREAM_PLAIN(STREAM_ROW, f64, GAM_DTYPE_F64)
    STREAM_NT(STREAM_ROW, f32, GAM_DTYPE_F32) STREAM_NT(STREAM_ROW, f64, GAM_DTYPE_F64)
    { 0 },
};
/* clang-format on */
