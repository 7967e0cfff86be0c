/* SPDX-License-Identifier: MIT */
/* Every worker left its number + 1 in its line. */
#include "kernels/oracle/oracle.h"
#include "ops/kind/roof.h"

static int launch_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                            double *magnitude)
{
    (void)op;
    (void)operand;
    for (size_t i = 0; i < n; i++) {
        uint64_t worker = index[i] / (GAM_ROOF_LINE / sizeof(double));

        value[i] = (double)worker + 1;
        magnitude[i] = value[i];
    }
    return 0;
}

const struct gam_oracle gam_oracle_roof_launch = {
    .kind = "roof_launch",
    .reference = launch_reference,
};
