/* SPDX-License-Identifier: MIT */
/* Runs of several ranks made one: every rank sends gambrel-run/1 with the same operators, nodes and measurements, and its own
 * host, rank, samples and readings.
 */
#ifndef GAM_STORE_MERGE_RANKS_H
#define GAM_STORE_MERGE_RANKS_H

#include "common/record/runset.h"

struct gam_err;

/* Appends what `part` adds. An empty `all` becomes a copy of it. Hosts are told apart by the fact "mpi.host"; a rank that is
 * there already brings only samples and readings. -GAM_EPARSE when the two do not measure the same. On a failure `all` may hold a
 * part of the samples. */
int gam_ranks_merge(struct gam_runset *all, const struct gam_runset *part, struct gam_err *err);

/* The clocks of ranks other than 0 are known to rank 0 only: offset (its clock minus rank 0's) and error. */
void gam_ranks_clock(struct gam_runset *all, int64_t rank, int64_t offset_ns, int64_t error_ns);

#endif
