/* SPDX-License-Identifier: MIT */
/* The shape of an attention as plain numbers, for implementations and the oracle. */
#ifndef GAM_OPS_KIND_ATTENTION_H
#define GAM_OPS_KIND_ATTENTION_H

#include "ops/op.h"

enum { GAM_ATTENTION_Q, GAM_ATTENTION_K, GAM_ATTENTION_V, GAM_ATTENTION_O }; /* order of the operands */

enum gam_mask {
    GAM_MASK_NONE,
    GAM_MASK_CAUSAL,   /* bottom-right aligned: query i sees keys 0 .. skv - sq + i */
    GAM_MASK_CAUSAL_TL /* top-left aligned: query i sees keys 0 .. i */
};

struct gam_attention {
    int64_t b, hq, hkv, sq, skv, d, dv;
    int64_t share; /* query heads per key-value head: hq / hkv; query head h reads key-value head h / share */
    enum gam_mask mask;
    double scale; /* resolved: never 0 */
};

void gam_attention_shape(const struct gam_op *op, struct gam_attention *out);

/* Keys that query i sees: a prefix of that length, 0 .. skv. A query that sees none gives a row of zeros. */
int64_t gam_attention_visible(const struct gam_attention *s, int64_t i);

/* Sum of gam_attention_visible over all queries: the unmasked pairs of one head. */
double gam_attention_pairs(const struct gam_attention *s);

#endif
