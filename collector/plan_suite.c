/* SPDX-License-Identifier: MIT */
/* From a suite and the devices to the list of what will be measured. */
#include "collector/plan.h"
#include "common/err.h"

#include <stdio.h>
#include <string.h>

enum { PLAN_ROUNDS = 10, PLAN_ROUNDS_LEAST = 6, PLAN_KEEP = 2 };

/* Names of the list that no implementation of the kind has: each becomes a skipped item, so that a typing error shows. */
static int unknown_push(struct gam_plan *plan, const struct gam_suite_op *op, const struct gam_plan_item *model,
                        struct gam_err *err)
{
    for (char **wanted = op->implementations; wanted && *wanted; wanted++) {
        struct gam_plan_item item = *model;
        int rc;

        if (**wanted == '-' || gam_impl_find(*wanted, op->op.kind->name))
            continue;
        item.status = GAM_STATUS_SKIPPED;
        snprintf(item.reason, sizeof item.reason, "no implementation '%s' of %s is built in", *wanted, op->op.kind->name);
        rc = gam_plan_push(plan, &item, err);
        if (rc)
            return rc;
    }
    return 0;
}

/* One suite place on one device: an item per implementation, those that cannot run here with the reason. */
static int place_push(struct gam_plan *plan, const struct gam_plan_request *request, const struct gam_suite_op *op, size_t device,
                      size_t node, struct gam_err *err)
{
    const struct gam_open_device *d = &request->devices[device];
    struct gam_plan_item model = GAM_PLAN_ITEM_INIT;
    struct gam_caps caps = { .threads = d->threads };
    size_t before = plan->n;
    int rc;

    model.role = GAM_ROLE_SUBJECT;
    model.op = op->op;
    model.name = op->name;
    model.calls = op->count;
    model.device = device;
    model.threads = d->threads;
    model.cache = request->cache;
    if (!(d->backend->langs & 1u << GAM_LANG_HOST)) /* others work in the host's memory */
        model.host = op->host ? op->host : request->host;
    model.node = node;
    d->backend->caps(d->state, d->threads, &caps);
    for (const struct gam_impl *impl = gam_impl_next(NULL, op->op.kind->name); impl;
         impl = gam_impl_next(impl, op->op.kind->name)) {
        struct gam_plan_item item = model;
        struct gam_err why = { .code = 0 };

        if (!(d->backend->langs & gam_impl_langs(impl)) || !gam_suite_wants(op, impl->name))
            continue;
        item.impl = impl;
        if (impl->supports(&op->op, &caps, &why)) {
            item.status = GAM_STATUS_SKIPPED;
            snprintf(item.reason, sizeof item.reason, "%.199s", *why.text ? why.text : "not supported here");
        } else if (item.host == GAM_HOST_PINNED && !(caps.offers & GAM_OFFER_PINNED)) {
            item.status = GAM_STATUS_SKIPPED;
            snprintf(item.reason, sizeof item.reason, "the device's backend has no page-locked memory; ask for pageable");
        }
        rc = gam_plan_push(plan, &item, err);
        if (rc)
            return rc;
    }
    rc = unknown_push(plan, op, &model, err);
    if (rc || plan->n > before)
        return rc;
    model.status = GAM_STATUS_SKIPPED;
    snprintf(model.reason, sizeof model.reason, "no implementation of %s runs on device %s", op->op.kind->name, d->info.id);
    return gam_plan_push(plan, &model, err);
}

int gam_plan_make(const struct gam_plan_request *request, struct gam_plan *out, struct gam_err *err)
{
    int rc = 0;

    *out = (struct gam_plan){ .item = NULL };
    out->keep = PLAN_KEEP;
    out->budget_ns = request->budget_ns;
    out->seed = request->seed;
    out->rounds = request->rounds > 0 ? request->rounds : PLAN_ROUNDS;
    out->rounds_least = out->rounds < PLAN_ROUNDS_LEAST ? out->rounds : PLAN_ROUNDS_LEAST;
    for (size_t d = 0; d < request->n_devices && !rc; d++)
        rc = gam_plan_add_roofs(out, request, d, err);
    for (size_t i = 0; request->suite && i < request->suite->n_ops && !rc; i++) {
        size_t node = out->n_nodes;

        for (size_t d = 0; d < request->n_devices && !rc; d++)
            rc = place_push(out, request, &request->suite->ops[i], d, node, err);
    }
    if (rc)
        gam_plan_release(out);
    return rc;
}
