/* SPDX-License-Identifier: MIT */
/* What was counted beside what the shape says: executed FLOPs, traffic of main memory, energy. */
#include "analyzer/analysis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Names that meters give to FLOPs by element type (an FMA counts 2). To add one: a row. */
static const struct {
    enum gam_dtype dtype;
    const char *quantity;
} flop_quantity[] = {
    { GAM_DTYPE_F32, "fp_ops_f32" },
    { GAM_DTYPE_F64, "fp_ops_f64" },
};

/* Furthest that counted FLOPs may lie from the shape's without a known reason. */
#define COUNT_LOW  0.90
#define COUNT_HIGH 1.10
/* Masked lanes and padded tiles execute FLOPs that the shape does not have; beyond twice they explain nothing. */
#define COUNT_PADDED 2.0

static struct gam_quantity ratio_of(const struct gam_quantity *counted, double whole)
{
    struct gam_quantity q = *counted;
    q.unit = "1";
    q.value /= whole;
    q.low /= whole;
    q.high /= whole;
    return q;
}

/* What is wrong with a count of a tested event; NULL: nothing. */
static const char *count_fault(const struct gam_report_operator *op, const struct gam_cost *cost)
{
    double ratio = op->executed_ratio.value;
    if (isnan(ratio) || (op->executed_flop.flags & GAM_Q_UNTRUSTED))
        return NULL;
    if (ratio < 0)
        return "its FLOP counter went negative";
    if (ratio < COUNT_LOW)
        return "fewer FLOPs were counted than its shape needs: the events miss some, or it does not compute all of it";
    if (ratio > COUNT_HIGH && cost->special_flop == 0 && ratio > COUNT_PADDED)
        return "more than twice the FLOPs of its shape were counted: the work is not what the shape says";
    return NULL;
}

static void executed(const struct gam_analysis *a, struct gam_subject *s, struct gam_report_operator *op)
{
    const struct gam_cost *cost = &s->work.cost;
    op->executed_flop = gam_quantity_missing("flop", "no meter counts FLOPs of this element type here");
    for (size_t i = 0; i < sizeof flop_quantity / sizeof flop_quantity[0]; i++) {
        if (flop_quantity[i].dtype != cost->compute_dtype)
            continue;
        op->executed_flop = gam_readings_get(&a->readings, s->measurement, flop_quantity[i].quantity);
        op->executed_flop.unit = "flop";
    }
    if (!gam_quantity_known(&op->executed_flop) || !(cost->fma_flop > 0)) {
        op->executed_ratio =
            gam_quantity_missing("1", op->executed_flop.reason ? op->executed_flop.reason : "its shape has no FLOPs");
        return;
    }
    op->executed_ratio = ratio_of(&op->executed_flop, cost->fma_flop);
    if (op->executed_ratio.value > COUNT_HIGH)
        op->executed_ratio.reason = cost->special_flop > 0 ? "special functions are computed by multiplying and adding"
                                                           : "padded tiles and masked lanes count too";
    s->fault = count_fault(op, cost);
}

/* Bytes at main memory: the memory controller's, else what missed the last-level cache (prefetched lines may not count). */
static struct gam_quantity counted_bytes(const struct gam_analysis *a, const struct gam_subject *s, size_t device)
{
    struct gam_quantity read = gam_readings_get(&a->readings, s->measurement, "dram_read_bytes");
    struct gam_quantity written = gam_readings_get(&a->readings, s->measurement, "dram_written_bytes");
    if (gam_quantity_known(&read) && gam_quantity_known(&written)) {
        read.value += written.value;
        read.low += written.low;
        read.high += written.high;
        read.flags |= written.flags;
        return read;
    }
    const struct gam_levels *l = &a->levels[device];
    int main_memory = gam_levels_main(l);
    if (main_memory < 1)
        return gam_quantity_missing("bytes", "no cache is known");
    const struct gam_level *last = &l->level[main_memory - 1];
    char name[24];
    snprintf(name, sizeof name, "l%s_misses", last->name + (last->name[0] == 'L'));
    struct gam_quantity misses = gam_readings_get(&a->readings, s->measurement, name);
    if (!gam_quantity_known(&misses) || isnan(last->line_bytes))
        return gam_quantity_missing("bytes",
                                    misses.reason ? misses.reason : "the line size of the last-level cache is not known");
    misses = ratio_of(&misses, 1 / last->line_bytes);
    misses.flags |= GAM_Q_LOWER_BOUND;
    misses.reason = "misses of the last-level cache: prefetched lines may not count";
    return misses;
}

/* Counter bytes are bus bytes (they hold write-allocates and prefetches): only compared with the compulsory program bytes. */
static void traffic(const struct gam_analysis *a, const struct gam_subject *s, struct gam_report_operator *op)
{
    struct gam_quantity bytes = counted_bytes(a, s, op->device);
    double compulsory = s->work.cost.read_bytes + s->work.cost.written_bytes;
    op->traffic_ratio = bytes;
    op->traffic_ratio.unit = "1";
    if (!gam_quantity_known(&bytes))
        return;
    if (compulsory > 0)
        op->traffic_ratio = ratio_of(&bytes, compulsory);
    else
        op->traffic_ratio = gam_quantity_missing("1", "its shape has no bytes");
}

/* Text of the run's event of that code; NULL. */
static const char *event_text(const struct gam_analysis *a, const char *code)
{
    const struct gam_runset *run = a->report->run;
    for (size_t i = 0; i < gam_runset_event_n(run); i++)
        if (!strcmp(gam_runset_event(run)[i].code, code))
            return gam_runset_event(run)[i].text;
    return NULL;
}

/* A processor's operators by its packages, a board's by the board. What one meter covers is never added to what another does. */
static void energy(const struct gam_analysis *a, const struct gam_subject *s, struct gam_report_operator *op)
{
    const struct gam_device *device = a->report->device[op->device].record;
    enum gam_scope scope = device && !strcmp(device->kind, "cpu") ? GAM_SCOPE_PACKAGE : GAM_SCOPE_DEVICE;
    const struct gam_quantity_def *which, *net;
    const char *reason = event_text(a, "energy-unavailable");
    op->energy_joule = gam_readings_energy(&a->readings, s->measurement, scope, 0, &which);
    if (!which && reason)
        op->energy_joule.reason = reason;
    if (!gam_quantity_known(&op->energy_joule) || !which)
        return;
    op->energy_scope = gam_words_scope.word[scope];
    op->energy_kind = which->energy_method == GAM_NULL_INT ? "counter" : gam_words_energy_method.word[which->energy_method];
    op->energy_gross = 1;
    op->energy_domain = which->energy_domain;
    op->energy_net_joule = gam_readings_energy(&a->readings, s->measurement, scope, 1, &net);
    op->energy_resolution =
        which->energy_period_ns == GAM_NULL_INT
            ? NAN
            : 2 * (double)which->energy_period_ns / gam_readings_visit_ns(&a->readings, s->measurement, which);
}

int gam_analysis_counters(struct gam_analysis *a, struct gam_err *err)
{
    (void)err;
    for (size_t i = 0; i < a->report->n_ops; i++) {
        struct gam_report_operator *op = &a->report->op[i];
        if (!gam_operator_timed(op) || !op->op.kind)
            continue;
        executed(a, &a->subject[i], op);
        traffic(a, &a->subject[i], op);
        energy(a, &a->subject[i], op);
    }
    return 0;
}
