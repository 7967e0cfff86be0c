/* SPDX-License-Identifier: MIT */
/* Activations: alone (gelu, silu) or fused behind a matrix product. FLOPs per element as written in activation.c. */
#ifndef GAM_OPS_ACTIVATION_H
#define GAM_OPS_ACTIVATION_H

enum gam_activation {
    GAM_ACT_NONE,
    GAM_ACT_RELU,     /* max(x, 0) */
    GAM_ACT_GELU,     /* x/2 (1 + erf(x/sqrt 2)) */
    GAM_ACT_SILU,     /* x / (1 + exp(-x)) */
    GAM_ACT_GELU_TANH /* x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) */
};

struct gam_activation_flop {
    double fma, special; /* per element */
};

const struct gam_activation_flop *gam_activation_flop(enum gam_activation act);

#endif
