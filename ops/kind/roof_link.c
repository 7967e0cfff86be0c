/* SPDX-License-Identifier: MIT */
/* Link roof: a message of that size there and back between two ranks; its time is that of one way. Latency and bandwidth come
 * from the sizes. both=1: an exchange, both ends send at once; what the link then carries each way is what collectives get. */
#include "ops/shape.h"

static const struct gam_op_key keys[] = {
    GAM_KEY_DIM("bytes", "of one message"),
    GAM_KEY_FLAG("both", "1: both ends send at once, as in a collective"),
    GAM_KEY_TYPE,
};

static void link_cost(const struct gam_op *op, struct gam_cost *out)
{
    out->sent_bytes = (double)gam_op_int(op, "bytes");
    out->messages = 1;
}

static size_t link_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    uint64_t bytes = (uint64_t)gam_op_int(op, "bytes");

    out[0] = gam_operand_make("message", GAM_OPERAND_INOUT, GAM_DTYPE_U8, GAM_FILL_UNIFORM, bytes);
    return 1;
}

const struct gam_op_kind gam_op_kind_roof_link = {
    .name = "roof_link",
    .summary = "link roof: a message between two ranks, one way",
    .class = GAM_OP_ROOF_LINK,
    .keys = keys,
    .n_keys = sizeof keys / sizeof *keys,
    .example = "roof_link:bytes=1048576,dtype=u8",
    .cost = link_cost,
    .operands = link_operands,
};
