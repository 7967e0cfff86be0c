/* SPDX-License-Identifier: MIT */
#include "collector/meter/gpu/watch.h"
#include "common/stats.h"

#include <math.h>
#include <string.h>

void gam_gpu_moments_clear(struct gam_gpu_moments *m)
{
    m->n = m->n_clocks = m->n_power = m->n_throttle_known = m->n_throttled = 0;
    m->memory_clock_hz = m->celsius_most = m->clock_least = m->clock_most = NAN;
    m->power_sum = 0;
    m->slow = 0;
}

void gam_gpu_moments_add(struct gam_gpu_moments *m, const struct gam_gpu_moment *one)
{
    m->n++;
    if (!isnan(one->clock_hz)) {
        if (m->n_clocks < GAM_GPU_MOMENTS)
            m->clock_hz[m->n_clocks++] = one->clock_hz;
        m->clock_least = fmin(m->clock_least, one->clock_hz); /* fmin and fmax pass over a NaN */
        m->clock_most = fmax(m->clock_most, one->clock_hz);
    }
    if (!isnan(one->power_watt)) {
        m->power_sum += one->power_watt;
        m->n_power++;
    }
    m->memory_clock_hz = fmin(m->memory_clock_hz, one->memory_clock_hz);
    m->celsius_most = fmax(m->celsius_most, one->celsius);
    m->slow |= one->slow;
    m->n_throttle_known += one->throttled >= 0;
    m->n_throttled += one->throttled > 0;
}

double gam_gpu_moments_clock(struct gam_gpu_moments *m)
{
    memcpy(m->scratch, m->clock_hz, m->n_clocks * sizeof *m->scratch);
    return m->n_clocks ? gam_stats_median(m->scratch, m->n_clocks) : NAN;
}
