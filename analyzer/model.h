/* SPDX-License-Identifier: MIT */
/* The time model: from the times that single resources need to bounds, one modelled time and elasticities. Pure.
 *
 *   T_lo  = max of all resource times                      nothing can be faster
 *   T_hi  = their sum                                      nothing overlaps
 *   T_dev = (t_c^p + t_m^p)^(1/p)                          inside a device; t_m = max over memory levels; 1 <= p, INFINITY = max
 *   T_net = sum over links
 *   T_mod = T_dev + T_net - omega min(T_dev, T_net) + t_h + t_o  omega = overlapped part of the shorter of the two
 *   e_r   = d ln T_mod / d ln t_r                          sum 1
 *
 * The link to the host is not inside the p-norm: operands are copied before the kernels start and results after they end.
 *
 * max and sum are the two classical bounds (Williams et al., CACM 52(4), 2009; Hockney's and Amdahl's sums); the p-norm
 * between them is a smooth interpolation whose exponent is fitted (gam_pnorm_fit).
 */
#ifndef GAM_ANALYZER_MODEL_H
#define GAM_ANALYZER_MODEL_H

#include "analyzer/report.h"

struct gam_model {
    size_t n; /* leaves, at most GAM_RESOURCES */
    enum gam_resource_kind kind[GAM_RESOURCES];
    double time[GAM_RESOURCES]; /* >= 0, any one unit */
    double p;                   /* overlap exponent inside the device, >= 1 or INFINITY */
    double omega;               /* 0 .. 1 */
};

struct gam_model_result {
    double lo, mod, hi;
    double of_kind[5];                /* per enum gam_resource_kind: compute, memory (max), network (sum), host link, overhead */
    double device, network;           /* T_dev (without the link to the host), T_net */
    double elasticity[GAM_RESOURCES]; /* per leaf; all 0 when mod is 0 */
    double elasticity_of_kind[5];
};

void gam_model_eval(const struct gam_model *m, struct gam_model_result *out);

/* T_mod when the leaves of one kind take no time (for memory and network: all levels, all links). */
double gam_model_without(const struct gam_model *m, enum gam_resource_kind kind);

/* (sum v_i^p)^(1/p) of n <= GAM_RESOURCES values >= 0; p = INFINITY gives the maximum. Does not overflow where the result does
 * not. */
double gam_pnorm(const double *v, size_t n, double p);

/* One point of an intensity sweep, all three in one unit. */
struct gam_pnorm_point {
    double compute, memory, measured;
};

/* The exponent in [1, 16] with the least mean square of ln(model / measured), by golden section on ln p. `residual` is the root
 * of that mean. NaN for fewer than 5 points or a sweep that does not cross the ridge (t_c/t_m from <= 1/2 to >= 2). */
double gam_pnorm_fit(const struct gam_pnorm_point *point, size_t n, double *residual);

#endif
