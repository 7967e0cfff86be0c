/* SPDX-License-Identifier: MIT */
/* Rows of a cost report: a stored run projected onto devices, with what hwdb, price files and --set say of each. */
#ifndef GAM_CLI_COST_ROWS_H
#define GAM_CLI_COST_ROWS_H

#include "cli/cost/options.h"

#include "analyzer/report.h"
#include "analyzer/whatif/edit.h"
#include "hwdb/prices.h"

struct gam_arena;

struct gam_cost_maker {
    const struct gam_cost_options *options;
    const struct gam_report *report;
    const struct gam_hw_db *db;
    const struct gam_prices *prices;
    struct gam_edits edits;
    int edited;
    int all;      /* nobody named devices */
    double units; /* that are counted in one unit of the run */
    enum gam_finance finance;
    struct gam_cost_report *cost;
    struct gam_arena **memory; /* of texts that rows keep */
};

/* The rows that the options ask for, into cost->row, which the arena owns. */
int gam_cost_rows_make(struct gam_cost_maker *m, struct gam_err *err);

/* cost_row_device.c: one of the database, by projection. */
int gam_cost_row_device(struct gam_cost_maker *m, const struct gam_hw_device *device, struct gam_cost_row *row,
                        struct gam_err *err);
/* cost_row_here.c: the measured one. */
int gam_cost_row_here(struct gam_cost_maker *m, struct gam_cost_row *row, struct gam_err *err);

/* cost_row_money.c: throughput, prices and --set. `device` NULL: the measured one. */
int gam_cost_row_money(struct gam_cost_maker *m, const struct gam_hw_device *device, struct gam_cost_row *row,
                       struct gam_err *err);

/* Where no meter said: the power that --set gives of the server at the wall, over its units. After gam_cost_row_money. 0: it says
 * none. */
int gam_cost_row_wall_energy(struct gam_cost_row *row);

/* All --set of all devices name known inputs and devices of the report. */
int gam_cost_sets_check(const struct gam_cost_maker *m, struct gam_err *err);

#endif
