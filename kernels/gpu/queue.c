/* SPDX-License-Identifier: MIT */
#include "kernels/gpu/queue.h"

#include "common/err.h"
#include "ops/kind/gemm.h"

#include <limits.h>

void gam_gpu_columns_of(const struct gam_op *op, struct gam_gpu_columns *out)
{
    struct gam_gemm s;

    gam_gemm_shape(op, &s);
    *out = (struct gam_gpu_columns){
        .rows = s.n,
        .cols = s.m,
        .depth = s.k,
        .first_turned = s.tb,
        .second_turned = s.ta,
        .first_ld = s.tb ? s.k : s.n,
        .second_ld = s.ta ? s.m : s.k,
        .result_ld = s.n,
        .first_stride = s.k * s.n,
        .second_stride = s.m * s.k,
        .result_stride = s.m * s.n,
    };
}

int gam_gpu_library_takes(const struct gam_op *op, const struct gam_caps *caps, enum gam_lang lang, const char *library,
                          struct gam_err *why)
{
    enum gam_dtype dtype = gam_op_dtype(op);
    struct gam_gemm s;

    if (!(caps->langs & 1u << lang) || !caps->host)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "%s runs on %s devices only", library, lang == GAM_LANG_CUDA ? "CUDA" : "HIP");
    gam_gemm_shape(op, &s);
    if (s.bias || s.act != GAM_ACT_NONE)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "%s is asked for plain products here, without bias or activation", library);
    if (s.m > INT_MAX || s.n > INT_MAX || s.k > INT_MAX || s.batch > INT_MAX)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "%s counts in 32 bits", library);
    if ((enum gam_dtype)gam_op_int(op, "wdtype") != dtype ||
        (enum gam_dtype)gam_op_int(op, "acc") != gam_dtype_default(dtype, GAM_DTYPE_RULE_ACC) ||
        (enum gam_dtype)gam_op_int(op, "out") != gam_dtype_default(dtype, GAM_DTYPE_RULE_OUT))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "%s is asked for the usual types of sums and result only", library);
    return 0;
}
