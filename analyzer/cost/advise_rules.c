/* SPDX-License-Identifier: MIT */
/* The rules of `gambrel advise`, in the order in which they are looked at: the first that a device breaks rules it out. To add
 * one: a row; a new measure or limit also in cost.h, in the words below, and where cli fills rows.
 */
#include "analyzer/cost/cost.h"

#include <math.h>

const struct gam_advise_rule gam_advise_rules[] = {
    { "projected", GAM_LIMIT_ALWAYS, GAM_MEASURE_PROJECTED, GAM_EQUALS, 1, 0, "", "the run can be projected onto it" },
    { "released", GAM_LIMIT_RELEASED, GAM_MEASURE_ANNOUNCED, GAM_EQUALS, 0, 0, "", "it is sold, and not only announced" },
    { "dtype", GAM_LIMIT_DTYPE, GAM_MEASURE_PEAK, GAM_AT_LEAST, 1, 0, "op/s", "it computes in the element type asked for" },
    { "fits", GAM_LIMIT_ALWAYS, GAM_MEASURE_FITS, GAM_EQUALS, 1, 1, "",
      "its memory holds the weights and the largest activations" },
    { "memory", GAM_LIMIT_MEMORY_BYTES, GAM_MEASURE_MEMORY_BYTES, GAM_AT_LEAST, NAN, 0, "bytes",
      "its memory is as large as asked for" },
    { "watts", GAM_LIMIT_WATT, GAM_MEASURE_WATT, GAM_AT_MOST, NAN, 0, "watt", "its design power is within the limit" },
    { "operators", GAM_LIMIT_OPERATORS, GAM_MEASURE_LACKING, GAM_EQUALS, 0, 0, "operators",
      "it runs every operator that is needed" },
    { "new-operators", GAM_LIMIT_NEW_OPERATORS, GAM_MEASURE_PROGRAMMABLE, GAM_EQUALS, 1, 0, "",
      "operators that do not exist yet can be written for it" },
    { "fallback", GAM_LIMIT_FALLBACK, GAM_MEASURE_FALLBACK, GAM_AT_MOST, NAN, 0, "1",
      "no more of the time than allowed is in operators that it does not run" },
    { "cloud", GAM_LIMIT_CLOUD, GAM_MEASURE_RENTABLE, GAM_EQUALS, 1, 0, "", "somebody rents it out" },
    { "on-premises", GAM_LIMIT_ON_PREMISES, GAM_MEASURE_PURCHASABLE, GAM_EQUALS, 1, 0, "", "it can be bought" },
    { "edge", GAM_LIMIT_EDGE, GAM_MEASURE_EMBEDDABLE, GAM_EQUALS, 1, 0, "", "it is a part for a small machine" },
    { "data-centre", GAM_LIMIT_DATA_CENTRE, GAM_MEASURE_EMBEDDABLE, GAM_EQUALS, 0, 0, "", "it is no part for a small machine" },
    { "latency", GAM_LIMIT_LATENCY_S, GAM_MEASURE_TIME_S, GAM_AT_MOST, NAN, 0, "s", "a unit takes no longer than allowed" },
    { "throughput", GAM_LIMIT_THROUGHPUT, GAM_MEASURE_UNITS_PER_S, GAM_AT_LEAST, NAN, 0, "1/s",
      "a server makes as many units a second as asked for" },
    { "budget", GAM_LIMIT_BUDGET_USD, GAM_MEASURE_PRICE_USD, GAM_AT_MOST, NAN, 0, "USD", "a server is within the budget" },
};
const size_t gam_advise_n_rules = sizeof gam_advise_rules / sizeof gam_advise_rules[0];

const char *gam_measure_word(enum gam_measure m)
{
    static const char *const words[GAM_MEASURES] = {
        "projected", "announced", "fits",        "memory",     "peak",    "design power", "time of a unit", "units per second",
        "price",     "rentable",  "purchasable", "embeddable", "lacking", "programmable", "fallback share",
    };

    return words[m];
}

const char *gam_limit_word(enum gam_limit limit)
{
    static const char *const words[GAM_LIMITS] = {
        "always",
        "memory",
        "dtype",
        "max-watts",
        "max-latency",
        "min-throughput",
        "budget",
        "where=cloud",
        "where=on-premises",
        "place=edge",
        "place=data-centre",
        "operators",
        "new-operators",
        "max-fallback",
        "released",
    };

    return words[limit];
}

const char *gam_rank_by_word(enum gam_rank_by by)
{
    static const char *const words[GAM_RANK_BYS] = { "best", "usd_per_million_units", "energy_per_unit_joule",
                                                     "time_per_unit_s" };

    return words[by];
}
