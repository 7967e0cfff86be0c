/* SPDX-License-Identifier: MIT */
/* The roofs of devices that run source code: isa=gpu of roof_fma, roof_stream; roof_launch, roof_chase. Their sizes are keys of
 * the operator (groups, items, width), so that the search among candidates of a ceiling is the search for the best launch.
 */
#include "kernels/roof/roof.h"
#include "common/err.h"
#include "kernels/gpu/gpu.h"

static const struct gpu_tuning keys_decide[] = { { .local = { 0, 1, 1 } } };
static const struct gpu_tuning one_line[] = { { .local = { GAM_ROOF_LINE / sizeof(double), 1, 1 } } };

static const struct gpu_step fma_step[] = { { "roof_fma", { "groups" }, "*x n =u0 =v0 =u1 =v1" } };
static const struct gpu_step stream_step[] = { { "roof_stream", { "groups" }, "*a *b *c *check slice chunk_of %turn" } };
static const struct gpu_step launch_step[] = { { "roof_launch", { "1" }, "*check" } };

static const struct gpu_tuning one_item[] = { { .local = { 1, 1, 1 } } };
static const struct gpu_step chase_step[] = { { "roof_chase", { "1" }, "*next *check lines steps" } };

static void fma_derive(const struct gam_op *op, struct gpu_values *out)
{
    struct gam_roof_coef coef;
    struct gam_roof_fma s;

    gam_roof_fma_shape(op, &s);
    gam_roof_coef_make(&s, &coef);
    gpu_values_add_real(out, "u0", coef.u[0]);
    gpu_values_add_real(out, "v0", coef.v[0]);
    gpu_values_add_real(out, "u1", coef.u[1]);
    gpu_values_add_real(out, "v1", coef.v[1]);
}

static void stream_derive(const struct gam_op *op, struct gpu_values *out)
{
    struct gam_roof_stream s;

    gam_roof_stream_shape(op, &s);
    gpu_values_add(out, "slice", (int64_t)s.slice_bytes);
    gpu_values_add(out, "chunk_of", (int64_t)s.chunk_bytes);
    gpu_values_add(out, "WORDS", (int64_t)((double)s.width * gam_dtype_bytes(s.dtype) / sizeof(uint64_t)));
    gpu_values_add(out, "LOADS", s.unroll);
    gpu_values_add(out, "LOCAL_WORDS", s.local ? (int64_t)(s.slice_bytes / sizeof(uint64_t)) : 0);
}

static void chase_derive(const struct gam_op *op, struct gpu_values *out)
{
    gpu_values_add(out, "lines", gam_op_int(op, "bytes") / GAM_ROOF_LINE);
}

static int isa_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    (void)caps;
    if (gam_op_int(op, "isa") != GAM_ROOF_GPU)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "gpu: instruction sets are of cpus; here isa=gpu");
    return 0;
}

static int fma_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    int64_t mix = gam_op_int(op, "mix");
    int rc = isa_supports(op, caps, why);

    if (rc || mix == GAM_MIX_FMA || mix == GAM_MIX_EXP)
        return rc;
    return gam_err_set(why, -GAM_EUNSUPPORTED, "gpu: no kernel for mix=%s", gam_op_word(op, "mix"));
}

static int stream_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    int rc = isa_supports(op, caps, why);
    struct gam_roof_stream s;

    if (rc)
        return rc;
    gam_roof_stream_shape(op, &s);
    if (s.nt || (s.unroll != 1 && (s.unroll != 4 || s.pattern != GAM_PATTERN_READ)))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "gpu: streams have nt=0 and unroll=1, those that read also unroll=4");
    return 0;
}

static int launch_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    if (gam_op_int(op, "graph") && !(caps->offers & GAM_OFFER_GRAPH))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "gpu: the device's backend starts kernels one by one, without graphs");
    return 0;
}

const struct gam_gpu_kernel gam_gpu_kernel_roof_fma = {
    .kind = "roof_fma",
    .source = "roof_fma",
    .constants = "chains mix width",
    .step = fma_step,
    .n_steps = 1,
    .tuning = keys_decide,
    .n_tunings = 1,
    .derive = fma_derive,
    .supports = fma_supports,
};

const struct gam_gpu_kernel gam_gpu_kernel_roof_stream = {
    .kind = "roof_stream",
    .source = "whole_double roof_stream",
    .constants = "pattern width WORDS LOADS LOCAL_WORDS",
    .step = stream_step,
    .n_steps = 1,
    .tuning = keys_decide,
    .n_tunings = 1,
    .local_elements = "LOCAL_WORDS + items",
    .derive = stream_derive,
    .supports = stream_supports,
};

const struct gam_gpu_kernel gam_gpu_kernel_roof_launch = {
    .kind = "roof_launch",
    .source = "roof_launch",
    .moves_only = 1,
    .step = launch_step,
    .n_steps = 1,
    .tuning = one_line,
    .n_tunings = 1,
    .supports = launch_supports,
};

const struct gam_gpu_kernel gam_gpu_kernel_roof_chase = {
    .kind = "roof_chase",
    .source = "whole_double roof_chase",
    .moves_only = 1,
    .step = chase_step,
    .n_steps = 1,
    .tuning = one_item,
    .n_tunings = 1,
    .derive = chase_derive,
};
