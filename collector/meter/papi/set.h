/* SPDX-License-Identifier: MIT */
/* One PAPI event set attached to one thread. */
#ifndef GAM_COLLECTOR_METER_PAPI_SET_H
#define GAM_COLLECTOR_METER_PAPI_SET_H

#include "common/vendor/dl_papi.h"

#include <stddef.h>

struct gam_err;

enum { PAPI_SET_EVENTS = 16 };

struct gam_papi_set {
    int handle; /* GAM_PAPI_NULL: none */
    int tid;
    size_t n;
    int running;
    long long value[PAPI_SET_EVENTS];
};

/* An empty set for a thread. Of the calling thread, only one may run at a time. */
int gam_papi_set_open(const struct gam_papi *papi, int tid, struct gam_papi_set *set, struct gam_err *err);
/* Adds a named event as value[set->n - 1]; fails when the counters are used up or the event cannot be counted. */
int gam_papi_set_add(const struct gam_papi *papi, struct gam_papi_set *set, const char *name, struct gam_err *err);
int gam_papi_set_start(const struct gam_papi *papi, struct gam_papi_set *set, struct gam_err *err);
int gam_papi_set_stop(const struct gam_papi *papi, struct gam_papi_set *set, struct gam_err *err);
void gam_papi_set_close(const struct gam_papi *papi, struct gam_papi_set *set);

#endif
