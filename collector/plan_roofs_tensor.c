/* SPDX-License-Identifier: MIT */
/* Ceilings of tensor cores, by type; how many groups of how many chains reach them is searched. Devices without an implementation
 * get none. */
#include "collector/plan_roofs_priv.h"

#include <stdio.h>

static const char *const tensor_dtypes[] = { "bf16", "f16" };
static const int tensor_chains[] = { 2, 4, 8 }, tensor_groups[] = { 2, 4, 8 }; /* groups: of 256 items, for each unit */

enum { TENSOR_STEPS = 8192 /* of all chains of a warp together */ };

int roofs_tensor(struct roofs *r, const struct gam_caps *caps)
{
    int rc = 0;

    for (size_t d = 0; d < sizeof tensor_dtypes / sizeof tensor_dtypes[0] && !r->request->spot_only; d++) {
        roofs_group(r, "compute %s tensor t1", tensor_dtypes[d]);
        for (size_t c = 0; c < sizeof tensor_chains / sizeof tensor_chains[0]; c++)
            for (size_t g = 0; g < sizeof tensor_groups / sizeof tensor_groups[0] && !rc; g++) {
                char spec[GAM_OP_SPEC_MAX];

                snprintf(spec, sizeof spec, "roof_mma:chains=%d,n=%d,groups=%u,items=256,dtype=%s", tensor_chains[c],
                         TENSOR_STEPS / tensor_chains[c], (unsigned)tensor_groups[g] * (caps->units ? caps->units : 1),
                         tensor_dtypes[d]);
                rc = roofs_candidate(r, spec, 1, "");
            }
    }
    return rc;
}
