/* SPDX-License-Identifier: MIT */
#include "analyzer/label.h"
#include "analyzer/whatif/transformer.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double number(const struct gam_edits *e, enum gam_edit_key key, double otherwise)
{
    return gam_edit_given(e, key) ? e->number[key] : otherwise;
}

static void parallel_edit(const struct gam_edits *e, struct gam_transformer *t)
{
    t->tp = number(e, GAM_EDIT_TP, t->tp);
    t->pp = number(e, GAM_EDIT_PP, t->pp);
    t->dp = number(e, GAM_EDIT_DP, t->dp);
    if (gam_edit_given(e, GAM_EDIT_DEVICES))
        t->dp = e->number[GAM_EDIT_DEVICES] / (t->tp * t->pp);
    t->interleave = number(e, GAM_EDIT_INTERLEAVE, t->interleave);
    t->zero = (int)number(e, GAM_EDIT_ZERO, t->zero);
    t->grad_compress = number(e, GAM_EDIT_COMPRESS, t->grad_compress);
    t->sequence = number(e, GAM_EDIT_SEQUENCE, t->sequence);
    t->batch *= e->batch;
    /* without training there is nothing to pipeline but whole batches, unless the file or an edit says so */
    t->micro = number(e, GAM_EDIT_MICRO, t->task == GAM_TASK_TRAINING ? t->micro : t->micro * e->batch);
    if (gam_edit_given(e, GAM_EDIT_RECOMPUTE))
        t->recompute = !strcmp(e->recompute, "none")   ? GAM_RECOMPUTE_NONE
                       : !strcmp(e->recompute, "full") ? GAM_RECOMPUTE_FULL
                                                       : GAM_RECOMPUTE_SELECTIVE;
}

int gam_transformer_edit(const struct gam_edits *e, struct gam_transformer *t, struct gam_transformer_rates *r,
                         struct gam_err *err)
{
    for (int k = 0; k < GAM_EDITS; k++)
        if (gam_edit_given(e, (enum gam_edit_key)k) && !(gam_edit_help((enum gam_edit_key)k)->of & GAM_EDIT_OF_MODEL))
            return gam_err_set(err, -GAM_EINVAL, "'%s' is about the operators of a run, not about a model",
                               gam_edit_help((enum gam_edit_key)k)->key);
    if (t->dp != floor(t->dp) || t->dp < 1)
        return gam_err_set(err, -GAM_EINVAL, "devices: not a multiple of tensor-parallel ranks times stages");
    if (gam_edit_given(e, GAM_EDIT_WEIGHTS))
        t->weight_bytes_each = (e->weight_bits + 16 / e->weight_group) / 8;
    r->flop_per_s *= e->scale[GAM_RESOURCE_COMPUTE] * e->clock;
    r->bytes_per_s *= e->scale[GAM_RESOURCE_MEMORY];
    r->link_bytes_per_s *= e->scale[GAM_RESOURCE_NETWORK];
    r->net_bytes_per_s *= e->scale[GAM_RESOURCE_NETWORK];
    r->link_alpha_s /= e->scale[GAM_RESOURCE_NETWORK];
    r->net_alpha_s /= e->scale[GAM_RESOURCE_NETWORK];
    return 0;
}

/* Shape and type come before the rates are looked up, since those are of the type. */
int gam_transformer_reshape(const struct gam_edits *e, struct gam_transformer *t, struct gam_err *err)
{
    parallel_edit(e, t);
    if (e->dtype >= 0) {
        t->dtype = (enum gam_dtype)e->dtype;
        t->weight_bytes_each = gam_dtype_bytes(t->dtype);
    }
    t->sparse |= gam_edit_given(e, GAM_EDIT_SPARSE);
    if (t->dp != floor(t->dp) || t->dp < 1)
        return gam_err_set(err, -GAM_EINVAL, "devices: not a multiple of tensor-parallel ranks times stages, %g", t->tp * t->pp);
    return 0;
}

static void label_of(const struct gam_transformer_result *r, struct gam_bound *out)
{
    static const enum gam_label labels[5] = { GAM_LABEL_COMPUTE, GAM_LABEL_MEMORY, GAM_LABEL_COMMUNICATION,
                                              GAM_LABEL_COMMUNICATION, GAM_LABEL_OVERHEAD };
    struct gam_model_result whole;

    gam_model_eval(&r->model, &whole);
    *out = (struct gam_bound){ .label = GAM_LABEL_MIXED, .confidence = NAN };
    for (int k = 0; k < 5; k++)
        if (whole.elasticity_of_kind[k] >= GAM_LIMIT_BINDING) {
            out->label = labels[k];
            snprintf(out->resource, sizeof out->resource, "%s", gam_resource_kind_word((enum gam_resource_kind)k));
        }
    if (r->missing)
        out->label = GAM_LABEL_INDETERMINATE;
}

