/* SPDX-License-Identifier: MIT */
/* The roofs' shapes as plain numbers, for their kernels and oracles. FLOPs, bytes and steps are totals over the workers. */
#ifndef GAM_OPS_KIND_ROOF_H
#define GAM_OPS_KIND_ROOF_H

#include "ops/op.h"

enum {
    GAM_ROOF_PAGE = 4096, /* slices of workers begin on a page, so that no line and no page is shared */
    GAM_ROOF_LINE = 64,
    GAM_ROOF_CHECK = 8 /* doubles of a worker's report, see roof_stream */
};

/* In the order of the words of the key "isa", and of enum gam_isa's bits. GAM_ROOF_GPU: work-items of a device that runs source
 * code; there the keys groups, items and width say what a vector register says on a cpu. */
enum gam_roof_isa { GAM_ROOF_BASE, GAM_ROOF_AVX2, GAM_ROOF_AVX512, GAM_ROOF_NEON, GAM_ROOF_GPU, GAM_ROOF_ISAS };

extern const char *const gam_roof_isa_words[];         /* NULL-terminated */
extern const char *const gam_roof_level_words[];       /* caches and main memory of a host; NULL-terminated */
unsigned gam_roof_vector_bytes(enum gam_roof_isa isa); /* of one register */

/* 0 when the key is a multiple of `unit`, else an error that says so and what the unit is made of. */
int gam_roof_whole(const struct gam_op *op, const char *key, uint64_t unit, const char *unit_words, struct gam_err *err);

enum gam_roof_mix { GAM_MIX_FMA, GAM_MIX_MULADD, GAM_MIX_FMAADD, GAM_MIX_EXP, GAM_MIX_DIV, GAM_MIX_SQRT, GAM_MIXES };

struct gam_roof_fma {
    enum gam_roof_isa isa;
    enum gam_roof_mix mix;
    enum gam_dtype dtype;
    int chains, lanes, threads; /* threads: workers; on a gpu its groups */
    int64_t n;
    uint64_t per_thread, elements; /* of the operand "x": chains x lanes, and of all workers */
};

void gam_roof_fma_shape(const struct gam_op *op, struct gam_roof_fma *out);

extern const char *const gam_roof_pattern_words[]; /* in the order of enum gam_roof_pattern; NULL-terminated */

enum gam_roof_pattern { GAM_PATTERN_READ, GAM_PATTERN_WRITE, GAM_PATTERN_COPY, GAM_PATTERN_TRIAD, GAM_PATTERNS };

struct gam_roof_stream {
    enum gam_roof_isa isa;
    enum gam_roof_pattern pattern;
    enum gam_dtype dtype;
    int nt, unroll, threads; /* threads: workers; on a gpu its groups */
    int items, width;        /* gpu: work-items of a group, elements that one moves at a time */
    int local;               /* level=LOCAL: memory of a group */
    unsigned arrays;
    uint64_t slice_bytes; /* of one array and one worker; a multiple of GAM_ROOF_PAGE */
    uint64_t chunk_bytes; /* likewise: moved by one launch */
};

void gam_roof_stream_shape(const struct gam_op *op, struct gam_roof_stream *out);
unsigned gam_roof_arrays(enum gam_roof_pattern pattern); /* 1 1 2 3 */

/* Operands of roof_stream: position of each array, -1 when the pattern has none. "check" comes last. */
struct gam_roof_stream_operands {
    int a, b, c, check;
};

struct gam_roof_stream_operands gam_roof_stream_operands(enum gam_roof_pattern pattern);

/* Doubles of one worker's report in "check" of roof_stream. */
enum gam_roof_check {
    GAM_CHECK_WORKER, /* its number + 1 */
    GAM_CHECK_START,  /* byte in its slices where the launch began */
    GAM_CHECK_BYTES,  /* of each array that it went through */
    GAM_CHECK_LOW,  /* read: sum, modulo 2^64, of 64-bit words that it read: lower 32 bits (which: kernels/roof/roof.h). Others: 0
                     */
    GAM_CHECK_HIGH, /* its upper 32 bits */
    GAM_CHECK_STAMP, /* write: the value that it stored. Others: 0 */
    GAM_CHECK_RIGHT, /* 1: claims that all that it wrote is right; the oracle looks and says what share is */
    GAM_CHECK_ONE    /* 1 */
};

/* One point of the intensity sweep: `fmas` FMAs on every element that streams by. */
struct gam_roof_sweep {
    enum gam_roof_isa isa;
    enum gam_dtype dtype;
    int threads;
    int64_t fmas;
    uint64_t slice_bytes, chunk_bytes; /* of one worker; multiples of GAM_ROOF_PAGE */
};

void gam_roof_sweep_shape(const struct gam_op *op, struct gam_roof_sweep *out);

/* Operands of roof_sweep, and the doubles of one worker's report in "check" (GAM_ROOF_CHECK of them; those not named are 1). */
enum { GAM_SWEEP_A, GAM_SWEEP_CHECK };
enum gam_sweep_check { GAM_SWEEP_WORKER /* its number + 1 */, GAM_SWEEP_START /* byte */, GAM_SWEEP_BYTES, GAM_SWEEP_SUM };

/* Operands of roof_chase, and the doubles of its "check". */
enum { GAM_CHASE_NEXT, GAM_CHASE_CHECK };
enum gam_chase_check { GAM_CHASE_START /* line */, GAM_CHASE_END /* line */, GAM_CHASE_STEPS, GAM_CHASE_CHECKS };

#endif
