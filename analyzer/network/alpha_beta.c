/* SPDX-License-Identifier: MIT */
#include "analyzer/network/network.h"

#include <math.h>

#define LARGE_BYTES 65536.0 /* from here on the bandwidth is told */
#define SMALL_BYTES 1024.0  /* up to here the latency */

/* Slope of t = c + slope bytes over the sizes from `least` on: minimises sum ((c + slope bytes - t) / t)^2 with c >= 0; NaN for
 * fewer than two sizes. */
static double slope_from(const double *bytes, const double *ns, size_t n, double least)
{
    double s = 0, sx = 0, sxx = 0, st = 0, sxt = 0;
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(ns[i] > 0) || bytes[i] < least)
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
        return NAN;
    double slope = (s * sxt - sx * st) / det;
    return st - slope * sx < 0 ? sxt / sxx : slope;
}

/* The weighted mean of t - slope bytes over the sizes up to `most`; NaN without any. */
static double intercept_to(const double *bytes, const double *ns, size_t n, double most, double slope)
{
    double s = 0, st = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(ns[i] > 0) || bytes[i] > most)
            continue;
        s += 1 / (ns[i] * ns[i]);
        st += (ns[i] - slope * bytes[i]) / (ns[i] * ns[i]);
    }
    return s > 0 ? st / s : NAN;
}

bool gam_alpha_beta(const double *bytes, const double *ns, size_t n, double *alpha_ns, double *rate)
{
    double slope = slope_from(bytes, ns, n, LARGE_BYTES);
    *alpha_ns = *rate = NAN;
    if (isnan(slope))
        slope = slope_from(bytes, ns, n, 0);
    if (!(slope > 0))
        return false;
    double alpha = intercept_to(bytes, ns, n, SMALL_BYTES, slope);
    if (isnan(alpha))
        alpha = intercept_to(bytes, ns, n, INFINITY, slope);
    *alpha_ns = fmax(0, alpha);
    *rate = 1e9 / slope;
    return true;
}

double gam_alpha_beta_at(const double *bytes, const double *ns, size_t n, double at)
{
    double alpha, rate;
    for (size_t i = 0; i < n; i++)
        if (bytes[i] == at)
            return ns[i];
    for (size_t i = 1; i < n; i++)
        if (bytes[i - 1] < at && at < bytes[i])
            return ns[i - 1] + (ns[i] - ns[i - 1]) * (at - bytes[i - 1]) / (bytes[i] - bytes[i - 1]);
    return gam_alpha_beta(bytes, ns, n, &alpha, &rate) ? alpha + at / rate * 1e9 : NAN;
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
