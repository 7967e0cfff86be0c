/* SPDX-License-Identifier: MIT */
/* Memory roof: workers stream through their own slices of one, two or three arrays.
 *
 *   read   loads a       write  stores b       copy  b = a       triad  b = a + s c
 * `bytes` is the working set over all arrays and workers, `chunk` what one launch moves (program bytes: no write-allocate). A
 * launch goes on where the last one ended and around at the end, so that a launch may be short and yet finds every line as far
 * away as the working set is large. nt=1: stores that bypass the caches.
 */
#include "common/err.h"
#include "ops/kind/roof.h"
#include "ops/kind/roof_gpu.h"

#include <inttypes.h>
#include <string.h>

const char *const gam_roof_pattern_words[] = { "read", "write", "copy", "triad", NULL };
static const char *const level_words[] = { "L1", "L2", "L3", "L4", "DRAM", "LOCAL", NULL };

static const struct gam_op_key keys[] = {
    { .name = "isa", .type = GAM_KEY_WORD, .required = true, .words = gam_roof_isa_words, .help = "instruction set" },
    { .name = "pattern", .type = GAM_KEY_WORD, .required = true, .words = gam_roof_pattern_words, .help = "what is streamed" },
    { .name = "nt", .type = GAM_KEY_INT, .fallback = 0, .least = 0, .most = 1, .help = "1: non-temporal stores" },
    { .name = "level",
      .type = GAM_KEY_WORD,
      .required = true,
      .words = level_words,
      .help = "the level that `bytes` is meant for" },
    { .name = "bytes",
      .type = GAM_KEY_INT,
      .required = true,
      .least = GAM_ROOF_PAGE,
      .most = 1e15,
      .help = "working set: a multiple of 4096 x arrays x threads x groups" },
    { .name = "chunk",
      .type = GAM_KEY_INT,
      .required = true,
      .least = GAM_ROOF_PAGE,
      .most = 1e15,
      .help = "bytes moved by one launch; a multiple like bytes" },
    { .name = "unroll", .type = GAM_KEY_INT, .fallback = 8, .least = 1, .most = 64, .help = "vectors per loop pass" },
    GAM_ROOF_GPU_KEYS,
    { .name = "threads", .type = GAM_KEY_INT, .fallback = 1, .least = 1, .most = 4096, .help = "workers" },
    { .name = "dtype", .type = GAM_KEY_DTYPE, .required = true, .help = "f32 or f64 (of triad's arithmetic)" },
};

unsigned gam_roof_arrays(enum gam_roof_pattern pattern)
{
    static const unsigned arrays[GAM_PATTERNS] = { 1, 1, 2, 3 };

    return arrays[pattern];
}

struct gam_roof_stream_operands gam_roof_stream_operands(enum gam_roof_pattern pattern)
{
    static const struct gam_roof_stream_operands at[GAM_PATTERNS] = {
        [GAM_PATTERN_READ] = { .a = 0, .b = -1, .c = -1, .check = 1 },
        [GAM_PATTERN_WRITE] = { .a = -1, .b = 0, .c = -1, .check = 1 },
        [GAM_PATTERN_COPY] = { .a = 0, .b = 1, .c = -1, .check = 2 },
        [GAM_PATTERN_TRIAD] = { .a = 0, .b = 1, .c = 2, .check = 3 },
    };

    return at[pattern];
}

void gam_roof_stream_shape(const struct gam_op *op, struct gam_roof_stream *out)
{
    uint64_t parts;

    *out = (struct gam_roof_stream){
        .isa = (enum gam_roof_isa)gam_op_int(op, "isa"),
        .pattern = (enum gam_roof_pattern)gam_op_int(op, "pattern"),
        .dtype = gam_op_dtype(op),
        .nt = (int)gam_op_int(op, "nt"),
        .unroll = (int)gam_op_int(op, "unroll"),
        .threads = (int)(gam_op_int(op, "threads") * gam_op_int(op, "groups")),
        .items = (int)gam_op_int(op, "items"),
        .width = (int)gam_op_int(op, "width"),
        .local = !strcmp(gam_op_word(op, "level"), "LOCAL"),
    };
    out->arrays = gam_roof_arrays(out->pattern);
    parts = (uint64_t)out->arrays * (uint64_t)out->threads;
    out->slice_bytes = (uint64_t)gam_op_int(op, "bytes") / parts;
    out->chunk_bytes = (uint64_t)gam_op_int(op, "chunk") / parts;
}

