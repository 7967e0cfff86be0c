/* SPDX-License-Identifier: MIT */
/* Energy without money: conversions, and the energy roofline. */
#ifndef GAM_ANALYZER_COST_ENERGY_MODEL_H
#define GAM_ANALYZER_COST_ENERGY_MODEL_H

#include <stddef.h>

/* kWh that `watt` take in `hours` at a facility of that PUE (1: at the wall). */
double gam_energy_kwh(double watt, double hours, double pue);
/* Grams of carbon dioxide equivalent of kWh at grams per kWh. */
double gam_energy_gram(double kwh, double gram_per_kwh);
/* Carbon intensity of a mix: sum of share times intensity, in the intensity's unit; NaN unless the shares make 1. */
double gam_energy_mix(const double *share, const double *intensity, size_t n);

/* A cost of serving tokens split by the time that the device spends on each side: prefill_share of it reads, the rest writes. */
struct gam_token_cost {
    double usd_per_million_in, usd_per_million_out;
};
struct gam_token_cost gam_token_split(double usd_per_hour, double prefill_share, double in_per_second, double out_per_second);

/* The energy roofline: E = W e_f + Q e_m + p0 T; joules from FLOPs, bytes of main memory and seconds (Choi, Bedard, Fowler,
 * Vuduc, "A roofline model of energy", IPDPS 2013). Constants belong to one device and one element type, and name their source.
 */
struct gam_energy_constants {
    double joule_per_flop, joule_per_byte, constant_watt;
    char source[200];
};
double gam_energy_roofline(const struct gam_energy_constants *c, double flop, double bytes, double seconds);
/* FLOP per joule over the best there is, 1 / (1 + B / I), at intensity I with the energy balance B = e_m / e_f. */
double gam_energy_efficiency(const struct gam_energy_constants *c, double intensity);

#endif
