/* SPDX-License-Identifier: MIT */
/* Meters around visits. One that fails costs its readings, never the visit. */
#include "collector/runner_priv.h"
#include "common/err.h"
#include "common/record/quantity.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { METERS_TIDS = 4096 };

/* Quantities that mark the samples of a visit when they are above 0. */
static const struct {
    const char *quantity;
    enum gam_sample_flag flag;
} meter_flags[] = {
    { "steal_ns", GAM_SAMPLE_STEAL },           { "involuntary_switches", GAM_SAMPLE_SWITCHED },
    { "throttle_count", GAM_SAMPLE_THROTTLED }, { "gpu_throttled_looks", GAM_SAMPLE_THROTTLED },
    { "migrations", GAM_SAMPLE_MIGRATED },
};

/* Every thread of this process: libraries have pools of their own. */
static int tids_read(struct runner *r, struct gam_err *err)
{
    DIR *dir = opendir("/proc/self/task");
    const struct dirent *entry;

    r->tid = calloc(METERS_TIDS, sizeof *r->tid);
    r->worker = calloc(METERS_TIDS, sizeof *r->worker);
    while (dir && r->tid && (entry = readdir(dir)) && r->n_tids < METERS_TIDS) {
        long tid = strtol(entry->d_name, NULL, 10);

        if (tid > 0)
            r->tid[r->n_tids++] = (int)tid;
    }
    if (dir)
        closedir(dir);
    if (!r->tid || !r->worker)
        return gam_err_nomem(err);
    for (size_t d = 0; d < r->request->n_devices; d++) {
        const struct gam_open_device *device = &r->request->devices[d];

        if (device->backend->workers)
            r->n_workers += device->backend->workers(device->state, r->worker + r->n_workers, METERS_TIDS - r->n_workers);
    }
    return 0;
}

static void counters_say(struct runner *r, const char *word, const char *reason)
{
    r->result->counters = word;
    snprintf(r->result->counters_reason, sizeof r->result->counters_reason, "%s", reason);
}

static void energy_fields(struct gam_quantity_def *def, const struct gam_meter_energy *energy)
{
    if (!energy->domain)
        return;
    def->energy_method = energy->method;
    def->energy_domain = energy->domain;
    def->energy_net = energy->net;
    def->energy_period_ns = energy->period_ns ? energy->period_ns : GAM_NULL_INT;
    def->energy_coverage = energy->coverage;
}

static int quantities_emit(struct runner *r, struct meter_state *m, struct gam_err *err)
{
    m->first = r->emit->next[GAM_RECORD_QUANTITY_DEF];
    for (size_t i = 0; i < m->n; i++) {
        const struct gam_meter_quantity *q = &m->quantity[i];
        struct gam_quantity_def def;
        int rc;

        gam_record_clear(GAM_RECORD_QUANTITY_DEF, &def);
        def.name = q->name;
        def.unit = q->unit;
        def.scope = q->scope;
        def.kind = q->kind;
        def.meter = m->meter->name;
        def.trust = q->trust;
        energy_fields(&def, &q->energy);
        rc = gam_emit(r->emit, GAM_RECORD_QUANTITY_DEF, &def, err);
        if (rc)
            return rc;
        if (m->meter->hardware && fabs(1 - q->trust) > 0.05) /* false for NaN */
            counters_say(r, "partial", "a counter failed its truth test");
    }
    return 0;
}

/* Why no energy is metered, of all its meters together; told once, by gam_meters_open. */
static int energy_refused(struct runner *r, const struct meter_state *m, const struct gam_err *why, const struct gam_probe *probe)
{
    size_t used = strlen(r->no_energy), helped = strlen(r->no_energy_remedy);

    snprintf(r->no_energy + used, sizeof r->no_energy - used, "%s%s: %s", used ? "; " : "", m->meter->name, why->text);
    if (probe->remedy[0] && (!helped || why->code == -GAM_EPERM))
        snprintf(r->no_energy_remedy, sizeof r->no_energy_remedy, "%s", probe->remedy);
    return 0;
}

static int energy_say(struct runner *r, struct gam_err *err)
{
    for (size_t i = 0; i < r->n_meters; i++)
        if (r->meter[i].open && r->meter[i].meter->energy)
            return 0;
    if (!r->no_energy[0])
        return 0;
    return gam_emit_event(r->emit, GAM_SEVERITY_INFO, "energy-unavailable", r->no_energy, r->no_energy_remedy, err);
}

