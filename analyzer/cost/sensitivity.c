/* SPDX-License-Identifier: MIT */
#include "analyzer/cost/sensitivity.h"

#include <math.h>
#include <stdlib.h>

static const enum gam_tco_field_index tornado_fields[GAM_TORNADO_BARS] = {
    GAM_TCO_utilisation, GAM_TCO_server_life_months, GAM_TCO_server_usd,        GAM_TCO_usd_per_kwh,
    GAM_TCO_pue,         GAM_TCO_units_per_second,   GAM_TCO_interest_per_year,
};

static double cost_with(const struct gam_tco_input *in, enum gam_tco_field_index field, double value)
{
    struct gam_tco_input other = *in;
    struct gam_tco t;

    if (gam_tco_input_set(&other, gam_tco_fields[field].name, value, NULL))
        return NAN;
    gam_tco_compute(&other, &t);
    return t.usd_per_million;
}

static double inside(enum gam_tco_field_index field, double value)
{
    return fmax(gam_tco_fields[field].least, fmin(gam_tco_fields[field].most, value));
}

static int by_width(const void *a, const void *b)
{
    const struct gam_tornado_bar *x = a, *y = b;
    double wx = fabs(x->high - x->low), wy = fabs(y->high - y->low);

    return wx > wy ? -1 : wx < wy;
}

void gam_tornado_compute(const struct gam_tco_input *in, struct gam_tornado *out)
{
    struct gam_tco t;

    gam_tco_compute(in, &t);
    *out = (struct gam_tornado){ .base = t.usd_per_million };
    if (isnan(out->base))
        return;
    for (size_t i = 0; i < GAM_TORNADO_BARS; i++) {
        enum gam_tco_field_index field = tornado_fields[i];
        double value = gam_tco_input_get(in, field);
        struct gam_tornado_bar bar = { .field = field,
                                       .low_input = inside(field, 0.8 * value),
                                       .high_input = inside(field, 1.2 * value) };

        if (isnan(value))
            continue;
        bar.low = cost_with(in, field, bar.low_input);
        bar.high = cost_with(in, field, bar.high_input);
        if (!isnan(bar.low) && !isnan(bar.high))
            out->bar[out->n++] = bar;
    }
    qsort(out->bar, out->n, sizeof out->bar[0], by_width);
}

void gam_break_even_compute(const struct gam_tco_input *in, struct gam_break_even *out)
{
    const double first = 0.02;
    struct gam_tco t;

    *out = (struct gam_break_even){ .at = NAN };
    gam_tco_compute(in, &t);
    if (isnan(t.total_month) && isnan(in->rent_usd_per_hour))
        return;
    out->at = t.break_even_utilisation;
    for (size_t i = 0; i < GAM_BREAK_EVEN_POINTS; i++) {
        struct gam_tco_input at = *in;
        double hours;

        at.utilisation = first + (1 - first) * (double)i / (GAM_BREAK_EVEN_POINTS - 1);
        hours = GAM_HOURS_PER_MONTH * at.utilisation * at.availability;
        gam_tco_compute(&at, &t);
        out->point[out->n++] =
            (struct gam_break_even_point){ at.utilisation, t.total_month / hours,
                                           at.rent_usd_per_hour +
                                               (isnan(at.rent_extra_usd_per_month) ? 0 : at.rent_extra_usd_per_month / hours) };
    }
}
