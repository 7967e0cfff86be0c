/* SPDX-License-Identifier: MIT */
/* What a run's unit of work costs on each of some devices, and which device it should be: the content of gambrel-cost/1.
 *
 * The caller fills a row per device (time there, energy, prices, facts); gam_cost_decide does the rest: money from the inputs of
 * tco.h, the rules of advise_rules.c against what was asked, a rank, and for every rank what decided it. Pure, and nothing has a
 * default: what is not known is NaN and named in `missing`.
 */
#ifndef GAM_ANALYZER_COST_COST_H
#define GAM_ANALYZER_COST_COST_H

#include "analyzer/cost/sensitivity.h"
#include "common/record/quantity.h"
#include "common/record/record.h"

struct gam_arena;

/* What a rule may look at. One number each; yes and no are 1 and 0; NaN: not known. */
enum gam_measure {
    GAM_MEASURE_PROJECTED, /* the run has a time there */
    GAM_MEASURE_ANNOUNCED, /* not sold yet */
    GAM_MEASURE_FITS,      /* main memory holds what the work keeps */
    GAM_MEASURE_MEMORY_BYTES,
    GAM_MEASURE_PEAK,        /* of the element type asked for, op/s */
    GAM_MEASURE_WATT,        /* thermal design power */
    GAM_MEASURE_TIME_S,      /* of one unit */
    GAM_MEASURE_UNITS_PER_S, /* of a server */
    GAM_MEASURE_PRICE_USD,   /* of a server */
    GAM_MEASURE_RENTABLE,    /* by the hour, from somebody */
    GAM_MEASURE_PURCHASABLE,
    GAM_MEASURE_EMBEDDABLE,   /* a part or board for a small machine without forced cooling */
    GAM_MEASURE_LACKING,      /* operators asked for that do not run there */
    GAM_MEASURE_PROGRAMMABLE, /* new operators can be written for it */
    GAM_MEASURE_FALLBACK,     /* share of the time here in operators that do not run there */
    GAM_MEASURES
};

/* What was asked; NaN: nothing. */
enum gam_limit {
    GAM_LIMIT_ALWAYS, /* 1 in every question */
    GAM_LIMIT_MEMORY_BYTES,
    GAM_LIMIT_DTYPE,
    GAM_LIMIT_WATT,
    GAM_LIMIT_LATENCY_S,
    GAM_LIMIT_THROUGHPUT,
    GAM_LIMIT_BUDGET_USD,
    GAM_LIMIT_CLOUD,
    GAM_LIMIT_ON_PREMISES,
    GAM_LIMIT_EDGE,
    GAM_LIMIT_DATA_CENTRE,
    GAM_LIMIT_OPERATORS,
    GAM_LIMIT_NEW_OPERATORS,
    GAM_LIMIT_FALLBACK, /* largest share of time that may fall back */
    GAM_LIMIT_RELEASED, /* only what is sold */
    GAM_LIMITS
};

enum gam_relation { GAM_AT_LEAST, GAM_AT_MOST, GAM_EQUALS };

/* A rule as data: `left` must stand in `relation` to `right` (the limit asked for, or `constant` when it is not NaN). */
struct gam_advise_rule {
    const char *code;
    enum gam_limit when; /* asked for: the rule applies */
    enum gam_measure left;
    enum gam_relation relation;
    double constant;
    int unknown_passes; /* a device of which it is not known stays, and is said to be unknown there */
    const char *unit, *text;
};
extern const struct gam_advise_rule gam_advise_rules[];
extern const size_t gam_advise_n_rules;
const char *gam_measure_word(enum gam_measure m);
const char *gam_limit_word(enum gam_limit limit); /* as an option has it: "max-watts" */

enum gam_rank_by { GAM_RANK_BY_BEST, GAM_RANK_BY_USD, GAM_RANK_BY_ENERGY, GAM_RANK_BY_TIME, GAM_RANK_BYS };
const char *gam_rank_by_word(enum gam_rank_by by); /* "usd_per_million_units" "energy_per_unit_joule" "time_per_unit_s" */

/* A price with what makes it one. */
struct gam_cost_price {
    double usd; /* of the accelerators of one server: for an hour, or to buy; NaN: none */
    const char *provider, *instance, *region, *as_of, *source;
    int spot;
};

