/* SPDX-License-Identifier: MIT */
#include "analyzer/model.h"

#include <math.h>
#include <string.h>

/* The p-norm of n values >= 0 and each one's share of it, (v_i / norm)^p: they sum to 1; at p = INFINITY equal maxima share
 * evenly. All 0 when v is. */
static double norm_and_shares(const double *v, size_t n, double p, double *share)
{
    double most = 0, sum = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, v[i]);
    for (size_t i = 0; i < n; i++) {
        if (v[i] == most || v[i] == 0 || isinf(p)) /* powers of 1 and 0, and what they tend to */
            share[i] = most > 0 && v[i] == most;
        else
            share[i] = p == 1 ? v[i] / most : pow(v[i] / most, p);
        sum += share[i];
    }
    for (size_t i = 0; i < n && sum > 0; i++)
        share[i] /= sum;
    if (sum <= 1 || isinf(p))
        return most;
    return most * (p == 1 ? sum : pow(sum, 1 / p));
}

double gam_pnorm(const double *v, size_t n, double p)
{
    double share[GAM_RESOURCES];
    return norm_and_shares(v, n, p, share);
}

/* Weights of device and network time in T_mod: d T_mod / d T. */
static void overlap_weights(double device, double network, double omega, double *of_device, double *of_network)
{
    *of_device = *of_network = 1;
    if (device == network)
        *of_device = *of_network = 1 - omega / 2;
    else if (device < network)
        *of_device = 1 - omega;
    else
        *of_network = 1 - omega;
}

static void sums_of_kinds(const struct gam_model *m, double of_kind[5], size_t *most_levels)
{
    memset(of_kind, 0, 5 * sizeof *of_kind);
    *most_levels = 0;
    for (size_t i = 0; i < m->n; i++) {
        double *t = &of_kind[m->kind[i]];
        *t = m->kind[i] == GAM_RESOURCE_MEMORY ? fmax(*t, m->time[i]) : *t + m->time[i];
    }
    for (size_t i = 0; i < m->n; i++)
        *most_levels += m->kind[i] == GAM_RESOURCE_MEMORY && m->time[i] == of_kind[GAM_RESOURCE_MEMORY];
}

/* Part of its kind's elasticity that a leaf gets. */
static double leaf_part(const struct gam_model *m, size_t i, const double of_kind[5], size_t most_levels)
{
    double whole = of_kind[m->kind[i]];
    if (whole == 0)
        return 0;
    if (m->kind[i] == GAM_RESOURCE_MEMORY)
        return m->time[i] == whole ? 1.0 / (double)most_levels : 0;
    return m->time[i] / whole;
}

void gam_model_eval(const struct gam_model *m, struct gam_model_result *out)
{
    static const enum gam_resource_kind inside[2] = { GAM_RESOURCE_COMPUTE, GAM_RESOURCE_MEMORY };
    static const enum gam_resource_kind apart[2] = { GAM_RESOURCE_HOST_LINK, GAM_RESOURCE_OVERHEAD }; /* nothing overlaps them */
    size_t most_levels = 0;
    memset(out, 0, sizeof *out);
    sums_of_kinds(m, out->of_kind, &most_levels);
    for (size_t k = 0; k < 5; k++) {
        out->lo = fmax(out->lo, out->of_kind[k]);
        out->hi += out->of_kind[k];
    }
    double v[2], share[2], of_device, of_network;
    for (size_t k = 0; k < 2; k++)
        v[k] = out->of_kind[inside[k]];
    out->device = norm_and_shares(v, 2, m->p, share);
    out->network = out->of_kind[GAM_RESOURCE_NETWORK];
    double longer = fmax(out->device, out->network), shorter = fmin(out->device, out->network);
    out->mod = longer + (1 - m->omega) * shorter + out->of_kind[GAM_RESOURCE_HOST_LINK] + out->of_kind[GAM_RESOURCE_OVERHEAD];
    if (out->mod == 0)
        return;
    overlap_weights(out->device, out->network, m->omega, &of_device, &of_network);
    for (size_t k = 0; k < 2; k++)
        out->elasticity_of_kind[inside[k]] = share[k] * of_device * out->device / out->mod;
    out->elasticity_of_kind[GAM_RESOURCE_NETWORK] = of_network * out->network / out->mod;
    for (size_t k = 0; k < 2; k++)
        out->elasticity_of_kind[apart[k]] = out->of_kind[apart[k]] / out->mod;
    for (size_t i = 0; i < m->n; i++)
        out->elasticity[i] = out->elasticity_of_kind[m->kind[i]] * leaf_part(m, i, out->of_kind, most_levels);
}

double gam_model_without(const struct gam_model *m, enum gam_resource_kind kind)
{
    struct gam_model rest = *m;
    struct gam_model_result r;
    for (size_t i = 0; i < rest.n; i++)
        if (rest.kind[i] == kind)
            rest.time[i] = 0;
    gam_model_eval(&rest, &r);
    return r.mod;
}
