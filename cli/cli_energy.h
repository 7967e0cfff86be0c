/* SPDX-License-Identifier: MIT */
#ifndef GAM_CLI_CLI_ENERGY_H
#define GAM_CLI_CLI_ENERGY_H

#include "analyzer/cost/energy_apply.h"

/* Reads a file of energy constants and fills the report's energies with it; nothing when `path` is NULL. `table` must outlive the
 * report. */
int gam_cli_energy(const char *path, struct gam_energy_table *table, struct gam_report *report, struct gam_err *err);

#endif
