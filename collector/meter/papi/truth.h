/* SPDX-License-Identifier: MIT */
/* Loops whose counts are known beforehand: what an event reads over them, divided by the truth, is its trust factor. */
#ifndef GAM_COLLECTOR_METER_PAPI_TRUTH_H
#define GAM_COLLECTOR_METER_PAPI_TRUTH_H

#include "collector/meter/papi/events.h"

#include <stdint.h>

/* Whether this build has the loop (they are written per architecture). */
int gam_papi_truth_known(enum gam_papi_truth truth);

/* Runs the loop; returns the true count. For PAPI_TRUTH_NONZERO a walk over 4 MiB with an unpredictable branch per line: returns
 * 0. */
int64_t gam_papi_truth_run(enum gam_papi_truth truth);

/* measured / true; NaN when nothing is known; 0 when an event that must move did not. */
double gam_papi_truth_factor(enum gam_papi_truth truth, int64_t expected, int64_t measured);

#endif
