/* SPDX-License-Identifier: MIT */
#include "analyzer/classic.h"

#include <math.h>

double gam_roofline_attainable(double peak, double bandwidth, double intensity)
{
    return fmin(peak, bandwidth * intensity);
}

double gam_peak_rate(double units, double per_cycle, double clock_hz)
{
    return units * per_cycle * clock_hz;
}

enum gam_region gam_ridgeline_region(const struct gam_ridgeline *r)
{
    double compute = r->flop / r->peak, memory = r->bytes / r->bandwidth, network = r->sent / r->network;
    if (compute >= memory && compute >= network)
        return GAM_REGION_COMPUTE;
    return memory >= network ? GAM_REGION_MEMORY : GAM_REGION_NETWORK;
}

double gam_gables_attainable(double peak, double memory_bandwidth, const struct gam_gables_block *block, size_t n)
{
    double slowest = 0, moved = 0;
    for (size_t i = 0; i < n; i++) {
        const struct gam_gables_block *b = &block[i];
        double bytes = b->fraction > 0 ? b->fraction / b->intensity : 0;
        moved += bytes;
        slowest = fmax(slowest, fmax(bytes / b->bandwidth, b->fraction / (b->acceleration * peak)));
    }
    return 1 / fmax(slowest, moved / memory_bandwidth);
}

double gam_ecm_cycles(double overlapping, double other, const double *transfer, size_t n)
{
    for (size_t i = 0; i < n; i++)
        other += transfer[i];
    return fmax(overlapping, other);
}

double gam_ecm_saturation(double overlapping, double other, const double *transfer, size_t n)
{
    return ceil(gam_ecm_cycles(overlapping, other, transfer, n) / transfer[n - 1]);
}
