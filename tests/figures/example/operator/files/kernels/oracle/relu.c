/* SPDX-License-Identifier: MIT */
#include "kernels/oracle/convert.h"
#include "kernels/oracle/exact.h"
#include "kernels/oracle/oracle.h"

#include <math.h>

static int relu_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                          double *magnitude)
{
    for (size_t i = 0; i < n; i++) {
        double x = gam_element(gam_op_dtype(op), operand[0], index[i]);

        value[i] = gam_activation_value(GAM_ACT_RELU, x);
        magnitude[i] = fabs(x);
    }
    return 0;
}

const struct gam_oracle gam_oracle_relu = { .kind = "relu", .reference = relu_reference };
