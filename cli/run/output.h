/* SPDX-License-Identifier: MIT */
/* What a finished run shows and writes. */
#ifndef GAM_CLI_RUN_OUTPUT_H
#define GAM_CLI_RUN_OUTPUT_H

#include "cli/run/session.h"

/* The plan (`--dry-run`) on stdout. */
int gam_run_output_plan(const struct gam_run_session *s, struct gam_err *err);
/* Table (or JSON) on stdout, report files, the two findings that matter most. */
int gam_run_output_report(struct gam_run_session *s, struct gam_err *err);

#endif
