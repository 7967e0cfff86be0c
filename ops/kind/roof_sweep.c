/* SPDX-License-Identifier: MIT */
/* One point of the intensity sweep: workers read their slices of "a" and do `fmas` FMAs on every element. With few of them memory
 * sets the time, with many the pipes do, and around the ridge it shows how far the two overlap.
 *
 * `bytes` and `chunk` are those of roof_stream: the working set of all workers, and what one launch reads of it.
 */
#include "common/err.h"
#include "ops/kind/roof.h"

#include <inttypes.h>

static const struct gam_op_key keys[] = {
    { .name = "isa", .type = GAM_KEY_WORD, .required = true, .words = gam_roof_isa_words, .help = "instruction set" },
    { .name = "fmas", .type = GAM_KEY_INT, .required = true, .least = 1, .most = 1 << 16, .help = "FMAs per element" },
    { .name = "level",
      .type = GAM_KEY_WORD,
      .required = true,
      .words = gam_roof_level_words,
      .help = "the level that `bytes` is meant for" },
    { .name = "bytes",
      .type = GAM_KEY_INT,
      .required = true,
      .least = GAM_ROOF_PAGE,
      .most = 1e15,
      .help = "working set: a multiple of 4096 x threads" },
    { .name = "chunk",
      .type = GAM_KEY_INT,
      .required = true,
      .least = GAM_ROOF_PAGE,
      .most = 1e15,
      .help = "bytes read by one launch; a multiple like bytes, and no more" },
    { .name = "threads", .type = GAM_KEY_INT, .fallback = 1, .least = 1, .most = 4096, .help = "workers" },
    { .name = "dtype", .type = GAM_KEY_DTYPE, .required = true, .help = "f32 or f64" },
};

void gam_roof_sweep_shape(const struct gam_op *op, struct gam_roof_sweep *out)
{
    *out = (struct gam_roof_sweep){
        .isa = (enum gam_roof_isa)gam_op_int(op, "isa"),
        .dtype = gam_op_dtype(op),
        .threads = (int)gam_op_int(op, "threads"),
        .fmas = gam_op_int(op, "fmas"),
    };
    out->slice_bytes = (uint64_t)gam_op_int(op, "bytes") / (uint64_t)out->threads;
    out->chunk_bytes = (uint64_t)gam_op_int(op, "chunk") / (uint64_t)out->threads;
}

static const char unit_words[] = "4096 x threads";

static int sweep_check(const struct gam_op *op, struct gam_err *err)
{
    struct gam_roof_sweep s;
    uint64_t unit;
    int rc;

    gam_roof_sweep_shape(op, &s);
    unit = (uint64_t)GAM_ROOF_PAGE * (uint64_t)s.threads;
    if (s.dtype != GAM_DTYPE_F32 && s.dtype != GAM_DTYPE_F64)
        return gam_err_set(err, -GAM_EINVAL, "roof_sweep: dtype must be f32 or f64");
    if ((rc = gam_roof_whole(op, "bytes", unit, unit_words, err)) || (rc = gam_roof_whole(op, "chunk", unit, unit_words, err)))
        return rc;
    if (s.chunk_bytes > s.slice_bytes)
        return gam_err_set(err, -GAM_EINVAL, "roof_sweep: chunk=%" PRId64 " must not be more than bytes=%" PRId64,
                           gam_op_int(op, "chunk"), gam_op_int(op, "bytes"));
    return 0;
}

static void sweep_cost(const struct gam_op *op, struct gam_cost *out)
{
    struct gam_roof_sweep s;

    gam_roof_sweep_shape(op, &s);
    out->read_bytes = (double)s.chunk_bytes * s.threads;
    out->fma_flop = 2 * (double)s.fmas * out->read_bytes / gam_dtype_bytes(s.dtype);
}

/* The same as those of roof_stream's reading, so that one buffer can serve both. */
static size_t sweep_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    struct gam_roof_sweep s;
    uint64_t bytes, checks;

    gam_roof_sweep_shape(op, &s);
    bytes = s.slice_bytes * (uint64_t)s.threads;
    checks = (uint64_t)s.threads * GAM_ROOF_CHECK;
    out[GAM_SWEEP_A] = (struct gam_operand){ .name = "a",
                                             .role = GAM_OPERAND_IN,
                                             .dtype = s.dtype,
                                             .fill = GAM_FILL_UNIFORM,
                                             .elements = (uint64_t)((double)bytes / gam_dtype_bytes(s.dtype)),
                                             .bytes = bytes };
    out[GAM_SWEEP_CHECK] = (struct gam_operand){ .name = "check",
                                                 .role = GAM_OPERAND_OUT,
                                                 .dtype = GAM_DTYPE_F64,
                                                 .fill = GAM_FILL_POISON,
                                                 .elements = checks,
                                                 .bytes = checks * sizeof(double) };
    return 2;
}

/* Every FMA rounds once, and a page is added up in the element type. */
static double sweep_tolerance(const struct gam_op *op)
{
    return ((double)gam_op_int(op, "fmas") + 64) * gam_dtype_info(gam_op_dtype(op))->epsilon;
}

const struct gam_op_kind gam_op_kind_roof_sweep = {
    .name = "roof_sweep",
    .summary = "a point of the intensity sweep: a stream with so many FMAs per element",
    .class = GAM_OP_ROOF_SWEEP,
    .keys = keys,
    .n_keys = sizeof keys / sizeof *keys,
    .example = "roof_sweep:isa=avx2,fmas=16,level=L2,bytes=1048576,chunk=524288,threads=2,dtype=f64",
    .check = sweep_check,
    .cost = sweep_cost,
    .operands = sweep_operands,
    .tolerance = sweep_tolerance,
};
