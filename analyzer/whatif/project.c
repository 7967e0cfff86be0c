/* SPDX-License-Identifier: MIT */
#include "analyzer/whatif/project.h"

#include "analyzer/arena.h"
#include "analyzer/draws.h"
#include "analyzer/whatif/efficiency.h"
#include "analyzer/whatif/project_priv.h"
#include "common/err.h"
#include "ops/dtype.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Room for one projection while it is made. */
struct maker {
    const struct gam_report *report;
    const struct gam_machine *there;
    const struct gam_project_options *options;
    struct gam_machine here;
    struct gam_efficiency_sample *sample;
    double *scratch;
    size_t n_samples;
    struct gam_projection *out;
};

size_t gam_project_source(const struct gam_report *r)
{
    size_t best = 0;
    double most = -1;

    for (size_t d = 0; d < r->n_devices; d++) {
        double ns = 0;

        for (size_t i = 0; i < r->n_ops; i++)
            if (r->op[i].device == d && r->op[i].best && gam_quantity_known(&r->op[i].time_ns))
                ns += (double)r->op[i].calls * r->op[i].time_ns.value;
        if (ns > most) {
            most = ns;
            best = d;
        }
    }
    return best;
}

static double exponent(const struct gam_report_device *d, double fallback)
{
    return isnan(d->pnorm) ? fallback : d->pnorm;
}

/* The resource times of a shape on a machine. Special functions that one end has no rate for are left out at both: the efficiency
 * then covers them. */
static void model_build(const struct gam_machine *at, const struct gam_op *op, const struct gam_report_operator *like,
                        int special, struct gam_times *times)
{
    struct gam_work work;

    gam_work_read(op, &at->levels, (double)gam_op_footprint(op), like->cache == GAM_CACHE_COLD, at->crew.workers, &work);
    if (!special)
        work.cost.special_flop = 0;
    gam_times_build(&at->device, &at->levels, &work, at->crew, times);
}

static int has_special(const struct gam_machine *at, const struct gam_op *op)
{
    struct gam_cost cost;

    gam_op_cost(op, &cost);
    return cost.special_flop <= 0 ||
           gam_ceiling_compute(&at->device, "special", (int)cost.compute_dtype, at->crew.workers) != NULL;
}

/* Threads that its launch starts: all, or 1 or 0 where it is over sooner than starting them takes. */
static int started(const struct gam_machine *here, const struct gam_report_operator *op)
{
    const struct gam_ceiling *all = gam_ceiling_launch(&here->device, op->threads), *one = gam_ceiling_launch(&here->device, 1);

    if (!all || !(op->time_ns.value < all->value.value))
        return op->threads;
    return one && op->time_ns.value >= one->value.value ? 1 : 0;
}

static struct gam_machine here_of(const struct maker *m, const struct gam_report_operator *op)
{
    struct gam_machine here = m->here;

    here.crew = (struct gam_crew){ .workers = op->threads,
                                   .started = started(&here, op),
                                   .host = gam_host_memory_of(op->implementation) };
    return here;
}

/* The same operator starts as few threads there. */
static struct gam_machine there_of(const struct maker *m, const struct gam_report_operator *op)
{
    struct gam_machine there = *m->there;
    int n = started(&m->here, op);

    if (n < op->threads)
        there.crew.started = n;
    return there;
}

/* Modelled over measured time of an operator where it was measured; NaN. */
static double own_efficiency(const struct maker *m, const struct gam_report_operator *op, int special,
                             enum gam_resource_kind *binding)
{
    struct gam_machine here = here_of(m, op);
    struct gam_model_result result;
    struct gam_times times;
    struct gam_model model;

    if (!op->op.kind || !gam_quantity_known(&op->time_ns) || !(op->time_ns.value > 0))
        return NAN;
    model_build(&here, &op->op, op, special && has_special(&here, &op->op), &times);
    if (times.missing[0] || !times.n || !gam_times_model(&times, GAM_END_MIDDLE, -1, 0, exponent(&here.device, 1), &model))
        return NAN;
    gam_model_eval(&model, &result);
    *binding = gam_model_binding(&result);
    return result.mod / op->time_ns.value;
}

static int wanted(const struct gam_report_operator *op, size_t device)
{
    return op->device == device && op->best;
}

