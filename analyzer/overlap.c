/* SPDX-License-Identifier: MIT */
#include "analyzer/overlap.h"

#include "analyzer/model.h"
#include "analyzer/roof_facts.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>

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
    double ns = gam_rounds_interval(&c->source->rounds, gam_rounds_of(&c->source->rounds, i)).value;
    if (!(cost.fma_flop > 0) || !(bytes > 0) || isnan(ns))
        return false;
    *out = (struct gam_sweep_point){ .flop = cost.fma_flop,
                                     .bytes = bytes,
                                     .read_share = cost.read_bytes / bytes,
                                     .dtype = (int)gam_op_dtype(&op),
                                     .threads = threads,
                                     .ns = ns };
    snprintf(out->level, sizeof out->level, "%s", gam_op_word(&op, "level"));
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
    return 0;
}
