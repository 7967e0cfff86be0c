/* SPDX-License-Identifier: MIT */
/* What a projection says about the whole: label, totals, coverage, memory, notes. */
#include "analyzer/arena.h"
#include "analyzer/draws.h"
#include "analyzer/label.h"
#include "analyzer/whatif/efficiency.h"
#include "analyzer/whatif/project_priv.h"
#include "common/err.h"
#include "common/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double leaf_sigma(const struct gam_projected *row, enum gam_resource_kind kind, const struct gam_machine *there)
{
    double most = 0;

    for (size_t i = 0; i < row->times.n; i++)
        for (size_t k = 0; row->times.leaf[i].kind == kind && k < row->times.leaf[i].n_parts; k++) {
            double sigma = gam_ceiling_sigma(row->times.leaf[i].part[k].ceiling);

            most = fmax(most, isnan(sigma) ? there->sigma : sigma);
        }
    return most;
}

static enum gam_resource_kind second_of(const struct gam_model_result *r, enum gam_resource_kind first)
{
    int second = first == 0 ? 1 : 0;

    for (int k = 0; k < 5; k++)
        if (k != (int)first && r->of_kind[k] > r->of_kind[second])
            second = k;
    return (enum gam_resource_kind)second;
}

void gam_projected_label(struct gam_projected *row, const struct gam_machine *there)
{
    static const enum gam_label labels[5] = { GAM_LABEL_COMPUTE, GAM_LABEL_MEMORY, GAM_LABEL_COMMUNICATION,
                                              GAM_LABEL_COMMUNICATION, GAM_LABEL_OVERHEAD };
    enum gam_resource_kind first = gam_model_binding(&row->result), second = second_of(&row->result, first);
    double confidence = gam_confidence_of_two(row->result.of_kind[first], leaf_sigma(row, first, there),
                                              row->result.of_kind[second], leaf_sigma(row, second, there));
    struct gam_bound *b = &row->bound;

    b->confidence = confidence;
    snprintf(b->resource, sizeof b->resource, "%s", gam_resource_kind_word(first));
    for (size_t i = 0; i < row->times.n; i++)
        if (row->times.leaf[i].kind == GAM_RESOURCE_MEMORY && row->result.elasticity[i] > 0 && first == GAM_RESOURCE_MEMORY)
            snprintf(b->level, sizeof b->level, "%.7s", row->times.leaf[i].name);
    if (row->result.elasticity_of_kind[first] < GAM_LIMIT_BINDING)
        b->label = GAM_LABEL_MIXED;
    else
        b->label = confidence >= GAM_LIMIT_CONFIDENCE ? labels[first] : GAM_LABEL_INDETERMINATE;
}

/* Sums over calls; the interval widens as if all errors went one way, since the ceilings are shared. */
static void totals(struct gam_projection *p)
{
    double here = 0, there = 0, low = 0, high = 0, bound = 0, all = 0, same = 0;
    size_t missing = 0;

    for (size_t i = 0; i < p->n; i++) {
        const struct gam_projected *row = &p->row[i];
        double calls = (double)row->op->calls, ns = calls * row->op->time_ns.value;

        if (!isnan(ns))
            all += ns;
        bound += calls * row->bound_ns;
        if (!gam_quantity_known(&row->time_ns) || isnan(ns)) {
            missing++;
            continue;
        }
        here += ns;
        there += calls * row->time_ns.value;
        low += calls * row->time_ns.low;
        high += calls * row->time_ns.high;
        same++;
    }
    p->bound_ns = bound;
    p->here_ns =
        gam_quantity_missing("ns", p->n && p->row[0].reason ? p->row[0].reason : "no operator was measured and projected");
    p->there_ns = p->here_ns;
    p->speedup = gam_quantity_missing("1", p->here_ns.reason);
    if (!same)
        return;
    p->here_ns = gam_quantity_exact(here, "ns", GAM_SOURCE_TIMED);
    p->there_ns = (struct gam_quantity){ .value = there, .low = low, .high = high, .unit = "ns", .source = GAM_SOURCE_ASSUMED };
    p->speedup = (struct gam_quantity){
        .value = here / there, .low = here / high, .high = here / low, .unit = "1", .source = GAM_SOURCE_ASSUMED
    };
    if (!missing)
        return;
    p->there_ns.flags = p->here_ns.flags = GAM_Q_LOWER_BOUND;
    p->there_ns.reason = p->here_ns.reason = "operators without a time there are left out of both sums";
    p->missing_share = all > 0 ? 1 - here / all : NAN;
}