static void samples_collect(struct maker *m, size_t device)
{
    for (size_t i = 0; i < m->report->n_ops; i++) {
        const struct gam_report_operator *op = &m->report->op[i];
        enum gam_resource_kind binding = GAM_RESOURCE_COMPUTE;
        double efficiency;

        if (op->device != device || !op->best ||
            (m->options && m->options->calibrates && !m->options->calibrates(m->options->ctx, op)))
            continue;
        efficiency = own_efficiency(m, op, op->op.kind && has_special(m->there, &op->op), &binding);
        if (efficiency > 0)
            m->sample[m->n_samples++] =
                (struct gam_efficiency_sample){ .kind = op->op.kind->name, .resource = binding, .ln = log(efficiency) };
    }
}

/* sigma of ln of the modelled time, from the ceilings of the leaves by their elasticities. */
static double model_sigma(const struct gam_projected *row, const struct gam_machine *there)
{
    double sum = 0;

    for (size_t i = 0; i < row->times.n; i++)
        for (size_t k = 0; k < row->times.leaf[i].n_parts; k++) {
            double sigma = gam_ceiling_sigma(row->times.leaf[i].part[k].ceiling);

            sum = hypot(sum, row->result.elasticity[i] * (isnan(sigma) ? there->sigma : sigma));
        }
    return sum;
}

static void efficiency_choose(struct maker *m, struct gam_projected *row, int special)
{
    enum gam_resource_kind here = GAM_RESOURCE_COMPUTE, there = gam_model_binding(&row->result);
    enum gam_efficiency_rule rule = m->options ? m->options->efficiency : GAM_EFFICIENCY_OWN_FIRST;
    double own = own_efficiency(m, row->op, special, &here);
    struct gam_efficiency class_;

    gam_efficiency_find(m->sample, m->n_samples, row->edited.kind->name, there, m->scratch, &class_);
    if (rule == GAM_EFFICIENCY_OWN || (rule == GAM_EFFICIENCY_OWN_FIRST && own > 0 && here == there)) {
        row->efficiency = own;
        row->sigma = rule == GAM_EFFICIENCY_OWN || isnan(class_.sigma) ? 0 : class_.sigma;
        row->calibrated_by = 1;
        snprintf(row->class_, sizeof row->class_, "own");
        return;
    }
    row->efficiency = class_.value;
    row->sigma = class_.sigma;
    row->calibrated_by = class_.n;
    snprintf(row->class_, sizeof row->class_, "%s%s%s", class_.kind ? class_.kind : "", class_.kind ? ", " : "",
             class_.resource < 0 ? "all" : gam_resource_kind_word((enum gam_resource_kind)class_.resource));
}

/* Faster than the model here means that a ceiling here was found too low. A published ceiling is not passed for that. */
static void ceiling_keep(const struct maker *m, struct gam_projected *row)
{
    if (!m->there->hw || !(row->efficiency > 1))
        return;
    row->efficiency = 1;
    row->held = 1;
    if (!row->reason)
        row->reason = "above its ceilings here: taken to reach those there, and no more";
}

/* An estimate with the spread of efficiency, ceilings and measured time. */
static void time_fill(struct maker *m, struct gam_projected *row)
{
    const struct gam_quantity *measured = &row->op->time_ns;
    double sigma = row->sigma;

    row->time_ns = gam_quantity_missing("ns", "no measured operator says how close one comes to the model");
    if (isnan(row->efficiency))
        return;
    row->time_ns = (struct gam_quantity){ .value = row->result.mod / row->efficiency,
                                          .low = NAN,
                                          .high = NAN,
                                          .unit = "ns",
                                          .source = GAM_SOURCE_ASSUMED,
                                          .n = (int64_t)row->calibrated_by };
    if (isnan(sigma))
        return; /* a class of one operator, and no other: the spread is not known */
    if (!m->options || m->options->efficiency != GAM_EFFICIENCY_OWN)
        sigma = hypot(sigma, model_sigma(row, m->there));
    if (!isnan(measured->low) && measured->low > 0)
        sigma = hypot(sigma, log(measured->high / measured->low) / (2 * 1.96));
    row->time_ns.low = row->time_ns.value * exp(-1.96 * sigma);
    row->time_ns.high = row->time_ns.value * exp(1.96 * sigma);
}

