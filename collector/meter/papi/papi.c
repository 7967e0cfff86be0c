/* SPDX-License-Identifier: MIT */
/* Hardware counters through PAPI, per thread. Every event is first tried alone over a loop of known counts: one that cannot be
 * added is missing with PAPI's reason, one that reads wrong is marked. What does not fit the counters goes to another pass,
 * never to silent multiplexing.
 */
#include "collector/meter.h"
#include "collector/meter/papi/events.h"
#include "collector/meter/papi/probe.h"
#include "collector/meter/papi/set.h"
#include "collector/meter/papi/truth.h"
#include "common/err.h"
#include "common/record/quantity.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { EVENTS_MAX = 32, REASON_MAX = 160 };

struct candidate {
    const char *name; /* the first of its names that counts; NULL: none does */
    int pass;         /* 1.. */
    size_t slot;      /* position in its pass */
    char reason[REASON_MAX];
};

struct papi_state {
    const struct gam_papi *papi;
    struct gam_meter_quantity quantity[EVENTS_MAX];
    struct candidate event[EVENTS_MAX];
    int *tid, *worker;
    size_t n_tids, n_workers, computing; /* computing: the first workers, in the visit in work */
    int passes;
    struct gam_papi_set *set; /* passes x tids */
    int pass;                 /* in work or last read; 0 none */
};

static int own_tid(void)
{
    return (int)syscall(SYS_gettid);
}

/* Counts one event alone over its truth loop. */
static int event_try(const struct gam_papi *papi, const char *name, enum gam_papi_truth truth, double *trust, struct gam_err *err)
{
    struct gam_papi_set set;
    int64_t expected;
    int rc = gam_papi_set_open(papi, own_tid(), &set, err);

    if (!rc)
        rc = gam_papi_set_add(papi, &set, name, err);
    if (!rc)
        rc = gam_papi_set_start(papi, &set, err);
    if (!rc) {
        expected = gam_papi_truth_run(truth);
        rc = gam_papi_set_stop(papi, &set, err);
        *trust = gam_papi_truth_factor(truth, expected, set.value[0]);
    }
    gam_papi_set_close(papi, &set);
    return rc;
}

static void event_choose(struct papi_state *s, size_t i)
{
    const struct gam_papi_event *e = &gam_papi_events[i];
    struct gam_err err = { 0 };

    s->quantity[i] = (struct gam_meter_quantity){
        .name = e->quantity, .unit = e->unit, .scope = GAM_SCOPE_PROCESS, .kind = GAM_QUANTITY_DELTA, .pass = 1, .trust = NAN
    };
    snprintf(s->event[i].reason, REASON_MAX, "no PAPI event stands for it");
    for (size_t k = 0; k < PAPI_EVENT_NAMES && e->name[k] && !s->event[i].name; k++) {
        if (event_try(s->papi, e->name[k], e->truth, &s->quantity[i].trust, &err))
            snprintf(s->event[i].reason, REASON_MAX, "%.*s", REASON_MAX - 1, err.text);
        else
            s->event[i].name = e->name[k];
    }
    if (s->event[i].name && s->quantity[i].trust == 0.0)
        snprintf(s->event[i].reason, REASON_MAX, "%s always reads 0 on this machine", s->event[i].name);
    else if (s->event[i].name && fabs(1.0 - s->quantity[i].trust) > 0.05)
        snprintf(s->event[i].reason, REASON_MAX, "%s read %.3f of the true count", s->event[i].name, s->quantity[i].trust);
    else if (s->event[i].name)
        s->event[i].reason[0] = '\0';
}

/* An event that reads 0 over work that must move it would only waste a counter. */
static bool event_usable(const struct papi_state *s, size_t i)
{
    return s->event[i].name && s->quantity[i].trust != 0.0;
}

