/* SPDX-License-Identifier: MIT */
/* What the judgement of one operator leaves in its row of the report. */
#include "analyzer/whatif/show.h"

#include <math.h>
#include <string.h>

void gam_show_resources(struct gam_report_operator *op, const struct gam_times *t, double p)
{
    struct gam_model m;
    struct gam_model_result r;
    gam_times_model(t, GAM_END_LOW, -1, 0, p, &m);
    gam_model_eval(&m, &r);
    op->t_lo_ns = r.lo;
    gam_times_model(t, GAM_END_HIGH, -1, 0, p, &m);
    gam_model_eval(&m, &r);
    op->t_hi_ns = r.hi;
    gam_times_model(t, GAM_END_MIDDLE, -1, 0, p, &m);
    gam_model_eval(&m, &r);
    op->t_mod_ns = r.mod;
    op->n_resources = t->n;
    for (size_t i = 0; i < t->n; i++) {
        struct gam_resource_time *out = &op->resource[i];
        const struct gam_leaf *leaf = &t->leaf[i];
        *out = (struct gam_resource_time){ .kind = leaf->kind,
                                           .time_ns = gam_leaf_ns(leaf, GAM_END_MIDDLE),
                                           .low_ns = gam_leaf_ns(leaf, GAM_END_LOW),
                                           .high_ns = gam_leaf_ns(leaf, GAM_END_HIGH),
                                           .elasticity = r.elasticity[i],
                                           .ceiling = leaf->part[0].ceiling };
        memcpy(out->name, leaf->name, sizeof out->name);
    }
    double first = 0, second = 0;
    for (int k = 0; k < 5; k++) {
        second = fmax(second, fmin(first, r.of_kind[k]));
        first = fmax(first, r.of_kind[k]);
    }
    op->margin = second > 0 ? first / second : NAN;
}

/* The ceiling that the operator is held against: of the largest time, overhead left out, and of what adds up to it the largest.
 */
void gam_show_roof(struct gam_report_operator *op, const struct gam_times *t, struct gam_interval share, int paired)
{
    const struct gam_leaf *largest = NULL;
    double most = 0;
    for (size_t i = 0; i < t->n; i++) {
        double ns = t->leaf[i].kind == GAM_RESOURCE_OVERHEAD ? 0 : gam_leaf_ns(&t->leaf[i], GAM_END_LOW);
        if (ns > most) {
            most = ns;
            largest = &t->leaf[i];
        }
    }
    op->roof = NULL;
    most = 0;
    for (size_t k = 0; largest && k < largest->n_parts; k++) {
        struct gam_leaf one = { .kind = largest->kind, .n_parts = 1 };
        one.part[0] = largest->part[k];
        double ns = gam_leaf_ns(&one, GAM_END_LOW);
        if (ns > most) {
            most = ns;
            op->roof = one.part[0].ceiling;
        }
    }
    if (!op->roof) {
        op->roof_share = gam_quantity_missing("1", "no ceiling applies");
        return;
    }
    op->roof_share = gam_interval_quantity(share, "1", GAM_SOURCE_TIMED);
    if (!paired && !op->roof_share.reason)
        op->roof_share.reason = "roofs of another run: not formed inside rounds";
}

/* relief: what T_mod loses without the resource of the largest elasticity; at the fitted exponent or over its whole range. */
void gam_show_gains(struct gam_report_operator *op, const struct gam_times *t, struct gam_interval gain,
                    struct gam_overlap overlap)
{
    double relief[2];
    for (int i = 0; i < 2; i++) {
        struct gam_model m;
        struct gam_model_result r;
        gam_times_model(t, GAM_END_MIDDLE, -1, 0, i ? overlap.p_high : overlap.p_low, &m);
        gam_model_eval(&m, &r);
        int best = 0;
        for (int k = 1; k < 5; k++)
            best = r.elasticity_of_kind[k] > r.elasticity_of_kind[best] ? k : best;
        relief[i] = (double)op->calls * (r.mod - gam_model_without(&m, (enum gam_resource_kind)best));
    }
    op->relief_ns = gam_quantity_exact(relief[0], "ns", GAM_SOURCE_TIMED);
    if (overlap.p_low != overlap.p_high) {
        op->relief_ns.low = fmin(relief[0], relief[1]);
        op->relief_ns.high = fmax(relief[0], relief[1]);
        op->relief_ns.reason = "overlap not measured: value without overlap, range over all of it";
    }
    gain.value = fmax(0, gain.value);
    gain.low = isnan(gain.low) ? NAN : fmax(0, gain.low);
    gain.high = isnan(gain.high) ? NAN : fmax(0, gain.high);
    op->gain_ns = gam_interval_quantity(gain, "ns", GAM_SOURCE_TIMED);
}

void gam_show_bytes(const struct gam_levels *levels, const struct gam_work *w, struct gam_report_operator *op)
{
    op->n_bytes = w->serving < 0 ? 0 : levels->n;
    for (size_t i = 0; i < op->n_bytes; i++) {
        const struct gam_work_level *l = &w->level[i];
        struct gam_bytes_at *out = &op->bytes[i];
        memcpy(out->level, levels->level[i].name, sizeof out->level);
        out->read = gam_quantity_exact(l->low_read, "bytes", GAM_SOURCE_SHAPE);
        out->written = gam_quantity_exact(l->low_written, "bytes", GAM_SOURCE_SHAPE);
        out->read.high = l->high_read;
        out->written.high = l->high_written;
        if ((int)i > w->serving)
            out->read.reason = out->written.reason = "an inner level serves it";
    }
    if (w->serving < 0)
        return;
    double bytes = gam_work_low_bytes(w, (size_t)w->serving), flop = op->flop.value;
    memcpy(op->intensity_level, levels->level[w->serving].name, sizeof op->intensity_level);
    op->intensity = bytes > 0 ? gam_quantity_exact(flop / bytes, "flop/byte", GAM_SOURCE_SHAPE)
                              : gam_quantity_missing("flop/byte", "no bytes");
    op->bytes_per_s = op->time_ns;
    op->bytes_per_s.unit = "bytes/s";
    op->bytes_per_s.value = bytes / op->time_ns.value * 1e9;
    op->bytes_per_s.low = bytes / op->time_ns.high * 1e9;
    op->bytes_per_s.high = bytes / op->time_ns.low * 1e9;
}
