/* SPDX-License-Identifier: MIT */
#include "analyzer/ceilings.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool better(const struct gam_ceiling *a, const struct gam_ceiling *b)
{
    return !b || a->value.value > b->value.value;
}

const struct gam_ceiling *gam_ceiling_isa(const struct gam_report_device *d, const char *class_, int dtype, int threads,
                                          const char *isa)
{
    const struct gam_ceiling *best = NULL;
    for (size_t i = 0; i < d->n_ceilings; i++) {
        const struct gam_ceiling *c = &d->ceiling[i];
        if (c->kind != GAM_CEILING_COMPUTE || c->validity == GAM_VOID || c->dtype != dtype || c->threads != threads)
            continue;
        if (strcmp(c->class_, class_) == 0 && (!isa || strcmp(c->pipe, isa) == 0) && better(c, best))
            best = c;
    }
    return best;
}

const struct gam_ceiling *gam_ceiling_compute(const struct gam_report_device *d, const char *class_, int dtype, int threads)
{
    return gam_ceiling_isa(d, class_, dtype, threads, NULL);
}

/* Part of the bytes that a pattern reads; NaN for a pattern that is not one of these. */
static double pattern_read_share(const char *pattern)
{
    static const struct {
        const char *name;
        double share;
    } row[] = { { "read", 1 }, { "triad", 2.0 / 3 }, { "copy", 0.5 }, { "write", 0 } };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        size_t n = strlen(row[i].name);
        if (strncmp(pattern, row[i].name, n) == 0 && (pattern[n] == 0 || strcmp(pattern + n, "-nt") == 0))
            return row[i].share;
    }
    return NAN;
}

const struct gam_ceiling *gam_ceiling_memory(const struct gam_report_device *d, const char *level, double read_share, int threads)
{
    const struct gam_ceiling *best = NULL;
    double nearest = INFINITY;
    for (size_t i = 0; i < d->n_ceilings; i++) {
        const struct gam_ceiling *c = &d->ceiling[i];
        if (c->kind != GAM_CEILING_MEMORY || c->validity == GAM_VOID || c->threads != threads || strcmp(c->level, level) != 0)
            continue;
        double distance = fabs(pattern_read_share(c->pattern) - read_share);
        if (isnan(distance) || distance > nearest + 1e-9)
            continue;
        if (distance < nearest - 1e-9 || better(c, best))
            best = c;
        nearest = fmin(nearest, distance);
    }
    return best;
}

const struct gam_ceiling *gam_ceiling_launch(const struct gam_report_device *d, int threads)
{
    for (size_t i = 0; i < d->n_ceilings; i++)
        if (d->ceiling[i].kind == GAM_CEILING_LAUNCH && d->ceiling[i].threads == threads && d->ceiling[i].validity != GAM_VOID)
            return &d->ceiling[i];
    return NULL;
}

const struct gam_ceiling *gam_ceiling_latency(const struct gam_report_device *d, const char *level, int threads)
{
    for (size_t i = 0; i < d->n_ceilings; i++) {
        const struct gam_ceiling *c = &d->ceiling[i];
        if (c->kind == GAM_CEILING_LATENCY && c->threads == threads && c->validity != GAM_VOID && strcmp(c->level, level) == 0)
            return c;
    }
    return NULL;
}

static bool same_pipe(const struct gam_ceiling *c, const struct gam_observed *o)
{
    return c->kind == GAM_CEILING_COMPUTE && c->dtype == o->dtype && c->threads == o->threads &&
           strcmp(c->class_, o->class_) == 0;
}

int gam_ceilings_observe(struct gam_report_device *d, const struct gam_observed *o, int n_rounds, struct gam_arena **memory,
                         struct gam_err *err)
{
    const struct gam_ceiling *best = gam_ceiling_compute(d, o->class_, o->dtype, o->threads);
    char beaten_pipe[sizeof best->pipe] = "";
    struct gam_ceiling *seen = NULL;
    size_t device = 0;
    if (best)
        memcpy(beaten_pipe, best->pipe, sizeof beaten_pipe);
    for (size_t i = 0; i < d->n_ceilings; i++) {
        struct gam_ceiling *c = &d->ceiling[i];
        if (!same_pipe(c, o))
            continue;
        device = c->device;
        if (strcmp(c->pattern, "observed") == 0)
            seen = c;
    }
    if (seen && seen->value.value >= o->rate.value)
        return 0;
    struct gam_ceiling *out = seen ? seen : &d->ceiling[d->n_ceilings];
    *out = (struct gam_ceiling){ .kind = GAM_CEILING_COMPUTE,
                                 .dtype = o->dtype,
                                 .threads = o->threads,
                                 .value = o->rate,
                                 .theoretical = NAN,
                                 .clock_hz = NAN,
                                 .device = device };
    snprintf(out->class_, sizeof out->class_, "%s", o->class_);
    snprintf(out->pattern, sizeof out->pattern, "observed");
    snprintf(out->id, sizeof out->id, "%.32s/compute/%s/%s/observed/t%d", d->record->id,
             gam_dtype_info((enum gam_dtype)o->dtype)->name, o->class_, o->threads);
    out->method = gam_arena_printf(memory, "%s (%s)", o->op, o->implementation);
    out->reason = "reached by an operator with a verified result, faster than every roof kernel";
    const char *beaten = gam_arena_printf(memory, "beaten by %s (%s)", o->op, o->implementation);
    out->round = gam_arena_get(memory, (size_t)n_rounds, sizeof *out->round);
    if (!out->method || !out->round || !beaten)
        return gam_err_nomem(err);
    memcpy(out->round, o->round, (size_t)n_rounds * sizeof *out->round);
    d->n_ceilings += seen == NULL;
    for (size_t i = 0; i < d->n_ceilings; i++) {
        struct gam_ceiling *c = &d->ceiling[i];
        if (c != out && same_pipe(c, o) && c->value.value < o->rate.value && strcmp(c->pipe, beaten_pipe) == 0) {
            c->validity = GAM_VOID;
            c->reason = beaten;
        }
    }
    return 0;
}
