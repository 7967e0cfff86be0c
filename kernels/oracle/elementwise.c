/* SPDX-License-Identifier: MIT */
#include "kernels/oracle/convert.h"
#include "kernels/oracle/exact.h"
#include "kernels/oracle/oracle.h"

#include <math.h>

static int add_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                         double *magnitude)
{
    enum gam_dtype d = gam_op_dtype(op);

    for (size_t i = 0; i < n; i++) {
        double a = gam_element(d, operand[0], index[i]), b = gam_element(d, operand[1], index[i]);

        value[i] = a + b;
        magnitude[i] = fabs(a) + fabs(b);
    }
    return 0;
}

static int mul_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                         double *magnitude)
{
    enum gam_dtype d = gam_op_dtype(op);

    for (size_t i = 0; i < n; i++) {
        value[i] = gam_element(d, operand[0], index[i]) * gam_element(d, operand[1], index[i]);
        magnitude[i] = fabs(value[i]);
    }
    return 0;
}

/* Activations are measured against |x|: far in the negative tail the result is much smaller than what it is computed from. */
static void activate(const struct gam_op *op, enum gam_activation act, const void *x, const uint64_t *index, size_t n,
                     double *value)
{
    for (size_t i = 0; i < n; i++)
        value[i] = gam_activation_value(act, gam_element(gam_op_dtype(op), x, index[i]));
}

static void magnitudes(const struct gam_op *op, const void *x, const uint64_t *index, size_t n, double *magnitude)
{
    for (size_t i = 0; i < n; i++)
        magnitude[i] = fabs(gam_element(gam_op_dtype(op), x, index[i]));
}

static int gelu_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                          double *magnitude)
{
    activate(op, gam_op_int(op, "form") ? GAM_ACT_GELU_TANH : GAM_ACT_GELU, operand[0], index, n, value);
    magnitudes(op, operand[0], index, n, magnitude);
    return 0;
}

static int silu_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                          double *magnitude)
{
    activate(op, GAM_ACT_SILU, operand[0], index, n, value);
    magnitudes(op, operand[0], index, n, magnitude);
    return 0;
}

const struct gam_oracle gam_oracle_add = { .kind = "add", .reference = add_reference };
const struct gam_oracle gam_oracle_mul = { .kind = "mul", .reference = mul_reference };
const struct gam_oracle gam_oracle_gelu = { .kind = "gelu", .reference = gelu_reference };
const struct gam_oracle gam_oracle_silu = { .kind = "silu", .reference = silu_reference };
