/* SPDX-License-Identifier: MIT */
/* From work and times to resource times, elasticities, the label and what could be gained. */
#include "analyzer/analysis.h"
#include "analyzer/network/network.h"
#include "analyzer/whatif/show.h"
#include "common/err.h"
#include "common/unit.h"

#include <math.h>
#include <string.h>

enum ratio { EPSILON, ROOF_SHARE, EXPLAINED, OVERHEAD_ELASTICITY, OVERHEAD_SHARE, GAIN };

struct gam_overlap gam_device_overlap(const struct gam_report_device *d)
{
    if (isnan(d->pnorm))
        return (struct gam_overlap){ 1, 16, 0 };
    return (struct gam_overlap){ d->pnorm, d->pnorm, 0 };
}

/* The exponent that single numbers are given at: what was fitted, else 1 (nothing overlaps), which decides nothing too soon. */
static double exponent(const struct gam_report_device *d)
{
    return gam_device_overlap(d).p_low;
}

/* Largest spread among the ceilings of an operator: what a ratio is uncertain by when roofs and operator share no rounds. */
static double roof_spread(const struct gam_times *t)
{
    double most = 0;
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->leaf[i].n_parts; k++) {
            double sigma = gam_ceiling_sigma(t->leaf[i].part[k].ceiling);
            most = isnan(sigma) ? most : fmax(most, sigma);
        }
    return 1.96 * most;
}

/* Widens an interval of a ratio by a further spread of its logarithm. */
static struct gam_interval widened(struct gam_interval i, double spread)
{
    if (isnan(i.low) || !(i.low > 0) || spread == 0)
        return i;
    i.low = i.value * exp(-hypot(log(i.value / i.low), spread));
    i.high = i.value * exp(hypot(log(i.high / i.value), spread));
    return i;
}

static double largest_but_overhead(const struct gam_model_result *r)
{
    double most = 0;
    for (int k = 0; k < GAM_RESOURCE_OVERHEAD; k++)
        most = fmax(most, r->of_kind[k]);
    return most;
}

/* All ratios of one round, NaN where the operator or one of its roofs was not measured. */
static void round_ratios(struct gam_analysis *a, const struct gam_report_operator *op, const struct gam_times *t, int r)
{
    double p = exponent(&a->report->device[op->device]), time = op->round_ns[r];
    struct gam_model low, middle, high;
    struct gam_model_result at_low, at_middle, at_high;
    int n = a->rounds.n_rounds;
    for (int k = 0; k < 6; k++)
        a->ratio[k][r] = NAN;
    if (isnan(time) || !gam_times_model(t, GAM_END_LOW, r, n, p, &low) || !gam_times_model(t, GAM_END_MIDDLE, r, n, p, &middle) ||
        !gam_times_model(t, GAM_END_HIGH, r, n, p, &high))
        return;
    gam_model_eval(&low, &at_low);
    gam_model_eval(&middle, &at_middle);
    gam_model_eval(&high, &at_high);
    a->ratio[EPSILON][r] = at_low.lo / time;
    a->ratio[ROOF_SHARE][r] = largest_but_overhead(&at_low) / time;
    a->ratio[EXPLAINED][r] = at_high.mod / time;
    a->ratio[OVERHEAD_ELASTICITY][r] = at_middle.elasticity_of_kind[GAM_RESOURCE_OVERHEAD];
    a->ratio[OVERHEAD_SHARE][r] = at_low.of_kind[GAM_RESOURCE_OVERHEAD] / time;
    a->ratio[GAIN][r] = (double)op->calls * (time - at_low.lo);
}

static void all_ratios(struct gam_analysis *a, const struct gam_report_operator *op, const struct gam_times *t,
                       struct gam_interval out[6])
{
    double spread = a->paired ? 0 : roof_spread(t);
    for (int r = 0; r < a->rounds.n_rounds; r++)
        round_ratios(a, op, t, r);
    for (int k = 0; k < 6; k++) {
        out[k] = gam_rounds_interval(&a->rounds, a->ratio[k]);
        if (k != GAIN)
            out[k] = widened(out[k], spread);
    }
}

