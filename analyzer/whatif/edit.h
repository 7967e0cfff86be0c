/* SPDX-License-Identifier: MIT */
/* What-ifs as edits: words like "dtype=int8" or "net=x2", parsed once and applied to every operator of a run or to a transformer.
 *
 * Edits of the shape (dtype, batch) change the operator itself and thereby its FLOPs and bytes; fuse, sparse and weights take
 * part of its bytes away; edits of resources (compute, mem, net, host, launch, clock) divide times. All compose.
 *
 * To add one: a row in the table of edit.c with its parser, what it does in edit_apply.c, a line in docs/whatif.md.
 */
#ifndef GAM_ANALYZER_EDIT_H
#define GAM_ANALYZER_EDIT_H

#include "analyzer/times.h"

enum { GAM_FUSE_MAX = 16, GAM_EDIT_TEXT = 64 };

/* In the order of the table in edit.c. */
enum gam_edit_key {
    GAM_EDIT_COMPUTE,
    GAM_EDIT_MEM,
    GAM_EDIT_NET,
    GAM_EDIT_HOST,
    GAM_EDIT_LAUNCH,
    GAM_EDIT_CLOCK,
    GAM_EDIT_DTYPE,
    GAM_EDIT_BATCH,
    GAM_EDIT_SPARSE,
    GAM_EDIT_WEIGHTS,
    GAM_EDIT_FUSE,
    GAM_EDIT_DEVICE,
    GAM_EDIT_OFFLOAD,
    GAM_EDIT_DEVICES,
    GAM_EDIT_TP,
    GAM_EDIT_PP,
    GAM_EDIT_DP,
    GAM_EDIT_MICRO,
    GAM_EDIT_INTERLEAVE,
    GAM_EDIT_ZERO,
    GAM_EDIT_RECOMPUTE,
    GAM_EDIT_COMPRESS,
    GAM_EDIT_SEQUENCE,
    GAM_EDITS
};

struct gam_edits {
    unsigned given;                   /* 1u << enum gam_edit_key */
    double scale[5];                  /* by enum gam_resource_kind: that resource is this many times as fast; 1 */
    double clock;                     /* of the core: compute, inner memory levels and launches; 1 */
    int dtype;                        /* enum gam_dtype; -1 */
    double batch;                     /* times as many samples; 1 */
    double weight_bits, weight_group; /* weight-only quantisation with a 16-bit scale per group; NaN */
    char fuse[GAM_FUSE_MAX][24];      /* ids of operators in the order of the data */
    size_t n_fuse;
    char device[GAM_EDIT_TEXT], offload[GAM_EDIT_TEXT], recompute[GAM_EDIT_TEXT];
    double number[GAM_EDITS]; /* of the keys that are plain counts (tp pp dp micro ... compress sequence); NaN: not given */
};

void gam_edits_init(struct gam_edits *e); /* nothing is changed */
/* "net=x2". -GAM_EINVAL that names the word and what is allowed, with a suggestion; twice the same key too. */
int gam_edit_parse(struct gam_edits *e, const char *word, struct gam_err *err);
static inline int gam_edit_given(const struct gam_edits *e, enum gam_edit_key key)
{
    return e->given >> key & 1u;
}

enum { GAM_EDIT_OF_RUN = 1, GAM_EDIT_OF_MODEL = 2 };
struct gam_edit_help {
    const char *key, *value, *help; /* "net", "xK", "..." */
    int of;                         /* GAM_EDIT_OF_ bits: what it applies to */
    int bound;                      /* its answer is a bound, not an estimate */
};
const struct gam_edit_help *gam_edit_help(enum gam_edit_key key);

/* The shape after the edits. -GAM_EUNSUPPORTED when the operator cannot be of that type or size. */
int gam_edit_shape(const struct gam_edits *e, const struct gam_op *op, struct gam_op *out, struct gam_err *err);

/* Static operands: the second one of gemm (of one batch element), the filter of conv2d. Bytes 0 for kinds without. */
struct gam_weights {
    double bytes, elements, bits;
};
void gam_op_weights(const struct gam_op *op, struct gam_weights *out);

/* What is left of the bytes of weights of that many bits: 2:4 keeps half of them and 2 bits of place for each kept one;
 * weight-only quantisation stores w bits and 16 per group. 1 when neither is given. */
double gam_edit_weight_factor(const struct gam_edits *e, double bits);

/* Bytes that fusion saves of one operator: what its neighbours in e->fuse (by id) hand over inside the kernel. `ids`, `cost`: of
 * all operators. Launches are saved by all but the first of them. */
double gam_edit_fused_bytes(const struct gam_edits *e, const char *const *ids, const struct gam_cost *cost, size_t n, size_t i,
                            int *launches_left);

/* Divides and shortens the times of the leaves. */
struct gam_edit_part {
    struct gam_weights weights;
    double bytes, fma_flop; /* of the operator */
    double fused_bytes;     /* saved */
    int launches;           /* left: 0 or 1 */
    const char *main_level; /* which the core's clock does not move; may be NULL */
};
void gam_edit_model(const struct gam_edits *e, const struct gam_edit_part *part, const struct gam_times *times,
                    struct gam_model *m);

#endif