/* Whether all these events count together: PAPI says so at add, the kernel at start. */
static bool events_fit(const struct papi_state *s, const size_t *which, size_t n)
{
    struct gam_papi_set set;
    bool fit = !gam_papi_set_open(s->papi, own_tid(), &set, NULL);

    for (size_t k = 0; fit && k < n; k++)
        fit = !gam_papi_set_add(s->papi, &set, s->event[which[k]].name, NULL);
    fit = fit && !gam_papi_set_start(s->papi, &set, NULL) && !gam_papi_set_stop(s->papi, &set, NULL);
    gam_papi_set_close(s->papi, &set);
    return fit;
}

static size_t formula_members(const struct papi_state *s, size_t first, size_t *out)
{
    size_t n = 0;

    for (size_t i = first; i < gam_papi_n_events; i++)
        if (event_usable(s, i) && !strcmp(gam_papi_events[i].formula, gam_papi_events[first].formula))
            out[n++] = i;
    return n;
}

/* Puts events into passes, formula by formula. A formula too wide for the counters is split event by event. */
static void passes_plan(struct papi_state *s)
{
    size_t in_pass[EVENTS_MAX], n = 0;

    s->passes = 0;
    for (size_t i = 0; i < gam_papi_n_events; i++) {
        size_t members[EVENTS_MAX], m;

        if (!event_usable(s, i) || s->event[i].pass)
            continue;
        m = formula_members(s, i, members);
        memcpy(in_pass + n, members, m * sizeof *members);
        if (n + m > PAPI_SET_EVENTS || !s->passes || !events_fit(s, in_pass, n + m)) {
            if (!events_fit(s, members, m))
                m = 1;
            s->passes++;
            n = 0;
            memcpy(in_pass, members, m * sizeof *members);
        }
        for (size_t k = 0; k < m; k++) {
            s->event[members[k]].pass = s->quantity[members[k]].pass = s->passes;
            s->event[members[k]].slot = n++;
        }
    }
}

static struct gam_papi_set *set_of(struct papi_state *s, int pass, size_t thread)
{
    return &s->set[(size_t)(pass - 1) * s->n_tids + thread];
}

static int sets_open(struct papi_state *s, struct gam_err *err)
{
    s->set = calloc((size_t)s->passes * s->n_tids, sizeof *s->set);
    if (!s->set)
        return gam_err_nomem(err);
    for (size_t i = 0; i < (size_t)s->passes * s->n_tids; i++)
        s->set[i].handle = GAM_PAPI_NULL;
    for (int pass = 1; pass <= s->passes; pass++)
        for (size_t t = 0; t < s->n_tids; t++) {
            int rc = gam_papi_set_open(s->papi, s->tid[t], set_of(s, pass, t), err);

            for (size_t i = 0; !rc && i < gam_papi_n_events; i++)
                if (s->event[i].pass == pass)
                    rc = gam_papi_set_add(s->papi, set_of(s, pass, t), s->event[i].name, err);
            if (rc)
                return rc;
        }
    return 0;
}

static int *tids_copy(const int *tids, size_t n)
{
    int *copy = n ? malloc(n * sizeof *copy) : NULL;

    if (copy)
        memcpy(copy, tids, n * sizeof *copy);
    return copy;
}

static int papi_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    struct papi_state *s = state;
    int rc = gam_papi_get(&s->papi, err);

    if (rc)
        return rc;
    s->tid = tids_copy(target->tids, target->n_tids);
    s->worker = tids_copy(target->worker_tids, target->n_workers);
    s->n_tids = target->n_tids;
    s->n_workers = target->n_workers;
    if ((!s->tid && s->n_tids) || (!s->worker && s->n_workers))
        return gam_err_nomem(err);
    for (size_t i = 0; i < gam_papi_n_events; i++)
        event_choose(s, i);
    passes_plan(s);
    if (!s->passes)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "no hardware event counts: %s", s->event[0].reason);
    return sets_open(s, err);
}

