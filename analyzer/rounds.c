/* SPDX-License-Identifier: MIT */
#include "analyzer/rounds.h"

#include "common/err.h"

#include <math.h>
#include <stdlib.h>

struct entry {
    size_t slot; /* measurement * n_rounds + round */
    int64_t rank;
    double ns; /* of one iteration */
};

static int by_slot(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->slot != y->slot)
        return x->slot < y->slot ? -1 : 1;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->ns < y->ns ? -1 : x->ns > y->ns;
}

static int usable(const struct gam_sample *s, size_t n_measurements)
{
    return s->round >= 0 && s->round < GAM_ROUNDS_MAX && s->iterations > 0 && s->duration_ns > 0 && s->measurement >= 0 &&
           (size_t)s->measurement < n_measurements;
}

static int rounds_used(const struct gam_sample *s, size_t n, size_t n_measurements)
{
    int64_t last = -1;
    for (size_t i = 0; i < n; i++)
        if (usable(&s[i], n_measurements) && s[i].round > last)
            last = s[i].round;
    return (int)last + 1;
}

/* Median of the sorted entries e[0..n). */
static double median_of(const struct entry *e, size_t n)
{
    return n % 2 ? e[n / 2].ns : (e[n / 2 - 1].ns + e[n / 2].ns) / 2;
}

/* All entries of one (measurement, round), sorted by rank and time. */
static void fold_slot(const struct entry *e, size_t n, struct gam_round_table *out)
{
    double slowest = 0, fastest = INFINITY, sum = 0;
    size_t ranks = 0;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && e[end].rank == e[i].rank;)
            end++;
        double m = median_of(e + i, end - i);
        slowest = fmax(slowest, m);
        fastest = fmin(fastest, m);
        sum += m;
        ranks++;
    }
    out->ns[e->slot] = slowest;
    if (out->wait_ns && ranks > 1)
        out->wait_ns[e->slot] = sum / (double)ranks - fastest;
}

static size_t collect(const struct gam_runset *run, struct gam_round_table *out, struct entry *entry, int *ranked)
{
    const struct gam_sample *s = gam_runset_sample(run);
    size_t n = 0;
    for (size_t i = 0; i < gam_runset_sample_n(run); i++) {
        if (s[i].pass != 0)
            continue;
        if (!usable(&s[i], out->n_measurements)) {
            out->ignored++;
            if (s[i].measurement >= 0 && (size_t)s[i].measurement < out->n_measurements)
                out->untimed[s[i].measurement] |= s[i].iterations <= 0 || s[i].duration_ns <= 0;
            continue;
        }
        size_t slot = (size_t)s[i].measurement * (size_t)out->n_rounds + (size_t)s[i].round;
        entry[n++] = (struct entry){ slot, s[i].rank, (double)s[i].duration_ns / (double)s[i].iterations };
        *ranked |= s[i].rank != 0;
    }
    return n;
}

static double *all_missing(struct gam_arena **arena, size_t n)
{
    double *v = gam_arena_get(arena, n, sizeof *v);
    for (size_t i = 0; v && i < n; i++)
        v[i] = NAN;
    return v;
}

int gam_rounds_build(const struct gam_runset *run, struct gam_arena **arena, struct gam_round_table *out, struct gam_err *err)
{
    size_t n_samples = gam_runset_sample_n(run);
    *out = (struct gam_round_table){ .n_measurements = gam_runset_measurement_n(run) };
    out->n_rounds = rounds_used(gam_runset_sample(run), n_samples, out->n_measurements);
    size_t slots = out->n_measurements * (size_t)out->n_rounds;
    out->ns = all_missing(arena, slots);
    out->scratch = gam_arena_get(arena, (size_t)out->n_rounds, sizeof *out->scratch);
    out->untimed = gam_arena_get(arena, out->n_measurements, 1);
    struct entry *entry = malloc((n_samples ? n_samples : 1) * sizeof *entry);
    if (!out->ns || !out->scratch || !out->untimed || !entry) {
        free(entry);
        return gam_err_nomem(err);
    }
    int ranked = 0, rc = 0;
    size_t n = collect(run, out, entry, &ranked);
    if (ranked && !(out->wait_ns = all_missing(arena, slots)))
        rc = gam_err_nomem(err);
    qsort(entry, n, sizeof *entry, by_slot);
    for (size_t i = 0, end; rc == 0 && i < n; i = end) {
        for (end = i; end < n && entry[end].slot == entry[i].slot;)
            end++;
        fold_slot(entry + i, end - i, out);
    }
    free(entry);
    return rc;
}

struct gam_interval gam_rounds_interval(const struct gam_round_table *t, const double *value)
{
    size_t n = 0;
    for (int r = 0; r < t->n_rounds; r++)
        if (!isnan(value[r]))
            t->scratch[n++] = value[r];
    if (n == 0)
        return (struct gam_interval){ NAN, NAN, NAN, 0 };
    return gam_stats_median_interval(t->scratch, n);
}

struct gam_quantity gam_interval_quantity(struct gam_interval i, const char *unit, enum gam_source source)
{
    const char *reason = NULL;
    if (i.n == 0)
        reason = "not measured in any round";
    else if (i.n < GAM_ROUNDS_LEAST)
        reason = "fewer than 6 rounds: no 95 % interval exists";
    return (struct gam_quantity){ .value = i.value,
                                  .low = i.low,
                                  .high = i.high,
                                  .unit = unit,
                                  .source = i.n ? source : GAM_SOURCE_NONE,
                                  .n = (int64_t)i.n,
                                  .reason = reason };
}
