/* SPDX-License-Identifier: MIT */
/* Steps beside their parts: overlap, exposed communication, efficiency, and what the model would have said before they were run.
 */
#include "analyzer/analysis.h"
#include "analyzer/network/network.h"
#include "analyzer/roof_facts.h"
#include "common/err.h"
#include "ops/kind/step.h"
#include "ops/parallel.h"

#include <math.h>
#include <string.h>

static bool step_of(const struct gam_analysis *a, size_t i, struct gam_op *op)
{
    const char *spec = gam_measurement_spec(a->run, &gam_runset_measurement(a->run)[i]);
    return spec && gam_op_parse(spec, op, NULL) == 0 && strcmp(op->kind->name, "step") == 0;
}

int gam_step_control(const struct gam_analysis *a, size_t measurement, int part)
{
    struct gam_op whole, other;
    if (!step_of(a, measurement, &whole))
        return -1;
    for (size_t k = 0; k < whole.kind->n_keys; k++)
        if (strcmp(whole.kind->keys[k].name, "part") == 0)
            whole.v[k].i = part;
    for (size_t i = 0; i < gam_runset_measurement_n(a->run); i++)
        if (gam_runset_measurement(a->run)[i].role == GAM_ROLE_CONTROL && step_of(a, i, &other) && gam_op_equal(&whole, &other))
            return (int)i;
    return -1;
}

/* Times of a part in every round; NULL: it was not measured. */
static const double *part_ns(const struct gam_analysis *a, size_t measurement, int part)
{
    int control = gam_step_control(a, measurement, part);
    return control < 0 ? NULL : gam_rounds_of(&a->rounds, (size_t)control);
}

/* Overlap of every round into ratio[0]; false without controls. */
static bool overlaps(struct gam_analysis *a, size_t measurement)
{
    const double *d = part_ns(a, measurement, GAM_PART_COMPUTE), *n = part_ns(a, measurement, GAM_PART_COMM),
                 *t = gam_rounds_of(&a->rounds, measurement);
    for (int r = 0; d && n && r < a->rounds.n_rounds; r++)
        a->ratio[0][r] = gam_overlap_of(d[r], n[r], t[r]);
    return d && n;
}

double gam_step_omega(struct gam_analysis *a, size_t measurement)
{
    if (!overlaps(a, measurement))
        return 0;
    double omega = gam_rounds_interval(&a->rounds, a->ratio[0]).value;
    return isnan(omega) ? 0 : omega;
}

static struct gam_quantity summed(struct gam_analysis *a, const char *unit)
{
    return gam_interval_quantity(gam_rounds_interval(&a->rounds, a->ratio[0]), unit, GAM_SOURCE_TIMED);
}

static void fill_exposed(struct gam_analysis *a, size_t measurement, struct gam_report_step *out)
{
    const double *d = part_ns(a, measurement, GAM_PART_COMPUTE), *t = gam_rounds_of(&a->rounds, measurement);
    out->exposed_ns = gam_quantity_missing("ns", "its computing alone was not measured");
    out->exposed_share = gam_quantity_missing("1", "its computing alone was not measured");
    if (!d)
        return;
    for (int r = 0; r < a->rounds.n_rounds; r++)
        a->ratio[0][r] = fmax(0, t[r] - d[r]) + 0 * (t[r] + d[r]); /* NaN stays */
    out->exposed_ns = summed(a, "ns");
    for (int r = 0; r < a->rounds.n_rounds; r++)
        a->ratio[0][r] /= t[r];
    out->exposed_share = summed(a, "1");
}

static void fill_efficiency(struct gam_analysis *a, size_t measurement, struct gam_report_step *out)
{
    const double *one = part_ns(a, measurement, GAM_PART_SINGLE), *t = gam_rounds_of(&a->rounds, measurement);
    out->efficiency = gam_quantity_missing("1", "the work was not measured on one rank");
    for (int r = 0; one && r < a->rounds.n_rounds; r++)
        a->ratio[0][r] = one[r] / (out->ranks * t[r]);
    if (one)
        out->efficiency = summed(a, "1");
}

static void fill_waiting(struct gam_analysis *a, size_t measurement, struct gam_report_step *out)
{
    const double *t = gam_rounds_of(&a->rounds, measurement);
    out->wait_share = gam_quantity_missing("1", "not told apart");
    if (!a->rounds.wait_ns)
        return;
    for (int r = 0; r < a->rounds.n_rounds; r++)
        a->ratio[0][r] = a->rounds.wait_ns[measurement * (size_t)a->rounds.n_rounds + (size_t)r] / t[r];
    out->wait_share = summed(a, "1");
}

static double in_round(const struct gam_ceiling *c, int round)
{
    return isnan(c->round[round]) ? c->value.value : c->round[round];
}

/* Time of one message of a step in a round: of the collective at that size when it was measured, else by the link, and no more
 * than it must. */
