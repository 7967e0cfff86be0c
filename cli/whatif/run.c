/* SPDX-License-Identifier: MIT */
#include "analyzer/arena.h"
#include "cli/cli_analyze.h"
#include "cli/cli_load.h"
#include "cli/hw/hw.h"
#include "cli/whatif/whatif.h"

#include <string.h>

/* Everything that one question needs, released together. */
struct session {
    const struct gam_whatif_options *o;
    struct gam_loaded here, other;
    struct gam_report report, measured;
    struct gam_hw_db db;
    struct gam_machine own, there;
    struct gam_projection before, after;
    struct gam_backtest backtest;
    struct gam_arena *memory;
    size_t device;
    int has_backtest;
};

static int device_find(const struct gam_report *r, const char *name, size_t *out, struct gam_err *err)
{
    *out = gam_project_source(r);
    if (!r->n_devices)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "the run measured no device, so there is nothing to project");
    for (size_t i = 0; name && i < r->n_devices; i++)
        if (!strcmp(r->device[i].record->id, name)) {
            *out = i;
            return 0;
        }
    return name ? gam_err_set(err, -GAM_ENOENT, "the run has no device '%s'", name) : 0;
}

/* Of the device's best implementations; runs measure all of them with one number of threads. */
static int threads_of(const struct gam_report *r, size_t device)
{
    for (size_t i = 0; i < r->n_ops; i++)
        if (r->op[i].device == device && r->op[i].best)
            return r->op[i].threads;
    return 1;
}

static int sparse_check(const struct session *s, struct gam_err *err)
{
    const struct gam_hw_device *d = s->there.hw;

    if (d && gam_hw_capability(d, "2:4") == 1)
        return 0;
    return gam_err_set(
        err, -GAM_EUNSUPPORTED,
        "sparse=2:4: it is not known that '%s' makes use of it; name one that does with device= ('gambrel hw list --has 2:4')",
        s->there.id);
}

static int there_find(struct session *s, struct gam_err *err)
{
    const struct gam_edits *e = &s->o->edits;
    const char *name = gam_edit_given(e, GAM_EDIT_OFFLOAD) ? e->offload : e->device;
    const struct gam_hw_device *d;
    int rc;

    gam_machine_from_report(&s->report, s->device, threads_of(&s->report, s->device), &s->own);
    s->there = s->own;
    if (s->o->backtest)
        return 0;
    if (!*name)
        return gam_edit_given(e, GAM_EDIT_SPARSE) ? sparse_check(s, err) : 0;
    rc = gam_cli_hw_load(s->o->folder, s->o->db, &s->db, err);
    if (!rc)
        rc = gam_hw_db_find(&s->db, name, &d, err);
    if (!rc)
        rc = gam_machine_from_hw(d, 0, &s->there, err);
    if (!rc && gam_edit_given(e, GAM_EDIT_SPARSE))
        rc = sparse_check(s, err);
    return rc;
}

static int backtest_there(struct session *s, struct gam_err *err)
{
    size_t device;
    int rc = gam_cli_load(s->o->backtest, s->o->db, &s->other, err);

    if (!rc)
        rc = gam_cli_analyze(&s->other.set, s->other.roofs, &s->measured, err);
    if (!rc)
        rc = device_find(&s->measured, s->o->to, &device, err);
    if (!rc)
        gam_machine_from_report(&s->measured, device, threads_of(&s->measured, device), &s->there);
    return rc;
}

static int calibrates(void *ctx, const struct gam_report_operator *op)
{
    (void)ctx;
    return gam_spec_calibrates(op->spec);
}

static int edits_check(const struct session *s, struct gam_err *err)
{
    const struct gam_edits *e = &s->o->edits;

    for (int k = 0; k < GAM_EDITS; k++)
        if (gam_edit_given(e, (enum gam_edit_key)k) && !(gam_edit_help((enum gam_edit_key)k)->of & GAM_EDIT_OF_RUN))
            return gam_err_set(err, -GAM_EINVAL, "'%s' is about a described model, not about the operators of a run",
                               gam_edit_help((enum gam_edit_key)k)->key);
    if (gam_edit_given(e, GAM_EDIT_DEVICE) && gam_edit_given(e, GAM_EDIT_OFFLOAD))
        return gam_err_set(err, -GAM_EINVAL, "device= moves the run, offload= parts of it; give one of them");
    for (size_t i = 0; i < e->n_fuse; i++) {
        size_t k = 0;

        while (k < s->report.n_ops && strcmp(s->report.op[k].id, e->fuse[i]) != 0)
            k++;
        if (k == s->report.n_ops || !s->report.op[k].best)
            return gam_err_set(err, -GAM_EINVAL, "fuse: '%s' is no best operator of the report; 'gambrel report' shows their ids",
                               e->fuse[i]);
    }
    return 0;
}

