/* SPDX-License-Identifier: MIT */
#include "fixture_compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void quantity_scale(struct gam_quantity *q, double by)
{
    q->value *= by;
    q->low *= by;
    q->high *= by;
}

/* The operator takes `time` times as long under a roof that is `roof` times as high. */
static void op_move(struct fixture *f, size_t i, double time, double roof)
{
    quantity_scale(&f->op[i].time_ns, time);
    quantity_scale(&f->op[i].flop_per_s, 1 / time);
    quantity_scale(&f->op[i].bytes_per_s, 1 / time);
    quantity_scale(&f->op[i].roof_share, 1 / (time * roof));
}

/* The main memory of the candidate is slower by a fifth, and what it bounds follows; others move by themselves. */
static void cand_move(struct fixture *f)
{
    for (size_t i = 0; i < f->device[0].n_ceilings; i++)
        if (!strcmp(f->ceiling[0][i].level, "DRAM"))
            quantity_scale(&f->ceiling[0][i].value, 0.8);
    for (size_t i = 4; i < f->report.n_ops; i++)
        if (f->op[i].roof && !strcmp(f->op[i].roof->level, "DRAM"))
            op_move(f, i, 1 / 0.8, 0.8);
    op_move(f, 0, 1.3, 1);
    op_move(f, 1, 0.92, 1);
    op_move(f, 2, 1.02, 1);
    quantity_scale(&f->report.unit_time_ns, 1.05);
    f->op[3].implementation = "onednn";
}

static void records_change(struct fixture *f)
{
    gam_runset_run(&f->set)->uuid = "4f2c0d2e-7a6b-4c1d-9e8f-001122334455";
    gam_runset_run(&f->set)->started = "2026-05-05T10:20:30Z";
    gam_runset_host_fact(&f->set)[4].value = "1";
}

static int pair_build(struct fixture_compare *f, const char *name)
{
    const char *of = !strcmp(name, "compare-hostile") ? "hostile" : !strcmp(name, "compare-empty") ? "empty" : "twenty";

    f->base = fixture_new(of);
    f->cand = fixture_new(of);
    if (!f->base || !f->cand)
        return -1;
    records_change(f->cand);
    if (f->cand->report.n_ops) {
        cand_move(f->cand);
        f->base->report.n_ops = 19; /* the last is new */
        f->base->op[5].name = "only here";
        snprintf(f->base->op[5].spec, sizeof f->base->op[5].spec, "gelu:n=7,dtype=f32");
        f->base->op[5].op.kind = NULL;
    }
    if (!strcmp(name, "compare-machines"))
        gam_runset_host(&f->cand->set)->class = "another";
    return 0;
}

struct fixture_compare *fixture_compare_new(const char *name)
{
    static const char *const names[] = { "compare", "compare-machines", "compare-hostile", "compare-empty" };
    struct fixture_compare *f = NULL;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    if (pair_build(f, name) || gam_compare(&f->base->report, &f->cand->report, 0.03, &f->compare, NULL)) {
        fixture_compare_free(f);
        return NULL;
    }
    f->doc = (struct gam_doc){ .kind = GAM_DOC_COMPARE,
                               .compare = &f->compare,
                               .base_id = 12,
                               .run_id = 13,
                               .tool_version = "0.1.0",
                               .tool_commit = "abc1234" };
    return f;
}

void fixture_compare_free(struct fixture_compare *f)
{
    if (!f)
        return;
    gam_compare_release(&f->compare);
    fixture_free(f->base);
    fixture_free(f->cand);
    free(f);
}
