/* SPDX-License-Identifier: MIT */
/* Published models beside the one of model.h, as pure functions: what its answers are checked against. Any consistent units. */
#ifndef GAM_ANALYZER_CLASSIC_H
#define GAM_ANALYZER_CLASSIC_H

#include <stddef.h>

/* Roofline (Williams, Waterman, Patterson, CACM 52(4), 2009): min(peak, bandwidth * intensity). */
double gam_roofline_attainable(double peak, double bandwidth, double intensity);

/* units * operations per cycle * clock: the peak of anything that issues every cycle. */
double gam_peak_rate(double units, double per_cycle, double clock_hz);

/* Ridgeline: compute, memory and network as three regions of x = Q/V, y = F/Q with y* = P/B, x* = B/N, k = P/N. Decided on times,
 * which exist when V or F is 0. Ties go to the first of compute, memory, network. */
enum gam_region { GAM_REGION_COMPUTE, GAM_REGION_MEMORY, GAM_REGION_NETWORK };

struct gam_ridgeline {
    double flop, bytes, sent;        /* F, Q, V */
    double peak, bandwidth, network; /* P, B, N; above 0 */
};
enum gam_region gam_ridgeline_region(const struct gam_ridgeline *r);

/* Gables (Hill, Janapa Reddi, HPCA 2019): n blocks of a chip share one memory. Block i does the fraction f of the work at
 * acceleration a over peak, behind its own bandwidth, with intensity: T_i = max(D_i / B_i, f_i / (a_i peak)), D_i = f_i / I_i;
 * T_mem = sum D_i / memory_bandwidth. Returns 1 / max(all T): operations per second. */
struct gam_gables_block {
    double fraction, acceleration, bandwidth, intensity;
};
double gam_gables_attainable(double peak, double memory_bandwidth, const struct gam_gables_block *block, size_t n);

/* Execution-cache-memory model (Treibig, Hager, PPAM 2009; Stengel et al., ICS 2015), cycles per cache line: overlapping core
 * time, non-overlapping core time, and transfers between neighbouring levels, inner first. The time with data in level n (0: L1)
 * is max(overlapping, other + transfer[0] + ... + transfer[n - 1]). */
double gam_ecm_cycles(double overlapping, double other, const double *transfer, size_t n);

/* Cores at which the last transfer (main memory) saturates: ceil(time with data there / that transfer). */
double gam_ecm_saturation(double overlapping, double other, const double *transfer, size_t n);

#endif