static int meter_refused(struct runner *r, struct meter_state *m, const struct gam_err *why, struct gam_err *err)
{
    char code[64], text[sizeof why->text + 64];
    struct gam_probe probe = { .ready = 0 };

    m->meter->close(m->state);
    m->open = 0;
    m->meter->probe(&probe);
    if (m->meter->energy)
        return energy_refused(r, m, why, &probe);
    if (m->meter->hardware)
        counters_say(r, why->code == -GAM_EPERM ? "not-permitted" : "software-only", why->text);
    snprintf(code, sizeof code, "%s", m->meter->hardware ? "counters-unavailable" : "meter-unavailable");
    snprintf(text, sizeof text, "meter '%s': %s", m->meter->name, why->text);
    return gam_emit_event(r->emit, m->meter->hardware ? GAM_SEVERITY_INFO : GAM_SEVERITY_WARNING, code, text, probe.remedy, err);
}

static int meter_open(struct runner *r, struct meter_state *m, struct gam_err *err)
{
    struct gam_meter_target target = { .tids = r->tid,
                                       .n_tids = r->n_tids,
                                       .worker_tids = r->worker,
                                       .n_workers = r->n_workers,
                                       .devices = r->request->devices,
                                       .n_devices = r->request->n_devices };
    struct gam_err why = { .code = 0 };
    int rc;

    m->state = calloc(1, m->meter->state_size ? m->meter->state_size : 1);
    if (!m->state)
        return gam_err_nomem(err);
    rc = m->meter->open(m->state, &target, &why);
    if (rc < 0)
        return meter_refused(r, m, &why, err);
    if (rc > 0) {
        m->meter->close(m->state);
        return 0;
    }
    m->open = 1;
    m->n = m->meter->quantities(m->state, &m->quantity);
    m->passes = m->meter->passes(m->state);
    m->reading = calloc(m->n ? m->n : 1, sizeof *m->reading);
    m->seen = calloc(m->n ? m->n : 1, 1);
    m->told = calloc(m->n ? m->n : 1, 1);
    if (!m->reading || !m->seen || !m->told)
        return gam_err_nomem(err);
    if (m->passes > r->passes)
        r->passes = m->passes;
    if (m->meter->hardware && !strcmp(r->result->counters, "off"))
        counters_say(r, "full", "");
    return quantities_emit(r, m, err);
}

int gam_meters_open(struct runner *r, struct gam_err *err)
{
    int rc = tids_read(r, err);

    if (rc || !r->config->n_meters)
        return rc;
    r->meter = calloc(r->config->n_meters, sizeof *r->meter);
    if (!r->meter)
        return gam_err_nomem(err);
    for (size_t i = 0; i < r->config->n_meters && !rc; i++) {
        r->meter[i].meter = r->config->meters[i];
        r->n_meters++;
        rc = meter_open(r, &r->meter[i], err);
    }
    return rc ? rc : energy_say(r, err);
}

static int meter_takes_part(const struct meter_state *m, int pass)
{
    return m->open && !m->aside && (pass <= m->passes || !m->meter->hardware);
}

/* The readings of one visit become missing, with the meter's own words; once per meter that is an event too. */
static int meter_failed(struct runner *r, struct meter_state *m, const struct gam_err *why, struct gam_err *err)
{
    char text[sizeof why->text + 64];

    for (size_t i = 0; i < m->n; i++)
        m->reading[i] =
            (struct gam_meter_reading){ .ivalue = GAM_NULL_INT, .rvalue = NAN, .reason = "the meter failed in this visit" };
    if (m->warned)
        return 0;
    m->warned = 1;
    snprintf(text, sizeof text, "meter '%s' failed during a visit: %s", m->meter->name, why->text);
    return gam_emit_event(r->emit, GAM_SEVERITY_WARNING, "meter-failed", text, NULL, err);
}

static uint64_t least_of(const struct meter_state *m, int pass)
{
    return m->meter->least_ns ? m->meter->least_ns(m->state, pass) : 0;
}

/* Whether the meter has anything to read in that pass which it does not read in every pass. */
static int meter_has(const struct meter_state *m, int pass)
{
    if (pass > m->passes)
        return 0;
    for (size_t i = 0; i < m->n; i++)
        if (m->quantity[i].pass == pass)
            return 1;
    return least_of(m, pass) > 0;
}

int gam_meters_want(const struct runner *r, const struct slot *s, int pass)
{
    for (size_t i = 0; i < r->n_meters; i++) {
        const struct meter_state *m = &r->meter[i];

        if (!m->open || !meter_has(m, pass) || (m->meter->takes && !m->meter->takes(m->state, s->item->device)))
            continue;
        if (!least_of(m, pass) || (r->config->long_visits && s->item->role == GAM_ROLE_SUBJECT))
            return 1;
    }
    return pass == 0;
}

uint64_t gam_meters_least_ns(const struct runner *r, const struct slot *s, int pass)
{
    uint64_t most = 0;

    for (size_t i = 0; i < r->n_meters; i++) {
        const struct meter_state *m = &r->meter[i];
        uint64_t least = m->open && (!m->meter->takes || m->meter->takes(m->state, s->item->device)) ? least_of(m, pass) : 0;

        most = least > most ? least : most;
    }
    return most;
}