static const char unit_words[] = "4096 x arrays x threads x groups";

static int stream_check(const struct gam_op *op, struct gam_err *err)
{
    struct gam_roof_stream s;
    uint64_t unit;
    int rc;

    gam_roof_stream_shape(op, &s);
    unit = (uint64_t)GAM_ROOF_PAGE * s.arrays * (uint64_t)s.threads;
    if (s.dtype != GAM_DTYPE_F32 && s.dtype != GAM_DTYPE_F64)
        return gam_err_set(err, -GAM_EINVAL, "roof_stream: dtype must be f32 or f64");
    if (roof_gpu_check(op, err))
        return -GAM_EINVAL;
    if (s.local && s.pattern != GAM_PATTERN_READ)
        return gam_err_set(err, -GAM_EINVAL, "roof_stream: level=LOCAL is read only: its content does not outlast a launch");
    if (s.nt && s.pattern == GAM_PATTERN_READ)
        return gam_err_set(err, -GAM_EINVAL, "roof_stream: pattern=read stores nothing; nt must be 0");
    if ((rc = gam_roof_whole(op, "bytes", unit, unit_words, err)))
        return rc;
    return gam_roof_whole(op, "chunk", unit, unit_words, err);
}

static void stream_cost(const struct gam_op *op, struct gam_cost *out)
{
    struct gam_roof_stream s;
    double array; /* bytes that a launch moves of each array */

    gam_roof_stream_shape(op, &s);
    array = (double)s.chunk_bytes * s.threads;
    out->read_bytes = array * (s.arrays - (s.pattern == GAM_PATTERN_READ ? 0 : 1));
    out->written_bytes = s.pattern == GAM_PATTERN_READ ? 0 : array;
    if (s.pattern == GAM_PATTERN_TRIAD)
        out->fma_flop = 2 * array / gam_dtype_bytes(s.dtype);
}

static size_t stream_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    static const char *const names[] = { "a", "b", "c" };
    struct gam_roof_stream_operands at;
    struct gam_roof_stream s;
    uint64_t bytes;

    gam_roof_stream_shape(op, &s);
    at = gam_roof_stream_operands(s.pattern);
    bytes = s.slice_bytes * (uint64_t)s.threads;
    for (unsigned i = 0; i < 3; i++) {
        int place = (const int[]){ at.a, at.b, at.c }[i];

        if (place >= 0)
            out[place] = (struct gam_operand){ .name = names[i],
                                               .role = i == 1 ? GAM_OPERAND_WORK : GAM_OPERAND_IN,
                                               .dtype = s.dtype,
                                               .fill = i == 1 ? GAM_FILL_POISON : GAM_FILL_UNIFORM,
                                               .elements = (uint64_t)((double)bytes / gam_dtype_bytes(s.dtype)),
                                               .bytes = bytes };
    }
    out[at.check] = (struct gam_operand){ .name = "check",
                                          .role = GAM_OPERAND_OUT,
                                          .dtype = GAM_DTYPE_F64,
                                          .fill = GAM_FILL_POISON,
                                          .elements = (uint64_t)s.threads * GAM_ROOF_CHECK,
                                          .bytes = (uint64_t)s.threads * GAM_ROOF_CHECK * sizeof(double) };
    return (size_t)at.check + 1;
}

/* The report holds whole numbers: it is right or wrong. */
static double stream_tolerance(const struct gam_op *op)
{
    (void)op;
    return gam_dtype_info(GAM_DTYPE_F64)->epsilon;
}

const struct gam_op_kind gam_op_kind_roof_stream = {
    .name = "roof_stream",
    .summary = "memory roof: streams through a working set of one level",
    .class = GAM_OP_ROOF_MEMORY,
    .keys = keys,
    .n_keys = sizeof keys / sizeof *keys,
    .work_key = "chunk",
    .example = "roof_stream:isa=avx2,pattern=copy,level=L2,bytes=1048576,chunk=67108864,threads=2,dtype=f64",
    .check = stream_check,
    .cost = stream_cost,
    .operands = stream_operands,
    .tolerance = stream_tolerance,
};