/* What a launch takes is rarely published. Where it binds here, nothing can be said about a device without it. */
static int overhead_unknown(const struct maker *m, const struct gam_projected *row)
{
    struct gam_machine here = here_of(m, row->op);
    enum gam_resource_kind binding = GAM_RESOURCE_COMPUTE;

    if (gam_ceiling_launch(&m->there->device, m->there->crew.workers))
        return 0;
    if (here.crew.started < row->op->threads) /* over sooner than a launch here */
        return 1;
    return gam_ceiling_launch(&here.device, here.crew.started) && own_efficiency(m, row->op, 1, &binding) > 0 &&
           binding == GAM_RESOURCE_OVERHEAD;
}

/* It runs on the host as measured, and its operands travel. */
static void fall_back(struct maker *m, struct gam_projected *row)
{
    double rate = m->there->host_bytes_per_s;
    struct gam_cost cost;

    gam_op_cost(&row->edited, &cost);
    row->time_ns = row->op->time_ns;
    row->reason = "not covered there: runs on the host, its operands sent over the host link";
    if (isnan(rate)) {
        row->time_ns = gam_quantity_missing("ns", "not covered there, and the link to the host is not known");
        row->reason = row->time_ns.reason;
        return;
    }
    if (m->options && m->options->edits)
        rate *= m->options->edits->scale[GAM_RESOURCE_HOST_LINK];
    row->way_ns = (cost.read_bytes + cost.written_bytes) / rate * 1e9;
    row->time_ns.source = GAM_SOURCE_ASSUMED;
    row->time_ns.value += row->way_ns;
    row->time_ns.low += row->way_ns;
    row->time_ns.high += row->way_ns;
}

static void edit_apply(struct maker *m, struct gam_projected *row, struct gam_edit_part *part, struct gam_model *low)
{
    int main_level = gam_levels_main(&m->there->levels);

    if (!m->options || !m->options->edits)
        return;
    part->main_level = main_level >= 0 ? m->there->levels.level[main_level].name : NULL;
    gam_edit_model(m->options->edits, part, &row->times, &row->model);
    gam_edit_model(m->options->edits, part, &row->times, low);
}

/* Why the model has no time there. Of a published device a type without a rate is said in those words. */
static const char *gap_reason(struct maker *m, const struct gam_projected *row)
{
    const int threads = m->there->crew.workers;
    const char *text = NULL;
    struct gam_cost cost;

    gam_op_cost(&row->edited, &cost);
    if (m->there->hw && cost.fma_flop > 0 && !gam_ceiling_compute(&m->there->device, "fma", (int)cost.compute_dtype, threads))
        text = gam_arena_printf(&m->out->memory, "no rate for %s is known of it", gam_dtype_info(cost.compute_dtype)->name);
    if (text)
        return text;
    return row->times.missing[0] ? row->times.missing : "its work has no ceiling there";
}

static void row_model(struct maker *m, struct gam_projected *row, struct gam_edit_part *part)
{
    double p = exponent(&m->there->device, exponent(&m->here.device, 1));
    int special = has_special(m->there, &row->edited);
    struct gam_machine there = there_of(m, row->op);
    struct gam_model low;
    struct gam_model_result bound;

    model_build(&there, &row->edited, row->op, special, &row->times);
    if (row->times.missing[0] || !row->times.n || !gam_times_model(&row->times, GAM_END_MIDDLE, -1, 0, p, &row->model) ||
        !gam_times_model(&row->times, GAM_END_LOW, -1, 0, p, &low)) {
        row->reason = gap_reason(m, row);
        row->time_ns = gam_quantity_missing("ns", row->reason);
        return;
    }
    edit_apply(m, row, part, &low);
    gam_model_eval(&row->model, &row->result);
    gam_model_eval(&low, &bound);
    row->bound_ns = bound.lo;
    if (overhead_unknown(m, row)) {
        row->reason = "bound by launches here, and what a launch takes there is not known";
        row->time_ns = gam_quantity_missing("ns", row->reason);
        return;
    }
    if (!special)
        row->reason = "special functions: no rate is known there, the efficiency stands for them";
    efficiency_choose(m, row, special);
    ceiling_keep(m, row);
    time_fill(m, row);
    gam_projected_label(row, m->there);
}

