/* SPDX-License-Identifier: MIT */
#include "analyzer/label.h"

#include "common/unit.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void gam_bound_explain(struct gam_bound *b, const char *format, ...)
{
    size_t used = strlen(b->reason);
    va_list args;
    va_start(args, format);
    vsnprintf(b->reason + used, sizeof b->reason - used, format, args);
    va_end(args);
}

void gam_imbalance(const double *duration, size_t n, double *waiting, double *transfer)
{
    double sum = 0;
    *transfer = INFINITY;
    for (size_t i = 0; i < n; i++) {
        sum += duration[i];
        *transfer = fmin(*transfer, duration[i]);
    }
    *waiting = sum / (double)n - *transfer;
}

void gam_label_resources(const struct gam_label_resources *r, int draw, struct gam_label_input *in)
{
    double slowest[5] = { -1, -1, -1, -1, -1 };
    for (int k = 0; k < 5; k++) {
        in->name[k] = gam_resource_kind_word((enum gam_resource_kind)k);
        in->of_kind[k] = 0;
    }
    for (size_t i = 0; i < r->n; i++) {
        int k = (int)r->leaf[i].kind;
        double t = r->leaf[i].time;
        in->of_kind[k] = k == GAM_RESOURCE_MEMORY ? fmax(in->of_kind[k], t) : in->of_kind[k] + t;
        if (t > slowest[k]) {
            slowest[k] = t;
            in->name[k] = r->name[i];
        }
    }
    in->drawn_level = NULL;
    if (!draw)
        return;
    gam_draws_recall(r->memo, r->leaf, r->n, r->overlap, &in->draws);
    if (in->draws.level >= 0)
        in->drawn_level = r->name[in->draws.level];
}

/* What a reader calls a kind: its level or link where it has one. */
static const char *called(const struct gam_label_input *in, int kind)
{
    return kind == GAM_RESOURCE_HOST_LINK ? "host link" : in->name[kind];
}

/* The two largest times by name: what a decision has to be made between. */
static void explain_rivals(const struct gam_label_input *in, struct gam_bound *out)
{
    int first = 0, second = -1;
    char time[2][48];
    for (int k = 1; k < 5; k++)
        first = in->of_kind[k] > in->of_kind[first] ? k : first;
    for (int k = 0; k < 5; k++)
        if (k != first && in->of_kind[k] > 0 && (second < 0 || in->of_kind[k] > in->of_kind[second]))
            second = k;
    if (second < 0)
        return;
    gam_unit_text(in->of_kind[first], "ns", time[0], sizeof time[0]);
    gam_unit_text(in->of_kind[second], "ns", time[1], sizeof time[1]);
    gam_bound_explain(out, "; %s alone would take %s, %s %s", called(in, first), time[0], called(in, second), time[1]);
}

/* The resource with the largest time, overhead left out; -1: all are 0. */
static int nearest_roof(const struct gam_label_input *in)
{
    int best = -1;
    for (int k = 0; k < GAM_RESOURCE_OVERHEAD; k++)
        if (in->of_kind[k] > 0 && (best < 0 || in->of_kind[k] > in->of_kind[best]))
            best = k;
    return best;
}

static void name_resource(const struct gam_label_input *in, int kind, struct gam_bound *out)
{
    snprintf(out->resource, sizeof out->resource, "%s", gam_resource_kind_word((enum gam_resource_kind)kind));
    if (kind == GAM_RESOURCE_MEMORY)
        snprintf(out->level, sizeof out->level, "%s", in->drawn_level ? in->drawn_level : in->name[kind]);
    if (kind == GAM_RESOURCE_NETWORK)
        snprintf(out->link, sizeof out->link, "%s", in->name[kind]);
}

static bool rule_fault(const struct gam_label_input *in, struct gam_bound *out)
{
    if (in->fault)
        gam_bound_explain(out, "%s", in->fault);
    else if (in->epsilon.low > GAM_LIMIT_INVALID)
        gam_bound_explain(out, "%.2fx faster than its resources allow (at least %.2fx): a count or a ceiling is wrong",
                          in->epsilon.value, in->epsilon.low);
    else
        return false;
    out->label = GAM_LABEL_INVALID;
    return true;
}

/* Nothing can be decided; which measurement would settle it. */
static bool rule_undecidable(const struct gam_label_input *in, struct gam_bound *out)
{
    if (in->missing && in->missing[0])
        gam_bound_explain(out, "%s", in->missing);
    else if (in->epsilon.n < GAM_ROUNDS_LEAST)
        gam_bound_explain(out, "%zu round%s with its roofs: at least %d are needed for an interval", in->epsilon.n,
                          in->epsilon.n == 1 ? "" : "s", GAM_ROUNDS_LEAST);
    else if (nearest_roof(in) < 0 && in->of_kind[GAM_RESOURCE_OVERHEAD] == 0)
        gam_bound_explain(out, "it has no work on any resource");
    else
        return false;
    out->label = GAM_LABEL_INDETERMINATE;
    return true;
}