int gam_meters_start(struct runner *r, const struct slot *s, int pass, struct gam_err *err)
{
    int workers = s->launch.threads;

    for (size_t i = 0; i < r->n_meters; i++) {
        struct meter_state *m = &r->meter[i];
        struct gam_err why = { .code = 0 };
        int rc = 0;

        m->running = 0;
        m->aside = m->open && m->meter->takes && !m->meter->takes(m->state, s->item->device);
        if (!meter_takes_part(m, pass))
            continue;
        if (m->meter->start(m->state, pass, (size_t)workers, &why))
            rc = meter_failed(r, m, &why, err);
        else
            m->running = 1;
        if (rc)
            return rc;
    }
    return 0;
}

int gam_meters_stop(struct runner *r, struct gam_err *err)
{
    for (size_t i = r->n_meters; i-- > 0;) { /* the last to start is the nearest to the samples */
        struct meter_state *m = &r->meter[i];
        struct gam_err why = { .code = 0 };
        int rc = 0;

        if (!m->running)
            continue;
        if (m->meter->stop(m->state, &why) || m->meter->read(m->state, m->reading, m->n, &why))
            rc = meter_failed(r, m, &why, err);
        if (rc)
            return rc;
    }
    return 0;
}

static int reading_known(const struct gam_meter_reading *reading)
{
    return reading->ivalue != GAM_NULL_INT || !isnan(reading->rvalue);
}

static int quantity_takes_part(const struct meter_state *m, size_t i, int pass)
{
    return meter_takes_part(m, pass) && (m->quantity[i].pass == 0 || m->quantity[i].pass == pass);
}

unsigned gam_meters_flags(const struct runner *r, int pass)
{
    unsigned flags = 0;

    for (size_t k = 0; k < r->n_meters; k++)
        for (size_t i = 0; i < r->meter[k].n; i++) {
            const struct gam_meter_reading *v = &r->meter[k].reading[i];

            if (!quantity_takes_part(&r->meter[k], i, pass) || !(v->ivalue > 0 || v->rvalue > 0))
                continue;
            for (size_t f = 0; f < sizeof meter_flags / sizeof meter_flags[0]; f++)
                if (!strcmp(meter_flags[f].quantity, r->meter[k].quantity[i].name))
                    flags |= meter_flags[f].flag;
        }
    return flags;
}

static int reading_emit(struct runner *r, struct meter_state *m, size_t i, int64_t sample, uint64_t covered_ns,
                        struct gam_err *err)
{
    const struct gam_meter_reading *v = &m->reading[i];
    struct gam_reading record;

    gam_record_clear(GAM_RECORD_READING, &record);
    record.quantity = m->first + (int64_t)i;
    record.target = sample >= 0 ? GAM_TARGET_SAMPLE : GAM_TARGET_RUN;
    record.subject = sample >= 0 ? sample : 0;
    record.rank = 0;
    record.ivalue = v->ivalue;
    record.rvalue = v->rvalue;
    record.reason = v->reason;
    record.source =
        reading_known(v) ? (m->meter->hardware || m->meter->energy ? GAM_SOURCE_COUNTER : GAM_SOURCE_TIMED) : GAM_SOURCE_NONE;
    record.flags = v->flags;
    if (sample >= 0) {
        record.enabled_ns = (int64_t)(v->enabled_ns ? v->enabled_ns : covered_ns);
        record.running_ns = (int64_t)(v->enabled_ns ? v->running_ns : covered_ns);
    }
    return gam_emit(r->emit, GAM_RECORD_READING, &record, err);
}

int gam_meters_emit(struct runner *r, int64_t sample, int pass, uint64_t covered_ns, struct gam_err *err)
{
    for (size_t k = 0; k < r->n_meters; k++) {
        struct meter_state *m = &r->meter[k];

        for (size_t i = 0; i < m->n; i++) {
            int known = reading_known(&m->reading[i]), rc = 0;

            if (!quantity_takes_part(m, i, pass))
                continue;
            if (known || m->seen[i])
                rc = reading_emit(r, m, i, sample, covered_ns, err);
            else if (!m->told[i])
                rc = reading_emit(r, m, i, -1, covered_ns, err);
            if (!known && !m->told[i] && m->meter->hardware && !strcmp(r->result->counters, "full"))
                counters_say(r, "partial", m->reading[i].reason ? m->reading[i].reason : "a counter is missing");
            m->told[i] |= (unsigned char)!known;
            m->seen[i] |= (unsigned char)known;
            if (rc)
                return rc;
        }
    }
    return 0;
}

void gam_meters_close(struct runner *r)
{
    for (size_t i = 0; i < r->n_meters; i++) {
        struct meter_state *m = &r->meter[i];

        if (m->open)
            m->meter->close(m->state);
        free(m->state);
        free(m->reading);
        free(m->seen);
        free(m->told);
    }
    free(r->meter);
    free(r->tid);
    free(r->worker);
    r->meter = NULL;
    r->n_meters = 0;
}
