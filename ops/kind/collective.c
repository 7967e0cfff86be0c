/* SPDX-License-Identifier: MIT */
/* A collective over `ranks` ranks, as one of them sees it. Bytes on the wire are those that no algorithm can save (bound): a time
 * above it may be the algorithm's, one below it is a diagnosis. */
#include "ops/collective.h"
#include "common/err.h"
#include "ops/shape.h"

#include <math.h>

static const struct gam_op_key keys[] = {
    GAM_KEY_CHOICE("what", gam_collective_words, "the collective"),
    { .name = "ranks", .type = GAM_KEY_INT, .required = true, .least = 2, .most = 1 << 20, .help = "that take part" },
    GAM_KEY_DIM("bytes", "S, the buffer of one rank: input of a reduce-scatter, output of an all-gather"),
    GAM_KEY_TYPE,
};

static enum gam_collective_what what_of(const struct gam_op *op)
{
    return (enum gam_collective_what)gam_op_int(op, "what");
}

static int collective_check(const struct gam_op *op, struct gam_err *err)
{
    double bytes = gam_dtype_bytes(gam_op_dtype(op));

    if (fmod((double)gam_op_int(op, "bytes"), bytes) != 0)
        return gam_err_set(err, -GAM_EINVAL, "collective: bytes must be whole elements of %g bytes", bytes);
    return 0;
}

static void collective_cost(const struct gam_op *op, struct gam_cost *out)
{
    int ranks = (int)gam_op_int(op, "ranks");
    double bytes = (double)gam_op_int(op, "bytes");
    struct gam_comm_cost wire;

    gam_collective_cost(what_of(op), GAM_ALGORITHM_BOUND, ranks, bytes, &wire);
    out->sent_bytes = wire.bytes;
    out->messages = wire.messages;
    out->fma_flop = gam_collective_flop(what_of(op), ranks, bytes / gam_dtype_bytes(gam_op_dtype(op)));
}

static size_t collective_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    uint64_t elements = (uint64_t)((double)gam_op_int(op, "bytes") / gam_dtype_bytes(gam_op_dtype(op)));

    out[0] = gam_operand_make("in", GAM_OPERAND_IN, gam_op_dtype(op), GAM_FILL_UNIFORM, elements);
    out[1] = gam_operand_make("out", GAM_OPERAND_OUT, gam_op_dtype(op), GAM_FILL_POISON, elements);
    return 2;
}

const struct gam_op_kind gam_op_kind_collective = {
    .name = "collective",
    .summary = "a collective over several ranks (gambrel-mpi)",
    .class = GAM_OP_DISTRIBUTED,
    .keys = keys,
    .n_keys = sizeof keys / sizeof *keys,
    .example = "collective:ranks=4,bytes=1048576,dtype=f32",
    .check = collective_check,
    .cost = collective_cost,
    .operands = collective_operands,
};
