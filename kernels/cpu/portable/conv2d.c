/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/portable/portable.h"

#include <stdio.h>

#define REAL    float
#define NAME(x) x##_f32
#include "kernels/cpu/portable/conv2d.inc"
#undef REAL
#undef NAME

#define REAL    double
#define NAME(x) x##_f64
#include "kernels/cpu/portable/conv2d.inc"

static int conv2d_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    static const struct portable_run run = { conv2d_run_f32, conv2d_run_f64, 0 };
    int rc = portable_plan(op, caps, &run, out, err);

    if (rc)
        return rc;
    gam_conv2d_shape(op, &portable_state_of(out)->shape.conv2d);
    snprintf(out->detail, sizeof out->detail, "direct, row by row");
    return 0;
}

const struct gam_impl gam_impl_portable_conv2d = {
    .name = "portable",
    .kinds = { "conv2d" },
    .lang = GAM_LANG_HOST,
    .supports = portable_supports,
    .plan = conv2d_plan,
};