static void shares(struct gam_projection *p)
{
    double all = 0, of[3] = { 0 }; /* unknown, fallback, covered */

    for (size_t i = 0; i < p->n; i++) {
        double ns = (double)p->row[i].op->calls * p->row[i].op->time_ns.value;

        if (isnan(ns))
            continue;
        all += ns;
        of[p->row[i].covered + 1] += ns;
    }
    p->unknown_share = all > 0 ? of[0] / all : NAN;
    p->fallback_share = all > 0 ? of[1] / all : NAN;
    p->covered_share = all > 0 ? of[2] / all : NAN;
}

/* Weights of all calls stay; of what flows between operators the largest set must fit beside them. */
static void memory(struct gam_projection *p)
{
    double weights = 0, flow = 0;

    for (size_t i = 0; i < p->n; i++) {
        struct gam_weights w;

        if (!p->row[i].edited.kind)
            return;
        gam_op_weights(&p->row[i].edited, &w);
        weights += (double)p->row[i].op->calls * w.bytes;
        flow = fmax(flow, (double)gam_op_footprint(&p->row[i].edited) - w.bytes);
    }
    p->resident_bytes = weights + flow;
    if (!isnan(p->there->capacity_bytes))
        p->fits = p->resident_bytes <= p->there->capacity_bytes;
}

enum { NOTES_MOST = 8 };

static int note(struct gam_projection *p, const char *text, struct gam_err *err)
{
    if (!text)
        return gam_err_nomem(err);
    p->note[p->n_notes++] = text;
    return 0;
}

static int held_note(struct gam_projection *p, struct gam_err *err)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n; i++)
        n += p->row[i].held != 0;
    if (!n)
        return 0;
    return note(p,
                gam_arena_printf(&p->memory,
                                 "%zu of %zu operators ran above the ceilings measured here (too low, or noisy): taken to reach "
                                 "the published ones, and no more",
                                 n, p->n),
                err);
}

static int batch_note(struct gam_projection *p, struct gam_err *err)
{
    if (p->batch == 1 || isnan(p->speedup.value))
        return 0;
    return note(p,
                gam_arena_printf(&p->memory, "%g times as many samples at once: %.3g times as fast per sample", p->batch,
                                 p->batch * p->speedup.value),
                err);
}

static int notes(struct gam_projection *p, struct gam_err *err)
{
    char need[32], have[32];
    int rc = 0;

    p->n_notes = 0;
    p->note = gam_arena_get(&p->memory, NOTES_MOST, sizeof *p->note);
    if (!p->note)
        return gam_err_nomem(err);
    if (p->there->hw)
        rc = note(p,
                  "ceilings are the device's published figures where none were measured; what is reached of them differs from "
                  "part to part",
                  err);
    if (!rc)
        rc = batch_note(p, err);
    if (!rc)
        rc = held_note(p, err);
    if (!rc && isnan(p->report->device[p->row[0].op->device].pnorm) && p->there->hw)
        rc = note(p, "how far arithmetic and memory overlap was not measured: nothing is taken to overlap, here and there", err);
    if (!rc && p->unknown_share > 0)
        rc = note(p, "which operators run on this device is not published: all are taken to run there", err);
    gam_unit_size_text(p->resident_bytes, need, sizeof need);
    gam_unit_size_text(p->there->capacity_bytes, have, sizeof have);
    if (!rc && p->fits == 0)
        rc = note(p,
                  gam_arena_printf(&p->memory,
                                   "does not fit: %s of weights and activations, %s of memory; the time is still given", need,
                                   have),
                  err);
    if (!rc && p->fits < 0)
        rc = note(p, gam_arena_printf(&p->memory, "the size of its memory is not known; this needs %s", need), err);
    if (!rc && p->missing_share > 0)
        rc = note(p,
                  gam_arena_printf(&p->memory, "%.2g %% of the measured time is in operators without a time there",
                                   100 * p->missing_share),
                  err);
    return rc;
}

int gam_projection_sum(struct gam_projection *p, struct gam_err *err)
{
    totals(p);
    shares(p);
    memory(p);
    return notes(p, err);
}