static struct gam_interval wait_share(struct gam_analysis *a, const struct gam_report_operator *op, size_t measurement)
{
    const struct gam_collective *c = gam_runset_collective(a->run);
    size_t n = gam_runset_collective_n(a->run), i = 0;
    while (i < n && c[i].measurement != (int64_t)measurement)
        i++;
    if (i == n || !a->rounds.wait_ns)
        return (struct gam_interval){ NAN, NAN, NAN, 0 };
    for (int r = 0; r < a->rounds.n_rounds; r++)
        a->ratio[0][r] = a->rounds.wait_ns[measurement * (size_t)a->rounds.n_rounds + (size_t)r] / op->round_ns[r];
    return gam_rounds_interval(&a->rounds, a->ratio[0]);
}

/* What of the time of links is latency, and what is bytes. */
static void link_parts(const struct gam_times *t, struct gam_label_input *in)
{
    for (size_t i = 0; i < t->n; i++) {
        enum gam_resource_kind kind = t->leaf[i].kind;
        for (size_t k = 0; (kind == GAM_RESOURCE_NETWORK || kind == GAM_RESOURCE_HOST_LINK) && k < t->leaf[i].n_parts; k++) {
            struct gam_leaf one = { .kind = kind, .n_parts = 1 };
            one.part[0] = t->leaf[i].part[k];
            *(one.part[0].ceiling->kind == GAM_CEILING_LATENCY ? &in->message_ns[kind] : &in->transfer_ns[kind]) +=
                gam_leaf_ns(&one, GAM_END_LOW);
        }
    }
}

static void label_input(struct gam_analysis *a, const struct gam_report_operator *op, const struct gam_subject *s,
                        const struct gam_interval ratio[6], struct gam_label_input *in)
{
    const struct gam_times *t = &s->times;
    struct gam_label_resources r = { .overlap = gam_device_overlap(&a->report->device[op->device]), .memo = a->memo };
    in->missing = t->missing;
    if (a->report->network && a->report->network->oversubscribed && op->op.kind->class == GAM_OP_DISTRIBUTED)
        in->missing = "oversubscribed: more ranks than processors take turns, and no roof is drawn";
    in->epsilon = ratio[EPSILON];
    in->roof_share = ratio[ROOF_SHARE];
    in->explained = ratio[EXPLAINED];
    in->overhead_elasticity = ratio[OVERHEAD_ELASTICITY];
    in->overhead_share = ratio[OVERHEAD_SHARE];
    in->wait_share = wait_share(a, op, s->measurement);
    r.overlap.omega = t->omega;
    link_parts(t, in);
    r.n = gam_draws_leaves(t, 0, r.leaf);
    for (size_t i = 0; i < r.n; i++) {
        r.name[i] = t->leaf[i].name;
        if (isnan(r.leaf[i].sigma) && !a->paired && !in->missing[0])
            in->missing = "a roof of it was measured in fewer than 6 rounds and has no interval";
    }
    gam_label_resources(&r, in->epsilon.n >= GAM_ROUNDS_LEAST && !in->missing[0], in);
}

/* The roof of the instruction set that the implementation names in its detail, when that is not the roof it is held against. */
static const struct gam_ceiling *own_isa_roof(const struct gam_report_device *d, const struct gam_report_operator *op)
{
    if (!op->detail || !op->roof || op->roof->kind != GAM_CEILING_COMPUTE)
        return NULL;
    for (size_t i = 0; i < d->n_ceilings; i++) {
        const char *isa = d->ceiling[i].pipe;
        size_t n = strlen(isa);
        if (d->ceiling[i].kind != GAM_CEILING_COMPUTE || n == 0 || strncmp(op->detail, isa, n) != 0 ||
            (op->detail[n] && op->detail[n] != ' '))
            continue;
        if (strcmp(isa, op->roof->pipe) == 0)
            return NULL;
        return gam_ceiling_isa(d, op->roof->class_, op->roof->dtype, op->roof->threads, isa);
    }
    return NULL;
}

