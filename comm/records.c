/* SPDX-License-Identifier: MIT */
/* What a rank says in its records. Ordinals of devices, nodes and measurements are the same on every rank, so that rank 0 only
 * has to append the samples (store/merge_ranks.h). */
#include "comm/bench.h"
#include "comm/gpu.h"
#include "common/err.h"
#include "common/record/quantity.h"

#include <stdio.h>
#include <string.h>

static const char *text_or_null(const char *text)
{
    return text && *text ? text : NULL;
}

static int64_t known(uint64_t value)
{
    return value ? (int64_t)value : GAM_NULL_INT;
}

static int device_emit(const struct gam_comm_bench *b, struct gam_emitter *emit, int64_t host, struct gam_err *err)
{
    const struct gam_device_info *info = &b->device->info;
    struct gam_device device;
    int rc;

    gam_record_clear(GAM_RECORD_DEVICE, &device);
    device.host = host;
    device.id = info->id;
    device.backend = b->device->backend->name;
    device.kind = info->kind;
    device.name = text_or_null(info->name);
    device.class = text_or_null(info->class_);
    device.isa = text_or_null(info->isa);
    device.units = known(info->units);
    device.memory_bytes = known(info->memory_bytes);
    rc = gam_emit(emit, GAM_RECORD_DEVICE, &device, err);
    for (uint32_t i = 0; i < info->n_memory && !rc; i++) {
        struct gam_memory memory;

        gam_record_clear(GAM_RECORD_MEMORY, &memory);
        memory.device = device.ordinal;
        memory.level = info->memory[i].level;
        memory.kind = info->memory[i].is_cache ? GAM_MEMORY_CACHE : GAM_MEMORY_MAIN;
        memory.size_bytes = known(info->memory[i].size_bytes);
        memory.line_bytes = known(info->memory[i].line_bytes);
        memory.instances = known(info->memory[i].instances);
        memory.shared_by = known(info->memory[i].shared_by);
        rc = gam_emit(emit, GAM_RECORD_MEMORY, &memory, err);
    }
    return rc;
}

static int fact_emit(struct gam_emitter *emit, int64_t host, const char *key, const char *value, struct gam_err *err)
{
    struct gam_host_fact fact = { .host = host, .key = key, .value = value };

    return gam_emit(emit, GAM_RECORD_HOST_FACT, &fact, err);
}

static int gpu_emit(const struct gam_comm_bench *b, struct gam_emitter *emit, int64_t host, struct gam_err *err)
{
    char text[300];

    if (!b->gpu)
        return fact_emit(emit, host, "mpi.gpu", b->gpu_reason, err);
    snprintf(text, sizeof text, "%s %.120s, %s", b->gpu->device.info.id, b->gpu->device.info.name, b->gpu->nccl->text);
    return fact_emit(emit, host, "mpi.gpu", text, err);
}

static int rank_emit(const struct gam_comm_bench *b, struct gam_emitter *emit, int64_t host, struct gam_err *err)
{
    const struct gam_peer *self = &b->world->peer[b->world->rank];
    struct gam_rank rank = {
        .rank = b->world->rank, .host = host, .clock_offset_ns = self->offset_ns, .clock_error_ns = self->error_ns
    };
    int rc = fact_emit(emit, host, "mpi.host", self->host, err);

    if (!rc && b->world->oversubscribed)
        rc = fact_emit(emit, host, "mpi.oversubscribed", "yes", err);
    if (!rc && (b->gpu || *b->gpu_reason))
        rc = gpu_emit(b, emit, host, err);
    return rc ? rc : gam_emit(emit, GAM_RECORD_RANK, &rank, err);
}

void gam_comm_link(const struct gam_comm_bench *b, int a, int z, int gpu, char out[GAM_LINK_NAME])
{
    if (gpu)
        snprintf(out, GAM_LINK_NAME, "%s", b->gpu->link);
    else if (a >= 0)
        gam_world_link(b->world, a, z, out);
    else
        gam_world_link_of_all(b->world, out);
}

static int links_emit(const struct gam_comm_bench *b, struct gam_emitter *emit, struct gam_err *err)
{
    const struct gam_comm_item *last = NULL;
    int rc = 0;

    for (size_t i = 0; i < b->n && !rc; i++) {
        const struct gam_comm_item *item = &b->item[i];
        char a[24], z[24], name[GAM_LINK_NAME];
        struct gam_link link = { .end_a = a, .end_b = z, .name = name };

        if (item->a < 0 || (last && last->kind == item->kind && last->a == item->a && last->b == item->b))
            continue;
        last = item;
        snprintf(a, sizeof a, "rank %d", item->a);
        snprintf(z, sizeof z, "rank %d", item->b);
        gam_comm_link(b, item->a, item->b, item->kind == &gam_comm_on_gpu, name);
        rc = gam_emit(emit, GAM_RECORD_LINK, &link, err);
    }
    return rc;
}

