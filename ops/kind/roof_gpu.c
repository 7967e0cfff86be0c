/* SPDX-License-Identifier: MIT */
#include "ops/kind/roof_gpu.h"

#include "common/err.h"
#include "ops/kind/roof.h"

#include <inttypes.h>

int roof_gpu_check(const struct gam_op *op, struct gam_err *err)
{
    int64_t groups = gam_op_int(op, "groups"), items = gam_op_int(op, "items"), width = gam_op_int(op, "width");

    if (gam_op_int(op, "isa") != GAM_ROOF_GPU && groups * items * width != 1)
        return gam_err_set(err, -GAM_EINVAL, "%s: groups, items and width are for isa=gpu", op->kind->name);
    if (width & (width - 1))
        return gam_err_set(err, -GAM_EINVAL, "%s: width=%" PRId64 " must be 1, 2, 4, 8 or 16", op->kind->name, width);
    if (gam_op_int(op, "isa") == GAM_ROOF_GPU && gam_op_int(op, "threads") != 1)
        return gam_err_set(err, -GAM_EINVAL, "%s: isa=gpu has groups; threads must be 1", op->kind->name);
    return 0;
}
