/* SPDX-License-Identifier: MIT */
/* What the runner says about devices, places and measurements. */
#include "collector/runner_priv.h"
#include "common/err.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text_or_null(const char *text)
{
    return *text ? text : NULL;
}

static int64_t known(uint64_t value)
{
    return value ? (int64_t)value : GAM_NULL_INT;
}

static int memory_emit(struct runner *r, int64_t device, const struct gam_device_memory *m, struct gam_err *err)
{
    struct gam_memory record;

    gam_record_clear(GAM_RECORD_MEMORY, &record);
    record.device = device;
    record.level = m->level;
    record.kind = m->is_cache ? GAM_MEMORY_CACHE : GAM_MEMORY_MAIN;
    record.size_bytes = known(m->size_bytes);
    record.line_bytes = known(m->line_bytes);
    record.instances = known(m->instances);
    record.shared_by = known(m->shared_by);
    return gam_emit(r->emit, GAM_RECORD_MEMORY, &record, err);
}

static int device_emit(struct runner *r, const struct gam_open_device *d, struct gam_err *err)
{
    struct gam_device record;
    int rc;

    gam_record_clear(GAM_RECORD_DEVICE, &record);
    record.host = r->config->host;
    record.id = d->info.id;
    record.backend = d->backend->name;
    record.kind = d->info.kind;
    record.name = text_or_null(d->info.name);
    record.class = text_or_null(d->info.class_);
    record.isa = text_or_null(d->info.isa);
    record.uarch = text_or_null(d->uarch);
    record.hwdb = text_or_null(d->hwdb);
    record.driver = text_or_null(d->info.driver);
    record.units = known(d->info.units);
    record.memory_bytes = known(d->info.memory_bytes);
    rc = gam_emit(r->emit, GAM_RECORD_DEVICE, &record, err);
    for (uint32_t i = 0; i < d->info.n_memory && !rc; i++)
        rc = memory_emit(r, record.ordinal, &d->info.memory[i], err);
    return rc;
}

/* Finds the first item of every node, whose operator, name and calls are the node's. */
static int nodes_find(struct runner *r, struct gam_err *err)
{
    for (size_t i = r->plan->n; i-- > 0;)
        if (r->plan->item[i].node < r->plan->n_nodes)
            r->item_of_node[r->plan->item[i].node] = &r->plan->item[i];
    for (size_t n = 0; n < r->plan->n_nodes; n++)
        if (!r->item_of_node[n])
            return gam_err_set(err, -GAM_EINTERNAL, "node %zu of the plan has no item", n);
    for (size_t i = 0; i < r->plan->n; i++) {
        const struct gam_plan_item *item = &r->plan->item[i];

        if (item->node >= r->plan->n_nodes || !gam_op_equal(&item->op, &r->item_of_node[item->node]->op))
            return gam_err_set(err, -GAM_EINTERNAL, "item %zu of the plan has another operator than its node %zu", i, item->node);
    }
    return 0;
}

/* Ordinal of the operator of a plan item: an earlier node's when it has the same. */
static int operator_emit(struct runner *r, size_t node, const struct gam_op *op, int64_t *ordinal, struct gam_err *err)
{
    struct gam_operator record;
    char spec[GAM_OP_SPEC_MAX];

    for (size_t n = 0; n < node; n++)
        if (gam_op_equal(&r->item_of_node[n]->op, op)) {
            *ordinal = r->operator_of_node[n];
            return 0;
        }
    gam_record_clear(GAM_RECORD_OPERATOR, &record);
    if (gam_op_spec(op, spec, sizeof spec) < 0)
        return gam_err_set(err, -GAM_EINTERNAL, "an operator's spec is longer than %d", GAM_OP_SPEC_MAX);
    record.spec = spec;
    record.kind = op->kind->name;
    *ordinal = r->emit->next[GAM_RECORD_OPERATOR];
    return gam_emit(r->emit, GAM_RECORD_OPERATOR, &record, err);
}

static int operators_emit(struct runner *r, struct gam_err *err)
{
    int rc = nodes_find(r, err);

    for (size_t n = 0; n < r->plan->n_nodes && !rc; n++)
        rc = operator_emit(r, n, &r->item_of_node[n]->op, &r->operator_of_node[n], err);
    return rc;
}

static int nodes_emit(struct runner *r, struct gam_err *err)
{
    for (size_t n = 0; n < r->plan->n_nodes; n++) {
        const struct gam_plan_item *item = r->item_of_node[n];
        struct gam_node record;
        int rc;

        gam_record_clear(GAM_RECORD_NODE, &record);
        record.operator= r->operator_of_node[n];
        record.name = item->name;
        record.calls = item->calls;
        rc = gam_emit(r->emit, GAM_RECORD_NODE, &record, err);
        if (rc)
            return rc;
    }
    return 0;
}

static void measurement_fill(const struct runner *r, const struct slot *s, struct gam_measurement *m)
{
    const struct gam_plan_item *item = s->item;

    gam_record_clear(GAM_RECORD_MEASUREMENT, m);
    m->ordinal = s->measurement;
    m->role = item->role;
    m->node = r->first_node + (int64_t)item->node;
    m->device = r->first_device + (int64_t)item->device;
    m->implementation = s->implementation;
    m->implementation_version = item->impl && item->impl->version ? item->impl->version() : NULL;
    m->detail = text_or_null(s->launch.detail);
    m->threads = item->threads;
    m->cache = item->cache;
    m->status = s->status;
    m->reason = text_or_null(s->reason);
    m->error = s->verdict.error;
    m->tolerance = s->verdict.tolerance;
    m->checked = known(s->verdict.checked);
    m->footprint_bytes = known(s->footprint);
    m->copies = known(s->copies);
    m->candidate_group = text_or_null(item->group_name);
}

int gam_records_measurement(struct runner *r, struct slot *s, struct gam_err *err)
{
    struct gam_measurement m;

    measurement_fill(r, s, &m);
    return gam_emit_again(r->emit, GAM_RECORD_MEASUREMENT, &m, err);
}

int gam_records_begin(struct runner *r, struct gam_err *err)
{
    int rc = 0;

    r->first_device = r->emit->next[GAM_RECORD_DEVICE];
    r->first_node = r->emit->next[GAM_RECORD_NODE];
    r->first_measurement = r->emit->next[GAM_RECORD_MEASUREMENT];
    for (size_t d = 0; d < r->request->n_devices && !rc; d++)
        rc = device_emit(r, &r->request->devices[d], err);
    if (!rc)
        rc = operators_emit(r, err);
    if (!rc)
        rc = nodes_emit(r, err);
    for (size_t i = 0; i < r->n_slots && !rc; i++) {
        struct gam_measurement m;

        r->slot[i].measurement = r->first_measurement + (int64_t)i;
        measurement_fill(r, &r->slot[i], &m);
        rc = gam_emit(r->emit, GAM_RECORD_MEASUREMENT, &m, err);
    }
    return rc ? rc : gam_emit_commit(r->emit, err);
}

const char *gam_slot_spec(const struct slot *s, char *out, size_t size)
{
    if (gam_op_spec(&s->item->op, out, size) < 0)
        snprintf(out, size, "%s", s->item->op.kind->name);
    return out;
}

int gam_slot_end(struct runner *r, struct slot *s, enum gam_status status, struct gam_err *err, const char *format, ...)
{
    va_list args;

    s->alive = 0;
    s->status = status;
    va_start(args, format);
    vsnprintf(s->reason, sizeof s->reason, format, args);
    va_end(args);
    return gam_records_measurement(r, s, err);
}
