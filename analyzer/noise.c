/* SPDX-License-Identifier: MIT */
/* How quiet the machine was: the spread of two roofs over the rounds, and time that a hypervisor took. */
#include "analyzer/analysis.h"

#include <math.h>
#include <string.h>

/* NaN for fewer than 3 rounds: nothing to say about a spread. */
static double variation(const struct gam_round_table *t, const double *round)
{
    size_t n = 0;
    for (int r = 0; r < t->n_rounds; r++)
        if (!isnan(round[r]))
            t->scratch[n++] = round[r];
    return n < 3 ? NAN : gam_stats_stddev(t->scratch, n) / gam_stats_mean(t->scratch, n);
}

/* Most threads that a device has roofs for. */
static int most_threads(const struct gam_report_device *d)
{
    int most = 0;
    for (size_t i = 0; i < d->n_ceilings; i++)
        most = d->ceiling[i].threads > most ? d->ceiling[i].threads : most;
    return most;
}

int gam_analysis_noise(struct gam_analysis *a, struct gam_err *err)
{
    struct gam_report *r = a->report;
    (void)err;
    r->steal_share = gam_readings_time_share(&a->readings, "steal_ns");
    for (size_t i = 0; i < r->n_devices && isnan(r->noise_fma_cv); i++) {
        const struct gam_report_device *d = &a->own[i];
        int threads = most_threads(d), level = gam_levels_main(&a->levels[i]);
        const struct gam_ceiling *fma = gam_ceiling_compute(d, "fma", GAM_DTYPE_F32, threads);
        const struct gam_ceiling *dram = level < 0 ? NULL : gam_ceiling_memory(d, a->levels[i].level[level].name, 1, threads);
        if (fma)
            r->noise_fma_cv = variation(&a->rounds, fma->round);
        if (dram)
            r->noise_dram_cv = variation(&a->rounds, dram->round);
    }
    return 0;
}
