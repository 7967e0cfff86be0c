/* SPDX-License-Identifier: MIT */
/* Memory of the operands. Many items want large buffers, and making one ready (touch, fill) costs more than a visit; so buffers
 * are shared wherever their content allows it, and what does not fit in memory together is made ready again at each visit.
 */
#include "collector/runner_priv.h"
#include "common/err.h"
#include "common/rand.h"
#include "kernels/oracle/oracle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { POOL_LARGE_BYTES = 64 << 20, POOL_LINE_BYTES = 64 };

static int key_equal(const struct pool_key *a, const struct pool_key *b)
{
    return a->kind == b->kind && a->device == b->device && a->threads == b->threads && a->fill == b->fill &&
           a->dtype == b->dtype && a->place == b->place && a->size_class == b->size_class && a->owner == b->owner &&
           a->shared == b->shared;
}

/* Memory with one home is the same from wherever it was touched. */
static int one_home(const struct slot *s)
{
    const struct gam_device_info *info = &s->device->info;

    for (uint32_t i = 0; i < info->n_memory; i++)
        if (!info->memory[i].is_cache && info->memory[i].instances > 1)
            return 0;
    return 1;
}

int gam_slot_is_host(const struct slot *s)
{
    return (s->device->backend->langs & 1u << GAM_LANG_HOST) != 0;
}

/* Roofs read through their inputs and only ask for ordinary numbers: pairs of f32 in (-8, 8) are ordinary f64 too (the exponent
 * bits of the upper one are those of the f64), so that they need no large buffers of their own. */
static int takes_any_numbers(const struct slot *s, const struct gam_operand *o)
{
    return s->item->role != GAM_ROLE_SUBJECT && (o->dtype == GAM_DTYPE_F32 || o->dtype == GAM_DTYPE_F64);
}

static struct pool_key key_make(const struct runner *r, const struct slot *s, size_t i)
{
    const struct gam_operand *o = &s->operand[i];
    uint64_t bytes = s->stride[i] * s->copies;
    struct pool_key key = { .device = s->item->device, .threads = one_home(s) ? 0 : s->item->threads };

    key.size_class = one_home(s) ? bytes >= POOL_LARGE_BYTES : bytes;
    if (o->role == GAM_OPERAND_OUT || o->role == GAM_OPERAND_WORK) {
        key.kind = POOL_SCRATCH;
    } else if (o->role == GAM_OPERAND_IN && o->fill != GAM_FILL_CHAIN && gam_slot_is_host(s)) {
        key.kind = POOL_INPUT;
        key.fill = o->fill;
        key.dtype = takes_any_numbers(s, o) ? GAM_DTYPE_F32 : o->dtype;
    } else {
        key.kind = POOL_PRIVATE;
        key.shared = s->item->share > 0;
        key.owner = key.shared ? (size_t)s->item->share : (size_t)(s - r->slot);
        key.place = (unsigned)i;
        key.size_class = bytes;
    }
    return key;
}

static struct pool_buffer *buffer_find(struct runner *r, const struct pool_key *key)
{
    for (size_t b = 0; b < r->n_buffers; b++)
        if (key_equal(&r->buffer[b].key, key))
            return &r->buffer[b];
    r->buffer[r->n_buffers] = (struct pool_buffer){ .key = *key, .resident = 1 };
    return &r->buffer[r->n_buffers++];
}

/* The largest operand of the buffer's own element type fills it; one of another only where there is none. */
static void filler_choose(struct pool_buffer *b, const struct slot *s, size_t i)
{
    int native = b->key.kind != POOL_INPUT || s->operand[i].dtype == b->key.dtype;
    uint64_t period = b->key.kind == POOL_INPUT ? s->operand[i].bytes : s->stride[i];

    if (b->op && (native < b->native || (native == b->native && period <= b->period)))
        return;
    b->op = &s->item->op;
    b->which = i;
    b->period = period;
    b->native = native;
}

static void operand_assign(struct runner *r, struct slot *s, size_t i)
{
    struct pool_key key = key_make(r, s, i);
    uint64_t bytes = s->stride[i] * s->copies;
    struct pool_buffer *b;

    for (size_t j = 0; j < i && key.kind != POOL_PRIVATE; j++) {
        struct pool_key other = r->buffer[s->buffer[j]].key;

        other.place = key.place;
        key.place += key_equal(&other, &key);
    }
    b = buffer_find(r, &key);
    b->bytes = bytes > b->bytes ? bytes : b->bytes;
    filler_choose(b, s, i);
    b->users++;
    s->buffer[i] = (size_t)(b - r->buffer);
}

