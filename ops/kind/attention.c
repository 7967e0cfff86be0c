/* SPDX-License-Identifier: MIT */
/* o = softmax(scale q k^T + mask) v for every batch element and head. sq = 1: decoding one token.
 *
 * Layout: row-major without gaps. q: [b, hq, sq, d]. k: [b, hkv, skv, d]. v: [b, hkv, skv, dv]. o: [b, hq, sq, dv] in the type
 * "out".
 */
#include "ops/kind/attention.h"

#include "common/err.h"
#include "ops/shape.h"

#include <inttypes.h>
#include <math.h>

static const char *const masks[] = { "none", "causal", "causal-tl", NULL }; /* in the order of enum gam_mask */

static const struct gam_op_key keys[] = {
    GAM_KEY_DIM_OR("b", 1, "sequences"),
    GAM_KEY_DIM("hq", "query heads"),
    GAM_KEY_DIM_AS("hkv", "hq", "key-value heads; must divide hq"),
    GAM_KEY_DIM("sq", "queries of a sequence"),
    GAM_KEY_DIM_AS("skv", "sq", "keys of a sequence"),
    GAM_KEY_DIM("d", "elements of a query and a key"),
    GAM_KEY_DIM_AS("dv", "d", "elements of a value"),
    GAM_KEY_CHOICE("mask", masks, "causal: bottom-right aligned; causal-tl: top-left"),
    GAM_KEY_NUMBER("scale", 0, 0, 1e30, "factor of the scores; 0: 1/sqrt(d)"),
    GAM_KEY_TYPE_BY("acc", GAM_DTYPE_RULE_ACC, "type of the sums"),
    GAM_KEY_TYPE_BY("out", GAM_DTYPE_RULE_SAME, "element type of o"),
    GAM_KEY_TYPE,
};

void gam_attention_shape(const struct gam_op *op, struct gam_attention *out)
{
    *out = (struct gam_attention){
        .b = gam_op_int(op, "b"),
        .hq = gam_op_int(op, "hq"),
        .hkv = gam_op_int(op, "hkv"),
        .sq = gam_op_int(op, "sq"),
        .skv = gam_op_int(op, "skv"),
        .d = gam_op_int(op, "d"),
        .dv = gam_op_int(op, "dv"),
        .mask = (enum gam_mask)gam_op_int(op, "mask"),
        .scale = gam_op_real(op, "scale"),
    };
    out->share = out->hq / out->hkv;
    if (out->scale == 0)
        out->scale = 1 / sqrt((double)out->d);
}

int64_t gam_attention_visible(const struct gam_attention *s, int64_t i)
{
    int64_t seen = s->skv;

    if (s->mask != GAM_MASK_NONE)
        seen = i + 1 + (s->mask == GAM_MASK_CAUSAL ? s->skv - s->sq : 0);
    return seen < 0 ? 0 : seen > s->skv ? s->skv : seen;
}

/* Queries see 0, then 1, 2, ... keys, then all: an arithmetic series between two constant parts. */
double gam_attention_pairs(const struct gam_attention *s)
{
    double shift = s->mask == GAM_MASK_CAUSAL ? (double)(s->skv - s->sq) : 0;
    double first, last; /* queries first .. last - 1 see more than 0 and fewer than all */

    if (s->mask == GAM_MASK_NONE)
        return (double)s->sq * (double)s->skv;
    first = fmin(fmax(0, -shift), (double)s->sq);
    last = fmin(fmax(first, (double)s->skv - shift - 1), (double)s->sq);
    return (last - first) * ((first + shift + 1) + (last + shift)) / 2 + ((double)s->sq - last) * (double)s->skv;
}

static int attention_check(const struct gam_op *op, struct gam_err *err)
{
    struct gam_attention s;

    gam_attention_shape(op, &s);
    if (s.hq % s.hkv)
        return gam_err_set(err, -GAM_EINVAL, "attention: hkv=%" PRId64 " must divide hq=%" PRId64, s.hkv, s.hq);
    return 0;
}

static size_t attention_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    enum gam_dtype in = gam_op_dtype(op);
    struct gam_attention s;

    gam_attention_shape(op, &s);
    out[GAM_ATTENTION_Q] =
        gam_operand_make("q", GAM_OPERAND_IN, in, GAM_FILL_NORMAL, gam_dims_product(4, (int64_t[]){ s.b, s.hq, s.sq, s.d }));
    out[GAM_ATTENTION_K] =
        gam_operand_make("k", GAM_OPERAND_IN, in, GAM_FILL_NORMAL, gam_dims_product(4, (int64_t[]){ s.b, s.hkv, s.skv, s.d }));
    out[GAM_ATTENTION_V] =
        gam_operand_make("v", GAM_OPERAND_IN, in, GAM_FILL_NORMAL, gam_dims_product(4, (int64_t[]){ s.b, s.hkv, s.skv, s.dv }));
    out[GAM_ATTENTION_O] = gam_operand_make("o", GAM_OPERAND_OUT, (enum gam_dtype)gam_op_int(op, "out"), GAM_FILL_POISON,
                                            gam_dims_product(4, (int64_t[]){ s.b, s.hq, s.sq, s.dv }));
    return GAM_ATTENTION_O + 1;
}

/* Both products and a softmax (4 + 1 special) over the unmasked pairs. */
static void attention_cost(const struct gam_op *op, struct gam_cost *out)
{
    struct gam_attention s;
    double pairs;

    gam_attention_shape(op, &s);
    pairs = (double)s.b * (double)s.hq * gam_attention_pairs(&s);
    gam_cost_begin(op, out);
    out->fma_flop = pairs * (2 * (double)(s.d + s.dv) + 4);
    out->special_flop = pairs;
}

/* Fused: half the cache holds a block of queries with its results, the keys and values stream past it once per block. They come
 * once per key-value head when those of one head fit into the other half. */
static void attention_traffic(const struct gam_op *op, double capacity_bytes, struct gam_traffic *out)
{
    double width = gam_dtype_bytes(gam_op_dtype(op)), row, head, blocks;
    struct gam_attention s;

    gam_attention_shape(op, &s);
    row = (double)(s.d + s.dv) * width;
    head = (double)s.skv * row;
    gam_traffic_from_total(op, 0, out);
    if (head <= capacity_bytes / 2)
        return;
    blocks = ceil((double)s.sq / fmax(1, floor(capacity_bytes / 2 / row)));
    out->read_bytes = (double)s.b * (double)s.hq * ((double)s.sq * (double)s.d * width + blocks * head);
}

static double attention_tolerance(const struct gam_op *op)
{
    return gam_tolerance(op, 0.5, (double)gam_op_int(op, "skv"));
}

const struct gam_op_kind gam_op_kind_attention = {
    .name = "attention",
    .summary = "scaled dot-product attention, grouped heads, prefill or decode",
    .class = GAM_OP_SUBJECT,
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .size_key = "b",
    .example = "attention:hq=32,hkv=8,sq=1024,d=64,mask=causal,dtype=f32",
    .check = attention_check,
    .cost = attention_cost,
    .traffic = attention_traffic,
    .operands = attention_operands,
    .tolerance = attention_tolerance,
};
