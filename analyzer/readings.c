/* SPDX-License-Identifier: MIT */
#include "analyzer/readings.h"

#include "common/err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct gam_visit {
    int64_t measurement, round, pass;
    double iterations, duration_ns;
};

struct gam_reading_entry {
    int64_t measurement, quantity, round, pass;
    double value; /* NaN: missing */
    unsigned flags;
    const char *reason;
    enum gam_source source;
};

static int order(int64_t a, int64_t b)
{
    return a < b ? -1 : a > b;
}

static int by_visit(const void *a, const void *b)
{
    const struct gam_visit *x = a, *y = b;
    int c = order(x->measurement, y->measurement);
    c = c ? c : order(x->round, y->round);
    return c ? c : order(x->pass, y->pass);
}

static int by_entry(const void *a, const void *b)
{
    const struct gam_reading_entry *x = a, *y = b;
    int c = order(x->measurement, y->measurement);
    c = c ? c : order(x->quantity, y->quantity);
    c = c ? c : order(x->round, y->round);
    return c ? c : order(x->pass, y->pass);
}

/* All samples, those of one visit added up. */
static int build_visits(struct gam_readings *r, struct gam_arena **arena, struct gam_err *err)
{
    const struct gam_sample *s = gam_runset_sample(r->run);
    size_t n = gam_runset_sample_n(r->run), last = 0;
    r->visit = gam_arena_get(arena, n, sizeof *r->visit);
    if (!r->visit)
        return gam_err_nomem(err);
    for (size_t i = 0; i < n; i++)
        if (s[i].iterations > 0 && s[i].duration_ns > 0)
            r->visit[r->n_visits++] =
                (struct gam_visit){ s[i].measurement, s[i].round, s[i].pass, (double)s[i].iterations, (double)s[i].duration_ns };
    qsort(r->visit, r->n_visits, sizeof *r->visit, by_visit);
    for (size_t i = 1; i < r->n_visits; i++) {
        if (by_visit(&r->visit[last], &r->visit[i]) == 0) {
            r->visit[last].iterations += r->visit[i].iterations;
            r->visit[last].duration_ns += r->visit[i].duration_ns;
        } else {
            r->visit[++last] = r->visit[i];
        }
    }
    r->n_visits = r->n_visits ? last + 1 : 0;
    return 0;
}

static const struct gam_visit *find_visit(const struct gam_readings *r, const struct gam_reading_entry *e)
{
    struct gam_visit key = { e->measurement, e->round, e->pass, 0, 0 };
    return r->n_visits ? bsearch(&key, r->visit, r->n_visits, sizeof key, by_visit) : NULL;
}

int gam_readings_build(const struct gam_runset *run, const struct gam_round_table *rounds, struct gam_arena **arena,
                       struct gam_readings *out, struct gam_err *err)
{
    const struct gam_reading *r = gam_runset_reading(run);
    size_t most = gam_runset_reading_n(run), n_quantities = gam_runset_quantity_def_n(run);
    *out = (struct gam_readings){ .run = run, .rounds = rounds };
    out->entry = gam_arena_get(arena, most, sizeof *out->entry);
    out->missing = gam_arena_get(arena, n_quantities, sizeof *out->missing);
    if (!out->entry || !out->missing)
        return gam_err_nomem(err);
    for (size_t i = 0; i < most; i++) {
        if (r[i].quantity < 0 || (size_t)r[i].quantity >= n_quantities)
            continue;
        if (r[i].target == GAM_TARGET_RUN)
            out->missing[r[i].quantity] = r[i].reason;
        if (r[i].target != GAM_TARGET_SAMPLE || r[i].subject < 0 || (size_t)r[i].subject >= gam_runset_sample_n(run))
            continue;
        const struct gam_sample *s = &gam_runset_sample(run)[r[i].subject];
        double value = r[i].ivalue != GAM_NULL_INT ? (double)r[i].ivalue : r[i].rvalue;
        out->entry[out->n++] =
            (struct gam_reading_entry){ s->measurement, r[i].quantity,        s->round,    s->pass,
                                        value,          (unsigned)r[i].flags, r[i].reason, (enum gam_source)r[i].source };
    }
    if (out->n)
        qsort(out->entry, out->n, sizeof *out->entry, by_entry);
    return build_visits(out, arena, err);
}

static size_t first_at(const struct gam_readings *r, int64_t measurement, int64_t quantity)
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

