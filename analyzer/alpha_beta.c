/* SPDX-License-Identifier: MIT */
#include "analyzer/network.h"

#include <math.h>

/* Minimises sum ((alpha + x slope - t) / t)^2: the normal equations of weights 1 / t^2. */
bool gam_alpha_beta(const double *bytes, const double *ns, size_t n, double *alpha_ns, double *rate)
{
    double s = 0, sx = 0, sxx = 0, st = 0, sxt = 0;
    size_t used = 0;
    *alpha_ns = *rate = NAN;
    for (size_t i = 0; i < n; i++) {
        if (!(ns[i] > 0))
            continue;
        double w = 1 / (ns[i] * ns[i]);
        s += w;
        sx += w * bytes[i];
        sxx += w * bytes[i] * bytes[i];
        st += w * ns[i];
        sxt += w * bytes[i] * ns[i];
        used++;
    }
    double det = s * sxx - sx * sx;
    if (used < 2 || !(det > 1e-12 * s * sxx))
        return false;
    double alpha = (sxx * st - sx * sxt) / det, slope = (s * sxt - sx * st) / det;
    if (alpha < 0) { /* through the origin */
        alpha = 0;
        slope = sxt / sxx;
    }
    if (!(slope > 0))
        return false;
    *alpha_ns = alpha;
    *rate = 1e9 / slope;
    return true;
}

double gam_alpha_beta_residual(const double *bytes, const double *ns, size_t n, double alpha_ns, double rate)
{
    double sum = 0;
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        double model = alpha_ns + bytes[i] / rate * 1e9;
        if (!(ns[i] > 0) || !(model > 0))
            continue;
        sum += log(model / ns[i]) * log(model / ns[i]);
        used++;
    }
    return used ? sqrt(sum / (double)used) : NAN;
}
