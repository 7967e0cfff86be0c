/* SPDX-License-Identifier: MIT */
#include "analyzer/ceilings.h"

#include "analyzer/classic.h"
#include "analyzer/gate/selftest.h"
#include "analyzer/roof_facts.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One roof measurement that competes for a ceiling. */
struct candidate {
    char id[128];
    struct gam_roof_facts facts;
    size_t measurement;
    struct gam_interval value;
    double *round;            /* of the source */
    const double *control_ns; /* NULL: no twin with twice the work */
    struct gam_ceiling ceiling;
};

/* The control measurement that repeats roof `m` with its work key doubled; NULL times when there is none. */
static const double *control_times(const struct gam_ceiling_context *c, size_t roof, const struct gam_op *op)
{
    const struct gam_runset *run = c->source->run;
    const struct gam_measurement *m = gam_runset_measurement(run);
    struct gam_op twice = *op, other;
    if (!op->kind->work_key)
        return NULL;
    for (size_t k = 0; k < op->kind->n_keys; k++)
        if (strcmp(op->kind->keys[k].name, op->kind->work_key) == 0)
            twice.v[k].i *= 2;
    for (size_t i = 0; i < gam_runset_measurement_n(run); i++) {
        if (m[i].role != GAM_ROLE_CONTROL || m[i].device != m[roof].device || m[i].threads != m[roof].threads)
            continue;
        if (strcmp(m[i].implementation, m[roof].implementation) == 0 && gam_roof_op(run, &m[i], &other) &&
            gam_op_equal(&other, &twice))
            return gam_rounds_of(&c->source->rounds, i);
    }
    return NULL;
}

static int candidate_values(const struct gam_ceiling_context *c, struct candidate *k, struct gam_err *err)
{
    const struct gam_round_table *t = &c->source->rounds;
    const double *ns = gam_rounds_of(t, k->measurement);
    k->round = gam_arena_get(c->scratch, (size_t)t->n_rounds, sizeof *k->round);
    if (!k->round)
        return gam_err_nomem(err);
    for (int r = 0; r < t->n_rounds; r++)
        k->round[r] = gam_ceiling_value(k->facts.kind, k->facts.work, ns[r]);
    k->value = gam_rounds_interval(t, k->round);
    return 0;
}

/* A DRAM buffer that caches can hold part of measures something else. */
static void check_footprint(const struct gam_ceiling_context *c, const struct candidate *k, struct gam_ceiling *out)
{
    int level = gam_levels_find(c->levels, k->facts.level);
    if (level < 0 || !c->levels->level[level].is_main || isnan(k->facts.bytes))
        return;
    if (k->facts.bytes < 4 * gam_levels_last_cache_bytes(c->levels, k->facts.threads))
        gam_ceiling_doubt(out, GAM_NOISY, "its buffer is below 4x the last-level cache");
}

static double theoretical(const struct gam_ceiling_context *c, const struct gam_ceiling *k)
{
    const struct gam_analyze_facts *f = c->facts;
    if (!f || !f->per_cycle || isnan(k->clock_hz))
        return NAN;
    double rate = NAN;
    if (k->kind == GAM_CEILING_COMPUTE && strcmp(k->class_, "fma") == 0)
        rate = f->per_cycle(f->ctx, "flop", k->pipe, gam_dtype_info((enum gam_dtype)k->dtype)->name, "", k->pattern);
    else if (k->kind == GAM_CEILING_MEMORY)
        rate = f->per_cycle(f->ctx, "bytes", k->pipe, "", k->level, k->pattern);
    return gam_peak_rate(k->threads, rate, k->clock_hz);
}

