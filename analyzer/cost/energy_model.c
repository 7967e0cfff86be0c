/* SPDX-License-Identifier: MIT */
#include "analyzer/cost/energy_model.h"

#include <math.h>

double gam_energy_kwh(double watt, double hours, double pue)
{
    return watt / 1000 * hours * pue;
}

double gam_energy_gram(double kwh, double gram_per_kwh)
{
    return kwh * gram_per_kwh;
}

double gam_energy_mix(const double *share, const double *intensity, size_t n)
{
    double sum = 0, whole = 0;

    for (size_t i = 0; i < n; i++) {
        sum += share[i] * intensity[i];
        whole += share[i];
    }
    return fabs(whole - 1) < 1e-6 ? sum : NAN;
}

struct gam_token_cost gam_token_split(double usd_per_hour, double prefill_share, double in_per_second, double out_per_second)
{
    return (struct gam_token_cost){ .usd_per_million_in = 1e6 * usd_per_hour * prefill_share / (in_per_second * 3600),
                                    .usd_per_million_out = 1e6 * usd_per_hour * (1 - prefill_share) / (out_per_second * 3600) };
}

double gam_energy_roofline(const struct gam_energy_constants *c, double flop, double bytes, double seconds)
{
    return flop * c->joule_per_flop + bytes * c->joule_per_byte + c->constant_watt * seconds;
}

double gam_energy_efficiency(const struct gam_energy_constants *c, double intensity)
{
    return 1 / (1 + c->joule_per_byte / c->joule_per_flop / intensity);
}