static double elasticity_at(const struct gam_model *m, enum gam_resource_kind kind, double factor)
{
    struct gam_model scaled = *m;
    struct gam_model_result whole;

    for (size_t i = 0; i < m->n; i++)
        if (m->kind[i] == kind)
            scaled.time[i] /= factor;
    gam_model_eval(&scaled, &whole);
    return whole.elasticity_of_kind[kind];
}

static double flip(const struct gam_model *m, enum gam_resource_kind kind)
{
    double low = 0, high = log(1e6);

    if (elasticity_at(m, kind, 1) < GAM_LIMIT_BINDING || elasticity_at(m, kind, 1e6) >= GAM_LIMIT_BINDING)
        return NAN;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;

        *(elasticity_at(m, kind, exp(middle)) >= GAM_LIMIT_BINDING ? &low : &high) = middle;
    }
    return exp(high);
}

static void limits(const struct gam_transformer_result *r, struct gam_whatif *w)
{
    struct gam_model_result whole;

    gam_model_eval(&r->model, &whole);
    for (int k = 0; k < 5 && !r->missing; k++) {
        enum gam_resource_kind kind = (enum gam_resource_kind)k;
        double without = gam_model_without(&r->model, kind);

        if (whole.of_kind[k] <= 0)
            continue;
        w->limit[w->n_limits++] = (struct gam_whatif_limit){ .kind = kind,
                                                             .share = whole.elasticity_of_kind[k],
                                                             .limit_ns = without,
                                                             .speedup = without > 0 ? whole.mod / without : NAN,
                                                             .flips_at_k = flip(&r->model, kind) };
    }
}

static void part(struct gam_whatif *w, const char *name, double value, const char *unit)
{
    if (w->n_parts < GAM_WHATIF_PARTS && value != 0)
        w->part[w->n_parts++] = (struct gam_whatif_part){ name, value, unit };
}

static void parts(const struct gam_transformer_result *r, struct gam_whatif *w)
{
    part(w, "devices", r->devices, "1");
    part(w, "parameters", r->params, "1");
    part(w, "arithmetic of all devices", r->flop, "flop");
    part(w, "time of arithmetic", r->compute_ns, "ns");
    part(w, "time of memory", r->memory_ns, "ns");
    part(w, "tensor-parallel all-reduces", r->tensor_ns, "ns");
    part(w, "idle in the pipeline", r->pipeline_ns, "ns");
    part(w, "from stage to stage", r->stage_ns, "ns");
    part(w, "data-parallel collectives", r->data_ns, "ns");
    part(w, "tokens per second", r->tokens_per_s, "1/s");
    part(w, "weights on a device", r->weight_bytes, "bytes");
    part(w, "keys and values on a device", r->kv_bytes, "bytes");
    part(w, "gradients and optimizer on a device", r->state_bytes, "bytes");
    part(w, "activations on a device", r->activation_bytes, "bytes");
}

static void note(struct gam_whatif *w, const char *text)
{
    if (w->n_notes < GAM_WHATIF_NOTES)
        w->note[w->n_notes++] = text;
}

static struct gam_quantity quantity(double value, const char *unit, const char *reason)
{
    if (isnan(value))
        return gam_quantity_missing(unit, reason ? reason : "not known");
    return (struct gam_quantity){ .value = value, .low = NAN, .high = NAN, .unit = unit, .source = GAM_SOURCE_ASSUMED };
}

void gam_whatif_of_model(const struct gam_transformer *t, const struct gam_transformer_result *before,
                         const struct gam_transformer_result *after, struct gam_whatif *out)
{
    out->subject = "model";
    out->name = t->name;
    out->unit = t->task == GAM_TASK_TRAINING  ? "one iteration"
                : t->task == GAM_TASK_PREFILL ? "one prompt pass"
                                              : "one token of every sequence";
    out->bound = after->bound;
    out->fits = after->fits;
    out->claim = NAN;
    out->before_ns = quantity(before->total_ns, "ns", before->missing);
    out->after_ns = quantity(after->total_ns, "ns", after->missing);
    out->speedup = quantity(before->total_ns / after->total_ns, "1", after->missing ? after->missing : before->missing);
    label_of(before, &out->label_before);
    label_of(after, &out->label_after);
    limits(after, out);
    parts(after, out);
    if (after->bound)
        note(out, "no efficiency is given: peaks are taken to be reached, so no device is faster than this");
    if (after->fits == 0)
        note(out, "does not fit into the memory of a device; the time is still given");
    if (after->fits < 0)
        note(out, "the size of the device's memory is not known");
    if (t->tp * t->pp * t->dp > 1)
        note(out, "communication is not taken to hide behind arithmetic");
    if (t->pp > 1 && after->stage_ns == 0)
        note(out, "sending activations from stage to stage is left out: the link between nodes is not given");
    if (t->grad_compress > 1)
        note(out, "compressed gradients: the time of the codec is not in this");
}
