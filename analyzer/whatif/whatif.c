/* SPDX-License-Identifier: MIT */
#include "analyzer/whatif/whatif.h"

#include "analyzer/label.h"
#include "analyzer/whatif/efficiency.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

double gam_amdahl(double share, double factor)
{
    return 1 / (1 - share + share / factor);
}

double gam_bubble(double stages, double micro_batches, double interleave)
{
    return (stages - 1) / (interleave * micro_batches);
}

double gam_compression_gain(double ranks, double ratio, int reducible)
{
    /* ring all-reduce sends 2 (n-1)/n S; gathering compressed ones (n-1) S / c */
    return reducible ? ratio : 2 * ratio / ranks;
}

double gam_critical_batch(double ridge_flop_per_byte, double bytes_per_weight)
{
    return ridge_flop_per_byte * bytes_per_weight / 2;
}

double gam_offload_s(const struct gam_offload *o)
{
    return o->latency_s + o->bytes / o->bytes_per_s + o->flop / o->there_flop_per_s;
}

double gam_offload_break_even(const struct gam_offload *o)
{
    double room = o->flop / o->here_flop_per_s - o->flop / o->there_flop_per_s - o->latency_s;

    return room > 0 ? o->bytes / room : NAN;
}

/* Time of the whole and its elasticities when one resource is `factor` times as fast; INFINITY: takes no time. Only operators
 * that have a time before and after count. */
struct whole {
    double ns, of_kind[5];
};

static int counts(const struct gam_projected *row)
{
    return gam_quantity_known(&row->time_ns) && row->efficiency > 0 && row->covered != 0;
}

static struct whole whole_at(const struct gam_projection *p, enum gam_resource_kind kind, double factor)
{
    struct whole w = { .ns = 0 };

    for (size_t i = 0; i < p->n; i++) {
        const struct gam_projected *row = &p->row[i];
        double calls = (double)row->op->calls, way;
        struct gam_model m = row->model;
        struct gam_model_result r;

        if (!gam_quantity_known(&row->time_ns))
            continue;
        way = calls * row->way_ns / (kind == GAM_RESOURCE_HOST_LINK ? factor : 1);
        w.ns += way;
        w.of_kind[GAM_RESOURCE_HOST_LINK] += way;
        if (!counts(row)) { /* at home, as measured */
            w.ns += calls * (row->time_ns.value - row->way_ns);
            continue;
        }
        for (size_t k = 0; k < m.n; k++)
            if (m.kind[k] == kind)
                m.time[k] = isinf(factor) ? 0 : m.time[k] / factor;
        gam_model_eval(&m, &r);
        w.ns += calls * r.mod / row->efficiency;
        for (int k = 0; k < 5; k++)
            w.of_kind[k] += calls * r.mod / row->efficiency * r.elasticity_of_kind[k];
    }
    for (int k = 0; k < 5 && w.ns > 0; k++)
        w.of_kind[k] /= w.ns;
    return w;
}

/* The factor at which the resource's elasticity falls below 1/2, by halving the interval of its logarithm. */
static double flip(const struct gam_projection *p, enum gam_resource_kind kind)
{
    double low = 0, high = log(1e6);

    if (whole_at(p, kind, 1).of_kind[kind] < GAM_LIMIT_BINDING || whole_at(p, kind, 1e6).of_kind[kind] >= GAM_LIMIT_BINDING)
        return NAN;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;

        *(whole_at(p, kind, exp(middle)).of_kind[kind] >= GAM_LIMIT_BINDING ? &low : &high) = middle;
    }
    return exp(high);
}

static void label_fill(const double of_kind[5], struct gam_bound *out)
{
    static const enum gam_label labels[5] = { GAM_LABEL_COMPUTE, GAM_LABEL_MEMORY, GAM_LABEL_COMMUNICATION,
                                              GAM_LABEL_COMMUNICATION, GAM_LABEL_OVERHEAD };

    *out = (struct gam_bound){ .label = GAM_LABEL_MIXED, .confidence = NAN };
    for (int k = 0; k < 5; k++)
        if (of_kind[k] >= GAM_LIMIT_BINDING) {
            out->label = labels[k];
            snprintf(out->resource, sizeof out->resource, "%s", gam_resource_kind_word((enum gam_resource_kind)k));
        }
}

static void limits(const struct gam_projection *p, struct gam_whatif *w)
{
    double now = whole_at(p, GAM_RESOURCE_COMPUTE, 1).ns;

    for (int k = 0; k < 5; k++) {
        enum gam_resource_kind kind = (enum gam_resource_kind)k;
        struct whole free_ = whole_at(p, kind, INFINITY);
        struct gam_whatif_limit *l = &w->limit[w->n_limits];

        *l = (struct gam_whatif_limit){ .kind = kind, .share = whole_at(p, kind, 1).of_kind[k], .limit_ns = free_.ns };
        l->speedup = free_.ns > 0 ? now / free_.ns : NAN;
        l->flips_at_k = flip(p, kind);
        w->n_limits += l->share > 0;
    }
}

void gam_whatif_of_run(const struct gam_projection *before, const struct gam_projection *after, const struct gam_edits *e,
                       struct gam_whatif *out)
{
    struct whole was = whole_at(before, GAM_RESOURCE_COMPUTE, 1), is = whole_at(after, GAM_RESOURCE_COMPUTE, 1);

    out->subject = "run";
    out->projection = after;
    out->before_ns = after->here_ns;
    out->after_ns = after->there_ns;
    out->speedup = after->speedup;
    out->fits = after->fits;
    out->claim = NAN;
    for (int k = 0; k < GAM_EDITS; k++)
        out->bound |= gam_edit_given(e, (enum gam_edit_key)k) && gam_edit_help((enum gam_edit_key)k)->bound;
    label_fill(was.of_kind, &out->label_before);
    label_fill(is.of_kind, &out->label_after);
    limits(after, out);
    for (size_t i = 0; i < after->n_notes && out->n_notes < GAM_WHATIF_NOTES; i++)
        out->note[out->n_notes++] = after->note[i];
    if (out->bound && out->n_notes < GAM_WHATIF_NOTES)
        out->note[out->n_notes++] =
            "a bound: fused kernels, sparse and narrow weights reach it only where their code is as good as what was measured";
}

/* The product of the factors that were asked for: no time falls by more. */
static double most(const struct gam_edits *e)
{
    double factor = fmax(1, e->clock);

    for (int k = 0; k < 5; k++)
        factor = fmax(factor, e->scale[k] * (k == GAM_RESOURCE_COMPUTE ? fmax(1, e->clock) : 1));
    return factor;
}

void gam_whatif_claim(struct gam_whatif *w, const struct gam_edits *e, double claim)
{
    double factor = most(e);

    w->claim = claim;
    w->claim_possible = 0;
    if (claim > factor * 1.0005)
        snprintf(w->claim_reason, sizeof w->claim_reason, "%.4g x cannot come of resources that are at most %.4g times as fast",
                 claim, factor);
    else if (gam_quantity_known(&w->speedup) && claim > w->speedup.value * 1.0005)
        snprintf(w->claim_reason, sizeof w->claim_reason,
                 "here it gives %.4g x; %.4g x would need a share of %.1f %% in what is scaled", w->speedup.value, claim,
                 100 * (1 - 1 / claim) / (1 - 1 / factor));
    else {
        w->claim_possible = 1;
        snprintf(w->claim_reason, sizeof w->claim_reason, "within what it gives");
    }
}