static bool rule_overhead(const struct gam_label_input *in, struct gam_bound *out)
{
    /* The elasticity is the model's: where that explains too little of the time, starting does not take it. */
    bool binds = in->overhead_elasticity.low >= GAM_LIMIT_BINDING && !(in->explained.high < GAM_LIMIT_EXPLAINED);
    bool fills = in->roof_share.high < GAM_LIMIT_EXPLAINED && in->overhead_share.low >= 0.5;
    if (!binds && !fills)
        return false;
    out->label = GAM_LABEL_OVERHEAD;
    name_resource(in, GAM_RESOURCE_OVERHEAD, out);
    if (in->overhead_share.value <= 1)
        gam_bound_explain(out, "starting it takes %.0f %% of its time", 100 * in->overhead_share.value);
    else
        gam_bound_explain(out, "starting a launch was measured to take longer (%.3g times) than this did",
                          in->overhead_share.value);
    return true;
}

static bool rule_imbalance(const struct gam_label_input *in, struct gam_bound *out)
{
    if (in->wait_share.n == 0 || !(in->wait_share.low > in->epsilon.high))
        return false;
    out->label = GAM_LABEL_IMBALANCE;
    name_resource(in, GAM_RESOURCE_NETWORK, out);
    gam_bound_explain(out, "ranks wait for each other %.0f %% of the time", 100 * in->wait_share.value);
    return true;
}

static bool rule_latency(const struct gam_label_input *in, struct gam_bound *out)
{
    if (!(in->explained.high < GAM_LIMIT_EXPLAINED))
        return false;
    out->label = GAM_LABEL_LATENCY;
    int side = nearest_roof(in);
    if (side < 0) {
        gam_bound_explain(out, "starting it explains %.0f %% of its time; cause of the rest not measured",
                          100 * in->overhead_share.value);
        return true;
    }
    name_resource(in, side, out);
    gam_bound_explain(out, "%s side: below every roof by %.1fx; cause not measured",
                      side == GAM_RESOURCE_HOST_LINK ? called(in, side) : gam_resource_kind_word((enum gam_resource_kind)side),
                      1 / in->roof_share.value);
    return true;
}

/* Overhead too: what the rounds alone left open may be clear from the spread of its roofs. */
static bool rule_binding(const struct gam_label_input *in, struct gam_bound *out)
{
    static const enum gam_label label[] = {
        [GAM_RESOURCE_COMPUTE] = GAM_LABEL_COMPUTE,       [GAM_RESOURCE_MEMORY] = GAM_LABEL_MEMORY,
        [GAM_RESOURCE_NETWORK] = GAM_LABEL_COMMUNICATION, [GAM_RESOURCE_HOST_LINK] = GAM_LABEL_COMMUNICATION,
        [GAM_RESOURCE_OVERHEAD] = GAM_LABEL_OVERHEAD,
    };
    for (int k = 0; k < 5; k++) {
        if (in->draws.of_kind[k] < GAM_LIMIT_CONFIDENCE)
            continue;
        out->label = label[k];
        if (out->label == GAM_LABEL_COMMUNICATION && in->message_ns[k] > in->transfer_ns[k])
            out->label = GAM_LABEL_COMM_LATENCY;
        out->confidence = in->draws.of_kind[k];
        name_resource(in, k, out);
        if (k == GAM_RESOURCE_MEMORY && in->draws.level_share < GAM_LIMIT_CONFIDENCE)
            gam_bound_explain(out, "%s in %.0f %% of draws, else another level", out->level, 100 * in->draws.level_share);
        if (k == GAM_RESOURCE_OVERHEAD)
            gam_bound_explain(out, "starting it takes %.0f %% of its time", 100 * in->overhead_share.value);
        return true;
    }
    return false;
}

static bool rule_mixed(const struct gam_label_input *in, struct gam_bound *out)
{
    if (in->draws.none >= GAM_LIMIT_CONFIDENCE) {
        out->confidence = in->draws.none;
        gam_bound_explain(out, "no resource has half of the elasticity");
    } else if (in->draws.near_tie >= GAM_LIMIT_CONFIDENCE) {
        out->confidence = in->draws.near_tie;
        gam_bound_explain(out, "the two slowest resources are within 10 %%");
        explain_rivals(in, out);
    } else {
        return false;
    }
    out->label = GAM_LABEL_MIXED;
    return true;
}

static bool rule_else(const struct gam_label_input *in, struct gam_bound *out)
{
    int best = 0;
    out->label = GAM_LABEL_INDETERMINATE;
    for (int k = 1; k < 5; k++)
        if (in->draws.of_kind[k] > in->draws.of_kind[best])
            best = k;
    double most = in->draws.of_kind[best];
    out->confidence = fmax(most, in->draws.none);
    if (in->draws.none > most)
        gam_bound_explain(out, "no resource has half of the elasticity in %.0f %% of draws", 100 * in->draws.none);
    else
        gam_bound_explain(out, "%s binds in %.0f %% of draws, 90 %% are needed", called(in, best), 100 * most);
    explain_rivals(in, out);
    return true;
}

void gam_label_decide(const struct gam_label_input *in, struct gam_bound *out)
{
    static bool (*const rule[])(const struct gam_label_input *, struct gam_bound *) = {
        rule_fault, rule_undecidable, rule_overhead, rule_imbalance, rule_latency, rule_binding, rule_mixed, rule_else,
    };
    *out = (struct gam_bound){ .label = GAM_LABEL_INDETERMINATE, .confidence = NAN };
    for (size_t i = 0; i < sizeof rule / sizeof rule[0] && !rule[i](in, out); i++)
        ;
}
