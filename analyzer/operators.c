/* SPDX-License-Identifier: MIT */
/* Rows of the report: what each operator is, what it took, what its shape asks for. */
#include "analyzer/analysis.h"
#include "analyzer/roof_facts.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static size_t subjects(const struct gam_runset *run)
{
    size_t n = 0;
    for (size_t i = 0; i < gam_runset_measurement_n(run); i++)
        n += gam_runset_measurement(run)[i].role == GAM_ROLE_SUBJECT;
    return n;
}

static const struct gam_node *node_of(const struct gam_runset *run, const struct gam_measurement *m)
{
    return m->node >= 0 && (size_t)m->node < gam_runset_node_n(run) ? &gam_runset_node(run)[m->node] : NULL;
}

/* Spec and parsed operator; kind NULL when it is not one of ours. */
static void fill_spec(const struct gam_runset *run, const struct gam_measurement *m, struct gam_report_operator *out)
{
    const char *spec = gam_measurement_spec(run, m);
    snprintf(out->spec, sizeof out->spec, "%s", spec ? spec : "?");
    if (!spec || gam_op_parse(spec, &out->op, NULL) != 0)
        out->op.kind = NULL;
}

static void fill_missing(struct gam_report_operator *out)
{
    static const char reason[] = "not known";
    out->share = out->roof_share = out->executed_ratio = out->traffic_ratio = gam_quantity_missing("1", reason);
    out->flop = out->executed_flop = gam_quantity_missing("flop", reason);
    out->flop_per_s = gam_quantity_missing("flop/s", reason);
    out->bytes_per_s = gam_quantity_missing("bytes/s", reason);
    out->intensity = gam_quantity_missing("flop/byte", reason);
    out->gain_ns = out->relief_ns = gam_quantity_missing("ns", reason);
    out->energy_joule = gam_quantity_missing("joule", "no meter reads it");
    out->t_lo_ns = out->t_mod_ns = out->t_hi_ns = out->epsilon = out->margin = NAN;
    out->bound = (struct gam_bound){ .label = GAM_LABEL_INDETERMINATE, .confidence = NAN };
}

static void fill_times(struct gam_analysis *a, size_t measurement, struct gam_report_operator *out)
{
    const double *ns = gam_rounds_of(&a->rounds, measurement);
    for (int r = 0; r < a->rounds.n_rounds; r++)
        out->round_ns[r] = ns[r];
    out->time_ns = gam_interval_quantity(gam_rounds_interval(&a->rounds, ns), "ns", GAM_SOURCE_TIMED);
    if (out->status == GAM_STATUS_SKIPPED || out->status == GAM_STATUS_FAILED || out->status == GAM_STATUS_DROPPED)
        out->time_ns = gam_quantity_missing("ns", out->reason ? out->reason : "not measured");
}

/* FLOPs and rates. A rate falls as the time rises: its interval is turned around. */
static struct gam_quantity rate_of(double amount, const struct gam_quantity *time_ns, const char *unit)
{
    struct gam_quantity q = *time_ns;
    q.unit = unit;
    q.value = amount / time_ns->value * 1e9;
    q.low = amount / time_ns->high * 1e9;
    q.high = amount / time_ns->low * 1e9;
    return q;
}

static void fill_work(const struct gam_analysis *a, struct gam_subject *s, struct gam_report_operator *out)
{
    if (!out->op.kind)
        return;
    gam_work_read(&out->op, &a->levels[out->device], s->footprint_bytes, out->cache == GAM_CACHE_COLD, out->threads, &s->work);
    double flop = s->work.cost.fma_flop + s->work.cost.special_flop;
    out->flop = gam_quantity_exact(flop, "flop", GAM_SOURCE_SHAPE);
    if (gam_operator_timed(out))
        out->flop_per_s = rate_of(flop, &out->time_ns, "flop/s");
}

static int fill_operator(struct gam_analysis *a, size_t measurement, struct gam_subject *s, struct gam_report_operator *out,
                         struct gam_err *err)
{
    const struct gam_measurement *m = &gam_runset_measurement(a->run)[measurement];
    const struct gam_node *node = node_of(a->run, m);
    if (m->device < 0 || (size_t)m->device >= a->report->n_devices)
        return gam_err_set(err, -GAM_EINVAL,
                           "measurement %zu: its device %lld does not exist; check the run with 'gambrel db check'", measurement,
                           (long long)m->device);
    fill_missing(out);
    fill_spec(a->run, m, out);
    out->name = node ? node->name : NULL;
    out->calls = node && node->calls > 0 ? node->calls : 1;
    out->implementation = m->implementation;
    out->version = m->implementation_version;
    out->detail = m->detail;
    out->device = (size_t)m->device;
    out->threads = m->threads > 0 ? (int)m->threads : 1;
    out->cache = (enum gam_cache_state)m->cache;
    out->status = (enum gam_status)m->status;
    out->reason = m->reason;
    out->error = m->error;
    out->tolerance = m->tolerance;
    out->round_ns = gam_arena_get(&a->report->memory, (size_t)a->rounds.n_rounds, sizeof *out->round_ns);
    if (!out->round_ns)
        return gam_err_nomem(err);
    s->measurement = measurement;
    s->crew =
        (struct gam_crew){ .workers = out->threads, .started = out->threads, .host = gam_host_memory_of(out->implementation) };
    if (out->op.kind && out->op.kind->class == GAM_OP_DISTRIBUTED)
        s->crew = (struct gam_crew){ .workers = out->threads, .link = out->detail };
    s->work.serving = -1;
    if (m->footprint_bytes >= 0)
        s->footprint_bytes = (double)m->footprint_bytes;
    else if (out->op.kind)
        s->footprint_bytes = (double)gam_op_footprint(&out->op);
    s->touched_bytes = s->footprint_bytes * (out->cache == GAM_CACHE_COLD && m->copies > 1 ? (double)m->copies : 1);
    fill_times(a, measurement, out);
    fill_work(a, s, out);
    return 0;
}

int gam_analysis_operators(struct gam_analysis *a, struct gam_err *err)
{
    struct gam_report *report = a->report;
    size_t n = subjects(a->run);
    report->op = gam_arena_get(&a->scratch, n, sizeof *report->op); /* until they are ranked */
    a->subject = gam_arena_get(&a->scratch, n, sizeof *a->subject);
    if (!report->op || !a->subject)
        return gam_err_nomem(err);
    for (size_t i = 0; i < gam_runset_measurement_n(a->run); i++) {
        if (gam_runset_measurement(a->run)[i].role != GAM_ROLE_SUBJECT)
            continue;
        int rc = fill_operator(a, i, &a->subject[report->n_ops], &report->op[report->n_ops], err);
        if (rc)
            return rc;
        report->n_ops++;
    }
    return 0;
}
