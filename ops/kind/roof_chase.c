/* SPDX-License-Identifier: MIT */
/* Latency roof: one worker follows a random cycle through all cache lines of a working set, one dependent load a step.
 *
 * "next": a line per element; its first int64 is the index of the next line, its second that line's place in int64s (a kernel on
 * the host may keep a pointer there instead). "check": what the launch did: line where it began, line where it ended, steps. A
 * launch goes on where the last ended, so that the whole working set takes part however short a launch is.
 */
#include "common/err.h"
#include "ops/kind/roof.h"

static const struct gam_op_key keys[] = {
    { .name = "level",
      .type = GAM_KEY_WORD,
      .required = true,
      .words = gam_roof_level_words,
      .help = "the level that `bytes` is meant for" },
    { .name = "bytes",
      .type = GAM_KEY_INT,
      .required = true,
      .least = 2 * GAM_ROOF_LINE,
      .most = 1e15,
      .help = "working set, a multiple of 64" },
    { .name = "steps", .type = GAM_KEY_INT, .required = true, .least = 1, .most = 1e12, .help = "loads of one launch" },
    { .name = "dtype", .type = GAM_KEY_DTYPE, .required = true, .help = "i64" },
};

static int chase_check(const struct gam_op *op, struct gam_err *err)
{
    if (gam_op_dtype(op) != GAM_DTYPE_I64)
        return gam_err_set(err, -GAM_EINVAL, "roof_chase: dtype must be i64");
    if (gam_op_int(op, "bytes") % GAM_ROOF_LINE)
        return gam_err_set(err, -GAM_EINVAL, "roof_chase: bytes must be a multiple of %d", GAM_ROOF_LINE);
    return 0;
}

/* Program bytes: the 8 bytes that each step asks for. */
static void chase_cost(const struct gam_op *op, struct gam_cost *out)
{
    out->read_bytes = 8 * (double)gam_op_int(op, "steps");
}

static size_t chase_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    uint64_t bytes = (uint64_t)gam_op_int(op, "bytes");

    out[GAM_CHASE_NEXT] = (struct gam_operand){ .name = "next",
                                                .role = GAM_OPERAND_IN,
                                                .dtype = GAM_DTYPE_I64,
                                                .fill = GAM_FILL_CHAIN,
                                                .elements = bytes / GAM_ROOF_LINE,
                                                .bytes = bytes };
    out[GAM_CHASE_CHECK] = (struct gam_operand){ .name = "check",
                                                 .role = GAM_OPERAND_OUT,
                                                 .dtype = GAM_DTYPE_F64,
                                                 .fill = GAM_FILL_POISON,
                                                 .elements = GAM_CHASE_CHECKS,
                                                 .bytes = GAM_CHASE_CHECKS * sizeof(double) };
    return 2;
}

static double chase_tolerance(const struct gam_op *op)
{
    (void)op;
    return gam_dtype_info(GAM_DTYPE_F64)->epsilon;
}

const struct gam_op_kind gam_op_kind_roof_chase = {
    .name = "roof_chase",
    .summary = "latency roof: dependent loads along a random cycle of cache lines",
    .class = GAM_OP_ROOF_LATENCY,
    .keys = keys,
    .n_keys = sizeof keys / sizeof *keys,
    .work_key = "steps",
    .example = "roof_chase:level=L2,bytes=1048576,steps=65536,dtype=i64",
    .check = chase_check,
    .cost = chase_cost,
    .operands = chase_operands,
    .tolerance = chase_tolerance,
};
