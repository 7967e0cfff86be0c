/* SPDX-License-Identifier: MIT */
/* What stream_body.h needs of both element types, and the rows of the tables at the end of stream_<isa>.c. */
#ifndef GAM_KERNELS_ROOF_STREAM_COMMON_H
#define GAM_KERNELS_ROOF_STREAM_COMMON_H

#include "kernels/roof/roof.h"
#include "kernels/roof/unroll.h"

/* STREAM_DEFINE(f32, GAM_DTYPE_F32, COPY, 1, 8) defines the kernel stream_f32_COPY_1_8; STREAM_ROW is its row in a table. */
#define STREAM_DEFINE(type, dtype, pattern, nt, unroll)                                                                          \
    static void stream_##type##_##pattern##_##nt##_##unroll(struct gam_roof_slice *s)                                            \
    {                                                                                                                            \
        stream_##type(s, GAM_PATTERN_##pattern, nt, unroll);                                                                     \
    }
#define STREAM_ROW(type, dtype, pattern, nt, unroll)                                                                             \
    { GAM_PATTERN_##pattern, dtype, nt, unroll, stream_##type##_##pattern##_##nt##_##unroll },

#define STREAM_UNROLLS(X, ...) X(__VA_ARGS__, 4) X(__VA_ARGS__, 8) X(__VA_ARGS__, 16) X(__VA_ARGS__, 32)
#define STREAM_PLAIN(X, type, dtype)                                                                                             \
    STREAM_UNROLLS(X, type, dtype, READ, 0)                                                                                      \
    STREAM_UNROLLS(X, type, dtype, WRITE, 0) STREAM_UNROLLS(X, type, dtype, COPY, 0) STREAM_UNROLLS(X, type, dtype, TRIAD, 0)
#define STREAM_NT(X, type, dtype)                                                                                                \
    STREAM_UNROLLS(X, type, dtype, WRITE, 1) STREAM_UNROLLS(X, type, dtype, COPY, 1) STREAM_UNROLLS(X, type, dtype, TRIAD, 1)

#endif
