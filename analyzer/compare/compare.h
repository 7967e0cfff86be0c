/* SPDX-License-Identifier: MIT */
/* Two reports held against each other: what moved, and whether the roof moved or the point. Pure.
 *
 * A ratio is candidate over base. Its interval is the widest that both intervals allow (low / high .. high / low), since the two
 * medians are independent; it sees what varies within each run and nothing of what changed between them.
 *   changed    the interval leaves out 1, and the value passes 1 + threshold (or 1 / (1 + threshold))
 *   same       the whole interval lies within 1 / (1 + threshold) .. 1 + threshold
 *   unclear    anything else: these runs cannot tell
 * A point's rate is its roof times its share of it, and a share is taken within the rounds of its own run, so a drift of the
 * machine that both share leaves it alone. Hence a time that changed at an unchanged share is the roof's doing.
 *
 * Times are compared when the hosts' fingerprints and the devices' classes are equal and the operator, its threads and its cache
 * are. Otherwise only shares of the roof are.
 */
#ifndef GAM_ANALYZER_COMPARE_H
#define GAM_ANALYZER_COMPARE_H

#include "analyzer/compare/fingerprint.h"
#include "analyzer/report.h"

/* How two operators belong together; from MATCH_THREADS on their times are not comparable. */
enum gam_compare_match {
    GAM_MATCH_SAME,
    GAM_MATCH_IMPLEMENTATION, /* the best of either side, by different implementations */
    GAM_MATCH_THREADS,
    GAM_MATCH_DEVICE,
    GAM_MATCH_SIZE, /* the same name in the suite, but its size follows the machine */
    GAM_MATCH_NONE  /* only on one side */
};

enum gam_compare_change {
    GAM_CHANGE_SLOWER,  /* by time */
    GAM_CHANGE_FARTHER, /* by share of the roof, where times are not comparable */
    GAM_CHANGE_FASTER,
    GAM_CHANGE_CLOSER,
    GAM_CHANGE_UNCLEAR,
    GAM_CHANGE_GONE, /* timed only in the base */
    GAM_CHANGE_NEW,  /* timed only in the candidate */
    GAM_CHANGE_SAME,
    GAM_CHANGE_UNTIMED, /* in neither */
    GAM_CHANGES
};

enum gam_compare_moved {
    GAM_MOVED_NOTHING,
    GAM_MOVED_POINT,
    GAM_MOVED_ROOF,       /* and the point followed it, or did not need it */
    GAM_MOVED_BOTH,       /* the roof moved, and the point moved against it */
    GAM_MOVED_OTHER_ROOF, /* it is held against another roof than before */
    GAM_MOVED_UNCLEAR,
    GAM_MOVED_UNKNOWN /* times are not comparable, so neither can be said */
};

const char *gam_compare_match_word(enum gam_compare_match match);    /* "same" "implementation" "threads" "device" "size"; NULL */
const char *gam_compare_change_word(enum gam_compare_change change); /* "slower" "farther" ... */
const char *
gam_compare_moved_word(enum gam_compare_moved moved); /* "nothing" "point" "roof" "both" "other-roof" "unclear"; NULL */

struct gam_compare_row {
    const struct gam_report_operator *base, *cand; /* borrowed from the reports; one may be NULL */
    enum gam_compare_match match;
    enum gam_compare_change change;
    enum gam_compare_moved moved;
    struct gam_quantity time, roof, share; /* ratios; missing with a reason */
    const char *reason;                    /* of change and moved, for people; NULL when there is nothing to add */
};

struct gam_compare_roof {
    const struct gam_ceiling *base, *cand; /* borrowed; one may be NULL */
    int same_kernel;                       /* same id: instruction set and threads too */
    struct gam_quantity ratio;
    enum gam_compare_change change; /* for a rate "slower" means lower, for a latency higher */
};

struct gam_compare {
    const struct gam_report *base, *cand; /* borrowed; must outlive it */
    double threshold;                     /* relative; 0.03 */
    struct gam_difference *difference;    /* of the hosts; any forbids to compare times */
    size_t n_differences;
    int roofs_shared;              /* both are held against the roofs of one run */
    struct gam_quantity unit_time; /* ratio */
    struct gam_compare_row *row;   /* by enum gam_compare_change, the largest first */
    size_t n_rows;
    struct gam_compare_roof *roof;
    size_t n_roofs;
    size_t count[GAM_CHANGES]; /* rows of each change */
    struct gam_finding *finding;
    size_t n_findings;
    struct gam_arena *memory; /* private */
};

/* threshold: > 0 and < 1. Releases nothing of the reports; `out` is released by gam_compare_release, also after a failure. */
int gam_compare(const struct gam_report *base, const struct gam_report *cand, double threshold, struct gam_compare *out,
                struct gam_err *err);
void gam_compare_release(struct gam_compare *compare);

#endif
