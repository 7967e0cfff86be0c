/* SPDX-License-Identifier: MIT */
/* How a report's parts are named and grouped, the same in every format. Pure look-ups; nothing is computed anew. */
#ifndef GAM_REPORTS_VIEW_H
#define GAM_REPORTS_VIEW_H

#include "reports/doc.h"

/* The look of a label: one row per enum gam_label, in its order. Colour never stands alone: shape and word say the same. */
struct gam_look {
    const char *word;  /* "compute" */
    const char *css;   /* class: "b-compute" */
    const char *glyph; /* "●" */
    char letter;       /* in ASCII plots */
    int ansi;          /* colour number of the 256-colour set */
};
const struct gam_look *gam_view_look(enum gam_label label);

/* The look of a leaf of the resource vector: css class and word. */
struct gam_resource_look {
    const char *word, *css, *glyph;
    char letter;
    int ansi;
};
const struct gam_resource_look *gam_view_resource_look(enum gam_resource_kind kind);

/* Where an operator's row stands: the best implementations, slower ones, and those that give no figure to go by (skipped, failed,
 * or outside their tolerance). */
enum gam_view_group { GAM_VIEW_RANKED, GAM_VIEW_OTHER, GAM_VIEW_REJECTED, GAM_VIEW_GROUPS };
enum gam_view_group gam_view_group(const struct gam_report_operator *op);
size_t gam_view_count(const struct gam_report *report, enum gam_view_group group);

const char *gam_view_name(const struct gam_report_operator *op);                /* its name, else its spec; never NULL */
const char *gam_view_device_id(const struct gam_report *report, size_t device); /* "" when out of range */
long gam_view_find(const struct gam_report *report, const char *operator_id);   /* index, or -1 */
const char *gam_view_cache_word(enum gam_cache_state cache);

/* "memory-bound (DRAM)", "communication-bound (nvlink)": label with where. */
void gam_view_bound(const struct gam_bound *bound, char *out, size_t size);

const char *gam_view_where(const struct gam_bound *bound);                        /* level, link or "host link"; "" */
void gam_view_bound_short(const struct gam_bound *bound, char *out, size_t size); /* "L3-bound" "host link-bound" "mixed" */
const char *gam_view_resource(const struct gam_resource_time *r);                 /* "L3" "host link" "overhead" */
const char *gam_view_link_remark(const struct gam_report_host_link *link);        /* outlier, or why a way is missing; "" */

/* The run's own record, its host, the host of index 0; NULL when absent. */
const struct gam_run *gam_view_run(const struct gam_report *report);
const struct gam_host *gam_view_host(const struct gam_report *report);
const char *gam_view_fact(const struct gam_report *report, const char *key); /* value of a host fact; NULL */
const char *gam_view_environment(const char *key); /* the variable of a fact "env.NAME"; NULL for other facts */

/* "gambrel report: ..." parts: "f32 fma avx512, 2 threads"; level and pattern. */
void gam_view_ceiling(const struct gam_ceiling *ceiling, char *out, size_t size);

/* The share of the whole device's roof: roof_share scaled from the operator's threads to the best of that roof's kind over all
 * thread counts; NaN when unknown. */
double gam_view_device_share(const struct gam_report *report, const struct gam_report_operator *op);

/* Findings "at-the-roof" are listed apart: they ask for less work, not better code. */
int gam_view_is_at_roof(const struct gam_finding *finding);

/* Word for the run's status; NULL when it has none. */
const char *gam_view_status(const struct gam_doc *doc);

#endif