/* Value of one round from its entries e[0..n): counts over the iterations of their visits; the mean of levels. */
static double round_value(const struct gam_readings *r, const struct gam_reading_entry *e, size_t n, enum gam_quantity_kind kind)
{
    double sum = 0, over = 0;
    for (size_t i = 0, end; i < n; i = end) {
        double visit_sum = 0;
        for (end = i; end < n && e[end].pass == e[i].pass; end++)
            visit_sum += e[end].value;
        const struct gam_visit *v = find_visit(r, &e[i]);
        if (isnan(visit_sum) || !v)
            continue;
        sum += visit_sum;
        over += kind == GAM_QUANTITY_DELTA ? v->iterations : (double)(end - i);
    }
    return over > 0 ? sum / over : NAN;
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
        double value = round_value(r, e + i, next - i, (enum gam_quantity_kind)def->kind);
        if (!isnan(value) && n < (size_t)r->rounds->n_rounds)
            v[n++] = value;
    }
    if (n == 0)
        return gam_quantity_missing(def->unit, reason ? reason : "no value was read");
    struct gam_quantity q = gam_interval_quantity(gam_stats_median_interval(v, n), def->unit, e[at].source);
    q.flags = flags | (isnan(def->trust) ? GAM_Q_UNTRUSTED : 0);
    return q;
}

/* Of quantity_def i; missing with a reason. */
static struct gam_quantity def_quantity(const struct gam_readings *r, size_t measurement, size_t i)
{
    const struct gam_quantity_def *def = &gam_runset_quantity_def(r->run)[i];
    size_t at = first_at(r, (int64_t)measurement, (int64_t)i), end = at;
    while (end < r->n && r->entry[end].measurement == (int64_t)measurement && r->entry[end].quantity == (int64_t)i)
        end++;
    if (!gam_trust_passes(def->trust)) {
        struct gam_quantity q = gam_quantity_missing(def->unit, "the event failed its truth test");
        q.flags = GAM_Q_UNTRUSTED;
        return q;
    }
    if (at == end)
        return gam_quantity_missing(def->unit, r->missing[i] ? r->missing[i] : "no value was read");
    return summary(r, at, end, def);
}

struct gam_quantity gam_readings_get(const struct gam_readings *r, size_t measurement, const char *name)
{
    const struct gam_quantity_def *def = gam_runset_quantity_def(r->run);
    struct gam_quantity q = gam_quantity_missing("", "no meter reads it");
    for (size_t i = 0; i < gam_runset_quantity_def_n(r->run); i++) {
        if (strcmp(def[i].name, name) != 0)
            continue;
        q = def_quantity(r, measurement, i);
        if (gam_quantity_known(&q))
            return q;
    }
    return q;
}

struct gam_quantity gam_readings_energy(const struct gam_readings *r, size_t measurement, enum gam_scope scope, int net,
                                        const struct gam_quantity_def **which)
{
    const struct gam_quantity_def *def = gam_runset_quantity_def(r->run);
    struct gam_quantity found = gam_quantity_missing("joule", "no meter of energy covers the device that it ran on");
    *which = NULL;
    for (size_t i = 0; i < gam_runset_quantity_def_n(r->run); i++) {
        if (strcmp(def[i].name, "energy_joule") != 0 || def[i].scope != (int64_t)scope || (def[i].energy_net == 1) != (net == 1))
            continue;
        struct gam_quantity q = def_quantity(r, measurement, i);
        bool other_board = *which && scope == GAM_SCOPE_DEVICE && def[i].energy_domain && (*which)->energy_domain &&
                           strcmp(def[i].energy_domain, (*which)->energy_domain) != 0;
        if (gam_quantity_known(&found) && gam_quantity_known(&q) && other_board)
            return gam_quantity_missing("joule", "several boards are metered, and which one did the work is not known");
        if (gam_quantity_known(&found) || (*which && !gam_quantity_known(&q)))
            continue;
        found = q;
        *which = &def[i];
    }
    return found;
}

double gam_readings_visit_ns(const struct gam_readings *r, size_t measurement, const struct gam_quantity_def *def)
{
    int64_t quantity = def - gam_runset_quantity_def(r->run);
    double least = NAN;
    for (size_t i = first_at(r, (int64_t)measurement, quantity); i < r->n; i++) {
        const struct gam_reading_entry *e = &r->entry[i];
        if (e->measurement != (int64_t)measurement || e->quantity != quantity)
            break;
        const struct gam_visit *v = isnan(e->value) ? NULL : find_visit(r, e);
        if (v && !(v->duration_ns >= least))
            least = v->duration_ns;
    }
    return least;
}

double gam_readings_time_share(const struct gam_readings *r, const char *name)
{
    const struct gam_measurement *m = gam_runset_measurement(r->run);
    double sum = 0, time = 0;
    for (size_t i = 0; i < r->n; i++) {
        const struct gam_reading_entry *e = &r->entry[i];
        if (isnan(e->value) || strcmp(gam_runset_quantity_def(r->run)[e->quantity].name, name) != 0)
            continue;
        sum += e->value;
        if (i > 0 && by_entry(e - 1, e) == 0)
            continue; /* the same visit's time counts once */
        const struct gam_visit *v = find_visit(r, e);
        bool known = v && e->measurement >= 0 && (size_t)e->measurement < gam_runset_measurement_n(r->run);
        time += known ? v->duration_ns * (m[e->measurement].threads > 0 ? (double)m[e->measurement].threads : 1) : 0;
    }
    return time > 0 ? sum / time : NAN;
}