static int row_fill(struct maker *m, const struct gam_report_operator *op, struct gam_projected *row)
{
    struct gam_err why = { 0 };
    const struct gam_edits *e = m->options ? m->options->edits : NULL;

    *row = (struct gam_projected){
        .op = op, .covered = 1, .bound_ns = NAN, .efficiency = NAN, .sigma = NAN, .break_even_bytes_per_s = NAN
    };
    row->time_ns = gam_quantity_missing("ns", "not one of our operators");
    row->bound = (struct gam_bound){ .label = GAM_LABEL_INDETERMINATE, .confidence = NAN };
    row->edited = op->op;
    snprintf(row->spec, sizeof row->spec, "%s", op->spec);
    if (op->op.kind && e && gam_edit_shape(e, &op->op, &row->edited, &why)) {
        row->edited.kind = NULL;
        row->reason = gam_arena_text(&m->out->memory, why.text);
        if (!row->reason)
            return -GAM_ENOMEM;
        row->time_ns.reason = row->reason;
        return 0;
    }
    row->reason = row->edited.kind ? NULL : row->time_ns.reason;
    if (row->edited.kind)
        gam_op_spec(&row->edited, row->spec, sizeof row->spec);
    return 0;
}

static int rows_fill(struct maker *m, size_t device, struct gam_err *err)
{
    struct gam_projection *p = m->out;

    for (size_t i = 0; i < m->report->n_ops; i++)
        if (wanted(&m->report->op[i], device) && row_fill(m, &m->report->op[i], &p->row[p->n++]))
            return gam_err_nomem(err);
    return 0;
}

/* Bytes and launches that the edits save need all operators at once. */
static int rows_project(struct maker *m, struct gam_err *err)
{
    struct gam_projection *p = m->out;
    const char **id = gam_arena_get(&p->memory, p->n, sizeof *id);
    struct gam_cost *cost = gam_arena_get(&p->memory, p->n, sizeof *cost);

    if (!id || !cost)
        return gam_err_nomem(err);
    for (size_t i = 0; i < p->n; i++) {
        id[i] = p->row[i].op->id;
        if (p->row[i].edited.kind)
            gam_op_cost(&p->row[i].edited, &cost[i]);
    }
    for (size_t i = 0; i < p->n; i++) {
        struct gam_projected *row = &p->row[i];
        struct gam_edit_part part = { .bytes = cost[i].read_bytes + cost[i].written_bytes,
                                      .fma_flop = cost[i].fma_flop,
                                      .launches = 1 };

        if (!row->edited.kind)
            continue;
        gam_op_weights(&row->edited, &part.weights);
        if (m->options && m->options->edits)
            part.fused_bytes = gam_edit_fused_bytes(m->options->edits, id, cost, p->n, i, &part.launches);
        row->covered = m->there->hw ? gam_hw_covers(m->there->hw, row->edited.kind->name) : 1;
        if (row->covered == 0)
            fall_back(m, row);
        else
            row_model(m, row, &part);
    }
    return 0;
}

static int rooms_get(struct maker *m, struct gam_err *err)
{
    struct gam_projection *p = m->out;

    p->row = gam_arena_get(&p->memory, m->report->n_ops, sizeof *p->row);
    m->sample = gam_arena_get(&p->memory, m->report->n_ops, sizeof *m->sample);
    m->scratch = gam_arena_get(&p->memory, m->report->n_ops, sizeof *m->scratch);
    return p->row && m->sample && m->scratch ? 0 : gam_err_nomem(err);
}

int gam_project(const struct gam_report *r, size_t device, const struct gam_machine *there, const struct gam_project_options *o,
                struct gam_projection *out, struct gam_err *err)
{
    struct maker m = { .report = r, .there = there, .options = o, .out = out };
    int rc;

    *out = (struct gam_projection){ .report = r, .there = there, .bound_ns = NAN, .resident_bytes = NAN, .fits = -1, .batch = 1 };
    if (o && o->edits)
        out->batch = o->edits->batch;
    if (device >= r->n_devices)
        return gam_err_set(err, -GAM_EINVAL, "the run has no device %zu", device);
    gam_machine_from_report(r, device, 1, &m.here);
    rc = rooms_get(&m, err);
    if (rc)
        return rc;
    samples_collect(&m, device);
    rc = rows_fill(&m, device, err);
    if (!rc)
        rc = rows_project(&m, err);
    if (!rc && !out->n)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "the run holds no operator on '%s' to project", m.here.id ? m.here.id : "?");
    return rc ? rc : gam_projection_sum(out, err);
}

void gam_projection_release(struct gam_projection *p)
{
    gam_arena_free(p->memory);
    *p = (struct gam_projection){ .n = 0 };
}
