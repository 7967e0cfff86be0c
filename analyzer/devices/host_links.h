/* SPDX-License-Identifier: MIT */
/* Links between the host and its devices: a row for each device and kind of the host's memory, and those that are slower than the
 * links of equal devices. */
#ifndef GAM_ANALYZER_HOST_LINKS_H
#define GAM_ANALYZER_HOST_LINKS_H

#include "analyzer/report.h"

enum gam_link_way { GAM_WAY_IN, GAM_WAY_BACK, GAM_WAY_BOTH, GAM_LINK_WAYS };

struct gam_report_host_link {
    size_t device;                                 /* index into the report's devices */
    const char *memory;                            /* "pageable" "pinned" */
    const struct gam_ceiling *way[GAM_LINK_WAYS];  /* NULL: not measured. Both ways: the sum of the two */
    const char *missing[GAM_LINK_WAYS];            /* why, where the run says it; NULL */
    const struct gam_ceiling *start[GAM_WAY_BOTH]; /* of one copy; NULL: not measured */
    const char *outlier;                           /* "to the device 0.25 of the median of equal devices"; NULL */
};

extern const char *const gam_link_way_words[GAM_LINK_WAYS]; /* of the patterns: "to-device" "from-device" "both" */

/* A link surely slower than this part of the median of the others is an outlier. */
#define GAM_LIMIT_SLOW_LINK 0.7

struct gam_analysis;
int gam_analysis_host_links(struct gam_analysis *a,
                            struct gam_err *err); /* fills report->host_link; after the ceilings are final */

#endif