static void papi_close(void *state)
{
    struct papi_state *s = state;

    for (size_t i = 0; s->set && i < (size_t)s->passes * s->n_tids; i++)
        gam_papi_set_close(s->papi, &s->set[i]);
    free(s->set);
    free(s->tid);
    free(s->worker);
    *s = (struct papi_state){ 0 };
}

static size_t papi_quantities(void *state, const struct gam_meter_quantity **out)
{
    struct papi_state *s = state;

    *out = s->quantity;
    return gam_papi_n_events;
}

static int papi_passes(void *state)
{
    return ((struct papi_state *)state)->passes;
}

static int papi_start(void *state, int pass, size_t workers, struct gam_err *err)
{
    struct papi_state *s = state;

    s->pass = pass;
    s->computing = workers;
    if (pass < 1 || pass > s->passes)
        return 0;
    for (size_t t = 0; t < s->n_tids; t++) {
        int rc = gam_papi_set_start(s->papi, set_of(s, pass, t), err);

        if (!rc)
            continue;
        while (t-- > 0)
            gam_papi_set_stop(s->papi, set_of(s, pass, t), NULL);
        return rc;
    }
    return 0;
}

static int papi_stop(void *state, struct gam_err *err)
{
    struct papi_state *s = state;
    int rc = 0;

    if (s->pass < 1 || s->pass > s->passes)
        return 0;
    for (size_t t = 0; t < s->n_tids; t++) {
        int one = gam_papi_set_stop(s->papi, set_of(s, s->pass, t), err);

        rc = rc ? rc : one;
    }
    return rc;
}

/* Index among the workers, n_workers when it is none of them. */
static size_t worker_index(const struct papi_state *s, int tid)
{
    size_t i = 0;

    while (i < s->n_workers && s->worker[i] != tid)
        i++;
    return i;
}

static struct gam_meter_reading reading_missing(const char *reason)
{
    return (struct gam_meter_reading){ .ivalue = GAM_NULL_INT, .rvalue = NAN, .reason = reason };
}

static struct gam_meter_reading event_read(struct papi_state *s, size_t i)
{
    struct gam_meter_reading r = { .ivalue = 0, .rvalue = NAN };

    if (!event_usable(s, i))
        return reading_missing(s->event[i].reason);
    if (s->event[i].pass != s->pass)
        return reading_missing("counted in another pass");
    for (size_t t = 0; t < s->n_tids; t++) {
        long long value = set_of(s, s->pass, t)->value[s->event[i].slot];
        size_t worker = worker_index(s, s->tid[t]);

        if (value < 0)
            return reading_missing("the counter read a negative number");
        if (worker >= s->computing && worker < s->n_workers)
            continue; /* idle in this visit: what it spins is not the operator's */
        if (i == 0 && value == 0 && worker < s->n_workers)
            return reading_missing("a worker thread counted no cycles");
        r.ivalue += value;
    }
    if (s->event[i].reason[0]) {
        r.flags = GAM_Q_UNTRUSTED;
        r.reason = s->event[i].reason;
    }
    return r;
}

static int papi_read(void *state, struct gam_meter_reading *out, size_t n, struct gam_err *err)
{
    struct papi_state *s = state;

    if (n < gam_papi_n_events)
        return gam_err_set(err, -GAM_EINVAL, "room for %zu readings, %zu needed", n, gam_papi_n_events);
    for (size_t i = 0; i < gam_papi_n_events; i++)
        out[i] = event_read(s, i);
    return 0;
}

const struct gam_meter gam_meter_papi = {
    .name = "papi",
    .summary = "hardware counters per thread (PAPI)",
    .hardware = 1,
    .state_size = sizeof(struct papi_state),
    .probe = gam_papi_probe,
    .open = papi_open,
    .close = papi_close,
    .quantities = papi_quantities,
    .passes = papi_passes,
    .start = papi_start,
    .stop = papi_stop,
    .read = papi_read,
};
