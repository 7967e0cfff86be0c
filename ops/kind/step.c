/* SPDX-License-Identifier: MIT */
#include "ops/kind/step.h"

#include "common/err.h"
#include "ops/shape.h"

const char *const gam_step_words[] = { "dp", "tp", "pp", "moe", "ring", "fsdp", NULL };
const char *const gam_step_part_words[] = { "whole", "compute", "comm", "single", NULL };

static const struct gam_op_key keys[] = {
    GAM_KEY_CHOICE("what", gam_step_words, "dp tp pp moe ring fsdp: how the work is divided"),
    GAM_KEY_CHOICE("part", gam_step_part_words, "whole; compute: nothing is sent; comm: only that; single: on one rank"),
    { .name = "ranks", .type = GAM_KEY_INT, .required = true, .least = 2, .most = 1 << 16, .help = "that share the work" },
    { .name = "rows", .type = GAM_KEY_INT, .required = true, .least = 1, .most = 1 << 24, .help = "of one rank or micro-batch" },
    { .name = "width", .type = GAM_KEY_INT, .required = true, .least = 1, .most = 1 << 20, .help = "of a layer; head size" },
    { .name = "layers", .type = GAM_KEY_INT, .fallback = 1, .least = 1, .most = 4096, .help = "one after the other" },
    { .name = "pieces", .type = GAM_KEY_INT, .fallback = 1, .least = 1, .most = 4096, .help = "dp: buckets; pp: micro-batches" },
    GAM_KEY_FLAG("overlap", "1: sends while it computes on"),
    GAM_KEY_TYPE,
};

enum { F32_BYTES = 4 };

void gam_step_shape(const struct gam_op *op, struct gam_step_shape *out)
{
    *out = (struct gam_step_shape){
        .what = (enum gam_step_what)gam_op_int(op, "what"),
        .part = (enum gam_step_part)gam_op_int(op, "part"),
        .ranks = (int)gam_op_int(op, "ranks"),
        .overlap = (int)gam_op_int(op, "overlap"),
        .rows = gam_op_int(op, "rows"),
        .width = gam_op_int(op, "width"),
        .layers = gam_op_int(op, "layers"),
        .pieces = gam_op_int(op, "pieces"),
    };
}

/* A matrix product of the step, `times` of it on one rank. */
struct product {
    double m, n, k, times;
};

static size_t products(const struct gam_step_shape *s, struct product out[2])
{
    double r = (double)s->rows, w = (double)s->width, layers = (double)s->layers, f = 4 * w / s->ranks;

    switch (s->what) {
    case GAM_STEP_TP:
        out[0] = (struct product){ r, f, w, 2 * layers };
        out[1] = (struct product){ r, w, f, 2 * layers };
        return 2;
    case GAM_STEP_PP:
        out[0] = (struct product){ r, w, w, layers * (double)s->pieces };
        return 1;
    case GAM_STEP_MOE:
        out[0] = (struct product){ r, w, w, layers };
        return 1;
    case GAM_STEP_RING:
        out[0] = (struct product){ r, r, w, layers * s->ranks };
        out[1] = (struct product){ r, w, r, layers * s->ranks };
        return 2;
    default:
        out[0] = (struct product){ r, w, w, 2 * layers };
        out[1] = (struct product){ w, w, r, layers };
        return 2;
    }
}

int gam_step_messages(const struct gam_step_shape *s, struct gam_step_message out[2])
{
    double row_bytes = (double)s->rows * (double)s->width * F32_BYTES, layers = (double)s->layers;
    double weight_bytes = (double)s->width * (double)s->width * F32_BYTES;

    switch (s->what) {
    case GAM_STEP_DP:
        out[0] = (struct gam_step_message){ GAM_ALL_REDUCE, (double)s->pieces, layers * weight_bytes / (double)s->pieces };
        return 1;
    case GAM_STEP_TP:
        out[0] = (struct gam_step_message){ GAM_ALL_REDUCE, 2 * layers, row_bytes };
        return 1;
    case GAM_STEP_PP:
        out[0] = (struct gam_step_message){ -1, (double)s->pieces, row_bytes };
        return 1;
    case GAM_STEP_MOE:
        out[0] = (struct gam_step_message){ GAM_ALL_TO_ALL, 2 * layers, row_bytes };
        return 1;
    case GAM_STEP_RING:
        out[0] = (struct gam_step_message){ -1, layers * (s->ranks - 1), 2 * row_bytes };
        return 1;
    default:
        out[0] = (struct gam_step_message){ GAM_ALL_GATHER, 2 * layers, weight_bytes };
        out[1] = (struct gam_step_message){ GAM_REDUCE_SCATTER, layers, weight_bytes };
        return 2;
    }
}

