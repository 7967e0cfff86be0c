/* SPDX-License-Identifier: MIT */
/* Host link roof: `times` copies of `bytes` from the host's memory to the device's, back, or both ways at once. What went over is
 * compared with what was sent, word by word. Copies of one word measure what starting a copy costs. */
#include "common/err.h"
#include "ops/link.h"
#include "ops/shape.h"

#include <string.h>

static const char *const ways[] = { "to-device", "from-device", "both", NULL };
static const char *const memories[] = { "pageable", "pinned", NULL };

static const struct gam_op_key keys[] = {
    GAM_KEY_CHOICE("way", ways, "from the host's memory to the device's, back, or both ways at once"),
    GAM_KEY_CHOICE("host", memories, "memory of the host: as every program has it, or page-locked"),
    GAM_KEY_DIM("bytes", "of one copy, each way"),
    GAM_KEY_DIM_OR("times", 1, "copies in a row"),
    { .name = "dtype", .type = GAM_KEY_DTYPE, .required = true, .help = "f32 (of what is copied)" },
};

static int transfer_check(const struct gam_op *op, struct gam_err *err)
{
    if (gam_op_dtype(op) != GAM_DTYPE_F32)
        return gam_err_set(err, -GAM_EINVAL, "roof_transfer: dtype must be f32");
    if (gam_op_int(op, "bytes") % (int64_t)sizeof(float))
        return gam_err_set(err, -GAM_EINVAL, "roof_transfer: bytes=%lld must be a multiple of 4",
                           (long long)gam_op_int(op, "bytes"));
    return 0;
}

static size_t transfer_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    uint64_t elements = (uint64_t)gam_op_int(op, "bytes") / sizeof(float);
    const char *way = gam_op_word(op, "way");
    size_t n = 0;

    if (strcmp(way, "from-device") != 0)
        out[n++] = gam_operand_make("sent", GAM_OPERAND_IN, GAM_DTYPE_F32, GAM_FILL_UNIFORM, elements);
    if (strcmp(way, "to-device") != 0)
        out[n++] = gam_operand_make("fetched", GAM_OPERAND_OUT, GAM_DTYPE_F32, GAM_FILL_POISON, elements);
    return n;
}

static void transfer_cost(const struct gam_op *op, struct gam_cost *out)
{
    double times = (double)gam_op_int(op, "times");
    struct gam_link_bytes bytes = gam_op_link_bytes(op);

    out->sent_bytes = times * (bytes.to_device + bytes.from_device);
    out->messages = times;
}

const struct gam_op_kind gam_op_kind_roof_transfer = {
    .name = "roof_transfer",
    .summary = "host link roof: copies between the host's memory and the device's",
    .class = GAM_OP_ROOF_TRANSFER,
    .keys = keys,
    .n_keys = sizeof keys / sizeof *keys,
    .work_key = "times",
    .example = "roof_transfer:way=both,host=pinned,bytes=67108864,dtype=f32",
    .check = transfer_check,
    .cost = transfer_cost,
    .operands = transfer_operands,
};
