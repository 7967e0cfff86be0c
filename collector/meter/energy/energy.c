/* SPDX-License-Identifier: MIT */
#include "collector/meter/energy/energy.h"

#include "common/clock.h"
#include "common/err.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { IDLE_PERIODS = 20 };
static const uint64_t settle_ns = 100000000u, idle_least_ns = 500000000u;

static void sleep_for(uint64_t ns)
{
    struct timespec left = { (time_t)(ns / 1000000000u), (long)(ns % 1000000000u) };

    while (nanosleep(&left, &left) && errno == EINTR)
        ;
}

struct gam_energy_counter *gam_energy_add(struct gam_energy *e)
{
    if (e->n == GAM_ENERGY_COUNTERS)
        return NULL;
    e->counter[e->n] = (struct gam_energy_counter){ .watt_most = NAN, .coverage = NAN };
    return &e->counter[e->n++];
}

static struct gam_energy_group *group_of(struct gam_energy *e, const struct gam_energy_counter *c)
{
    for (size_t g = 0; g < e->n_groups; g++)
        if (!c->alone && e->group[g].scope == c->scope && !e->counter[e->group[g].member[0]].alone)
            return &e->group[g];
    if (e->n_groups == GAM_ENERGY_GROUPS)
        return NULL;
    e->group[e->n_groups] = (struct gam_energy_group){ .scope = c->scope, .idle_watt = NAN };
    return &e->group[e->n_groups++];
}

static void groups_make(struct gam_energy *e)
{
    e->n_groups = 0;
    for (size_t i = 0; i < e->n; i++) {
        struct gam_energy_group *g = group_of(e, &e->counter[i]);
        size_t used = g ? strlen(g->domain) : 0;

        if (!g)
            continue;
        g->member[g->n++] = i;
        snprintf(g->domain + used, sizeof g->domain - used, "%s%s", used ? ", " : "", e->counter[i].name);
    }
}

static void marks_take(struct gam_energy *e, struct gam_energy_mark *mark)
{
    for (size_t i = 0; i < e->n; i++) {
        mark[i] = (struct gam_energy_mark){ .count = 0 };
        mark[i].error = e->read(e->ctx, i, &mark[i].count);
        mark[i].at_ns = e->now_ns ? e->now_ns() : gam_clock_monotonic_now();
    }
}

/* One member missing: the sum is missing, not smaller. */
static double group_joule(const struct gam_energy *e, const struct gam_energy_group *g, double *seconds,
                          char reason[GAM_ENERGY_REASON])
{
    double sum = 0;

    *seconds = 0;
    for (size_t k = 0; k < g->n && !isnan(sum); k++) {
        size_t i = g->member[k];

        sum += gam_energy_between(&e->counter[i], &e->begin[i], &e->end[i], reason);
        *seconds = (double)(e->end[i].at_ns - e->begin[i].at_ns) / 1e9;
    }
    return sum;
}

static uint64_t period_of(const struct gam_energy *e, const struct gam_energy_group *g)
{
    uint64_t most = 0;

    for (size_t k = 0; k < g->n; k++)
        most = e->counter[g->member[k]].period_ns > most ? e->counter[g->member[k]].period_ns : most;
    return most;
}

/* The least of its members'; NaN when one is not known. */
static double coverage_of(const struct gam_energy *e, const struct gam_energy_group *g)
{
    double least = 1;

    for (size_t k = 0; k < g->n; k++) {
        double share = e->counter[g->member[k]].coverage;

        least = isnan(share) || isnan(least) ? NAN : fmin(least, share);
    }
    return least;
}

static void quantities_make(struct gam_energy *e)
{
    for (size_t g = 0; g < e->n_groups; g++) {
        struct gam_meter_quantity *q = &e->quantity[g * GAM_ENERGY_QUANTITIES];
        const struct gam_energy_group *group = &e->group[g];

        for (int k = 0; k < GAM_ENERGY_QUANTITIES; k++)
            q[k] = (struct gam_meter_quantity){ .name = k == 2 ? "idle_watt" : "energy_joule",
                                                .unit = k == 2 ? "watt" : "joule",
                                                .scope = group->scope,
                                                .kind = k == 2 ? GAM_QUANTITY_LEVEL : GAM_QUANTITY_DELTA,
                                                .trust = NAN,
                                                .energy = { .method = GAM_ENERGY_COUNTER,
                                                            .domain = group->domain,
                                                            .net = k == 1,
                                                            .period_ns = (int64_t)period_of(e, group),
                                                            .coverage = coverage_of(e, group) } };
    }
}

