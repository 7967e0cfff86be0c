/* SPDX-License-Identifier: MIT */
/* Element e of a lane: row lane / 4, and 8 more from e = 2 on; column 2 (lane mod 4) + e mod 2 (PTX ISA, "Matrix fragments for
 * mma.m16n8k16", the same for the other depths). */
#include "ops/kind/roof_mma.h"
#include "kernels/oracle/oracle.h"

#include <math.h>

static int mma_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                         double *magnitude)
{
    struct gam_roof_mma s;

    (void)operand;
    gam_roof_mma_shape(op, &s);
    for (size_t i = 0; i < n; i++) {
        int e = (int)(index[i] % GAM_MMA_VALUES), chain = (int)(index[i] / GAM_MMA_VALUES % (uint64_t)s.chains);
        int lane = (int)(index[i] / GAM_MMA_VALUES / (uint64_t)s.chains % GAM_MMA_LANES);

        value[i] = gam_roof_mma_result(s.type, chain, lane / 4 + e / 2 * 8, lane % 4 * 2 + e % 2, s.n);
        magnitude[i] = fabs(value[i]) + 1;
    }
    return 0;
}

const struct gam_oracle gam_oracle_roof_mma = {
    .kind = "roof_mma",
    .reference = mma_reference,
};
