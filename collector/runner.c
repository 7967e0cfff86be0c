/* SPDX-License-Identifier: MIT */
#include "collector/runner.h"
#include "collector/runner_priv.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t runner_sample_least_ns = 1000000;

static int slots_make(struct runner *r, struct gam_err *err)
{
    r->n_slots = r->plan->n;
    r->slot = calloc(r->n_slots ? r->n_slots : 1, sizeof *r->slot);
    r->operator_of_node = calloc(r->plan->n_nodes ? r->plan->n_nodes : 1, sizeof *r->operator_of_node);
    r->item_of_node = calloc(r->plan->n_nodes ? r->plan->n_nodes : 1, sizeof(const struct gam_plan_item *));
    if (!r->slot || !r->operator_of_node || !r->item_of_node)
        return gam_err_nomem(err);
    for (size_t i = 0; i < r->n_slots; i++) {
        struct slot *s = &r->slot[i];

        s->item = &r->plan->item[i];
        snprintf(s->implementation, sizeof s->implementation, "%s%s%s", s->item->impl ? s->item->impl->name : "none",
                 s->item->host ? "+" : "", s->item->host ? gam_host_memory_word(s->item->host) : "");
        s->verdict = (struct gam_verdict){ .error = NAN, .tolerance = NAN };
        s->iteration_ns = NAN;
        s->stale = 1;
        if (s->item->device >= r->request->n_devices)
            return gam_err_set(err, -GAM_EINVAL, "item %zu of the plan names device %zu of %zu", i, s->item->device,
                               r->request->n_devices);
        s->device = &r->request->devices[s->item->device];
        s->alive = s->item->status == GAM_STATUS_OK && s->item->impl;
        s->status = s->alive ? GAM_STATUS_PARTIAL : GAM_STATUS_SKIPPED;
        snprintf(s->reason, sizeof s->reason, "%s", s->alive ? "interrupted before its rounds" : s->item->reason);
        s->round_ns = calloc((size_t)r->plan->rounds + 1, sizeof *s->round_ns);
        if (!s->round_ns)
            return gam_err_nomem(err);
    }
    return 0;
}

static void runner_release(struct runner *r)
{
    gam_meters_close(r);
    for (size_t i = 0; r->slot && i < r->n_slots; i++) {
        struct slot *s = &r->slot[i];

        gam_launch_release(&s->launch);
        free(s->pointer);
        free(s->set);
        free(s->round_ns);
    }
    gam_pool_release(r);
    free(r->slot);
    free(r->operator_of_node);
    free(r->item_of_node);
}

static int notices_emit(struct runner *r, struct gam_err *err)
{
    for (size_t d = 0; d < r->request->n_devices; d++) {
        const struct gam_open_device *device = &r->request->devices[d];
        const char *text = device->backend->notice ? device->backend->notice(device->state) : NULL;
        int rc = text ? gam_emit_event(r->emit, GAM_SEVERITY_WARNING, "device-notice", text, NULL, err) : 0;

        if (rc)
            return rc;
    }
    return 0;
}

static int runner_measure(struct runner *r, struct gam_err *err)
{
    int rc = gam_records_begin(r, err);

    if (!rc)
        rc = gam_pool_build(r, err);
    if (rc)
        return rc;
    gam_budget_first_visit(r);
    gam_prepare_guess(r);
    rc = gam_choose_prepare_all(r, err);
    if (rc)
        return rc;
    gam_pool_trim(r);
    rc = gam_meters_open(r, err);
    if (!rc)
        rc = notices_emit(r, err);
    if (!rc)
        rc = gam_emit_commit(r->emit, err);
    if (rc)
        return rc;
    gam_budget_visit(r);
    rc = gam_budget_warn(r, err);
    if (rc)
        return rc;
    r->result->visit_ns = r->visit_ns;
    for (size_t i = 0; i < r->n_slots; i++)
        if (r->slot[i].alive)
            gam_slot_set_iterations(r, &r->slot[i]);
    return gam_rounds_run(r, err);
}

static void outcome_count(const struct runner *r)
{
    for (size_t i = 0; i < r->n_slots; i++) {
        enum gam_status status = r->slot[i].status;

        r->result->measured += status == GAM_STATUS_OK;
        r->result->wrong += status == GAM_STATUS_WRONG;
        r->result->failed += status == GAM_STATUS_FAILED;
        r->result->skipped += status == GAM_STATUS_SKIPPED;
        if (r->slot[i].item->role == GAM_ROLE_SUBJECT) {
            r->result->subjects++;
            r->result->subjects_measured += status == GAM_STATUS_OK;
        }
    }
}

int gam_runner_run(const struct gam_runner_request *request, struct gam_runner_result *out, struct gam_err *err)
{
    struct runner r = {
        .request = request, .plan = request->plan, .config = request->config, .emit = request->config->emit, .result = out
    };
    int rc;

    *out = (struct gam_runner_result){ .stop_reason = "failed", .counters = "off" };
    r.begin_ns = gam_clock_now(r.config->clock);
    r.sample_least_ns = r.config->sample_least_ns ? r.config->sample_least_ns : runner_sample_least_ns;
    r.rounds = r.plan->rounds;
    rc = slots_make(&r, err);
    if (!rc)
        rc = runner_measure(&r, err);
    if (rc == -GAM_ECANCELLED) {
        int commit = gam_emit_commit(r.emit, err); /* a failing sink matters more than having been cancelled */

        out->stop_reason = "cancelled";
        rc = commit ? commit : gam_err_set(err, rc, "cancelled; what was committed is kept");
    }
    outcome_count(&r);
    if (!rc)
        gam_progress_tell(&r, GAM_PHASE_DONE, NULL, 0);
    runner_release(&r);
    return rc;
}
