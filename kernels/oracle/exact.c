/* SPDX-License-Identifier: MIT */
#include "kernels/oracle/exact.h"

#include <math.h>

static double none(double x)
{
    return x;
}

static double relu(double x)
{
    return x > 0 ? x : 0;
}

static double gelu(double x)
{
    return 0.5 * x * erfc(-x * M_SQRT1_2); /* 1 + erf(z) = erfc(-z), which keeps digits for z < 0 */
}

static double silu(double x)
{
    return x / (1 + exp(-x));
}

static double gelu_tanh(double x)
{
    return 0.5 * x * (1 + tanh(M_2_SQRTPI * M_SQRT1_2 * (x + 0.044715 * x * x * x)));
}

static double (*const functions[])(double) = {
    [GAM_ACT_NONE] = none, [GAM_ACT_RELU] = relu, [GAM_ACT_GELU] = gelu, [GAM_ACT_SILU] = silu, [GAM_ACT_GELU_TANH] = gelu_tanh,
};

double gam_activation_value(enum gam_activation act, double x)
{
    return functions[act](x);
}
