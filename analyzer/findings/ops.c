/* SPDX-License-Identifier: MIT */
/* Findings about operators. */
#include "analyzer/findings/findings.h"
#include "common/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GAINS = 3 /* operators that are named for what they could gain */ };

static const char *title(const struct gam_report_operator *op)
{
    return op->name ? op->name : op->spec;
}

static double time_of(const struct gam_report_operator *op)
{
    return isnan(op->time_ns.value) ? 0 : (double)op->calls * op->time_ns.value;
}

static struct gam_finding_about about(const struct gam_report_operator *op, const char *evidence)
{
    return (struct gam_finding_about){ op, time_of(op), evidence };
}

int gam_look_wrong(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    char evidence[160];
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < r->n_ops; i++) {
        const struct gam_report_operator *op = &r->op[i];
        if (op->status != GAM_STATUS_WRONG)
            continue;
        snprintf(evidence, sizeof evidence, "largest error %.3g, tolerance %.3g", op->error, op->tolerance);
        struct gam_finding_about at = about(op, isnan(op->error) ? op->reason : evidence);
        rc = gam_finding_say(l, rule, &at, err, "%s by %s: its result is wrong", title(op), op->implementation);
    }
    return rc;
}

int gam_look_failed(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < r->n_ops; i++) {
        struct gam_finding_about at = about(&r->op[i], r->op[i].reason);
        if (r->op[i].status == GAM_STATUS_FAILED)
            rc = gam_finding_say(l, rule, &at, err, "%s by %s failed", title(&r->op[i]), r->op[i].implementation);
    }
    return rc;
}

/* Reasons are one when they begin alike: what stands behind the first colon is about the operator. */
static bool same_skip(const struct gam_report_operator *a, const struct gam_report_operator *b)
{
    if (b->status != GAM_STATUS_SKIPPED || strcmp(a->implementation, b->implementation) != 0 || !a->reason || !b->reason)
        return false;
    size_t n = strcspn(a->reason, ":");
    return n == strcspn(b->reason, ":") && strncmp(a->reason, b->reason, n) == 0;
}

/* One finding per implementation and kind of reason; stops looking after GAM_FINDINGS_MAX of them. */
int gam_look_skipped(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    char evidence[320];
    int rc = 0;
    for (size_t i = 0, said = 0; rc == 0 && i < r->n_ops && said < GAM_FINDINGS_MAX; i++) {
        const struct gam_report_operator *op = &r->op[i];
        size_t same = 1, earlier = 0;
        if (op->status != GAM_STATUS_SKIPPED)
            continue;
        while (earlier < i && !same_skip(op, &r->op[earlier]))
            earlier++;
        if (earlier < i)
            continue;
        for (size_t k = i + 1; k < r->n_ops; k++)
            same += same_skip(op, &r->op[k]);
        said++;
        if (same == 1) {
            struct gam_finding_about at = { op, 0, op->reason };
            rc = gam_finding_say(l, rule, &at, err, "%s by %s was not run", title(op), op->implementation);
        } else {
            snprintf(evidence, sizeof evidence, "%s: %s", title(op), op->reason);
            struct gam_finding_about at = { NULL, 0, evidence };
            rc = gam_finding_say(l, rule, &at, err, "%zu operators by %s were not run", same, op->implementation);
        }
    }
    return rc;
}

int gam_look_invalid(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < r->n_ops; i++) {
        struct gam_finding_about at = about(&r->op[i], r->op[i].bound.reason);
        if (r->op[i].bound.label == GAM_LABEL_INVALID)
            rc = gam_finding_say(l, rule, &at, err, "%s by %s: a number cannot be true", title(&r->op[i]),
                                 r->op[i].implementation);
    }
    return rc;
}

int gam_look_gain(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    char gain[48];
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < r->n_ops && i < GAINS && r->op[i].best; i++) {
        const struct gam_report_operator *op = &r->op[i];
        if (!(op->gain_ns.low >= 0.05 * r->unit_time_ns.value) || op->bound.label == GAM_LABEL_INVALID)
            continue;
        gam_unit_text(op->gain_ns.value, "ns", gain, sizeof gain);
        struct gam_finding_about at = { op, op->gain_ns.value, op->bound.reason };
        rc = gam_finding_say(l, rule, &at, err, "%s: reaching its roof would save %s, %.0f %% of the unit", title(op), gain,
                             100 * op->gain_ns.value / r->unit_time_ns.value);
    }
    return rc;
}

/* At least 90 % of its roof, sure to be above 80 %, and a tenth of the unit's time. */
int gam_look_at_the_roof(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    char share[24];
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < r->n_ops; i++) {
        const struct gam_report_operator *op = &r->op[i];
        bool sure = op->roof_share.value >= 0.90 && op->roof_share.low >= 0.80 && op->bound.label != GAM_LABEL_INVALID;
        if (!op->best || !sure || !(op->share.value >= 0.10))
            continue;
        struct gam_finding_about at = about(op, op->bound.reason);
        snprintf(share, sizeof share, " (%.0f %%)", 100 * op->roof_share.value);
        rc = gam_finding_say(l, rule, &at, err, "%s is at its roof%s and takes %.0f %% of the unit", title(op),
                             op->roof_share.value > GAM_LIMIT_INVALID ? "" : share, 100 * op->share.value);
    }
    return rc;
}

int gam_look_overhead(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < r->n_ops; i++) {
        struct gam_finding_about at = about(&r->op[i], r->op[i].bound.reason);
        if (r->op[i].best && r->op[i].bound.label == GAM_LABEL_OVERHEAD)
            rc = gam_finding_say(l, rule, &at, err, "%s is too small to pay for its launch", title(&r->op[i]));
    }
    return rc;
}

int gam_look_count_mismatch(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < r->n_ops; i++) {
        const struct gam_report_operator *op = &r->op[i];
        double ratio = op->executed_ratio.value;
        struct gam_finding_about at = about(op, op->executed_ratio.reason);
        if (ratio > 1.10 || ratio < 0.90)
            rc = gam_finding_say(l, rule, &at, err, "%s by %s executes %.2f times the FLOPs of its shape", title(op),
                                 op->implementation, ratio);
    }
    return rc;
}

int gam_look_traffic(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < r->n_ops; i++) {
        const struct gam_report_operator *op = &r->op[i];
        struct gam_finding_about at =
            about(op, "counted at main memory, against each input read once and each output written once");
        if (op->best && op->traffic_ratio.value > 1.5)
            rc = gam_finding_say(l, rule, &at, err, "%s moves %.1f times the bytes that it needs", title(op),
                                 op->traffic_ratio.value);
    }
    return rc;
}
