/* SPDX-License-Identifier: MIT */
/* Ceilings from roof measurements, and the search for the one that an operator is held against.
 *
 * Roofs of equal identity (gam_roof_id) are candidates for one ceiling: the one with the best median over rounds wins. The
 * value is the median of its round values with an interval from their order statistics.
 */
#ifndef GAM_ANALYZER_CEILINGS_H
#define GAM_ANALYZER_CEILINGS_H

#include "analyzer/levels.h"
#include "analyzer/readings.h"
#include "analyzer/report.h"

/* The run that roofs come from, prepared. */
struct gam_roof_source {
    const struct gam_runset *run;
    struct gam_round_table rounds;
    struct gam_readings readings;
};

struct gam_ceiling_context {
    const struct gam_roof_source *source;
    const struct gam_analyze_facts *facts; /* may be NULL */
    int64_t device;                        /* ordinal in source->run */
    size_t report_device;                  /* index into the report's devices */
    const struct gam_levels *levels;
    int paired;   /* the roofs are of the run that the report is about */
    int n_rounds; /* of the report */
    struct gam_arena **memory, **scratch;
};

/* Fills out->ceiling (room for as many again, for gam_ceilings_observe) and out->n_ceilings. */
int gam_ceilings_fit(const struct gam_ceiling_context *c, struct gam_report_device *out, struct gam_err *err);

/* Best ceiling of a class, element type and thread count that is not void, whichever instruction set; NULL. */
const struct gam_ceiling *gam_ceiling_compute(const struct gam_report_device *d, const char *class_, int dtype, int threads);
/* The same for one instruction set. */
const struct gam_ceiling *gam_ceiling_isa(const struct gam_report_device *d, const char *class_, int dtype, int threads,
                                          const char *isa);

/* Bandwidth of a level for a mix of which `read_share` is read: among the ceilings that are not void, the nearest read share
 * (read 1, triad 2/3, copy 1/2, write 0), and of those the fastest of plain and non-temporal; NULL. */
const struct gam_ceiling *gam_ceiling_memory(const struct gam_report_device *d, const char *level, double read_share,
                                             int threads);

/* Bandwidth (kind NETWORK) or latency of one message (LATENCY) of a link; `link` NULL: the slowest that there is. NULL: none. */
const struct gam_ceiling *gam_ceiling_network(const struct gam_report_device *d, const char *link, enum gam_ceiling_kind kind);

/* Bandwidth of the link to the host: way "to-device", "from-device" or "both"; memory of the host "pageable" or "pinned". NULL.
 */
const struct gam_ceiling *gam_ceiling_host_link(const struct gam_report_device *d, const char *way, const char *memory);

/* What starting one copy over that link takes (kind LATENCY, class "copy"); NULL: not measured. */
const struct gam_ceiling *gam_ceiling_copy_start(const struct gam_report_device *d, const char *way, const char *memory);

/* Launch time for a thread count, without graphs; NULL. */
const struct gam_ceiling *gam_ceiling_launch(const struct gam_report_device *d, int threads);

/* An operator with a verified result was faster than its roof. Those of that duty that are below `rate` become void ("beaten by
 * OP"; compute roofs of other instruction sets stay) and a new ceiling holds what the operator reached. `round`: its rates,
 * n_rounds long, copied. */
struct gam_observed {
    const struct gam_ceiling *beaten;
    struct gam_quantity rate;
    const double *round;
    const char *op, *implementation;
};
int gam_ceilings_observe(struct gam_report_device *d, const struct gam_observed *o, int n_rounds, struct gam_arena **memory,
                         struct gam_err *err);

#endif