/* An operator and a node for every measurement, in the order of the items; an operator that is there already is used again. */
static int places_emit(const struct gam_comm_bench *b, struct gam_emitter *emit, struct gam_err *err)
{
    int rc = 0;

    for (size_t i = 0; i < b->n && !rc; i++) {
        char spec[GAM_OP_SPEC_MAX];
        struct gam_operator op = { .spec = spec, .kind = b->item[i].op.kind->name };

        gam_op_spec(&b->item[i].op, spec, sizeof spec);
        rc = gam_emit(emit, GAM_RECORD_OPERATOR, &op, err);
    }
    for (size_t i = 0; i < b->n && !rc; i++) {
        struct gam_node node;

        gam_record_clear(GAM_RECORD_NODE, &node);
        node.operator=(int64_t) i;
        node.name = b->item[i].name;
        node.calls = 1;
        rc = gam_emit(emit, GAM_RECORD_NODE, &node, err);
    }
    return rc;
}

static int measurement_emit(const struct gam_comm_bench *b, size_t i, struct gam_emitter *emit, struct gam_err *err)
{
    const struct gam_comm_item *item = &b->item[i];
    char link[GAM_LINK_NAME];
    struct gam_measurement m;

    gam_record_clear(GAM_RECORD_MEASUREMENT, &m);
    m.role = item->role;
    m.node = (int64_t)i;
    m.device = 0;
    m.implementation = item->implementation;
    m.implementation_version = item->version;
    m.detail = text_or_null(item->detail);
    if (!m.detail && item->kind != &gam_comm_local) {
        gam_comm_link(b, -1, -1, item->kind == &gam_comm_on_gpu, link);
        m.detail = link;
    }
    m.threads = 1;
    m.cache = GAM_CACHE_WARM;
    m.status = item->status;
    m.reason = text_or_null(item->reason);
    m.error = item->error;
    m.tolerance = item->tolerance;
    m.checked = item->checked;
    return gam_emit(emit, GAM_RECORD_MEASUREMENT, &m, err);
}

static int samples_emit(const struct gam_comm_bench *b, struct gam_emitter *emit, struct gam_err *err)
{
    struct gam_quantity_def def = {
        .name = "comm_ns", .unit = "ns", .scope = GAM_SCOPE_PROCESS, .kind = GAM_QUANTITY_DELTA, .meter = "mpi", .trust = 1
    };
    int64_t first = emit->next[GAM_RECORD_SAMPLE];
    int rc = gam_emit(emit, GAM_RECORD_QUANTITY_DEF, &def, err);

    for (size_t i = 0; i < b->n_samples && !rc; i++) {
        struct gam_sample sample = b->sample[i];

        rc = gam_emit(emit, GAM_RECORD_SAMPLE, &sample, err);
    }
    for (size_t i = 0; i < b->n_samples && !rc; i++) {
        struct gam_reading reading;

        if (b->comm_ns[i] == GAM_NULL_INT)
            continue;
        gam_record_clear(GAM_RECORD_READING, &reading);
        reading.quantity = def.ordinal;
        reading.target = GAM_TARGET_SAMPLE;
        reading.subject = first + (int64_t)i;
        reading.rank = b->world->rank;
        reading.ivalue = b->comm_ns[i];
        reading.source = GAM_SOURCE_TIMED;
        reading.flags = 0;
        rc = gam_emit(emit, GAM_RECORD_READING, &reading, err);
    }
    return rc;
}

static int collectives_emit(const struct gam_comm_bench *b, struct gam_emitter *emit, struct gam_err *err)
{
    int rc = 0;

    for (size_t i = 0; i < b->n && !rc; i++) {
        const struct gam_op *op = &b->item[i].op;
        struct gam_collective c;

        if (op->kind->class != GAM_OP_DISTRIBUTED)
            continue;
        gam_record_clear(GAM_RECORD_COLLECTIVE, &c);
        c.measurement = (int64_t)i;
        c.op = gam_op_word(op, "what");
        c.algorithm = "bound"; /* the library does not say which it took */
        c.group_size = b->world->size;
        c.dtype = "f32";
        if (gam_op_has(op, "bytes"))
            c.bytes_in = c.bytes_out = gam_op_int(op, "bytes");
        rc = gam_emit(emit, GAM_RECORD_COLLECTIVE, &c, err);
    }
    return rc;
}

int gam_comm_records(const struct gam_comm_bench *b, struct gam_emitter *emit, int64_t host, struct gam_err *err)
{
    int rc = rank_emit(b, emit, host, err);

    rc = rc ? rc : device_emit(b, emit, host, err);
    rc = rc ? rc : links_emit(b, emit, err);
    rc = rc ? rc : places_emit(b, emit, err);
    for (size_t i = 0; i < b->n && !rc; i++)
        rc = measurement_emit(b, i, emit, err);
    rc = rc ? rc : samples_emit(b, emit, err);
    return rc ? rc : collectives_emit(b, emit, err);
}
