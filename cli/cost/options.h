/* SPDX-License-Identifier: MIT */
/* Options of `tco`, `advise` and `report`, which shows the run elsewhere when devices are named. */
#ifndef GAM_CLI_COST_OPTIONS_H
#define GAM_CLI_COST_OPTIONS_H

#include "analyzer/cost/cost.h"
#include "common/opt.h"

struct gam_hw_db;
struct gam_prices;

enum gam_cost_command { GAM_COST_TCO, GAM_COST_ADVISE, GAM_COST_REPORT };

struct gam_cost_options {
    enum gam_cost_command command;
    const char *run, *db, *format, *out; /* run: "last" unless run_given */
    int run_given;
    int json, quiet, explain, inputs;
    struct gam_opt_texts devices, prices, sets, aliases;
    const char *as_of, *region, *family, *unit, *tokens, *finance, *rank_by, *energy, *folder;
    int spot, with_report;
    double prefill_share, tokens_in, tokens_out;
    /* of advise */
    const char *dtype, *where, *place, *operators, *new_operators;
    double memory_gib, watts, throughput, budget, fallback;
    uint64_t latency_ns; /* UINT64_MAX: not given */
    int announced;
};

/* -1: go on with `out`; else the exit code to return at once. */
int gam_cost_options_parse(enum gam_cost_command command, int argc, char **argv, struct gam_cost_options *out);

/* Limits, ranking, tokens: what the words mean. -GAM_EINVAL that names the option. */
int gam_cost_options_apply(const struct gam_cost_options *o, struct gam_cost_report *cost, struct gam_err *err);
/* After the database and the prices are read: families, operators, regions and names that are in neither. */
int gam_cost_options_check(struct gam_cost_options *o, const struct gam_hw_db *db, const struct gam_prices *prices,
                           struct gam_err *err);
int gam_cost_finance(const char *word, enum gam_finance *out, struct gam_err *err);

#endif
