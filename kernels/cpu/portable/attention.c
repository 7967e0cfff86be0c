/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/portable/portable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define REAL    float
#define NAME(x) x##_f32
#define FN(x)   x##f
#include "kernels/cpu/portable/attention.inc"
#undef REAL
#undef NAME
#undef FN

#define REAL    double
#define NAME(x) x##_f64
#define FN(x)   x
#include "kernels/cpu/portable/attention.inc"

static int attention_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    struct portable_run run = { attention_run_f32, attention_run_f64, (uint64_t)gam_op_int(op, "skv") };
    int rc = portable_plan(op, caps, &run, out, err);

    if (rc)
        return rc;
    gam_attention_shape(op, &portable_state_of(out)->shape.attention);
    out->tile_m = 1;
    snprintf(out->detail, sizeof out->detail, "query by query");
    return 0;
}

const struct gam_impl gam_impl_portable_attention = {
    .name = "portable",
    .kinds = { "attention" },
    .lang = GAM_LANG_HOST,
    .supports = portable_supports,
    .plan = attention_plan,
};
