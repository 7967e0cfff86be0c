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
        if (d->ceiling[i].kind == GAM_CEILING_LAUNCH && !d->ceiling[i].pattern[0] && d->ceiling[i].threads == threads &&
            d->ceiling[i].validity != GAM_VOID)
            return &d->ceiling[i];
    return NULL;
}

static const struct gam_ceiling *of_link(const struct gam_report_device *d, enum gam_ceiling_kind kind, const char *way,
                                         const char *memory)
{
    for (size_t i = 0; i < d->n_ceilings; i++) {
        const struct gam_ceiling *c = &d->ceiling[i];
        if (c->kind == kind && c->validity != GAM_VOID && !strcmp(c->pattern, way) && !strcmp(c->pipe, memory))
            return c;
    }
    return NULL;
}

const struct gam_ceiling *gam_ceiling_host_link(const struct gam_report_device *d, const char *way, const char *memory)
{
    return of_link(d, GAM_CEILING_HOST_LINK, way, memory);
}

const struct gam_ceiling *gam_ceiling_copy_start(const struct gam_report_device *d, const char *way, const char *memory)
{
    return of_link(d, GAM_CEILING_LATENCY, way, memory);
}

const struct gam_ceiling *gam_ceiling_network(const struct gam_report_device *d, const char *link, enum gam_ceiling_kind kind)
{
    const struct gam_ceiling *found = NULL;
    for (size_t i = 0; i < d->n_ceilings; i++) {
        const struct gam_ceiling *c = &d->ceiling[i];
        if (c->kind != kind || !c->link[0] || c->validity == GAM_VOID || (link && strcmp(c->link, link) != 0))
            continue;
        if (!found || (c->value.value < found->value.value) == (kind == GAM_CEILING_NETWORK))
            found = c;
    }
    return found;
}

/* The two answer for the same work: the same pipe, or the same level and pattern, non-temporal or not. */
static bool same_duty(const struct gam_ceiling *a, const struct gam_ceiling *b)
{
    return a->kind == b->kind && a->dtype == b->dtype && a->threads == b->threads && strcmp(a->class_, b->class_) == 0 &&
           strcmp(a->level, b->level) == 0 &&
           (a->kind != GAM_CEILING_MEMORY || pattern_read_share(a->pattern) == pattern_read_share(b->pattern));
}

/* The new ceiling, of the duty of the one that was beaten. */
static void fill_observed(const struct gam_report_device *d, const struct gam_ceiling *like, struct gam_ceiling *out)
{
    *out = (struct gam_ceiling){
        .kind = like->kind, .dtype = like->dtype, .threads = like->threads, .device = like->device, .observed = 1
    };
    out->theoretical = out->clock_hz = NAN;
    memcpy(out->level, like->level, sizeof out->level);
    memcpy(out->class_, like->class_, sizeof out->class_);
    memcpy(out->pattern, like->pattern, sizeof out->pattern);
    if (like->kind == GAM_CEILING_COMPUTE)
        snprintf(out->pattern, sizeof out->pattern, "observed");
    else
        out->pattern[strcspn(out->pattern, "-")] = 0;
    if (like->kind == GAM_CEILING_COMPUTE)
        snprintf(out->id, sizeof out->id, "%.32s/compute/%s/%s/observed/t%d", d->record->id,
                 gam_dtype_info((enum gam_dtype)like->dtype)->name, like->class_, like->threads);
    else
        snprintf(out->id, sizeof out->id, "%.32s/memory/%s/%s/observed/t%d", d->record->id, like->level, out->pattern,
                 like->threads);
}

int gam_ceilings_observe(struct gam_report_device *d, const struct gam_observed *o, int n_rounds, struct gam_arena **memory,
                         struct gam_err *err)
{
    const struct gam_ceiling like = *o->beaten; /* may be the place that is overwritten */
    struct gam_ceiling *out = NULL;
    for (size_t i = 0; i < d->n_ceilings; i++)
        if (d->ceiling[i].observed && same_duty(&d->ceiling[i], &like))
            out = &d->ceiling[i];
    bool first = out == NULL;
    if (first)
        out = &d->ceiling[d->n_ceilings];
    const char *beaten = gam_arena_printf(memory, "beaten by %s (%s)", o->op, o->implementation);
    double *round = gam_arena_get(memory, (size_t)n_rounds, sizeof *round);
    fill_observed(d, &like, out);
    out->value = o->rate;
    out->method = gam_arena_printf(memory, "%s (%s)", o->op, o->implementation);
    out->reason = "reached by an operator with a verified result, faster than every roof kernel";
    out->round = round;
    if (!out->method || !round || !beaten)
        return gam_err_nomem(err);
    memcpy(round, o->round, (size_t)n_rounds * sizeof *round);
    d->n_ceilings += first;
    for (size_t i = 0; i < d->n_ceilings; i++) {
        struct gam_ceiling *c = &d->ceiling[i];
        bool same_isa = c->kind != GAM_CEILING_COMPUTE || strcmp(c->pipe, like.pipe) == 0;
        if (c != out && same_duty(c, &like) && same_isa && c->value.value < o->rate.value) {
            c->validity = GAM_VOID;
            c->reason = beaten;
        }
    }
    return 0;
}