static int divides(const struct gam_step_shape *s, int64_t whole, const char *what, struct gam_err *err)
{
    if (whole % s->ranks == 0)
        return 0;
    return gam_err_set(err, -GAM_EINVAL, "step: %s must be a multiple of ranks=%d", what, s->ranks);
}

static int step_check(const struct gam_op *op, struct gam_err *err)
{
    struct gam_step_shape s;

    gam_step_shape(op, &s);
    if (gam_op_dtype(op) != GAM_DTYPE_F32)
        return gam_err_set(err, -GAM_EINVAL, "step: dtype must be f32");
    if (s.what == GAM_STEP_DP && s.layers % s.pieces)
        return gam_err_set(err, -GAM_EINVAL, "step: layers=%lld must be a multiple of pieces", (long long)s.layers);
    if (s.what != GAM_STEP_DP && s.overlap)
        return gam_err_set(err, -GAM_EINVAL, "step: only what=dp has overlap=1");
    if (s.what == GAM_STEP_TP)
        return divides(&s, 4 * s.width, "4 x width", err);
    if (s.what == GAM_STEP_MOE)
        return divides(&s, s.rows, "rows", err);
    return s.what == GAM_STEP_FSDP ? divides(&s, s.width * s.width, "width x width", err) : 0;
}

static void step_cost(const struct gam_op *op, struct gam_cost *out)
{
    struct gam_step_shape s;
    struct gam_step_message message[2];
    struct product product[2];
    size_t n;

    gam_step_shape(op, &s);
    n = products(&s, product);
    for (size_t i = 0; s.part != GAM_PART_COMM && i < n; i++) {
        double times = product[i].times * (s.part == GAM_PART_SINGLE ? s.ranks : 1);

        out->fma_flop += 2 * product[i].m * product[i].n * product[i].k * times;
        out->read_bytes += (product[i].m + product[i].n) * product[i].k * F32_BYTES * times;
        out->written_bytes += product[i].m * product[i].n * F32_BYTES * times;
    }
    if (s.what == GAM_STEP_RING && s.part != GAM_PART_COMM)
        out->special_flop = (double)s.rows * (double)s.rows * product[0].times * (s.part == GAM_PART_SINGLE ? s.ranks : 1);
    n = s.part == GAM_PART_WHOLE || s.part == GAM_PART_COMM ? (size_t)gam_step_messages(&s, message) : 0;
    for (size_t i = 0; i < n; i++) {
        struct gam_comm_cost wire = { 1, message[i].bytes };

        if (message[i].collective >= 0)
            gam_collective_cost((enum gam_collective_what)message[i].collective, GAM_ALGORITHM_BOUND, s.ranks, message[i].bytes,
                                &wire);
        out->messages += wire.messages * message[i].times;
        out->sent_bytes += wire.bytes * message[i].times;
    }
}

/* Only the weights and rows of one rank: their sum says which cache can hold the step. */
static size_t step_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    struct gam_step_shape s;
    uint64_t rows, weights;

    gam_step_shape(op, &s);
    rows = gam_dims_product(3, (int64_t[]){ s.rows, s.width, s.what == GAM_STEP_RING ? 4 : 2 });
    weights = gam_dims_product(3, (int64_t[]){ s.width, s.width, 2 * s.layers });
    out[0] = gam_operand_make("rows", GAM_OPERAND_INOUT, GAM_DTYPE_F32, GAM_FILL_UNIFORM, rows);
    out[1] = gam_operand_make("weights", GAM_OPERAND_IN, GAM_DTYPE_F32, GAM_FILL_UNIFORM, weights);
    return s.what == GAM_STEP_RING ? 1 : 2;
}

const struct gam_op_kind gam_op_kind_step = {
    .name = "step",
    .summary = "a reference step of distributed training or inference (gambrel-mpi)",
    .class = GAM_OP_DISTRIBUTED,
    .keys = keys,
    .n_keys = sizeof keys / sizeof *keys,
    .example = "step:ranks=2,rows=256,width=512,layers=4,pieces=4,dtype=f32",
    .check = step_check,
    .cost = step_cost,
    .operands = step_operands,
};
