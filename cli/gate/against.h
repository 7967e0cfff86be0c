/* SPDX-License-Identifier: MIT */
/* Series of a run against stored ones: two intervals per case, no pairs. */
#ifndef GAM_CLI_GATE_AGAINST_H
#define GAM_CLI_GATE_AGAINST_H

#include "analyzer/gate/gate.h"
#include "cli/gate/rows.h"
#include "cli/gate/settings.h"

enum { GAM_BASELINE_OLD_DAYS = 90 };

/* Fills the cases of `gate` (and its verdict) from the rows of both sides. A baseline of another host or device class is
 * not-comparable; with gate->advisory the numbers are judged all the same, and that is warned of.
 *
 * The interval of the ratio is [low / high, high / low] of the two intervals of the medians, which holds at 90 % at least. A
 * regression lies wholly beyond the threshold, a pass wholly below it; what lies across is undecided. */
int gam_gate_against(const struct gam_gate_settings *settings, const struct gam_baseline *base, size_t n_base,
                     const struct gam_baseline *cand, size_t n_cand, struct gam_gate *gate, struct gam_err *err);

#endif
