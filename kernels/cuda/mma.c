/* SPDX-License-Identifier: MIT */
#include "kernels/cuda/mma.h"

#include "common/err.h"
#include "kernels/gpu/queue.h"

int mma_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    const struct gam_gpu_queue *queue = caps->host;
    enum gam_dtype dtype = gam_op_dtype(op);

    if (!(caps->langs & 1u << GAM_LANG_CUDA) || !queue)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "mma: runs on CUDA devices only");
    if (queue->major < 8)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "mma: sm_%d%d has not the instructions, which began with sm_80", queue->major,
                           queue->minor);
    if ((dtype != GAM_DTYPE_F16 && dtype != GAM_DTYPE_BF16) || (enum gam_dtype)gam_op_int(op, "acc") != GAM_DTYPE_F32)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "mma: multiplies f16 or bf16 with sums in f32");
    if (gam_op_has(op, "wdtype") && (enum gam_dtype)gam_op_int(op, "wdtype") != dtype)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "mma: multiplies equal types only");
    return 0;
}
