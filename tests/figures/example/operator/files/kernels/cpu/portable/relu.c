/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/portable/portable.h"

#define REAL    float
#define NAME(x) x##_f32
#include "kernels/cpu/portable/relu.inc"
#undef REAL
#undef NAME

#define REAL    double
#define NAME(x) x##_f64
#include "kernels/cpu/portable/relu.inc"

static int relu_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    int rc = portable_plan(op, caps, &(struct portable_run){ .f32 = relu_run_f32, .f64 = relu_run_f64 }, out, err);

    if (!rc)
        portable_state_of(out)->shape.elements.n = gam_op_int(op, "n");
    return rc;
}

const struct gam_impl gam_impl_portable_relu = {
    .name = "portable",
    .kinds = { "relu" },
    .lang = GAM_LANG_HOST,
    .supports = portable_supports,
    .plan = relu_plan,
};