static double message_ns(const struct gam_analysis *a, const struct gam_step_message *m, int round, const char *link,
                         const char **method)
{
    const struct gam_ceiling *rate = gam_ceiling_network(a->report->device, link, GAM_CEILING_NETWORK);
    const struct gam_ceiling *alpha = gam_ceiling_network(a->report->device, link, GAM_CEILING_LATENCY);
    double bytes[GAM_CURVE_MAX], ns[GAM_CURVE_MAX], t = NAN;
    if (m->collective >= 0)
        t = gam_alpha_beta_at(bytes, ns,
                              gam_collective_curve(a->report, (enum gam_collective_what)m->collective, link, round, bytes, ns),
                              m->bytes);
    if (!isnan(t)) {
        *method = "its computing alone, and the collectives at the sizes around its own";
        return t;
    }
    if (!rate || !alpha)
        return NAN;
    const double of_link[2] = { in_round(alpha, round), in_round(rate, round) };
    *method = "its computing alone, and the link's latency and bandwidth";
    if (m->collective < 0)
        return of_link[0] + m->bytes / of_link[1] * 1e9;
    return gam_collective_ns((enum gam_collective_what)m->collective, GAM_ALGORITHM_BOUND, a->report->network->ranks, m->bytes,
                             of_link);
}

/* A pipeline's last stage begins when the first micro-batch has passed the others. */
static double pipeline_stretch(const struct gam_step_shape *s)
{
    return s->what == GAM_STEP_PP ? 1 + gam_pipeline_bubble(s->ranks, (double)s->pieces, 1) : 1;
}

/* What the step sends takes, in every round, into ratio[1]. */
static void network_rounds(struct gam_analysis *a, const struct gam_step_shape *shape, const char *link, const char **method)
{
    struct gam_step_message message[2];
    int kinds = gam_step_messages(shape, message);
    for (int r = 0; r < a->rounds.n_rounds; r++) {
        a->ratio[1][r] = 0;
        for (int i = 0; i < kinds; i++)
            a->ratio[1][r] += message[i].times * message_ns(a, &message[i], r, link, method);
    }
}

static void fill_prediction(struct gam_analysis *a, size_t measurement, struct gam_report_step *out)
{
    const struct gam_report_operator *op = &a->report->op[out->op];
    const double *d = part_ns(a, measurement, GAM_PART_COMPUTE);
    struct gam_step_shape shape;
    out->predicted_ns = gam_quantity_missing("ns", "neither collectives nor links were measured");
    out->prediction_error = gam_quantity_missing("1", "not predicted");
    gam_step_shape(&op->op, &shape);
    network_rounds(a, &shape, op->detail, &out->method);
    out->network_ns = gam_rounds_interval(&a->rounds, a->ratio[1]).value;
    if (!d || isnan(out->network_ns))
        return;
    for (int r = 0; r < a->rounds.n_rounds; r++) {
        double compute = d[r] * pipeline_stretch(&shape), network = a->ratio[1][r], missing = 0 * (compute + network);
        a->ratio[0][r] = gam_overlapped_ns(compute, network, 0) + missing; /* NaN stays */
        a->ratio[1][r] = gam_overlapped_ns(compute, network, 1) + missing;
    }
    out->predicted_ns = gam_interval_quantity(gam_rounds_interval(&a->rounds, a->ratio[0]), "ns", GAM_SOURCE_ASSUMED);
    if (shape.overlap) {
        out->predicted_ns.low = gam_rounds_interval(&a->rounds, a->ratio[1]).value;
        out->predicted_ns.high = out->predicted_ns.value;
        out->predicted_ns.reason = "a bound: how much overlaps is not predicted";
        out->prediction_error.reason = "a range, not a number";
        return;
    }
    for (int r = 0; r < a->rounds.n_rounds; r++)
        a->ratio[0][r] = a->ratio[0][r] / op->round_ns[r] - 1;
    out->prediction_error = gam_interval_quantity(gam_rounds_interval(&a->rounds, a->ratio[0]), "1", GAM_SOURCE_ASSUMED);
}

static int64_t measurement_of(const struct gam_analysis *a, const struct gam_report_operator *op)
{
    for (size_t i = 0; i < gam_runset_measurement_n(a->run); i++) {
        const char *spec = gam_measurement_spec(a->run, &gam_runset_measurement(a->run)[i]);
        if (gam_runset_measurement(a->run)[i].role == GAM_ROLE_SUBJECT && spec && strcmp(spec, op->spec) == 0)
            return (int64_t)i;
    }
    return -1;
}

int gam_network_steps(struct gam_analysis *a, struct gam_network *n, struct gam_err *err)
{
    struct gam_report *report = a->report;
    n->step = gam_arena_get(&report->memory, report->n_ops, sizeof *n->step);
    if (!n->step)
        return gam_err_nomem(err);
    for (size_t i = 0; i < report->n_ops; i++) {
        const struct gam_report_operator *op = &report->op[i];
        int64_t m = measurement_of(a, op);
        if (!op->op.kind || strcmp(op->op.kind->name, "step") != 0 || !gam_operator_timed(op) || m < 0)
            continue;
        struct gam_report_step *s = &n->step[n->n_steps++];
        *s = (struct gam_report_step){ .op = i, .ranks = (int)gam_op_int(&op->op, "ranks") };
        s->omega = overlaps(a, (size_t)m) ? summed(a, "1") : gam_quantity_missing("1", "its parts were not measured");
        fill_exposed(a, (size_t)m, s);
        fill_efficiency(a, (size_t)m, s);
        fill_waiting(a, (size_t)m, s);
        fill_prediction(a, (size_t)m, s);
    }
    return 0;
}
