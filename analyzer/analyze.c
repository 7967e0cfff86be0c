/* SPDX-License-Identifier: MIT */
#include "analyzer/analysis.h"
#include "analyzer/devices/host_links.h"
#include "analyzer/devices/side.h"
#include "analyzer/network/network.h"
#include "analyzer/overlap.h"
#include "common/err.h"

#include <math.h>
#include <string.h>

static int read_tables(struct gam_analysis *a, const struct gam_runset *roofs, struct gam_err *err)
{
    int rc = gam_rounds_build(a->run, &a->scratch, &a->rounds, err);
    rc = rc ? rc : gam_readings_build(a->run, &a->rounds, &a->scratch, &a->readings, err);
    rc = rc ? rc : gam_waiting_read(a, err);
    if (rc)
        return rc;
    for (size_t i = 0; i < sizeof a->ratio / sizeof a->ratio[0]; i++)
        if (!(a->ratio[i] = gam_arena_get(&a->scratch, (size_t)a->rounds.n_rounds, sizeof *a->ratio[i])))
            return gam_err_nomem(err);
    a->roofs.run = roofs;
    if (a->paired) {
        a->roofs.rounds = a->rounds;
        a->roofs.readings = a->readings;
        return 0;
    }
    rc = gam_rounds_build(roofs, &a->scratch, &a->roofs.rounds, err);
    return rc ? rc : gam_readings_build(roofs, &a->roofs.rounds, &a->scratch, &a->roofs.readings, err);
}

/* The device of the roofs' run with this id; -1: that run did not have it. */
static int64_t same_device(const struct gam_runset *roofs, const char *id)
{
    for (size_t i = 0; i < gam_runset_device_n(roofs); i++)
        if (id && gam_runset_device(roofs)[i].id && strcmp(gam_runset_device(roofs)[i].id, id) == 0)
            return (int64_t)i;
    return -1;
}

static int fit_device(struct gam_analysis *a, size_t i, struct gam_err *err)
{
    struct gam_report_device *d = &a->report->device[i];
    d->record = &gam_runset_device(a->run)[i];
    d->pnorm = d->pnorm_residual = NAN;
    gam_levels_read(a->run, (int64_t)i, &a->levels[i]);
    struct gam_ceiling_context c = { .source = &a->roofs,
                                     .facts = a->facts,
                                     .report_device = i,
                                     .levels = &a->levels[i],
                                     .device = same_device(a->roofs.run, d->record->id),
                                     .paired = a->paired,
                                     .n_rounds = a->rounds.n_rounds,
                                     .memory = &a->report->memory,
                                     .scratch = &a->scratch };
    int rc = c.device < 0 ? 0 : gam_ceilings_fit(&c, d, err);
    rc = rc || c.device < 0 ? rc : gam_overlap_read(&c, d, err);
    if (rc || a->paired) {
        a->own[i] = *d;
        return rc;
    }
    struct gam_roof_source own = { a->run, a->rounds, a->readings };
    c.source = &own;
    c.device = (int64_t)i;
    c.paired = 1;
    c.memory = &a->scratch;
    return gam_ceilings_fit(&c, &a->own[i], err);
}

int gam_analysis_ceilings(struct gam_analysis *a, struct gam_err *err)
{
    struct gam_report *report = a->report;
    size_t n = gam_runset_device_n(a->run);
    report->device = gam_arena_get(&report->memory, n, sizeof *report->device);
    a->levels = gam_arena_get(&a->scratch, n, sizeof *a->levels);
    a->own = gam_arena_get(&a->scratch, n, sizeof *a->own);
    if (!report->device || !a->levels || !a->own)
        return gam_err_nomem(err);
    report->n_devices = n;
    for (size_t i = 0; i < n; i++) {
        int rc = fit_device(a, i, err);
        if (rc)
            return rc;
    }
    return 0;
}

int gam_analyze(const struct gam_runset *run, const struct gam_runset *roofs, const struct gam_analyze_facts *facts,
                struct gam_report *out, struct gam_err *err)
{
    static int (*const step[])(struct gam_analysis *, struct gam_err *) = {
        gam_analysis_ceilings, gam_analysis_links,      gam_analysis_operators, gam_analysis_raise,
        gam_analysis_counters, gam_analysis_judge,      gam_analysis_rank,      gam_analysis_network,
        gam_analysis_noise,    gam_analysis_host_links, gam_analysis_side,      gam_analysis_findings,
    };
    struct gam_analysis a = { .run = run, .facts = facts, .report = out };
    roofs = roofs ? roofs : run;
    a.paired = roofs == run;
    *out = (struct gam_report){ .run = run, .roofs = roofs, .noise_fma_cv = NAN, .noise_dram_cv = NAN, .steal_share = NAN };
    out->unit_time_ns = gam_quantity_missing("ns", "nothing was timed");
    int rc = read_tables(&a, roofs, err);
    out->n_rounds = a.rounds.n_rounds;
    for (size_t i = 0; rc == 0 && i < sizeof step / sizeof step[0]; i++)
        rc = step[i](&a, err);
    gam_arena_free(a.scratch);
    if (rc)
        gam_report_release(out);
    return rc;
}

void gam_report_release(struct gam_report *report)
{
    gam_arena_free(report->memory);
    *report = (struct gam_report){ 0 };
}
