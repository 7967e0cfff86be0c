/* SPDX-License-Identifier: MIT */
/* Findings: what the user should know, each with a stable code, evidence and a remedy.
 *
 * To add one: a row in finding_rules.c and the function that looks for it (finding_run.c: about the run, its machine and its
 * roofs; finding_ops.c: about operators; finding_network.c: about ranks and their links; finding_links.c: about those to
 * devices).
 */
#ifndef GAM_ANALYZER_FINDINGS_H
#define GAM_ANALYZER_FINDINGS_H

#include "analyzer/analysis.h"

enum { GAM_FINDINGS_MAX = 200 };

struct gam_finding_list {
    struct gam_analysis *analysis;
    struct gam_finding *finding;
    size_t n, capacity;
};

struct gam_finding_rule {
    const char *code;
    enum gam_severity severity;
    const char *remedy; /* NULL: none */
    int (*look)(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
};

extern const struct gam_finding_rule gam_finding_rules[]; /* ends with a row without `look` */

/* Appends a copy; beyond GAM_FINDINGS_MAX findings are dropped. */
int gam_finding_add(struct gam_finding_list *l, const struct gam_finding *f, struct gam_err *err);

/* Where a finding of a rule points: the operator or NULL, its weight in ns, and text that proves it (copied; may be NULL). */
struct gam_finding_about {
    const struct gam_report_operator *op;
    double weight;
    const char *evidence;
};

/* Appends a finding of that rule; the text is formatted into the report's memory. */
int gam_finding_say(struct gam_finding_list *l, const struct gam_finding_rule *rule, const struct gam_finding_about *about,
                    struct gam_err *err, const char *format, ...) __attribute__((format(printf, 5, 6)));

int gam_look_events(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_incomplete(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_few_rounds(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_ignored_samples(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_counters(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_untrusted(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_noise(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_steal(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_governor(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_oversubscribed(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);

int gam_look_ranks_oversubscribed(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_slow_rank(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_slow_link(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_bus_above_link(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_exposed(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);

int gam_look_two_modes(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_gpu_throttled(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_gpu_clock(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_slow_host_link(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);

int gam_look_no_roofs(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_roofs_disagree(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_roof_void(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_roof_noisy(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_roof_beaten(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_roof_above_theory(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_sweep_falls(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_overlap(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);

int gam_look_wrong(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_failed(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_skipped(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_invalid(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_gain(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_at_the_roof(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_overhead(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_count_mismatch(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);
int gam_look_traffic(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err);

#endif
