/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/simd/support.h"

#include "common/err.h"

#include <stdlib.h>
#include <string.h>

int gam_simd_require(const struct gam_op *op, const struct gam_caps *caps, const struct gam_simd **out, struct gam_err *why)
{
    enum gam_dtype dtype = gam_op_dtype(op);
    const struct gam_simd *simd;

    if (!(caps->langs & 1u << GAM_LANG_HOST))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "runs on the cpu only");
    if (dtype != GAM_DTYPE_F32 && dtype != GAM_DTYPE_F64)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "no kernel for dtype %s: f32 and f64 only", gam_dtype_info(dtype)->name);
    if (!gam_op_is_uniform(op, dtype))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "sums and results in the type of the inputs (%s) only",
                           gam_dtype_info(dtype)->name);
    simd = gam_simd_find(caps->isa, dtype);
    if (!simd)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "needs AVX2 with FMA, AVX-512 or NEON");
    if (out)
        *out = simd;
    return 0;
}

int gam_simd_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    return gam_simd_require(op, caps, NULL, why);
}

bool gam_simd_stream(const struct gam_caps *caps, double output_bytes)
{
    return caps->llc_bytes > 0 && output_bytes >= (double)caps->llc_bytes;
}

size_t gam_simd_aligned(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

void *gam_simd_alloc(size_t bytes)
{
    void *memory = aligned_alloc(64, gam_simd_aligned(bytes ? bytes : 1));

    if (memory)
        memset(memory, 0, bytes);
    return memory;
}

struct gam_simd_span gam_simd_part(size_t n, size_t grain, size_t part, size_t parts)
{
    size_t grains = (n + grain - 1) / grain, share = grains / parts, more = grains % parts;
    size_t begin = part * share + (part < more ? part : more), end = begin + share + (part < more);

    return (struct gam_simd_span){ begin * grain < n ? begin * grain : n, end * grain < n ? end * grain : n };
}

void gam_simd_release(struct gam_launch *launch)
{
    free(launch->state);
    launch->state = NULL;
}
