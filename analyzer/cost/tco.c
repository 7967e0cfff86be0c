/* SPDX-License-Identifier: MIT */
#include "analyzer/cost/tco.h"

#include <math.h>

double gam_tco_annuity(double price, double residual, double months, double interest)
{
    double i = interest / 12, discount = pow(1 + i, -months);

    if (i == 0)
        return (price - residual) / months;
    return (price - residual * discount) * i / (1 - discount);
}

double gam_tco_payment(enum gam_finance finance, double price, double residual, double months, double interest)
{
    switch (finance) {
    case GAM_FINANCE_ANNUITY:
        return gam_tco_annuity(price, residual, months, interest);
    case GAM_FINANCE_INTEREST_ONLY:
        return (price - residual) / months + price * interest / 12;
    default:
        return (price - residual) / months;
    }
}

/* Terms of a month. One whose trigger is not given is not counted; without a trigger it belongs to every answer. */
static const struct term {
    gam_tco_set trigger, needs;
} terms[] = {
    { 0, GAM_TCO_BIT(server_usd) | GAM_TCO_BIT(server_life_months) | GAM_TCO_BIT(interest_per_year) },
    { GAM_TCO_BIT(residual_usd), 0 },
    { GAM_TCO_BIT(maintenance_per_year), 0 },
    { GAM_TCO_BIT(network_share), GAM_TCO_BIT(network_life_months) },
    { GAM_TCO_BIT(facility_usd_per_watt), GAM_TCO_BIT(provisioned_watt) | GAM_TCO_BIT(facility_life_months) },
    { GAM_TCO_BIT(facility_opex_usd_per_watt_month), GAM_TCO_BIT(provisioned_watt) },
    { GAM_TCO_BIT(colocation_usd_per_kw_month), GAM_TCO_BIT(provisioned_watt) },
    { 0,
      GAM_TCO_BIT(idle_watt) | GAM_TCO_BIT(load_watt) | GAM_TCO_BIT(utilisation) | GAM_TCO_BIT(pue) | GAM_TCO_BIT(usd_per_kwh) },
    { GAM_TCO_BIT(demand_usd_per_kw_month), GAM_TCO_BIT(peak_watt) },
    { GAM_TCO_BIT(staff_usd_per_month), GAM_TCO_BIT(servers) },
    { GAM_TCO_BIT(software_usd_per_month), GAM_TCO_BIT(servers) },
};
static const gam_tco_set work_needs = GAM_TCO_BIT(units_per_second) | GAM_TCO_BIT(utilisation) | GAM_TCO_BIT(availability);

static gam_tco_set given_of(const struct gam_tco_input *in)
{
    gam_tco_set given = 0;

    for (int i = 0; i < GAM_TCO_N_FIELDS; i++)
        given |= (gam_tco_set)!isnan(gam_tco_input_get(in, (enum gam_tco_field_index)i)) << i;
    if (in->finance == GAM_FINANCE_STRAIGHT_LINE)
        given |= GAM_TCO_BIT(interest_per_year);
    return given;
}

static void missing_note(gam_tco_set given, struct gam_tco *out)
{
    static const gam_tco_set facility = GAM_TCO_BIT(facility_usd_per_watt), colocation = GAM_TCO_BIT(colocation_usd_per_kw_month);
    gam_tco_set needs = work_needs;

    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++) {
        if (terms[i].trigger && !(given & terms[i].trigger))
            out->left_out |= terms[i].trigger;
        else
            needs |= terms[i].needs;
    }
    if (given & facility)
        out->left_out &= ~colocation;
    if (given & colocation)
        out->left_out &= ~(facility | GAM_TCO_BIT(facility_opex_usd_per_watt_month));
    out->missing_buy = needs & ~given;
    out->missing_rent = (work_needs | GAM_TCO_BIT(rent_usd_per_hour)) & ~given;
    out->missing_energy = (GAM_TCO_BIT(load_watt) | GAM_TCO_BIT(units_per_second)) & ~given;
    out->missing_carbon =
        (GAM_TCO_BIT(load_watt) | GAM_TCO_BIT(units_per_second) | GAM_TCO_BIT(pue) | GAM_TCO_BIT(carbon_g_per_kwh)) & ~given;
}

static double known_or_0(double x)
{
    return isnan(x) ? 0 : x;
}

static double network_price(const struct gam_tco_input *in)
{
    return in->server_usd * in->network_share / (1 - in->network_share);
}

static void months(const struct gam_tco_input *in, struct gam_tco *out)
{
    double r = in->finance == GAM_FINANCE_STRAIGHT_LINE ? 0 : in->interest_per_year;

    out->server_month = gam_tco_payment(in->finance, in->server_usd, known_or_0(in->residual_usd), in->server_life_months, r);
    out->maintenance_month = in->maintenance_per_year * in->server_usd / 12;
    out->network_month = gam_tco_payment(in->finance, network_price(in), 0, in->network_life_months, r);
    out->facility_month =
        gam_tco_payment(in->finance, in->facility_usd_per_watt * in->provisioned_watt, 0, in->facility_life_months, r);
    if (!isnan(in->colocation_usd_per_kw_month))
        out->facility_month = in->colocation_usd_per_kw_month * in->provisioned_watt / 1000;
    out->facility_opex_month = in->facility_opex_usd_per_watt_month * in->provisioned_watt;
    out->average_watt = in->idle_watt + in->utilisation * (in->load_watt - in->idle_watt);
    out->kwh_per_month = out->average_watt / 1000 * GAM_HOURS_PER_MONTH * in->pue;
    out->energy_month = out->kwh_per_month * in->usd_per_kwh;
    out->demand_month = in->demand_usd_per_kw_month * in->peak_watt * in->pue / 1000;
    out->staff_month = in->staff_usd_per_month / in->servers;
    out->software_month = in->software_usd_per_month / in->servers;
}

