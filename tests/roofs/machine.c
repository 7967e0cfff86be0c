/* SPDX-License-Identifier: MIT */
#include "roofs.h"

#include "common/err.h"
#include "kernels/oracle/oracle.h"

#include <string.h>

enum { SEED = 5, TRIALS = 3, THREADS_MOST = 2 };

static const double trial_seconds = 0.03;

int machine_open(struct bench_machine *m, struct gam_err *err)
{
    struct gam_device_config config = { .topology = &m->topology };
    struct gam_plan_request request = { .devices = &m->device, .n_devices = 1, .one_thread = 1 };
    int rc;

    *m = (struct bench_machine){ .device = { .threads = 0 } };
    rc = gam_topology_read("", &m->topology, err);
    if (rc)
        return rc;
    config.threads = m->topology.cores < THREADS_MOST ? 1 : THREADS_MOST;
    rc = gam_device_open("cpu", &config, &m->device, err);
    return rc ? rc : gam_plan_make(&request, &m->plan, err);
}

void machine_close(struct bench_machine *m)
{
    gam_plan_release(&m->plan);
    gam_device_close(&m->device);
    gam_topology_release(&m->topology);
}

static int launch(struct bench_machine *m, struct bench_roof *r, uint64_t times, uint64_t *ns, struct gam_err *err)
{
    void *const *set[] = { r->operand };

    return m->device.backend->run(m->device.state, &r->launch, set, 1, 0, times, ns, err);
}

static int operands_make(struct bench_machine *m, struct bench_roof *r, struct gam_err *err)
{
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    int rc = 0;

    r->n = gam_op_operands(&r->item->op, info);
    for (size_t i = 0; i < r->n && !rc; i++) {
        rc = m->device.backend->alloc(m->device.state, r->item->threads, info[i].bytes, &r->buffer[i], err);
        r->operand[i] = r->buffer[i].handle;
        if (!rc && info[i].role == GAM_OPERAND_IN)
            gam_inputs_fill(&r->item->op, i, r->operand[i], SEED, r->item->threads);
        else if (!rc)
            gam_inputs_poison(&r->item->op, i, r->operand[i]);
    }
    return rc;
}

static int roof_open(struct bench_machine *m, const struct gam_plan_item *item, struct bench_roof *r, struct gam_err *err)
{
    struct gam_caps caps = { .threads = item->threads };
    struct gam_verdict verdict;
    struct gam_cost cost;
    uint64_t ns;
    int rc;

    *r = (struct bench_roof){ .item = item };
    gam_op_cost(&item->op, &cost);
    r->work =
        item->op.kind->class == GAM_OP_ROOF_COMPUTE ? cost.fma_flop + cost.special_flop : cost.read_bytes + cost.written_bytes;
    m->device.backend->caps(m->device.state, item->threads, &caps);
    rc = item->impl->plan(&item->op, &caps, &r->launch, err);
    if (!rc)
        rc = operands_make(m, r, err);
    if (!rc)
        rc = launch(m, r, 1, &ns, err);
    if (!rc)
        rc = gam_verify(&item->op, r->operand, 0, 0, SEED, &verdict, err);
    if (!rc && !verdict.right)
        rc = gam_err_set(err, -GAM_ENUMERIC, "%s: wrong result", item->group_name);
    return rc;
}

void roof_close(struct bench_machine *m, struct bench_roof *r)
{
    for (size_t i = 0; i < r->n; i++)
        m->device.backend->release(m->device.state, &r->buffer[i]);
    if (r->launch.run)
        gam_launch_release(&r->launch);
    r->n = 0;
    r->launch.run = NULL;
}

int roof_rate(struct bench_machine *m, struct bench_roof *r, double seconds, double *rate, struct gam_err *err)
{
    uint64_t ns = 0, launches = 0, step;
    int rc = launch(m, r, 1, &step, err);

    while (!rc && (double)ns * 1e-9 < seconds) {
        rc = launch(m, r, 4, &step, err);
        ns += step;
        launches += 4;
    }
    *rate = ns ? r->work * (double)launches / ((double)ns * 1e-9) : 0;
    return rc;
}

/* Best of some short trials: candidates are told apart even when others use the machine too. */
static int trial(struct bench_machine *m, struct bench_roof *r, double *best, struct gam_err *err)
{
    int rc = 0;

    *best = 0;
    for (int i = 0; i < TRIALS && !rc; i++) {
        double rate;

        rc = roof_rate(m, r, trial_seconds, &rate, err);
        *best = rate > *best ? rate : *best;
    }
    return rc;
}

int roof_open_best(struct bench_machine *m, const char *group, struct bench_roof *out, struct gam_err *err)
{
    double best = 0;
    int rc = 0;

    *out = (struct bench_roof){ .item = NULL };
    for (size_t i = 0; i < m->plan.n && !rc; i++) {
        const struct gam_plan_item *item = &m->plan.item[i];
        struct bench_roof candidate;
        double rate;

        if (item->role != GAM_ROLE_ROOF || item->status != GAM_STATUS_OK || strcmp(item->group_name, group))
            continue;
        rc = roof_open(m, item, &candidate, err);
        if (!rc)
            rc = trial(m, &candidate, &rate, err);
        if (!rc && rate > best) {
            struct bench_roof slower = *out;

            *out = candidate;
            candidate = slower;
            best = rate;
        }
        roof_close(m, &candidate);
    }
    return rc || out->item ? rc : gam_err_set(err, -GAM_ENOENT, "this machine has no ceiling '%s'", group);
}