/* Copies of the operands such that a round through all of them passes twice the last-level cache; 0: its size is not known. */
static uint64_t copies_wanted(const struct slot *s)
{
    struct gam_caps caps = { .threads = s->item->threads };
    uint64_t one = 0;

    if (s->item->cache != GAM_CACHE_COLD)
        return 1;
    s->device->backend->caps(s->device->state, s->item->threads, &caps);
    for (size_t i = 0; i < s->n_operands; i++)
        one += s->stride[i];
    return one ? (2 * caps.llc_bytes + one - 1) / one : 1;
}

static uint64_t bytes_of(const struct runner *r, const struct slot *s, int resident)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < s->n_operands; i++) {
        const struct pool_buffer *b = &r->buffer[s->buffer[i]];

        sum += resident < 0 || b->resident == resident ? b->bytes : 0;
    }
    return sum;
}

uint64_t gam_pool_wanted(const struct runner *r, const struct slot *s)
{
    return bytes_of(r, s, 0);
}

/* Takes the largest buffers out of residence until what stays and the neediest item fit together. */
static void residence_choose(struct runner *r)
{
    uint64_t kept = r->config->kept_bytes;

    for (;;) {
        struct pool_buffer *largest = NULL;
        uint64_t resident = 0, most = 0;

        for (size_t b = 0; b < r->n_buffers; b++) {
            if (!r->buffer[b].resident)
                continue;
            resident += r->buffer[b].bytes;
            if (!largest || r->buffer[b].bytes > largest->bytes)
                largest = &r->buffer[b];
        }
        for (size_t i = 0; i < r->n_slots; i++)
            if (r->slot[i].alive && gam_pool_wanted(r, &r->slot[i]) > most)
                most = gam_pool_wanted(r, &r->slot[i]);
        if (!largest || (resident + most <= r->config->memory_bytes && (!kept || resident <= kept)))
            return;
        largest->resident = 0;
    }
}

static int slot_layout(struct runner *r, struct slot *s, struct gam_err *err)
{
    s->n_operands = gam_op_operands(&s->item->op, s->operand);
    s->footprint = 0;
    for (size_t i = 0; i < s->n_operands; i++) {
        s->stride[i] = (s->operand[i].bytes + POOL_LINE_BYTES - 1) / POOL_LINE_BYTES * POOL_LINE_BYTES;
        s->stride[i] = s->stride[i] ? s->stride[i] : POOL_LINE_BYTES;
        s->footprint += s->operand[i].bytes;
    }
    s->copies = copies_wanted(s);
    if (!s->copies || (s->copies > 1 && !gam_slot_is_host(s))) {
        s->n_operands = 0;
        return gam_slot_end(r, s, GAM_STATUS_SKIPPED, err, "%s",
                            s->copies ? "a cold cache is measured on the cpu only"
                                      : "cold cache: the size of the last-level cache is not known");
    }
    s->pointer = calloc(s->copies * (s->n_operands ? s->n_operands : 1), sizeof *s->pointer);
    s->set = calloc(s->copies, sizeof *s->set);
    if (!s->pointer || !s->set)
        return gam_err_nomem(err);
    for (uint64_t c = 0; c < s->copies; c++)
        s->set[c] = s->pointer + c * s->n_operands;
    for (size_t i = 0; i < s->n_operands; i++)
        operand_assign(r, s, i);
    return 0;
}

int gam_pool_build(struct runner *r, struct gam_err *err)
{
    uint64_t limit = r->config->memory_bytes;

    r->buffer = calloc(r->n_slots ? r->n_slots * GAM_OP_MAX_OPERANDS : 1, sizeof *r->buffer);
    if (!r->buffer)
        return gam_err_nomem(err);
    for (size_t i = 0; i < r->n_slots; i++) {
        int rc = r->slot[i].alive ? slot_layout(r, &r->slot[i], err) : 0;

        if (rc)
            return rc;
    }
    if (!limit)
        return 0;
    for (size_t i = 0; i < r->n_slots; i++) {
        struct slot *s = &r->slot[i];
        uint64_t need = s->alive ? s->footprint * s->copies : 0;
        int rc = need <= limit
                     ? 0
                     : gam_slot_end(r, s, GAM_STATUS_SKIPPED, err, "operands take %" PRIu64 " MiB, %" PRIu64 " MiB may be used",
                                    need >> 20, limit >> 20);

        if (rc)
            return rc;
    }
    residence_choose(r);
    return 0;
}

/* Repeats the first `period` bytes to the end of the buffer. */
static void content_repeat(char *memory, uint64_t period, uint64_t bytes)
{
    for (uint64_t at = period; at < bytes && period; at += period)
        memcpy(memory + at, memory, bytes - at < period ? bytes - at : period);
}