static void idle_measure(struct gam_energy *e)
{
    void (*pause)(uint64_t) = e->sleep_ns ? e->sleep_ns : sleep_for;
    uint64_t window_ns = idle_least_ns;

    for (size_t i = 0; i < e->n; i++)
        window_ns = IDLE_PERIODS * e->counter[i].period_ns > window_ns ? IDLE_PERIODS * e->counter[i].period_ns : window_ns;
    pause(settle_ns);
    marks_take(e, e->begin);
    pause(window_ns);
    marks_take(e, e->end);
    for (size_t g = 0; g < e->n_groups; g++) {
        double seconds, joule = group_joule(e, &e->group[g], &seconds, e->group[g].idle_reason);

        e->group[g].idle_watt = joule / seconds;
    }
}

size_t gam_energy_alive(struct gam_energy *e, char reason[GAM_ENERGY_REASON])
{
    void (*pause)(uint64_t) = e->sleep_ns ? e->sleep_ns : sleep_for;
    uint64_t most = 0;
    size_t alive = 0;

    for (size_t i = 0; i < e->n; i++)
        most = e->counter[i].period_ns > most ? e->counter[i].period_ns : most;
    reason[0] = '\0';
    marks_take(e, e->begin);
    pause(2 * GAM_ENERGY_PERIODS_LEAST * most);
    marks_take(e, e->end);
    for (size_t i = 0; i < e->n; i++) {
        char why[GAM_ENERGY_REASON];

        if (!isnan(gam_energy_between(&e->counter[i], &e->begin[i], &e->end[i], why)))
            alive++;
        else if (!reason[0])
            memcpy(reason, why, sizeof why);
    }
    return alive;
}

int gam_energy_ready(struct gam_energy *e, struct gam_err *err)
{
    groups_make(e);
    quantities_make(e);
    if (e->n)
        idle_measure(e);
    for (size_t g = 0; g < e->n_groups; g++)
        if (!isnan(e->group[g].idle_watt))
            return 0;
    return gam_err_set(err, -GAM_EDEVICE, "%s", e->n_groups ? e->group[0].idle_reason : "no counter of energy");
}

void gam_energy_start(struct gam_energy *e)
{
    marks_take(e, e->begin);
}

void gam_energy_stop(struct gam_energy *e)
{
    marks_take(e, e->end);
}

int gam_energy_read(struct gam_energy *e, struct gam_meter_reading *out, size_t n)
{
    for (size_t g = 0; g < e->n_groups && (g + 1) * GAM_ENERGY_QUANTITIES <= n; g++) {
        struct gam_energy_group *group = &e->group[g];
        double seconds, joule = group_joule(e, group, &seconds, group->reason);
        double value[GAM_ENERGY_QUANTITIES] = { joule, joule - group->idle_watt * seconds, group->idle_watt };
        const char *reason[GAM_ENERGY_QUANTITIES] = { group->reason, isnan(joule) ? group->reason : group->idle_reason,
                                                      group->idle_reason };

        for (int k = 0; k < GAM_ENERGY_QUANTITIES; k++)
            out[g * GAM_ENERGY_QUANTITIES + (size_t)k] = (struct gam_meter_reading){
                .ivalue = GAM_NULL_INT, .rvalue = value[k], .reason = isnan(value[k]) ? reason[k] : NULL
            };
    }
    return 0;
}

size_t gam_energy_meter_quantities(void *state, const struct gam_meter_quantity **out)
{
    const struct gam_energy *e = state;

    *out = e->quantity;
    return e->n_groups * GAM_ENERGY_QUANTITIES;
}

int gam_energy_meter_passes(void *state)
{
    (void)state;
    return 0;
}

int gam_energy_meter_start(void *state, int pass, size_t workers, struct gam_err *err)
{
    (void)pass;
    (void)workers;
    (void)err;
    gam_energy_start(state);
    return 0;
}

int gam_energy_meter_stop(void *state, struct gam_err *err)
{
    (void)err;
    gam_energy_stop(state);
    return 0;
}

int gam_energy_meter_read(void *state, struct gam_meter_reading *out, size_t n, struct gam_err *err)
{
    (void)err;
    return gam_energy_read(state, out, n);
}
