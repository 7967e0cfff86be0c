/* SPDX-License-Identifier: MIT */
/* Which hardware events the PAPI meter asks for, as data.
 *
 * To add one: a row in events_table.c (papi_avail and papi_native_avail list the names that a machine has). Where none of the
 * names is known, the quantity is missing with a reason.
 */
#ifndef GAM_COLLECTOR_METER_PAPI_EVENTS_H
#define GAM_COLLECTOR_METER_PAPI_EVENTS_H

#include <stddef.h>

enum { PAPI_EVENT_NAMES = 4 };

/* What a loop of known work must make an event read (truth.c). */
enum gam_papi_truth {
    PAPI_TRUTH_NONE,         /* nothing known */
    PAPI_TRUTH_NONZERO,      /* a walk over 4 MiB with unpredictable branches must move it; 0: it does not count here */
    PAPI_TRUTH_INSTRUCTIONS, /* exact */
    PAPI_TRUTH_BRANCHES,
    PAPI_TRUTH_FLOP_F32,
    PAPI_TRUTH_FLOP_F64
};

struct gam_papi_event {
    const char *quantity, *unit;
    const char *name[PAPI_EVENT_NAMES]; /* tried in order: presets first, then native names */
    const char *formula;                /* events of one formula are counted in the same pass */
    enum gam_papi_truth truth;
};

extern const struct gam_papi_event gam_papi_events[];
extern const size_t gam_papi_n_events;

#endif
