/* SPDX-License-Identifier: MIT */
/* Findings about ceilings. */
#include "analyzer/findings/findings.h"
#include "common/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct gam_finding_about nothing = { NULL, 0, NULL };

int gam_look_no_roofs(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < r->n_devices; i++)
        if (r->device[i].n_ceilings == 0)
            rc = gam_finding_say(l, rule, &nothing, err, "no roofs were measured on %s: nothing can be labelled",
                                 r->device[i].record->id);
    return rc;
}

/* Spot check: roofs of an earlier run against those measured in this one. */
static int compare_roof(struct gam_finding_list *l, const struct gam_finding_rule *rule, const struct gam_report_device *d,
                        const struct gam_ceiling *own, struct gam_err *err)
{
    for (size_t i = 0; i < d->n_ceilings; i++) {
        const struct gam_ceiling *c = &d->ceiling[i];
        if (strcmp(c->id, own->id) != 0)
            continue;
        double ratio = own->value.value / c->value.value;
        if (ratio >= 0.95 && ratio <= 1.05)
            return 0;
        return gam_finding_say(l, rule, &nothing, err, "reused roof %s: measured now it is %.2f times that", c->id, ratio);
    }
    return 0;
}

int gam_look_roofs_disagree(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_analysis *a = l->analysis;
    int rc = 0;
    for (size_t i = 0; rc == 0 && !a->paired && i < a->report->n_devices; i++)
        for (size_t k = 0; rc == 0 && k < a->own[i].n_ceilings; k++)
            rc = compare_roof(l, rule, &a->report->device[i], &a->own[i].ceiling[k], err);
    return rc;
}

int gam_look_roof_void(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    int rc = 0;
    for (size_t i = 0; i < r->n_devices; i++)
        for (size_t k = 0; rc == 0 && k < r->device[i].n_ceilings; k++) {
            const struct gam_ceiling *c = &r->device[i].ceiling[k];
            struct gam_finding_about at = { NULL, 0, c->reason };
            if (c->validity == GAM_VOID && !(c->reason && strncmp(c->reason, "beaten by", 9) == 0))
                rc = gam_finding_say(l, rule, &at, err, "roof %s is void", c->id);
        }
    return rc;
}

int gam_look_roof_noisy(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    const struct gam_ceiling *first = NULL;
    size_t n = 0, all = 0;
    char evidence[320];
    for (size_t i = 0; i < r->n_devices; i++)
        for (size_t k = 0; k < r->device[i].n_ceilings; k++) {
            const struct gam_ceiling *c = &r->device[i].ceiling[k];
            all++;
            n += c->validity == GAM_NOISY;
            first = !first && c->validity == GAM_NOISY ? c : first;
        }
    if (!first)
        return 0;
    snprintf(evidence, sizeof evidence, "%s: %s", first->id, first->reason ? first->reason : "");
    struct gam_finding_about at = { NULL, 0, evidence };
    return gam_finding_say(l, rule, &at, err, "%zu of %zu roofs are noisy", n, all);
}

int gam_look_roof_beaten(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    char rate[48];
    int rc = 0;
    for (size_t i = 0; i < r->n_devices; i++)
        for (size_t k = 0; rc == 0 && k < r->device[i].n_ceilings; k++) {
            const struct gam_ceiling *c = &r->device[i].ceiling[k];
            if (!c->observed)
                continue;
            gam_unit_text(c->value.value, c->value.unit, rate, sizeof rate);
            struct gam_finding_about at = {
                NULL, 0, "its result is verified and its FLOPs come from its shape: the roof kernel was too slow"
            };
            rc = gam_finding_say(l, rule, &at, err, "%s reached %s, above the measured roof of %s", c->method, rate,
                                 c->kind == GAM_CEILING_COMPUTE ? c->class_ : c->level);
        }
    return rc;
}

int gam_look_roof_above_theory(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    int rc = 0;
    for (size_t i = 0; i < r->n_devices; i++)
        for (size_t k = 0; rc == 0 && k < r->device[i].n_ceilings; k++) {
            const struct gam_ceiling *c = &r->device[i].ceiling[k];
            struct gam_finding_about at = { NULL, 0, "the clock beside it, or what is known of the processor, is wrong" };
            if (c->value.value > 1.02 * c->theoretical)
                rc = gam_finding_say(l, rule, &at, err, "roof %s is %.2f times what the processor can do at the clock observed",
                                     c->id, c->value.value / c->theoretical);
        }
    return rc;
}

/* With more arithmetic per byte a stream may take longer, but never do less of it per second. */
int gam_look_sweep_falls(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < r->n_devices; i++) {
        const struct gam_sweep_fall *f = &r->device[i].fall;
        char before[48], after[48], evidence[160];
        if (!r->device[i].sweep_falls)
            continue;
        gam_unit_text(f->flop_per_s[0], "flop/s", before, sizeof before);
        gam_unit_text(f->flop_per_s[1], "flop/s", after, sizeof after);
        snprintf(evidence, sizeof evidence, "%s at %.4g FLOP/byte, %s at %.4g, beyond the noise of both", before, f->intensity[0],
                 after, f->intensity[1]);
        struct gam_finding_about at = { NULL, 0, evidence };
        rc = gam_finding_say(l, rule, &at, err,
                             "the intensity sweep of %s (%s) falls at %.4g FLOP/byte to %.0f %% of its rate at %.4g: "
                             "registers may spill there",
                             r->device[i].record->id, f->isa, f->intensity[1], 100 * f->flop_per_s[1] / f->flop_per_s[0],
                             f->intensity[0]);
    }
    return rc;
}

int gam_look_overlap(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    bool any = false;
    for (size_t i = 0; i < r->n_devices; i++)
        any |= r->device[i].n_ceilings > 0 && isnan(r->device[i].pnorm);
    return any ? gam_finding_say(
                     l, rule, &nothing, err,
                     "how far computing and moving overlap was not measured: times add up, confidence covers every overlap")
               : 0;
}
