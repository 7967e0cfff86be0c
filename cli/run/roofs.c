/* SPDX-License-Identifier: MIT */
#include "cli/run/roofs.h"

#include "cli/cli_analyze.h"
#include "collector/plan.h"
#include "collector/runner.h"
#include "common/err.h"
#include "common/unit.h"
#include "kernels/roof/roof.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_AGE_DAYS = 7, SPOT_ROUNDS = 6, SPOT_VISIT_NS = 20000000 };
#define SPOT_LEAST 0.95
#define SPOT_MOST  1.05

static const char *fact_of(const struct gam_runset *host, const char *key)
{
    const struct gam_host_fact *fact = gam_runset_host_fact(host);

    for (size_t i = 0; i < gam_runset_host_fact_n(host); i++)
        if (!strcmp(fact[i].key, key))
            return fact[i].value;
    return NULL;
}

static int spot_measure(struct gam_run_machine *m, const volatile sig_atomic_t *cancel, struct gam_runset *out,
                        struct gam_err *err)
{
    struct gam_suite none = { 0 };
    struct gam_plan_request want = {
        .suite = &none, .devices = m->device, .n_devices = m->n_devices, .spot_only = 1, .seed = 1, .rounds = SPOT_ROUNDS
    };
    struct gam_plan plan = { 0 };
    struct gam_emitter emit;
    struct gam_runner_config config = {
        .clock = &gam_clock_monotonic, .visit_ns = SPOT_VISIT_NS, .emit = &emit, .cancel = cancel
    };
    struct gam_runner_request request = { &plan, m->device, m->n_devices, &config };
    struct gam_runner_result result;
    int rc = gam_plan_make(&want, &plan, err);

    gam_emitter_init(&emit, gam_sink_runset(out));
    if (!rc)
        rc = gam_runner_run(&request, &result, err);
    gam_plan_release(&plan);
    return rc;
}

static const struct gam_ceiling *ceiling_named(const struct gam_report *report, const char *id)
{
    for (size_t d = 0; d < report->n_devices; d++)
        for (size_t i = 0; i < report->device[d].n_ceilings; i++)
            if (!strcmp(report->device[d].ceiling[i].id, id))
                return &report->device[d].ceiling[i];
    return NULL;
}

/* Worst ratio now / then over the spot ceilings both have; `which` names it. NaN when none can be compared. */
static double spot_worst(const struct gam_report *now, const struct gam_report *then, char *which, size_t size)
{
    double worst = NAN;

    for (size_t d = 0; d < now->n_devices; d++)
        for (size_t i = 0; i < now->device[d].n_ceilings; i++) {
            const struct gam_ceiling *a = &now->device[d].ceiling[i], *b = ceiling_named(then, a->id);
            double ratio = b ? a->value.value / b->value.value : NAN;

            if (a->kind == GAM_CEILING_LAUNCH || isnan(ratio) || (!isnan(worst) && fabs(log(ratio)) <= fabs(log(worst))))
                continue;
            worst = ratio;
            snprintf(which, size, "%s", a->id);
        }
    return worst;
}

/* 1 when the roofs of `r` still hold; else says why not in r->why. */
static int spot_agrees(struct gam_run_machine *m, const volatile sig_atomic_t *cancel, struct gam_run_roofs *r,
                       struct gam_err *err)
{
    struct gam_runset spot;
    struct gam_report now = { 0 }, then = { 0 };
    char which[96] = "";
    double worst;
    int rc;

    gam_runset_init(&spot);
    rc = spot_measure(m, cancel, &spot, err);
    if (!rc)
        rc = gam_cli_analyze(&spot, &spot, &now, err);
    if (!rc)
        rc = gam_cli_analyze(&r->set, &r->set, &then, err);
    worst = rc ? NAN : spot_worst(&now, &then, which, sizeof which);
    gam_report_release(&now);
    gam_report_release(&then);
    gam_runset_release(&spot);
    if (rc)
        return rc;
    if (worst >= SPOT_LEAST && worst <= SPOT_MOST)
        return 1;
    if (isnan(worst))
        snprintf(r->why, sizeof r->why, "the roofs of run %lld cannot be compared with today's", (long long)r->id);
    else
        snprintf(r->why, sizeof r->why, "the roofs of run %lld no longer hold (%s is %.2f of what it was)", (long long)r->id,
                 which, worst);
    return 0;
}

static int candidate_find(struct gam_store *store, const struct gam_run_options *o, const struct gam_run_machine *m,
                          const struct gam_runset *host, int64_t *id, struct gam_err *err)
{
    char kernel_set[GAM_ROOF_KERNEL_SET_SIZE], cpuset[256];
    struct gam_roof_device device[GAM_RUN_DEVICES];
    struct gam_roof_query q = { .kernel_set = kernel_set,
                                .cpuset = cpuset,
                                .governor = fact_of(host, "governor"),
                                .threads = m->workers,
                                .max_age_days = MAX_AGE_DAYS,
                                .all_isas = m->suite.all_roofs };

    (void)o;
    for (size_t i = 0; i < m->n_devices; i++, q.n_devices++)
        device[i] = (struct gam_roof_device){ *m->device[i].info.class_ ? m->device[i].info.class_ : NULL,
                                              *m->device[i].info.driver ? m->device[i].info.driver : NULL };
    q.device = device;
    gam_roof_kernel_set(kernel_set);
    gam_topology_cpu_list(&m->topology, m->workers, cpuset, sizeof cpuset);
    if (gam_runset_host_n(host))
        q.host_instance = gam_runset_host(host)[0].instance;
    if (!q.host_instance)
        return gam_err_set(err, -GAM_ENOENT, "this machine has no identity of its own, so roofs cannot be reused");
    return gam_store_find_roofs(store, &q, id, err);
}

int gam_run_roofs_find(struct gam_store *store, const struct gam_run_options *o, struct gam_run_machine *m,
                       const struct gam_runset *host, const volatile sig_atomic_t *cancel, struct gam_run_roofs *out,
                       struct gam_err *err)
{
    int rc;

    *out = (struct gam_run_roofs){ 0 };
    gam_runset_init(&out->set);
    if (o->fresh || candidate_find(store, o, m, host, &out->id, err)) {
        out->id = 0;
        return 0;
    }
    rc = gam_store_load(store, out->id, &out->set, err);
    if (!rc)
        rc = spot_agrees(m, cancel, out, err);
    if (rc < 0)
        return rc;
    if (!rc)
        out->id = 0;
    return 0;
}

void gam_run_roofs_release(struct gam_run_roofs *r)
{
    gam_runset_release(&r->set);
    *r = (struct gam_run_roofs){ 0 };
}
