/* SPDX-License-Identifier: MIT */
/* The analysis of a stored run with what hwdb knows about its processor: one place for `run` and `report`. */
#ifndef GAM_CLI_CLI_ANALYZE_H
#define GAM_CLI_CLI_ANALYZE_H

#include "analyzer/report.h"

struct gam_err;

/* `roofs`: the run whose roofs `run` is held against; equals `run` when it measured its own. Both must outlive `out`, which the
 * caller releases with gam_report_release, also after a failure. A processor that hwdb does not know has no theoretical roofs. */
int gam_cli_analyze(const struct gam_runset *run, const struct gam_runset *roofs, struct gam_report *out, struct gam_err *err);

#endif
