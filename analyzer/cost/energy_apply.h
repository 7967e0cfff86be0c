/* SPDX-License-Identifier: MIT */
/* Energy of a report's operators from the energy roofline, where nothing was metered. */
#ifndef GAM_ANALYZER_COST_ENERGY_APPLY_H
#define GAM_ANALYZER_COST_ENERGY_APPLY_H

#include "analyzer/cost/energy_model.h"
#include "analyzer/report.h"

enum { GAM_ENERGY_CONSTANTS_MAX = 16 };

struct gam_energy_table {
    char device[80]; /* what the constants are of; for people */
    struct {
        char dtype[8]; /* "f32" */
        struct gam_energy_constants constants;
    } row[GAM_ENERGY_CONSTANTS_MAX];
    size_t n;
};

/* gambrel-energy/1: {"schema", "device", "constants": [{"dtype", "joule_per_flop", "joule_per_byte", "constant_watt",
 * "source"}]}. Every row names its source. */
int gam_energy_table_parse(const char *label, const char *text, size_t length, struct gam_energy_table *out, struct gam_err *err);

/* Fills the energy of every timed operator of those types: scope device, kind modelled, gross. An operator of another type, or
 * whose bytes of main memory are not known, keeps none and says why. -GAM_EINVAL when one operator's energy was metered: the two
 * are never in one report. `table` must outlive the report. */
int gam_energy_apply(struct gam_report *report, const struct gam_energy_table *table, struct gam_err *err);

#endif