static int fill_ceiling(const struct gam_ceiling_context *c, struct candidate *k, struct gam_err *err)
{
    const struct gam_runset *run = c->source->run;
    const struct gam_measurement *m = &gam_runset_measurement(run)[k->measurement];
    struct gam_ceiling *out = &k->ceiling;
    *out = (struct gam_ceiling){
        .kind = k->facts.kind, .dtype = k->facts.dtype, .threads = k->facts.threads, .device = c->report_device
    };
    memcpy(out->id, k->id, sizeof out->id);
    memcpy(out->level, k->facts.level, sizeof out->level);
    memcpy(out->pipe, k->facts.pipe, sizeof out->pipe);
    memcpy(out->class_, k->facts.class_, sizeof out->class_);
    memcpy(out->pattern, k->facts.pattern, sizeof out->pattern);
    out->value = gam_interval_quantity(k->value, gam_ceiling_unit(out->kind), GAM_SOURCE_TIMED);
    struct gam_quantity clock = gam_readings_get(&c->source->readings, k->measurement, "clock_hz");
    out->clock_hz = clock.value;
    out->theoretical = theoretical(c, out);
    out->method = gam_arena_printf(c->memory, "%s (%s)", gam_measurement_spec(run, m), m->implementation);
    out->round = gam_arena_get(c->memory, (size_t)c->n_rounds, sizeof *out->round);
    if (!out->method || !out->round)
        return gam_err_nomem(err);
    for (int r = 0; r < c->n_rounds; r++)
        out->round[r] = c->paired && r < c->source->rounds.n_rounds ? k->round[r] : NAN;
    check_footprint(c, k, out);
    struct gam_selftest_input in = { c, gam_rounds_of(&c->source->rounds, k->measurement), k->control_ns, k->round };
    return gam_selftest_single(&in, out, err);
}

static int collect(const struct gam_ceiling_context *c, struct candidate **out, size_t *n, struct gam_err *err)
{
    const struct gam_runset *run = c->source->run;
    const struct gam_measurement *m = gam_runset_measurement(run);
    const char *device = gam_runset_device(run)[c->device].id;
    size_t most = 0;
    for (size_t i = 0; i < gam_runset_measurement_n(run); i++)
        most += m[i].role == GAM_ROLE_ROOF;
    *out = gam_arena_get(c->scratch, most, sizeof **out);
    if (!*out)
        return gam_err_nomem(err);
    for (size_t i = 0; i < gam_runset_measurement_n(run); i++) {
        struct candidate *k = &(*out)[*n];
        struct gam_op op;
        if (m[i].role != GAM_ROLE_ROOF || m[i].device != c->device ||
            (m[i].status != GAM_STATUS_OK && m[i].status != GAM_STATUS_PARTIAL))
            continue;
        if (!gam_roof_op(run, &m[i], &op) || !gam_roof_facts(&op, (int)m[i].threads, &k->facts))
            continue;
        k->measurement = i;
        gam_roof_id(device, &k->facts, k->id, sizeof k->id);
        k->control_ns = control_times(c, i, &op);
        int rc = candidate_values(c, k, err);
        rc = rc || k->value.n == 0 ? rc : fill_ceiling(c, k, err);
        if (rc)
            return rc;
        *n += k->value.n > 0;
    }
    return 0;
}

/* By identity; then what is not void; then the best median; then the order of the run. */
static int by_merit(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    int c = strcmp(x->id, y->id);
    if (c)
        return c;
    int void_x = x->ceiling.validity == GAM_VOID, void_y = y->ceiling.validity == GAM_VOID;
    if (void_x != void_y)
        return void_x - void_y;
    if (x->value.value != y->value.value)
        return (x->value.value > y->value.value) == gam_ceiling_is_rate(x->facts.kind) ? -1 : 1;
    return x->measurement < y->measurement ? -1 : 1;
}

int gam_ceilings_fit(const struct gam_ceiling_context *c, struct gam_report_device *out, struct gam_err *err)
{
    struct candidate *k = NULL;
    size_t n = 0, kept = 0;
    int rc = collect(c, &k, &n, err);
    if (rc)
        return rc;
    if (n)
        qsort(k, n, sizeof *k, by_merit);
    for (size_t i = 0; i < n; i++)
        kept += i == 0 || strcmp(k[i].id, k[i - 1].id) != 0;
    out->ceiling = gam_arena_get(c->memory, 2 * kept, sizeof *out->ceiling);
    double **value = gam_arena_get(c->scratch, kept, sizeof *value);
    if (!out->ceiling || !value)
        return gam_err_nomem(err);
    for (size_t i = 0; i < n; i++) {
        if (i && strcmp(k[i].id, k[i - 1].id) == 0)
            continue;
        value[out->n_ceilings] = k[i].round;
        out->ceiling[out->n_ceilings++] = k[i].ceiling;
    }
    return gam_selftest_order(c, out, value, err);
}
