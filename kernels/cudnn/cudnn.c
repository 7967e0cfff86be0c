/* SPDX-License-Identifier: MIT */
#include "kernels/cudnn/cudnn.h"

#include "common/err.h"

#include <stdlib.h>

static const double one_f64 = 1, zero_f64 = 0;
static const float one_f32 = 1, zero_f32 = 0;

int cudnn_type(enum gam_dtype dtype)
{
    static const struct {
        enum gam_dtype dtype;
        int type;
    } types[] = { { GAM_DTYPE_F32, GAM_CUDNN_FLOAT },
                  { GAM_DTYPE_F64, GAM_CUDNN_DOUBLE },
                  { GAM_DTYPE_F16, GAM_CUDNN_HALF },
                  { GAM_DTYPE_BF16, GAM_CUDNN_BFLOAT16 } };

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (types[i].dtype == dtype)
            return types[i].type;
    return -1;
}

const char *cudnn_version(void)
{
    const struct gam_cudnn *library;

    return gam_cudnn_get(&library, NULL) ? NULL : library->text;
}

int cudnn_takes(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    enum gam_dtype dtype = gam_op_dtype(op);
    const struct gam_cudnn *library;

    if (!(caps->langs & 1u << GAM_LANG_CUDA) || !caps->host)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "cuDNN runs on CUDA devices only");
    if (cudnn_type(dtype) < 0 || !(caps->dtypes & 1u << dtype))
        return gam_err_set(why, -GAM_EUNSUPPORTED,
                           "cuDNN is asked here for the types f64, f32, f16 and bf16 that the device has");
    if ((enum gam_dtype)gam_op_int(op, "out") != dtype ||
        (enum gam_dtype)gam_op_int(op, "acc") != gam_dtype_default(dtype, GAM_DTYPE_RULE_ACC) ||
        (gam_op_has(op, "wdtype") && (enum gam_dtype)gam_op_int(op, "wdtype") != dtype))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "cuDNN is asked here for one type, with the usual sums");
    if (!gam_cudnn_get(&library, why))
        return 0;
    if (why)
        why->code = -GAM_EUNSUPPORTED;
    return -GAM_EUNSUPPORTED;
}

int cudnn_said(const struct cudnn_plan *plan, int status, struct gam_err *err)
{
    return status ? gam_err_set(err, -GAM_EDEVICE, "cuDNN: %s", plan->library->error_text(status)) : 0;
}

int cudnn_plan_new(const struct gam_op *op, const struct gam_caps *caps, struct cudnn_plan **out, struct gam_err *err)
{
    struct cudnn_plan *plan = calloc(1, sizeof *plan);
    int rc;

    if (!plan)
        return gam_err_nomem(err);
    plan->queue = caps->host;
    plan->is_f64 = gam_op_dtype(op) == GAM_DTYPE_F64;
    rc = gam_cudnn_get(&plan->library, err);
    if (!rc)
        rc = cudnn_said(plan, plan->library->create(&plan->handle), err);
    if (!rc)
        rc = cudnn_said(plan, plan->library->set_stream(plan->handle, plan->queue->stream), err);
    if (rc) {
        cudnn_plan_free(plan);
        return rc;
    }
    *out = plan;
    return 0;
}

void cudnn_plan_free(struct cudnn_plan *plan)
{
    if (plan->workspace)
        plan->queue->driver->memory_free(plan->workspace);
    while (plan->n_desc)
        plan->library->backend_destroy(plan->desc[--plan->n_desc]);
    if (plan->x)
        plan->library->tensor_destroy(plan->x);
    if (plan->y)
        plan->library->tensor_destroy(plan->y);
    if (plan->filter)
        plan->library->filter_destroy(plan->filter);
    if (plan->conv)
        plan->library->conv_destroy(plan->conv);
    if (plan->handle)
        plan->library->destroy(plan->handle);
    free(plan);
}

void cudnn_release(struct gam_launch *launch)
{
    cudnn_plan_free(launch->state);
    launch->state = NULL;
}

const void *cudnn_one(const struct cudnn_plan *plan)
{
    return plan->is_f64 ? (const void *)&one_f64 : &one_f32;
}

const void *cudnn_zero(const struct cudnn_plan *plan)
{
    return plan->is_f64 ? (const void *)&zero_f64 : &zero_f32;
}
