/* SPDX-License-Identifier: MIT */
#include "ops/activation.h"

static const struct gam_activation_flop flops[] = {
    [GAM_ACT_NONE] = { 0, 0 },      /* passed on */
    [GAM_ACT_RELU] = { 1, 0 },      /* compare */
    [GAM_ACT_GELU] = { 4, 1 },      /* x/sqrt 2, 1 +, times x, times 1/2; erf */
    [GAM_ACT_SILU] = { 1, 2 },      /* 1 +; exp, divide */
    [GAM_ACT_GELU_TANH] = { 8, 1 }, /* x^2, x^3, scale, x +, scale, 1 +, times x, times 1/2; tanh */
};

const struct gam_activation_flop *gam_activation_flop(enum gam_activation act)
{
    return &flops[act];
}