static void explain(const struct gam_analysis *a, struct gam_report_operator *op, const struct gam_subject *s)
{
    struct gam_bound *b = &op->bound;
    char rate[48];
    if (op->roof && !isnan(op->roof_share.value)) {
        gam_unit_text(op->roof->value.value, op->roof->value.unit, rate, sizeof rate);
        gam_bound_explain(b, "%s%.0f %% of %s (%s)", b->reason[0] ? "; " : "", 100 * op->roof_share.value, op->roof->id, rate);
        if (op->roof_share.value > GAM_LIMIT_INVALID && b->label != GAM_LABEL_INVALID)
            gam_bound_explain(b, ", above it within the noise");
        if (op->roof->validity == GAM_NOISY)
            gam_bound_explain(b, ", a noisy ceiling");
    }
    const struct gam_ceiling *own = own_isa_roof(&a->report->device[op->device], op);
    if (own)
        gam_bound_explain(b, "; %.0f %% of the %s roof that it uses",
                          100 * op->roof_share.value * op->roof->value.value / own->value.value, own->pipe);
    if (s->note)
        gam_bound_explain(b, "; %s", s->note);
}

static const char *not_judged(const struct gam_report_operator *op)
{
    static const char *const why[] = {
        [GAM_STATUS_SKIPPED] = "not run",
        [GAM_STATUS_WRONG] = "its result is wrong",
        [GAM_STATUS_FAILED] = "it failed",
        [GAM_STATUS_DROPPED] = "slower than its rivals at calibration",
    };
    return (size_t)op->status < sizeof why / sizeof why[0] ? why[op->status] : NULL;
}

static int judge(struct gam_analysis *a, struct gam_report_operator *op, struct gam_subject *s, struct gam_err *err)
{
    struct gam_interval ratio[6];
    struct gam_label_input in = { 0 };
    const char *why = not_judged(op);
    if (why) {
        gam_bound_explain(&op->bound, "not judged: %s%s%s", why, op->reason ? ": " : "", op->reason ? op->reason : "");
        return 0;
    }
    if (!op->op.kind) {
        gam_bound_explain(&op->bound, "this program does not know the operator: neither FLOPs nor bytes are known");
        return 0;
    }
    s->omega = gam_step_omega(a, s->measurement);
    int rc = gam_subject_times(a, op, s, err);
    if (rc)
        return rc;
    all_ratios(a, op, &s->times, ratio);
    label_input(a, op, s, ratio, &in);
    in.fault = op->time_ns.n == 0 && a->rounds.untimed[s->measurement] ? "every sample has a time of zero or below" : s->fault;
    gam_show_resources(op, &s->times, exponent(&a->report->device[op->device]));
    op->epsilon = ratio[EPSILON].value;
    gam_show_roof(op, &s->times, ratio[ROOF_SHARE], a->paired);
    gam_show_gains(op, &s->times, ratio[GAIN], gam_device_overlap(&a->report->device[op->device]));
    gam_show_bytes(&a->levels[op->device], &s->work, op);
    gam_label_decide(&in, &op->bound);
    explain(a, op, s);
    return 0;
}

int gam_analysis_judge(struct gam_analysis *a, struct gam_err *err)
{
    a->memo = gam_draws_memo_new(&a->scratch);
    if (!a->memo)
        return gam_err_nomem(err);
    for (size_t i = 0; i < a->report->n_ops; i++) {
        int rc = judge(a, &a->report->op[i], &a->subject[i], err);
        if (rc)
            return rc;
    }
    return 0;
}