enum { GAM_COST_NOTES_MAX = 24 };

/* An operator of the run on that device; times of one call. */
struct gam_cost_op {
    const char *id, *name, *spec; /* borrowed from the report */
    int64_t calls;
    struct gam_quantity here_ns, there_ns; /* there_ns: missing with a reason; of the run's unit, whatever is counted */
    const char *binds;                     /* the label there */
    int covered;                           /* 1, 0: runs on the host, -1: not known */
    const char *reason;                    /* what is left out of the time, or why there is none; NULL */
};

struct gam_cost_row {
    /* filled by the caller */
    const char *id, *name;
    int here;                         /* it is the device that was measured */
    struct gam_quantity time_ns;      /* of the unit there; missing with a reason */
    double here_ns;                   /* of the unit on the measured device */
    struct gam_quantity energy_joule; /* of the unit; with its scope and kind, which never mix */
    const char *energy_scope, *energy_kind;
    double covered_share, fallback_share, unknown_share; /* of the time here */
    double measure[GAM_MEASURES];
    struct gam_tco_input tco;
    struct gam_cost_price rent, buy;
    const char *assumption[GAM_COST_NOTES_MAX], *missing[GAM_COST_NOTES_MAX];
    size_t n_assumptions, n_missing;
    const struct gam_cost_op *op; /* where devices were named; NULL */
    size_t n_ops;
    /* by gam_cost_decide */
    int rank; /* from 1; 0: ruled out */
    int runner_up;
    const char *rule_code; /* what decided: a rule of advise_rules.c, or "rank" */
    const char *rule;      /* the same as a sentence with its numbers */
    struct gam_tco money;
    double usd_per_hour, usd_per_million; /* the cheaper of buying and renting; NaN */
    const char *way;                      /* "buy" "rent"; NULL */
    double key;                           /* that it is ranked by; NaN: after all that have one */
    double margin;                        /* key of the next one over this one's; NaN for the last */
    double confidence;                    /* that this one is better than the next, from the intervals; NaN */
    /* Operators that do not exist yet, on a device that runs only those of a list: time of the unit when one per cent of the time
     * here moves to such operators, over the time without; and the share at which it loses to the next one. NaN: no such risk, or
     * not known. */
    double slowdown_at_1_percent, share_to_lose;
    const char *risk; /* a sentence */
    struct gam_tornado tornado;
    struct gam_break_even break_even;
};

/* Does another winner come out when an input of every device is 20 % less or more? */
struct gam_cost_flip {
    enum gam_tco_field_index field;
    double factor;
    const char *winner; /* id */
};

struct gam_cost_report {
    const char *command, *unit, *tokens; /* tokens: "all" "out" "split"; NULL: no tokens */
    const char *run;                     /* the run's uuid; NULL */
    double limit[GAM_LIMITS];
    const char *dtype; /* asked for; NULL */
    enum gam_rank_by rank_by_asked, rank_by;
    const char *rank_reason;  /* why that */
    struct gam_cost_row *row; /* ranked first, then those ruled out */
    size_t n, n_ranked;
    struct gam_cost_flip flip[2 * GAM_TORNADO_BARS];
    size_t n_flips;
    int explain;
    struct gam_arena *memory; /* owns what gam_cost_decide says */
    int failed;               /* private: memory for a text was missing */
};

void gam_cost_init(struct gam_cost_report *cost);
void gam_cost_row_init(struct gam_cost_row *row); /* nothing is known */
/* Adds a line to what is assumed or missing, once. */
void gam_cost_assume(struct gam_cost_row *row, const char *text);
void gam_cost_miss(struct gam_cost_row *row, const char *text);

/* -GAM_ENOMEM, or -GAM_EINVAL when rank_by_asked cannot be answered (no money anywhere; energies of different scopes or kinds).
 */
int gam_cost_decide(struct gam_cost_report *cost, struct gam_err *err);
void gam_cost_release(struct gam_cost_report *cost); /* the memory, not the rows */

/* Time with a share x of the work at the host's speed over the time without: 1 - x + x T_host / T_device (Amdahl). */
double gam_fallback_slowdown(double share, double device_ns, double host_ns);

#endif
