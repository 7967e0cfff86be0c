/* SPDX-License-Identifier: MIT */
/* Which roofs are measured. A ceiling is a group of candidates (unroll depths, vector widths, sizes); calibration keeps the
 * fastest. Each candidate has a control with twice the work. What is tried stands in tables: plan_roofs_compute.c,
 * plan_roofs_memory.c, plan_roofs_sweep.c.
 */
#include "collector/plan_roofs_priv.h"
#include "common/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SHARE_BYTES = 1 << 20 /* smaller operands need no sharing */ };

/* Best first. */
static const struct isa_row {
    const char *word;
    enum gam_isa bit;
} isa_rows[ROOF_ISAS] = {
    { "avx512", GAM_ISA_AVX512 }, { "avx2", GAM_ISA_AVX2 }, { "neon", GAM_ISA_NEON }, { "base", GAM_ISA_BASE }
};

static int operands_equal(const struct gam_op *a, const struct gam_op *b)
{
    struct gam_operand x[GAM_OP_MAX_OPERANDS], y[GAM_OP_MAX_OPERANDS];
    size_t n = gam_op_operands(a, x);

    if (n != gam_op_operands(b, y))
        return 0;
    for (size_t i = 0; i < n; i++)
        if (strcmp(x[i].name, y[i].name) != 0 || x[i].role != y[i].role || x[i].dtype != y[i].dtype || x[i].fill != y[i].fill ||
            x[i].bytes != y[i].bytes)
            return 0;
    return 1;
}

/* The number of an earlier item with the same operands, else a new one; 0 for small ones. */
static int share_of(const struct gam_plan *plan, const struct gam_plan_item *item)
{
    int most = 0;

    if (gam_op_footprint(&item->op) < SHARE_BYTES)
        return 0;
    for (size_t i = 0; i < plan->n; i++) {
        const struct gam_plan_item *other = &plan->item[i];

        if (other->share > most)
            most = other->share;
        if (other->share && other->device == item->device && other->threads == item->threads &&
            operands_equal(&other->op, &item->op))
            return other->share;
    }
    return most + 1;
}

/* The same operator with twice the work, measured beside the item at `twin_of` if that stays. */
static int control_push(struct roofs *r, const struct gam_plan_item *item, size_t twin_of)
{
    struct gam_plan_item control = *item;

    if (!item->op.kind->work_key || r->request->spot_only)
        return 0;
    for (size_t i = 0; i < item->op.kind->n_keys; i++)
        if (!strcmp(item->op.kind->keys[i].name, item->op.kind->work_key))
            control.op.v[i].i *= 2;
    control.role = GAM_ROLE_CONTROL;
    control.twin_of = twin_of;
    control.node = r->plan->n_nodes;
    return gam_plan_push(r->plan, &control, r->err);
}

void roofs_group(struct roofs *r, const char *format, ...)
{
    va_list args;

    r->group++;
    va_start(args, format);
    vsnprintf(r->group_name, sizeof r->group_name, format, args);
    va_end(args);
}

int roofs_candidate(struct roofs *r, const char *spec, int threads, const char *note)
{
    struct gam_plan_item item = GAM_PLAN_ITEM_INIT;
    struct gam_caps caps = { .threads = threads };
    int rc = gam_op_parse(spec, &item.op, r->err);

    if (rc)
        return rc;
    r->d->backend->caps(r->d->state, threads, &caps);
    for (const struct gam_impl *impl = gam_impl_next(NULL, item.op.kind->name); impl;
         impl = gam_impl_next(impl, item.op.kind->name)) {
        if (!(r->d->backend->langs & gam_impl_langs(impl)) || impl->supports(&item.op, &caps, NULL))
            continue;
        item.role = GAM_ROLE_ROOF;
        item.impl = impl;
        item.device = r->device;
        item.threads = threads;
        item.group = r->group;
        item.node = r->plan->n_nodes;
        snprintf(item.group_name, sizeof item.group_name, "%s", r->group_name);
        snprintf(item.reason, sizeof item.reason, "%s", note);
        item.share = share_of(r->plan, &item);
        rc = gam_plan_push(r->plan, &item, r->err);
        return rc ? rc : control_push(r, &item, r->plan->n - 1);
    }
    return 0;
}

int roofs_skip(struct roofs *r, const char *spec, int threads, const char *reason)
{
    struct gam_plan_item item = GAM_PLAN_ITEM_INIT;
    int rc = gam_op_parse(spec, &item.op, r->err);

    if (rc)
        return rc;
    item.role = GAM_ROLE_ROOF;
    item.device = r->device;
    item.threads = threads;
    item.node = r->plan->n_nodes;
    item.status = GAM_STATUS_SKIPPED;
    snprintf(item.group_name, sizeof item.group_name, "%s", r->group_name);
    snprintf(item.reason, sizeof item.reason, "%s", reason);
    return gam_plan_push(r->plan, &item, r->err);
}

int64_t roofs_stretch(int threads)
{
    int64_t stretch = 1;

    for (; threads > 1; threads /= 2)
        stretch++;
    return stretch;
}

static int launch_add(struct roofs *r, int threads)
{
    char spec[GAM_OP_SPEC_MAX];

    roofs_group(r, "launch t%d", threads);
    snprintf(spec, sizeof spec, "roof_launch:threads=%d,dtype=f64", threads);
    return roofs_candidate(r, spec, threads, "");
}

static int roofs_of_threads(struct roofs *r, int threads)
{
    int rc = roofs_compute(r, threads);

    if (!rc)
        rc = roofs_memory(r, threads);
    return rc ? rc : launch_add(r, threads);
}

static int group_last(const struct gam_plan *plan)
{
    int last = -1;

    for (size_t i = 0; i < plan->n; i++)
        if (plan->item[i].group > last)
            last = plan->item[i].group;
    return last;
}

int gam_plan_add_roofs(struct gam_plan *plan, const struct gam_plan_request *request, size_t device, struct gam_err *err)
{
    const struct gam_open_device *d = &request->devices[device];
    struct roofs r = { .plan = plan, .request = request, .device = device, .d = d, .group = group_last(plan), .err = err };
    struct gam_caps caps = { .threads = d->threads };
    int rc = 0;

    d->backend->caps(d->state, d->threads, &caps);
    r.memory_bytes = caps.memory_bytes;
    for (size_t i = 0; i < ROOF_ISAS; i++)
        if (caps.isa & isa_rows[i].bit)
            r.isa[r.n_isas++] = isa_rows[i].word;
    if (!(d->backend->langs & 1u << GAM_LANG_HOST)) {
        rc = roofs_device(&r);
        if (!rc)
            rc = roofs_tensor(&r, &caps);
        if (!rc)
            rc = roofs_link(&r);
        return rc ? rc : launch_add(&r, d->threads);
    }
    if (request->one_thread && d->threads > 1)
        rc = roofs_of_threads(&r, 1);
    if (!rc)
        rc = roofs_of_threads(&r, d->threads);
    if (!rc && !request->spot_only)
        rc = roofs_latency(&r);
    return rc || request->spot_only ? rc : roofs_sweep(&r);
}