static int buffer_fill(const struct runner *r, struct pool_buffer *b, const struct slot *s, struct gam_err *err)
{
    const struct gam_open_device *d = s->device;
    /* An operator's own operand takes the run's seed, from which the verification has the old values of what was overwritten. */
    uint64_t seed = b->key.kind == POOL_PRIVATE ? r->plan->seed : gam_rand_hash(r->plan->seed, (uint64_t)(b - r->buffer));
    char *memory;
    int rc = 0;

    if (b->key.kind == POOL_SCRATCH)
        return 0;
    memory = gam_slot_is_host(s) ? b->memory.handle : malloc(b->bytes);
    if (!memory)
        return gam_err_nomem(err);
    gam_inputs_fill(b->op, b->which, memory, seed, s->item->threads > d->threads ? s->item->threads : d->threads);
    content_repeat(memory, b->period, b->bytes);
    if (!gam_slot_is_host(s)) {
        rc = d->backend->upload(d->state, &b->memory, memory, b->bytes, err);
        free(memory);
    }
    return rc;
}

static void buffer_free(const struct runner *r, struct pool_buffer *b)
{
    struct gam_open_device *d = &r->request->devices[b->key.device];

    if (b->ready)
        d->backend->release(d->state, &b->memory);
    b->ready = 0;
}

/* Everything that nobody holds, to make room. */
static int buffers_evict(struct runner *r)
{
    int freed = 0;

    for (size_t b = 0; b < r->n_buffers; b++)
        if (r->buffer[b].ready && !r->buffer[b].holders) {
            buffer_free(r, &r->buffer[b]);
            freed = 1;
        }
    return freed;
}

static int buffer_ready(struct runner *r, struct pool_buffer *b, const struct slot *s, struct gam_err *err)
{
    const struct gam_open_device *d = s->device;
    uint64_t begin = gam_clock_now(r->config->clock);
    int threads = b->key.threads ? b->key.threads : d->threads, rc;

    if (b->ready)
        return 0;
    rc = d->backend->alloc(d->state, threads, b->bytes, &b->memory, err);
    if (rc == -GAM_ENOMEM && buffers_evict(r))
        rc = d->backend->alloc(d->state, threads, b->bytes, &b->memory, err);
    if (rc)
        return rc;
    b->ready = 1;
    b->made = ++r->made;
    rc = buffer_fill(r, b, s, err);
    if (rc)
        buffer_free(r, b);
    b->ready_ns = gam_clock_now(r->config->clock) - begin;
    return rc;
}

static void pointers_set(struct runner *r, struct slot *s)
{
    for (size_t i = 0; i < s->n_operands; i++) {
        char *base = r->buffer[s->buffer[i]].memory.handle;

        if (s->made[i] == r->buffer[s->buffer[i]].made)
            continue;
        s->made[i] = r->buffer[s->buffer[i]].made;
        s->stale = 1;
        for (uint64_t c = 0; c < s->copies; c++)
            s->pointer[c * s->n_operands + i] = c ? base + c * s->stride[i] : base;
    }
}

int gam_pool_hold(struct runner *r, struct slot *s, struct gam_err *err)
{
    size_t held = 0;
    int rc = 0;

    for (; held < s->n_operands && !rc; held++) {
        r->buffer[s->buffer[held]].holders++; /* before: making the next one ready may evict */
        rc = buffer_ready(r, &r->buffer[s->buffer[held]], s, err);
    }
    if (!rc) {
        pointers_set(r, s);
        return 0;
    }
    while (held-- > 0)
        r->buffer[s->buffer[held]].holders--;
    return rc;
}

void gam_pool_drop(struct runner *r, struct slot *s)
{
    for (size_t i = 0; i < s->n_operands; i++) {
        struct pool_buffer *b = &r->buffer[s->buffer[i]];

        b->holders--;
        if (!b->holders && !b->resident)
            buffer_free(r, b);
    }
}

int gam_pool_refill(struct runner *r, struct slot *s, size_t operand, struct gam_err *err)
{
    return buffer_fill(r, &r->buffer[s->buffer[operand]], s, err);
}

void gam_pool_trim(struct runner *r)
{
    for (size_t b = 0; b < r->n_buffers; b++)
        r->buffer[b].users = 0;
    for (size_t i = 0; i < r->n_slots; i++)
        for (size_t o = 0; r->slot[i].alive && o < r->slot[i].n_operands; o++)
            r->buffer[r->slot[i].buffer[o]].users++;
    for (size_t b = 0; b < r->n_buffers; b++)
        if (!r->buffer[b].users && !r->buffer[b].holders)
            buffer_free(r, &r->buffer[b]);
}

void gam_pool_release(struct runner *r)
{
    for (size_t b = 0; b < r->n_buffers; b++)
        buffer_free(r, &r->buffer[b]);
    free(r->buffer);
    r->buffer = NULL;
    r->n_buffers = 0;
}