/* What is paid by the month whether it was bought or not: everything but the payments for things. */
static double running_month(const struct gam_tco_input *in, const struct gam_tco *t)
{
    double colocation = isnan(in->colocation_usd_per_kw_month) ? 0 : t->facility_month;

    return t->energy_month + known_or_0(t->demand_month) + known_or_0(t->maintenance_month) + known_or_0(t->facility_opex_month) +
           known_or_0(t->staff_month) + known_or_0(t->software_month) + colocation;
}

static void totals(const struct gam_tco_input *in, struct gam_tco *t)
{
    double facility = isnan(in->colocation_usd_per_kw_month) ? known_or_0(t->facility_month) : 0;

    t->units_per_month = in->units_per_second * 3600 * GAM_HOURS_PER_MONTH * in->utilisation * in->availability;
    t->rent_usd_per_million = 1e6 * (in->rent_usd_per_hour / (in->units_per_second * 3600 * in->utilisation * in->availability) +
                                     known_or_0(in->rent_extra_usd_per_month) / t->units_per_month);
    if (t->missing_buy & ~work_needs)
        t->total_month = NAN;
    else
        t->total_month = t->server_month + known_or_0(t->network_month) + facility + running_month(in, t);
    t->usd_per_hour = t->total_month / GAM_HOURS_PER_MONTH;
    t->usd_per_accelerator_hour = t->usd_per_hour / in->accelerators;
    t->usd_per_unit = t->total_month / t->units_per_month;
    t->usd_per_million = 1e6 * t->usd_per_unit;
}

/* Buying against renting the hours worked, u a of all hours. Utilisation: TCO_m(u) / (h u a) = p solved for u, where TCO_m is
 * linear in u through the energy. */
static void break_even(const struct gam_tco_input *in, struct gam_tco *t)
{
    double hours = GAM_HOURS_PER_MONTH * in->availability, per_kw = GAM_HOURS_PER_MONTH * in->pue * in->usd_per_kwh / 1000;
    double slope = (in->load_watt - in->idle_watt) * per_kw, fixed = t->total_month - in->utilisation * slope;
    double rent = in->rent_usd_per_hour * hours * in->utilisation + known_or_0(in->rent_extra_usd_per_month);
    double price = in->server_usd + known_or_0(network_price(in)) +
                   (isnan(in->colocation_usd_per_kw_month) ? known_or_0(in->facility_usd_per_watt * in->provisioned_watt) : 0);
    double saved = isnan(t->total_month) ? NAN : rent - running_month(in, t);

    fixed -= known_or_0(in->rent_extra_usd_per_month);
    t->break_even_utilisation = fixed / (in->rent_usd_per_hour * hours - slope);
    if (in->rent_usd_per_hour * hours <= slope)
        t->break_even_utilisation = isnan(fixed) ? NAN : INFINITY;
    t->break_even_months = isnan(saved) ? NAN : saved > 0 ? price / saved : INFINITY;
}

static void energy_and_carbon(const struct gam_tco_input *in, struct gam_tco *t)
{
    double hours_per_unit = 1 / (in->units_per_second * 3600 * in->utilisation * in->availability);

    t->joule_gross = in->load_watt / in->units_per_second;
    t->joule_net = (in->load_watt - in->idle_watt) / in->units_per_second;
    t->joule_facility = t->joule_gross * in->pue;
    t->kwh_per_million = 1e6 * t->joule_facility / GAM_JOULE_PER_KWH;
    t->gram_operation = t->joule_facility / GAM_JOULE_PER_KWH * in->carbon_g_per_kwh;
    t->gram_embodied = in->embodied_gram * in->embodied_share * hours_per_unit / in->embodied_life_hours;
    t->gram_total = t->gram_operation + t->gram_embodied;
}

static void epoch(const struct gam_tco_input *in, struct gam_tco *t)
{
    double hours = in->units_per_epoch / in->units_per_second / 3600;

    t->usd_per_epoch = in->units_per_epoch * t->usd_per_unit;
    t->rent_usd_per_epoch = in->units_per_epoch * t->rent_usd_per_million / 1e6;
    t->accelerator_hours_per_epoch = hours * in->accelerators;
    t->kwh_per_epoch = in->load_watt / 1000 * hours * in->pue;
}

void gam_tco_compute(const struct gam_tco_input *in, struct gam_tco *out)
{
    *out = (struct gam_tco){ .missing_buy = 0 };
    missing_note(given_of(in), out);
    months(in, out);
    totals(in, out);
    break_even(in, out);
    energy_and_carbon(in, out);
    epoch(in, out);
}