static int project(struct session *s, struct gam_err *err)
{
    struct gam_project_options o = { .edits = &s->o->edits };
    int elsewhere = s->o->backtest || s->there.hw;
    int rc;

    o.efficiency = s->o->by_class ? GAM_EFFICIENCY_CLASS : elsewhere ? GAM_EFFICIENCY_OWN_FIRST : GAM_EFFICIENCY_OWN;
    if (s->o->backtest)
        o.calibrates = calibrates;
    rc = gam_project(&s->report, s->device, &s->own, &(struct gam_project_options){ .efficiency = GAM_EFFICIENCY_OWN },
                     &s->before, err);
    if (!rc)
        rc = gam_project(&s->report, s->device, &s->there, &o, &s->after, err);
    if (!rc && gam_edit_given(&s->o->edits, GAM_EDIT_OFFLOAD))
        rc = gam_projection_offload(&s->after, s->o->edits.scale[GAM_RESOURCE_HOST_LINK], err);
    return rc;
}

/* Two devices of one run: its roofs against themselves would say nothing. */
static int one_run(const struct session *s)
{
    const struct gam_run *here = gam_runset_run(&s->here.set), *there = gam_runset_run(&s->other.set);

    return here && there && !strcmp(here->uuid, there->uuid);
}

static int backtest(struct session *s, struct gam_err *err)
{
    struct gam_backtest_input in = { .projection = &s->after,
                                     .here = one_run(s) ? NULL : &s->report,
                                     .there = &s->measured,
                                     .threads = s->there.crew.workers,
                                     .odd_only = 1 };
    int rc = device_find(&s->measured, s->o->to, &in.device, err);

    s->has_backtest = 1;
    return rc ? rc : gam_backtest(&in, &s->memory, &s->backtest, err);
}

static int ask(struct session *s, struct gam_err *err)
{
    struct gam_whatif w = { .fits = -1 };
    const struct gam_run *run;
    int rc = gam_cli_load(s->o->subject, s->o->db, &s->here, err);

    if (!rc)
        rc = gam_cli_analyze(&s->here.set, s->here.roofs, &s->report, err);
    if (!rc)
        rc = device_find(&s->report, s->o->from, &s->device, err);
    if (!rc)
        rc = edits_check(s, err);
    if (!rc)
        rc = there_find(s, err);
    if (!rc && s->o->backtest)
        rc = backtest_there(s, err);
    if (!rc)
        rc = project(s, err);
    if (!rc && s->o->backtest)
        rc = backtest(s, err);
    if (rc)
        return rc;
    run = gam_runset_run(&s->here.set);
    gam_whatif_of_run(&s->before, &s->after, &s->o->edits, &w);
    w.name = run && run->suite ? run->suite : s->o->subject;
    w.unit = run ? run->unit : NULL;
    w.device = s->there.id;
    w.backtest = s->has_backtest ? &s->backtest : NULL;
    return gam_whatif_print(s->o, &w, err);
}

int gam_whatif_run(const struct gam_whatif_options *o, struct gam_err *err)
{
    struct session s = { .o = o };
    int rc;

    gam_runset_init(&s.here.set);
    gam_runset_init(&s.here.other);
    gam_runset_init(&s.other.set);
    gam_runset_init(&s.other.other);
    rc = ask(&s, err);
    gam_arena_free(s.memory);
    gam_projection_release(&s.before);
    gam_projection_release(&s.after);
    gam_machine_release(&s.there);
    gam_report_release(&s.report);
    gam_report_release(&s.measured);
    gam_loaded_release(&s.here);
    gam_loaded_release(&s.other);
    gam_hw_db_release(&s.db);
    return rc;
}
