/* SPDX-License-Identifier: MIT */
/* The shape of a conv2d as plain numbers, for implementations and the oracle. */
#ifndef GAM_OPS_KIND_CONV2D_H
#define GAM_OPS_KIND_CONV2D_H

#include "ops/op.h"

/* Order of the operands; "bias" is there when bias is 1. */
enum { GAM_CONV_X, GAM_CONV_W, GAM_CONV_Y, GAM_CONV_BIAS };

struct gam_conv2d {
    int64_t n, c, h, w, k, r, s, stride, pad, dilation, groups;
    int64_t cg, kg; /* input and output channels of one group */
    int64_t p, q;   /* output rows and columns */
    int bias;
};

void gam_conv2d_shape(const struct gam_op *op, struct gam_conv2d *out);

#endif
