/* SPDX-License-Identifier: MIT */
#include "common/err.h"
#include "kernels/cudnn/cudnn.h"

#include <limits.h>
#include <stdio.h>

static int impl_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    int rc = cudnn_takes(op, caps, why);

    if (!rc && (gam_op_int(op, "rows") > INT_MAX || gam_op_int(op, "cols") > INT_MAX))
        rc = gam_err_set(why, -GAM_EUNSUPPORTED, "cuDNN counts in 32 bits");
    return rc;
}

static int impl_run(struct gam_launch *launch, void *const *operand)
{
    const struct cudnn_plan *p = launch->state;

    return p->library->softmax(p->handle, GAM_CUDNN_SOFTMAX_ACCURATE, GAM_CUDNN_SOFTMAX_INSTANCE, cudnn_one(p), p->x, operand[0],
                               cudnn_zero(p), p->y, operand[1])
               ? -GAM_EDEVICE
               : 0;
}

static int impl_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    int type = cudnn_type(gam_op_dtype(op)), n = (int)gam_op_int(op, "rows"), c = (int)gam_op_int(op, "cols"), status;
    struct cudnn_plan *p;
    int rc = impl_supports(op, caps, err);

    if (!rc)
        rc = cudnn_plan_new(op, caps, &p, err);
    if (rc)
        return rc;
    status = p->library->tensor_create(&p->x);
    if (!status)
        status = p->library->tensor_create(&p->y);
    if (!status)
        status = p->library->tensor_set(p->x, GAM_CUDNN_NCHW, type, n, c, 1, 1);
    if (!status)
        status = p->library->tensor_set(p->y, GAM_CUDNN_NCHW, type, n, c, 1, 1);
    rc = cudnn_said(p, status, err);
    if (rc) {
        cudnn_plan_free(p);
        return rc;
    }
    *out = (struct gam_launch){
        .lang = GAM_LANG_CUDA, .run = impl_run, .state = p, .release = cudnn_release, .threads = 1, .flop_scale = 1
    };
    snprintf(out->detail, sizeof out->detail, "cuDNN %s", p->library->text);
    return 0;
}

const struct gam_impl gam_impl_cudnn_softmax = {
    .name = "cudnn",
    .kinds = { "softmax" },
    .lang = GAM_LANG_CUDA,
    .version = cudnn_version,
    .supports = impl_supports,
    .plan = impl_plan,
};
