/* SPDX-License-Identifier: MIT */
/* What-ifs as edits: words like "dtype=int8" or "net=x2", parsed once and applied to every operator of a run.
 *
 * Edits of the shape (dtype, batch) change the operator itself and thereby its FLOPs and bytes; edits of weights (sparse,
 * weights) change part of its bytes; edits of resources (compute, mem, net, host, launch, clock) divide times; fuse removes bytes
 * and launches. All compose, in that order.
 *
 * To add one: a row in the table of edit.c with its parser, an application in edit_apply.c, a line in docs/whatif.md.
 */
#ifndef GAM_ANALYZER_EDIT_H
#define GAM_ANALYZER_EDIT_H

#include "analyzer/times.h"

enum { GAM_FUSE_MAX = 16 };

struct gam_edits {
    double scale[5];             /* by enum gam_resource_kind: that resource is this many times as fast; 1: as it is */
    double clock;                /* of the core: compute, inner memory levels and launches; 1 */
    int dtype;                   /* enum gam_dtype; -1: as it is */
    double batch;                /* times as many samples; 1 */
    int sparse_2_4;              /* weights with two of four elements zero, on a device that has the capability */
    double weight_bits;          /* weight-only quantisation; NaN: none */
    double weight_group;         /* elements that share a 16-bit scale; NaN: none */
    double grad_compress;        /* gradient compression; 1 */
    char fuse[GAM_FUSE_MAX][24]; /* ids of operators in order */
    size_t n_fuse;
    /* How one goes parallel and where: used by the transformer model; 0: not given. */
    int64_t tp, pp, dp, micro_batch, interleave, zero;
    const char *device, *offload; /* borrowed; NULL */
    unsigned given;               /* 1u << index into the table: what was named, for the answer */
};

void gam_edits_init(struct gam_edits *e); /* nothing is changed */
/* "net=x2". -GAM_EINVAL that names the word and what is allowed, with a suggestion. */
int gam_edit_parse(struct gam_edits *e, const char *word, struct gam_err *err);

struct gam_edit_help {
    const char *key, *value, *help; /* "net", "xK", "..." */
};
const struct gam_edit_help *gam_edit_table(size_t *n);

/* The shape after the edits. -GAM_EUNSUPPORTED when the operator cannot be of that type or size. */
int gam_edit_shape(const struct gam_edits *e, const struct gam_op *op, struct gam_op *out, struct gam_err *err);

/* Bytes of an operator's static operands: the second one of gemm, the filter of conv2d; 0 for kinds without. */
double gam_op_weight_bytes(const struct gam_op *op);

/* Divides the times of a model's leaves. `weight_share`: part of its bytes that are weights; `weight_bits`: of one as it is;
 * `fused_bytes_share`: part of its bytes that fusion saves, `launches`: left (0 or 1). `level`: index of the outermost leaf's
 * level is not scaled with the clock. */
struct gam_edit_leaf {
    double weight_share, weight_bits, fused_share;
    int launch;
};
void gam_edit_model(const struct gam_edits *e, const struct gam_edit_leaf *leaf, const char *main_level,
                    const struct gam_times *times, struct gam_model *model);

#endif
