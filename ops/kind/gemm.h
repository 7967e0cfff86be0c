/* SPDX-License-Identifier: MIT */
/* The shape of a gemm as plain numbers, for implementations and the oracle. */
#ifndef GAM_OPS_KIND_GEMM_H
#define GAM_OPS_KIND_GEMM_H

#include "ops/activation.h"
#include "ops/op.h"

/* Order of the operands; "bias" is there when bias is 1. */
enum { GAM_GEMM_A, GAM_GEMM_B, GAM_GEMM_C, GAM_GEMM_BIAS };

struct gam_gemm {
    int64_t batch, m, n, k;
    int ta, tb; /* a is stored k x m, b is stored n x k */
    double alpha, beta;
    int bias;
    enum gam_activation act;
};

void gam_gemm_shape(const struct gam_op *op, struct gam_gemm *out);

#endif
