/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/portable/portable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MB = 32, NB = 256, KB = 64 }; /* a block of b is 64 or 128 KiB, a row of the tile 1 or 2 KiB */

#define REAL    float
#define NAME(x) x##_f32
#define FN(x)   x##f
#include "kernels/cpu/portable/activation.inc"
#include "kernels/cpu/portable/gemm.inc"
#undef REAL
#undef NAME
#undef FN

#define REAL    double
#define NAME(x) x##_f64
#define FN(x)   x
#include "kernels/cpu/portable/activation.inc"
#include "kernels/cpu/portable/gemm.inc"

static int gemm_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    static const struct portable_run run = { gemm_run_f32, gemm_run_f64, MB * NB + KB * NB };
    int rc = portable_plan(op, caps, &run, out, err);

    if (rc)
        return rc;
    gam_gemm_shape(op, &portable_state_of(out)->shape.gemm);
    out->tile_m = MB;
    out->tile_n = NB;
    snprintf(out->detail, sizeof out->detail, "tiles of %dx%d, %d deep", MB, NB, KB);
    return 0;
}

const struct gam_impl gam_impl_portable_gemm = {
    .name = "portable",
    .kinds = { "gemm" },
    .lang = GAM_LANG_HOST,
    .supports = portable_supports,
    .plan = gemm_plan,
};
