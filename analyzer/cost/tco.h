/* SPDX-License-Identifier: MIT */
/* Total cost of ownership as a pure function with units. Nothing has a default: an input that is not given is NaN, what needs it
 * is NaN, and the result says which input is missing. An optional term that is not given (network, facility, staff ...) is not
 * counted, and the result says that too.
 *
 * A month has 8766 / 12 = 730.5 hours. USD stands for whatever currency the prices are in. Formulas: docs/cost.md.
 */
#ifndef GAM_ANALYZER_COST_TCO_H
#define GAM_ANALYZER_COST_TCO_H

#include <stddef.h>
#include <stdint.h>

struct gam_err;

#define GAM_HOURS_PER_MONTH 730.5
#define GAM_JOULE_PER_KWH   3.6e6

/* How a purchase is spread over its life: as equal payments with interest; as its fall in value plus interest on the whole price;
 * or as its fall in value alone. */
enum gam_finance { GAM_FINANCE_ANNUITY, GAM_FINANCE_INTEREST_ONLY, GAM_FINANCE_STRAIGHT_LINE };

/* The inputs, one per line: name, unit, least, most, what it is. gam_tco_fields is the same list as data. */
#define GAM_TCO_FIELDS(X)                                                                                                        \
    X(server_usd, "USD", 0, 1e12, "price of a server with its accelerators")                                                     \
    X(servers, "1", 1, 1e9, "servers that share staff and software")                                                             \
    X(accelerators, "1", 1, 1e6, "accelerators of a server")                                                                     \
    X(server_life_months, "months", 1, 600, "months over which a server is paid")                                                \
    X(residual_usd, "USD", 0, 1e12, "what a server is worth after that")                                                         \
    X(interest_per_year, "1/year", 0, 1, "cost of money")                                                                        \
    X(maintenance_per_year, "1/year", 0, 1, "share of the price that maintenance takes a year")                                  \
    X(network_share, "1", 0, 0.99, "share of the price of the whole cluster that is network")                                    \
    X(network_life_months, "months", 1, 600, "months over which the network is paid")                                            \
    X(facility_usd_per_watt, "USD/W", 0, 1e6, "price of the building, power and cooling per watt for servers")                   \
    X(facility_life_months, "months", 1, 1200, "months over which that is paid")                                                 \
    X(facility_opex_usd_per_watt_month, "USD/W/month", 0, 1e6, "running it")                                                     \
    X(colocation_usd_per_kw_month, "USD/kW/month", 0, 1e9, "rent of somebody else's facility, instead of an own one")            \
    X(staff_usd_per_month, "USD/month", 0, 1e12, "people, for all servers")                                                      \
    X(software_usd_per_month, "USD/month", 0, 1e12, "licences, for all servers")                                                 \
    X(idle_watt, "W", 0, 1e9, "power of a server at the wall when it does nothing")                                              \
    X(load_watt, "W", 0, 1e9, "and under this load")                                                                             \
    X(peak_watt, "W", 0, 1e9, "and at its peak (for the demand charge)")                                                         \
    X(provisioned_watt, "W", 0, 1e9, "power that the facility holds ready for it")                                               \
    X(utilisation, "1", 1e-6, 1, "share of the time that it works")                                                              \
    X(availability, "1", 1e-6, 1, "share of the time that it could")                                                             \
    X(pue, "1", 1, 10, "power of the facility per power of its servers")                                                         \
    X(usd_per_kwh, "USD/kWh", 0, 1e6, "price of electricity")                                                                    \
    X(demand_usd_per_kw_month, "USD/kW/month", 0, 1e9, "demand charge")                                                          \
    X(carbon_g_per_kwh, "g/kWh", 0, 1e5, "carbon dioxide equivalent of electricity, where it is used")                           \
    X(embodied_gram, "g", 0, 1e12, "carbon dioxide equivalent of making a server")                                               \
    X(embodied_life_hours, "h", 1, 1e7, "hours over which that is spread")                                                       \
    X(embodied_share, "1", 0, 1, "share of the server's resources that this work reserves")                                      \
    X(units_per_second, "1/s", 1e-12, 1e15, "units of work per second of a server, within its service level")                    \
    X(units_per_epoch, "1", 0, 1e18, "units of work of one training epoch")                                                      \
    X(rent_usd_per_hour, "USD/h", 0, 1e9, "rent of a server like it")                                                            \
    X(rent_extra_usd_per_month, "USD/month", 0, 1e12, "egress, storage and the like beside the rent, per server")

struct gam_tco_input {
#define X(name, unit, least, most, help) double name;
    GAM_TCO_FIELDS(X)
#undef X
    enum gam_finance finance;
};

enum gam_tco_field_index {
#define X(name, unit, least, most, help) GAM_TCO_##name,
    GAM_TCO_FIELDS(X)
#undef X
        GAM_TCO_N_FIELDS
};
typedef uint64_t gam_tco_set; /* bit i: field i */
#define GAM_TCO_BIT(name) ((gam_tco_set)1 << GAM_TCO_##name)

struct gam_tco_field {
    const char *name, *unit, *help;
    size_t offset;
    double least, most;
};
extern const struct gam_tco_field gam_tco_fields[GAM_TCO_N_FIELDS];

void gam_tco_input_clear(struct gam_tco_input *in); /* everything unknown */
/* By name, '-' and '_' alike: -GAM_EINVAL names the nearest field, or the range. */
int gam_tco_input_set(struct gam_tco_input *in, const char *name, double value, struct gam_err *err);
double gam_tco_input_get(const struct gam_tco_input *in, enum gam_tco_field_index field);
/* Ranges, and what may not stand together: own facility with colocation, load below idle. */
int gam_tco_input_check(const struct gam_tco_input *in, struct gam_err *err);

/* Everything is of one server; NaN where an input is missing. */
struct gam_tco {
    /* a month in USD; NaN also where a term is not counted */
    double server_month, maintenance_month, network_month, facility_month, facility_opex_month, energy_month, demand_month,
        staff_month, software_month;
    double total_month, usd_per_hour, usd_per_accelerator_hour;
    double units_per_month, usd_per_unit, usd_per_million;
    double rent_usd_per_million;
    /* months after which buying has cost less than renting the hours worked; infinity: never */
    double break_even_months;
    /* utilisation from which buying is cheaper than renting the hours worked; infinity: never, above 1: not reachable */
    double break_even_utilisation;
    double usd_per_epoch, rent_usd_per_epoch, accelerator_hours_per_epoch, kwh_per_epoch;
    double average_watt, kwh_per_month;
    /* energy of a unit under load: at the wall; without idle power; at the facility's meter */
    double joule_gross, joule_net, joule_facility, kwh_per_million;
    /* grams per unit; operation by the facility's energy under load */
    double gram_operation, gram_embodied, gram_total;
    /* inputs that the answer lacks, by answer */
    gam_tco_set missing_buy, missing_rent, missing_energy, missing_carbon;
    gam_tco_set left_out; /* triggers of terms that are not counted */
};

void gam_tco_compute(const struct gam_tco_input *in, struct gam_tco *out);

/* Monthly payment for `price` over `months` that leaves `residual`, at `interest` a year:
 * (C - RV (1+i)^-n) i / (1 - (1+i)^-n), i = interest / 12; (C - RV) / n without interest. */
double gam_tco_annuity(double price, double residual, double months, double interest);
double gam_tco_payment(enum gam_finance finance, double price, double residual, double months, double interest);

#endif
