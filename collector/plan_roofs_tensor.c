/* SPDX-License-Identifier: MIT */
/* Ceilings of tensor cores, by type, dense: own chains of products, in several sizes, and a library's product compete for each. A
 * type that the device, or its language, has no tensor product of is in the plan with the reason.
 */
#include "collector/plan_roofs_priv.h"
#include "common/err.h"

#include <stdio.h>
#include <string.h>

static const char *const tensor_dtypes[] = { "bf16", "f16", "tf32", "i8", "f8e4m3" };
static const int tensor_chains[] = { 2, 4, 8 }, tensor_groups[] = { 2, 4, 8 }; /* groups: of 256 items, for each unit */

enum { TENSOR_STEPS = 8192 /* of all chains of a warp together */, TENSOR_SIDE = 8192 };
static const uint64_t tensor_small_memory = UINT64_C(8) << 30;

static void spec_make(const struct gam_caps *caps, const char *dtype, int chains, int groups, char out[GAM_OP_SPEC_MAX])
{
    snprintf(out, GAM_OP_SPEC_MAX, "roof_mma:chains=%d,n=%d,groups=%u,items=256,dtype=%s", chains, TENSOR_STEPS / chains,
             (unsigned)groups * (caps->units ? caps->units : 1), dtype);
}

/* A library's product: large enough to fill the device, and to read each element often. f8e4m3 wants the second matrix turned. */
static int product_add(struct roofs *r, const struct gam_caps *caps, const char *dtype)
{
    int side = caps->memory_bytes < tensor_small_memory ? TENSOR_SIDE / 2 : TENSOR_SIDE;
    char spec[GAM_OP_SPEC_MAX];

    snprintf(spec, sizeof spec, "roof_gemm:m=%d,n=%d,k=%d,tb=1,dtype=%s", side, side, side, dtype);
    return roofs_candidate(r, spec, 1, "");
}

/* What the implementation for this device's language says against the operator. */
static int reason_find(const struct roofs *r, const char *spec, const struct gam_caps *caps, char *out, size_t size)
{
    struct gam_err why = { .code = 0 };
    struct gam_op op;
    int rc = gam_op_parse(spec, &op, r->err);

    snprintf(out, size, "no implementation has tensor products in this device's language");
    if (rc)
        return rc;
    for (const struct gam_impl *impl = gam_impl_next(NULL, op.kind->name); impl; impl = gam_impl_next(impl, op.kind->name))
        if (r->d->backend->langs & gam_impl_langs(impl) && impl->supports(&op, caps, &why))
            snprintf(out, size, "%s", why.text);
    return 0;
}

static int type_add(struct roofs *r, const struct gam_caps *caps, const char *dtype)
{
    char spec[GAM_OP_SPEC_MAX], reason[200];
    size_t before = r->plan->n;
    int rc = 0;

    roofs_group(r, "compute %s tensor t1", dtype);
    for (size_t c = 0; c < sizeof tensor_chains / sizeof tensor_chains[0]; c++)
        for (size_t g = 0; g < sizeof tensor_groups / sizeof tensor_groups[0] && !rc; g++) {
            spec_make(caps, dtype, tensor_chains[c], tensor_groups[g], spec);
            rc = roofs_candidate(r, spec, 1, "");
        }
    if (!rc)
        rc = product_add(r, caps, dtype);
    if (rc || r->plan->n > before)
        return rc;
    rc = reason_find(r, spec, caps, reason, sizeof reason);
    return rc ? rc : roofs_skip(r, spec, 1, reason);
}

int roofs_tensor(struct roofs *r, const struct gam_caps *caps)
{
    int rc = 0;

    if (r->request->spot_only || !caps->device_kind || !strcmp(caps->device_kind, "cpu"))
        return 0;
    for (size_t d = 0; d < sizeof tensor_dtypes / sizeof tensor_dtypes[0] && !rc; d++)
        rc = type_add(r, caps, tensor_dtypes[d]);
    return rc;
}
