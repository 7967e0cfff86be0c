/* SPDX-License-Identifier: MIT */
#include "analyzer/overlap.h"

#include "analyzer/model.h"
#include "analyzer/roof_facts.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 64 };

double gam_overlap_fit(const struct gam_report_device *d, const struct gam_sweep_point *point, size_t n, double *residual)
{
    struct gam_pnorm_point fit[POINTS_MAX];
    size_t used = 0;
    for (size_t i = 0; i < n && used < POINTS_MAX; i++) {
        const struct gam_ceiling *compute = gam_ceiling_compute(d, "fma", point[i].dtype, point[i].threads);
        const struct gam_ceiling *memory = gam_ceiling_memory(d, point[i].level, point[i].read_share, point[i].threads);
        if (!compute || !memory)
            continue;
        fit[used++] =
            (struct gam_pnorm_point){ gam_ceiling_time_ns(compute->kind, point[i].flop, compute->value.value),
                                      gam_ceiling_time_ns(memory->kind, point[i].bytes, memory->value.value), point[i].ns };
    }
    return gam_pnorm_fit(fit, used, residual);
}

static double intensity(const struct gam_sweep_point *p)
{
    return p->flop / p->bytes;
}

static int by_intensity(const void *x, const void *y)
{
    double a = intensity(x), b = intensity(y);
    return (a > b) - (a < b);
}

static bool same_stream(const struct gam_sweep_point *a, const struct gam_sweep_point *b)
{
    return a->dtype == b->dtype && a->threads == b->threads && strcmp(a->level, b->level) == 0 && strcmp(a->isa, b->isa) == 0;
}

/* Comparisons with an interval that is not known are false: without a noise no fall is told from it. */
static bool falls(const struct gam_sweep_point *best, const struct gam_sweep_point *p)
{
    double before = best->flop / best->ns, after = p->flop / p->ns;
    return intensity(p) > intensity(best) && p->flop / p->ns_low < best->flop / best->ns_high &&
           after <= (1 - GAM_SWEEP_FALL) * before;
}

bool gam_overlap_fall(struct gam_sweep_point *point, size_t n, struct gam_sweep_fall *out)
{
    qsort(point, n, sizeof *point, by_intensity);
    for (size_t i = 1; i < n; i++) {
        const struct gam_sweep_point *p = &point[i], *best = NULL;
        for (size_t k = 0; k < i; k++)
            if (same_stream(&point[k], p) && (!best || point[k].flop / point[k].ns > best->flop / best->ns))
                best = &point[k];
        if (!best || !falls(best, p))
            continue;
        *out = (struct gam_sweep_fall){ .intensity = { intensity(best), intensity(p) },
                                        .flop_per_s = { best->flop / best->ns * 1e9, p->flop / p->ns * 1e9 } };
        snprintf(out->isa, sizeof out->isa, "%s", p->isa);
        return true;
    }
    return false;
}

/* A point when measurement i is one of the sweep. */
static bool read_point(const struct gam_ceiling_context *c, size_t i, int threads, struct gam_sweep_point *out)
{
    const struct gam_measurement *m = &gam_runset_measurement(c->source->run)[i];
    struct gam_cost cost;
    struct gam_op op;
    if (m->role != GAM_ROLE_ROOF || m->device != c->device || m->status != GAM_STATUS_OK || m->threads != threads)
        return false;
    if (!gam_roof_op(c->source->run, m, &op) || op.kind->class != GAM_OP_ROOF_SWEEP || !gam_op_has(&op, "level"))
        return false;
    gam_op_cost(&op, &cost);
    double bytes = cost.read_bytes + cost.written_bytes;
    struct gam_interval ns = gam_rounds_interval(&c->source->rounds, gam_rounds_of(&c->source->rounds, i));
    if (!(cost.fma_flop > 0) || !(bytes > 0) || isnan(ns.value))
        return false;
    *out = (struct gam_sweep_point){ .flop = cost.fma_flop,
                                     .bytes = bytes,
                                     .read_share = cost.read_bytes / bytes,
                                     .dtype = (int)gam_op_dtype(&op),
                                     .threads = threads,
                                     .ns = ns.value,
                                     .ns_low = ns.low,
                                     .ns_high = ns.high };
    snprintf(out->level, sizeof out->level, "%s", gam_op_word(&op, "level"));
    snprintf(out->isa, sizeof out->isa, "%s", gam_op_word(&op, "isa"));
    return true;
}

int gam_overlap_read(const struct gam_ceiling_context *c, struct gam_report_device *d, struct gam_err *err)
{
    size_t n = 0;
    int threads = 0;
    struct gam_sweep_point *point = gam_arena_get(c->scratch, POINTS_MAX, sizeof *point);
    if (!point)
        return gam_err_nomem(err);
    for (size_t i = 0; i < d->n_ceilings; i++)
        threads = d->ceiling[i].threads > threads ? d->ceiling[i].threads : threads;
    for (size_t i = 0; i < gam_runset_measurement_n(c->source->run) && n < POINTS_MAX; i++)
        n += read_point(c, i, threads, &point[n]);
    d->pnorm = gam_overlap_fit(d, point, n, &d->pnorm_residual);
    d->sweep_falls = gam_overlap_fall(point, n, &d->fall);
    return 0;
}
