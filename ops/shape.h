/* SPDX-License-Identifier: MIT */
/* What ops/kind/<kind>.c files are written with: ranges, sizes that cannot overflow unseen, costs summed from operands. */
#ifndef GAM_OPS_SHAPE_H
#define GAM_OPS_SHAPE_H

#include "ops/op.h"

#define GAM_DIM_MAX  1099511627776.0 /* 2^40: most of one dimension */
#define GAM_SIDE_MAX 1073741824.0    /* 2^30: of dimensions that are added or multiplied before a size is formed */

/* Rows of key tables, so that a kind's keys read as a list. */
#define GAM_KEY_DIM(key, text)                                                                                                   \
    {                                                                                                                            \
        .name = (key), .type = GAM_KEY_INT, .required = true, .least = 1, .most = GAM_DIM_MAX, .help = (text)                    \
    }
#define GAM_KEY_DIM_OR(key, value, text)                                                                                         \
    {                                                                                                                            \
        .name = (key), .type = GAM_KEY_INT, .fallback = (value), .least = 1, .most = GAM_DIM_MAX, .help = (text)                 \
    }
#define GAM_KEY_DIM_AS(key, other, text)                                                                                         \
    {                                                                                                                            \
        .name = (key), .type = GAM_KEY_INT, .same_as = (other), .least = 1, .most = GAM_DIM_MAX, .help = (text)                  \
    }
#define GAM_KEY_FLAG(key, text)                                                                                                  \
    {                                                                                                                            \
        .name = (key), .type = GAM_KEY_INT, .least = 0, .most = 1, .help = (text)                                                \
    }
#define GAM_KEY_NUMBER(key, value, low, high, text)                                                                              \
    {                                                                                                                            \
        .name = (key), .type = GAM_KEY_REAL, .fallback = (value), .least = (low), .most = (high), .help = (text)                 \
    }
#define GAM_KEY_CHOICE(key, list, text)                                                                                          \
    {                                                                                                                            \
        .name = (key), .type = GAM_KEY_WORD, .words = (list), .help = (text)                                                     \
    }
#define GAM_KEY_TYPE_BY(key, rule, text)                                                                                         \
    {                                                                                                                            \
        .name = (key), .type = GAM_KEY_DTYPE, .fallback = (rule), .help = (text)                                                 \
    }
#define GAM_KEY_TYPE                                                                                                             \
    {                                                                                                                            \
        .name = "dtype", .type = GAM_KEY_DTYPE, .required = true, .help = "element type of the inputs"                           \
    }

/* Product of n dimensions >= 0; UINT64_MAX when it would pass 64 bits. */
uint64_t gam_dims_product(size_t n, const int64_t *dim);

/* An operand of `elements` elements; bytes UINT64_MAX when they would pass 64 bits. */
struct gam_operand gam_operand_make(const char *name, enum gam_operand_role role, enum gam_dtype dtype, enum gam_fill fill,
                                    uint64_t elements);

/* Starts a cost: no FLOPs, the compulsory bytes of the operands, the op's dtype as compute type. */
void gam_cost_begin(const struct gam_op *op, struct gam_cost *out);

/* c sqrt(k) eps(accumulate) + eps(out) of the keys "acc" and "out" where the kind has them, else of "dtype". */
double gam_tolerance(const struct gam_op *op, double c, double k);

/* Traffic where the outputs are written once and all the rest is reads: read = max(compulsory reads, total - written). */
void gam_traffic_from_total(const struct gam_op *op, double total_bytes, struct gam_traffic *out);
/* Traffic where the inputs are read `passes` times when the rows in work do not fit, else once. */
void gam_traffic_rows(const struct gam_op *op, double row_bytes, double passes, double capacity_bytes, struct gam_traffic *out);

#endif
