/* SPDX-License-Identifier: MIT */
/* Every algorithm that cuDNN proposes is a variant that the runner tries. */
#include "ops/kind/conv2d.h"
#include "common/err.h"
#include "kernels/cudnn/cudnn.h"

#include <limits.h>
#include <stdio.h>

enum { CONV_VARIANTS = 6 };

static int impl_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    int rc = cudnn_takes(op, caps, why);
    struct gam_conv2d s;

    if (rc)
        return rc;
    gam_conv2d_shape(op, &s);
    if (s.bias)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "cuDNN is asked for plain convolutions here, without bias");
    if (s.n > INT_MAX || s.c > INT_MAX || s.k > INT_MAX)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "cuDNN counts in 32 bits");
    return 0;
}

static int impl_run(struct gam_launch *launch, void *const *operand)
{
    const struct cudnn_plan *p = launch->state;

    return p->library->conv_forward(p->handle, cudnn_one(p), p->x, operand[GAM_CONV_X], p->filter, operand[GAM_CONV_W], p->conv,
                                    p->algorithm, (void *)(uintptr_t)p->workspace, p->workspace_bytes, cudnn_zero(p), p->y,
                                    operand[GAM_CONV_Y])
               ? -GAM_EDEVICE
               : 0;
}

static int shapes_set(struct cudnn_plan *p, const struct gam_op *op)
{
    const struct gam_cudnn *l = p->library;
    int type = cudnn_type(gam_op_dtype(op)), status;
    struct gam_conv2d s;

    gam_conv2d_shape(op, &s);
    status = l->tensor_set(p->x, GAM_CUDNN_NCHW, type, (int)s.n, (int)s.c, (int)s.h, (int)s.w);
    if (!status)
        status = l->tensor_set(p->y, GAM_CUDNN_NCHW, type, (int)s.n, (int)s.k, (int)s.p, (int)s.q);
    if (!status)
        status = l->filter_set(p->filter, type, GAM_CUDNN_NCHW, (int)s.k, (int)s.cg, (int)s.r, (int)s.s);
    if (!status)
        status = l->conv_set(p->conv, (int)s.pad, (int)s.pad, (int)s.stride, (int)s.stride, (int)s.dilation, (int)s.dilation,
                             GAM_CUDNN_CROSS_CORRELATION, p->is_f64 ? GAM_CUDNN_DOUBLE : GAM_CUDNN_FLOAT);
    if (!status)
        status = l->conv_groups(p->conv, (int)s.groups);
    if (!status)
        status = l->conv_math(p->conv,
                              type == GAM_CUDNN_HALF || type == GAM_CUDNN_BFLOAT16 ? GAM_CUDNN_MATH_TENSOR : GAM_CUDNN_MATH_FMA);
    return status;
}

/* Everything but the choice of the algorithm. */
static int conv_make(const struct gam_op *op, const struct gam_caps *caps, struct cudnn_plan **out, struct gam_err *err)
{
    struct cudnn_plan *p;
    int status, rc = cudnn_plan_new(op, caps, &p, err);

    if (rc)
        return rc;
    status = p->library->tensor_create(&p->x);
    if (!status)
        status = p->library->tensor_create(&p->y);
    if (!status)
        status = p->library->filter_create(&p->filter);
    if (!status)
        status = p->library->conv_create(&p->conv);
    if (!status)
        status = shapes_set(p, op);
    rc = cudnn_said(p, status, err);
    if (rc) {
        cudnn_plan_free(p);
        return rc;
    }
    *out = p;
    return 0;
}

/* Those that can run, best first by the library's own estimate; returns how many or an error. */
static int proposals_ask(const struct cudnn_plan *p, struct gam_cudnn_proposal out[CONV_VARIANTS], struct gam_err *err)
{
    int found = 0, usable = 0;
    int rc = cudnn_said(p, p->library->conv_propose(p->handle, p->x, p->filter, p->conv, p->y, CONV_VARIANTS, &found, out), err);

    if (rc)
        return rc;
    for (int i = 0; i < found && i < CONV_VARIANTS; i++)
        if (!out[i].status)
            out[usable++] = out[i];
    return usable ? usable : gam_err_set(err, -GAM_EUNSUPPORTED, "cuDNN has no algorithm for this convolution");
}

static uint32_t impl_variants(const struct gam_op *op, const struct gam_caps *caps)
{
    struct gam_cudnn_proposal proposal[CONV_VARIANTS];
    struct cudnn_plan *p;
    int found;

    if (conv_make(op, caps, &p, NULL))
        return 1;
    found = proposals_ask(p, proposal, NULL);
    cudnn_plan_free(p);
    return found < 1 ? 1 : (uint32_t)found;
}

static int proposal_take(struct cudnn_plan *p, uint32_t variant, struct gam_err *err)
{
    struct gam_cudnn_proposal proposal[CONV_VARIANTS];
    int found = proposals_ask(p, proposal, err);

    if (found < 0)
        return found;
    if (variant >= (uint32_t)found)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "cuDNN proposes %d algorithms only", found);
    p->algorithm = proposal[variant].algorithm;
    p->workspace_bytes = proposal[variant].memory;
    if (p->workspace_bytes && p->queue->driver->memory_alloc(&p->workspace, p->workspace_bytes))
        return gam_err_set(err, -GAM_ENOMEM, "no device memory for cuDNN's workspace of %zu bytes", p->workspace_bytes);
    return 0;
}

static int impl_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    struct cudnn_plan *p;
    int rc = impl_supports(op, caps, err);

    if (!rc)
        rc = conv_make(op, caps, &p, err);
    if (rc)
        return rc;
    rc = proposal_take(p, caps->variant, err);
    if (rc) {
        cudnn_plan_free(p);
        return rc;
    }
    *out = (struct gam_launch){
        .lang = GAM_LANG_CUDA, .run = impl_run, .state = p, .release = cudnn_release, .threads = 1, .flop_scale = 1
    };
    snprintf(out->detail, sizeof out->detail, "cuDNN %s, algorithm %d, workspace %zu", p->library->text, p->algorithm,
             p->workspace_bytes);
    return 0;
}

const struct gam_impl gam_impl_cudnn_conv2d = {
    .name = "cudnn",
    .kinds = { "conv2d" },
    .lang = GAM_LANG_CUDA,
    .version = cudnn_version,
    .supports = impl_supports,
    .plan = impl_plan,
    .variants = impl_variants,
};
