/* SPDX-License-Identifier: MIT */
/* What an operator asks of each resource, from its shape: FLOPs by class and, at every memory level, the range of bytes.
 *
 * Low end: the compulsory bytes (each input read once, each output written once). High end: what the traffic model of the
 * operator lets through the cache inside that level. Levels outside the one that serves a warm footprint see nothing.
 */
#ifndef GAM_ANALYZER_WORK_H
#define GAM_ANALYZER_WORK_H

#include "analyzer/levels.h"
#include "ops/link.h"

struct gam_work {
    struct gam_cost cost;
    struct gam_link_bytes link; /* that a run which begins and ends in the host's memory carries */
    int serving;                /* index of the level that serves it; -1 unknown */
    struct gam_work_level {
        double low_read, low_written, high_read, high_written; /* bytes */
    } level[GAM_LEVELS_MAX];
};

/* `cold`: operands come from main memory whatever their size. footprint_bytes: of one set of operands. */
void gam_work_read(const struct gam_op *op, const struct gam_levels *levels, double footprint_bytes, int cold, int threads,
                   struct gam_work *out);

/* Judges the operator one level further in; false when it is already served by the innermost. */
bool gam_work_move_in(struct gam_work *w);

static inline double gam_work_low_bytes(const struct gam_work *w, size_t level)
{
    return w->level[level].low_read + w->level[level].low_written;
}

static inline double gam_work_high_bytes(const struct gam_work *w, size_t level)
{
    return w->level[level].high_read + w->level[level].high_written;
}

/* Part of an operator's compulsory bytes that it reads; NaN without bytes. */
double gam_work_read_share(const struct gam_work *w);

#endif
