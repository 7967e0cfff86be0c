/* SPDX-License-Identifier: MIT */
#include "analyzer/readings.h"

#include "common/err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct gam_reading_entry {
    size_t measurement;
    int64_t quantity;
    int64_t round;
    double value;    /* NaN: missing */
    unsigned flags;
    const char *reason;
    enum gam_source source;
};

static int by_place(const void *a, const void *b)
{
    const struct gam_reading_entry *x = a, *y = b;
    if (x->measurement != y->measurement)
        return x->measurement < y->measurement ? -1 : 1;
    if (x->quantity != y->quantity)
        return x->quantity < y->quantity ? -1 : 1;
    if (x->round != y->round)
        return x->round < y->round ? -1 : 1;
    if (isnan(x->value) || isnan(y->value))
        return (isnan(x->value) ? 1 : 0) - (isnan(y->value) ? 1 : 0);
    return x->value < y->value ? -1 : x->value > y->value;
}

static double raw_value(const struct gam_reading *r)
{
    return r->ivalue != GAM_NULL_INT ? (double)r->ivalue : r->rvalue;
}

/* The measurement that a reading belongs to and its sample, if it has one; false for other targets. */
static bool place_of(const struct gam_runset *run, const struct gam_reading *r, int64_t *measurement, const struct gam_sample **sample)
{
    *sample = NULL;
    if (r->target == GAM_TARGET_SAMPLE && r->subject >= 0 && (size_t)r->subject < gam_runset_sample_n(run)) {
        *sample = &gam_runset_sample(run)[r->subject];
        *measurement = (*sample)->measurement;
    } else if (r->target == GAM_TARGET_MEASUREMENT) {
        *measurement = r->subject;
    } else {
        return false;
    }
    return *measurement >= 0 && (size_t)*measurement < gam_runset_measurement_n(run) && r->quantity >= 0 &&
           (size_t)r->quantity < gam_runset_quantity_def_n(run);
}

int gam_readings_build(const struct gam_runset *run, const struct gam_round_table *rounds, struct gam_arena **arena,
                       struct gam_readings *out, struct gam_err *err)
{
    const struct gam_reading *r = gam_runset_reading(run);
    size_t most = gam_runset_reading_n(run);
    *out = (struct gam_readings){ .run = run, .rounds = rounds };
    out->entry = gam_arena_get(arena, most, sizeof *out->entry);
    if (!out->entry)
        return gam_err_nomem(err);
    for (size_t i = 0; i < most; i++) {
        const struct gam_sample *sample;
        int64_t measurement;
        if (!place_of(run, &r[i], &measurement, &sample))
            continue;
        const struct gam_quantity_def *def = &gam_runset_quantity_def(run)[r[i].quantity];
        double value = raw_value(&r[i]);
        if (def->kind == GAM_QUANTITY_DELTA)
            value = sample && sample->iterations > 0 ? value / (double)sample->iterations : NAN;
        out->entry[out->n++] = (struct gam_reading_entry){ (size_t)measurement, r[i].quantity, sample ? sample->round : 0, value,
                                                           (unsigned)r[i].flags, r[i].reason, (enum gam_source)r[i].source };
    }
    qsort(out->entry, out->n, sizeof *out->entry, by_place);
    return 0;
}

static size_t first_at(const struct gam_readings *r, size_t measurement, int64_t quantity)
{
    size_t lo = 0, hi = r->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        const struct gam_reading_entry *e = &r->entry[mid];
        if (e->measurement < measurement || (e->measurement == measurement && e->quantity < quantity))
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* Median of one round's entries: sorted by value, the missing ones last. */
static double round_median(const struct gam_reading_entry *e, size_t n)
{
    while (n > 0 && isnan(e[n - 1].value))
        n--;
    if (n == 0)
        return NAN;
    return n % 2 ? e[n / 2].value : (e[n / 2 - 1].value + e[n / 2].value) / 2;
}

static struct gam_quantity summary(const struct gam_readings *r, size_t at, size_t end, const struct gam_quantity_def *def)
{
    const struct gam_reading_entry *e = r->entry;
    double *v = r->rounds->scratch;
    const char *reason = NULL;
    unsigned flags = 0;
    size_t n = 0;
    for (size_t i = at, next; i < end; i = next) {
        for (next = i; next < end && e[next].round == e[i].round; next++) {
            flags |= e[next].flags;
            reason = reason ? reason : e[next].reason;
        }
        double m = round_median(e + i, next - i);
        if (!isnan(m) && n < (size_t)r->rounds->n_rounds)
            v[n++] = m;
    }
    if (n == 0)
        return gam_quantity_missing(def->unit, reason ? reason : "no value was read");
    struct gam_quantity q = gam_interval_quantity(gam_stats_median_interval(v, n), def->unit, e[at].source);
    q.flags = flags | (isnan(def->trust) ? GAM_Q_UNTRUSTED : 0);
    return q;
}

struct gam_quantity gam_readings_get(const struct gam_readings *r, size_t measurement, const char *name)
{
    const struct gam_quantity_def *def = gam_runset_quantity_def(r->run);
    struct gam_quantity q = gam_quantity_missing("", "no meter reads it");
    for (size_t i = 0; i < gam_runset_quantity_def_n(r->run); i++) {
        if (strcmp(def[i].name, name) != 0)
            continue;
        size_t at = first_at(r, measurement, (int64_t)i), end = at;
        while (end < r->n && r->entry[end].measurement == measurement && r->entry[end].quantity == (int64_t)i)
            end++;
        if (at == end)
            continue;
        if (!isnan(def[i].trust) && fabs(1 - def[i].trust) > GAM_TRUST_TOLERANCE) {
            q = gam_quantity_missing(def[i].unit, "the event failed its truth test");
            q.flags = GAM_Q_UNTRUSTED;
            continue;
        }
        q = summary(r, at, end, &def[i]);
        if (gam_quantity_known(&q))
            return q;
    }
    return q;
}

double gam_readings_time_share(const struct gam_readings *r, const char *name)
{
    const struct gam_quantity_def *def = gam_runset_quantity_def(r->run);
    const struct gam_reading *reading = gam_runset_reading(r->run);
    double sum = 0, time = 0;
    for (size_t i = 0; i < gam_runset_reading_n(r->run); i++) {
        const struct gam_sample *sample;
        int64_t measurement;
        if (!place_of(r->run, &reading[i], &measurement, &sample) || !sample || strcmp(def[reading[i].quantity].name, name) != 0)
            continue;
        double value = raw_value(&reading[i]);
        if (isnan(value) || sample->duration_ns <= 0)
            continue;
        sum += value;
        time += (double)sample->duration_ns;
    }
    return time > 0 ? sum / time : NAN;
}
