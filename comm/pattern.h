/* SPDX-License-Identifier: MIT */
/* What goes into a collective and what must come out: small whole numbers, so that every order of summing gives the same. */
#ifndef GAM_COMM_PATTERN_H
#define GAM_COMM_PATTERN_H

#include "ops/collective.h"

#include <stdint.h>

struct gam_comm_pattern {
    enum gam_collective_what what;
    int ranks, rank;
    int64_t count, share; /* elements of S, and of one rank's part of it */
};

float gam_comm_pattern_in(int rank, int64_t i);
float gam_comm_pattern_out(const struct gam_comm_pattern *p, int64_t i); /* element i of this rank's result */
int64_t gam_comm_pattern_outputs(const struct gam_comm_pattern *p);      /* how many it has */

#endif
