/* SPDX-License-Identifier: MIT */
#include "analyzer/whatif/efficiency.h"

#include "common/stats.h"

#include <math.h>
#include <string.h>

enum gam_resource_kind gam_model_binding(const struct gam_model_result *r)
{
    int best = 0;

    for (int k = 1; k < 5; k++)
        if (r->elasticity_of_kind[k] > r->elasticity_of_kind[best])
            best = k;
    return (enum gam_resource_kind)best;
}

static size_t collect(const struct gam_efficiency_sample *sample, size_t n, const char *kind, int resource, double *out)
{
    size_t found = 0;

    for (size_t i = 0; i < n; i++)
        if ((!kind || !strcmp(sample[i].kind, kind)) && (resource < 0 || (int)sample[i].resource == resource))
            out[found++] = sample[i].ln;
    return found;
}

/* 1.4826 times the median of absolute deviations: the standard deviation of normal values. */
static double spread(double *v, size_t n, double median)
{
    for (size_t i = 0; i < n; i++)
        v[i] = fabs(v[i] - median);
    return 1.4826 * gam_stats_median(v, n);
}

void gam_efficiency_find(const struct gam_efficiency_sample *sample, size_t n, const char *kind, enum gam_resource_kind resource,
                         double *scratch, struct gam_efficiency *out)
{
    const struct {
        const char *kind;
        int resource;
    } width[] = { { kind, (int)resource }, { NULL, (int)resource }, { NULL, -1 } };

    *out = (struct gam_efficiency){ .value = NAN, .sigma = NAN, .resource = -1 };
    for (size_t w = 0; w < 3 && isnan(out->sigma); w++) {
        size_t found = collect(sample, n, width[w].kind, width[w].resource, scratch);
        double median = found ? gam_stats_median(scratch, found) : NAN;

        if (found && !out->n) {
            out->value = exp(median);
            out->n = found;
            out->kind = width[w].kind;
            out->resource = width[w].resource;
        }
        if (found > 1)
            out->sigma = spread(scratch, found, median);
    }
}
