/* SPDX-License-Identifier: MIT */
/* Launches whose operands begin or end in the host's memory. Each run brings the inputs to the device, computes, and brings the
 * results back, one after the other as a program does that needs them; the host's clock times it. A link roof is the copies
 * alone.
 */
#include "collector/runner_priv.h"
#include "common/err.h"
#include "common/rand.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static enum gam_host_memory memory_of(const struct slot *s)
{
    if (s->item->op.kind->class == GAM_OP_ROOF_TRANSFER)
        return gam_host_memory_parse(gam_op_word(&s->item->op, "host"));
    return s->item->host;
}

int gam_link_crosses(const struct slot *s)
{
    return memory_of(s) != GAM_HOST_NONE;
}

void gam_link_drop(struct slot *s)
{
    for (size_t i = 0; i < s->n_operands; i++) {
        if (s->stage_pinned && s->stage[i].handle)
            s->device->backend->host_release(s->device->state, &s->stage[i]);
        else
            free(s->stage[i].handle);
        s->stage[i] = (struct gam_buffer){ .handle = NULL };
    }
}

static int stage_alloc(struct slot *s, size_t i, struct gam_err *err)
{
    uint64_t bytes = s->operand[i].bytes ? s->operand[i].bytes : 1;

    if (s->stage_pinned)
        return s->device->backend->host_alloc(s->device->state, bytes, &s->stage[i], err);
    s->stage[i] = (struct gam_buffer){ .handle = malloc(bytes), .bytes = bytes };
    if (!s->stage[i].handle)
        return gam_err_set(err, -GAM_ENOMEM, "no room for %" PRIu64 " MiB of operands in the host's memory", bytes >> 20);
    return 0;
}

int gam_link_fetch(const struct runner *r, struct slot *s, struct gam_err *err)
{
    int rc = 0;

    for (size_t i = 0; i < s->n_operands && !rc; i++)
        if (s->stage[i].handle && gam_operand_goes_in(&s->operand[i]))
            rc = s->device->backend->download(s->device->state, s->stage[i].handle, &r->buffer[s->buffer[i]].memory,
                                              s->operand[i].bytes, err);
    return rc;
}

/* The host's copies have what the device's have; pages that were never touched would be made ready while copies are timed. */
int gam_link_hold(const struct runner *r, struct slot *s, struct gam_err *err)
{
    int rc = 0;

    if (!gam_link_crosses(s))
        return 0;
    s->stage_pinned = memory_of(s) == GAM_HOST_PINNED;
    if (s->stage_pinned && !s->device->backend->host_alloc)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "the device's backend has no page-locked memory");
    for (size_t i = 0; i < s->n_operands && !rc; i++) {
        rc = stage_alloc(s, i, err);
        if (rc)
            break;
        memset(s->stage[i].handle, 0xff, s->operand[i].bytes);
    }
    if (!rc)
        rc = gam_link_fetch(r, s, err);
    if (rc)
        gam_link_drop(s);
    return rc;
}

static int carry(const struct runner *r, struct slot *s, int in, struct gam_err *err)
{
    const struct gam_device_backend *backend = s->device->backend;
    int rc = 0;

    for (size_t i = 0; i < s->n_operands && !rc; i++) {
        const struct gam_operand *o = &s->operand[i];
        struct gam_buffer memory = r->buffer[s->buffer[i]].memory;

        if (in && gam_operand_goes_in(o))
            rc = backend->upload(s->device->state, &memory, s->stage[i].handle, o->bytes, err);
        else if (!in && gam_operand_comes_out(o))
            rc = backend->download(s->device->state, s->stage[i].handle, &memory, o->bytes, err);
    }
    return rc;
}

/* The copies of a link roof: its operands go in, come out, or both at once. */
static int copies_make(const struct runner *r, struct slot *s, uint64_t iterations, struct gam_err *err)
{
    uint64_t times = iterations * (uint64_t)gam_op_int(&s->item->op, "times");
    int rc = 0;

    if (s->n_operands == 2) {
        struct gam_buffer to = r->buffer[s->buffer[0]].memory, out = r->buffer[s->buffer[1]].memory;
        struct gam_exchange x = { .to = &to, .from = s->stage[0].handle, .out = &out, .into = s->stage[1].handle };

        x.bytes = s->operand[0].bytes;
        x.times = times;
        return s->device->backend->exchange(s->device->state, &x, err);
    }
    for (uint64_t i = 0; i < times && !rc; i++) {
        rc = carry(r, s, 1, err);
        rc = rc ? rc : carry(r, s, 0, err);
    }
    return rc;
}

static int runs_make(const struct runner *r, struct slot *s, uint64_t iterations, struct gam_err *err)
{
    uint64_t ignored = 0;
    int rc = 0;

    for (uint64_t i = 0; i < iterations && !rc; i++) {
        rc = carry(r, s, 1, err);
        if (!rc)
            rc = s->device->backend->run(s->device->state, &s->launch, s->set, s->copies, 0, 1, &ignored, err);
        if (!rc)
            rc = carry(r, s, 0, err);
    }
    return rc;
}

int gam_link_launch(const struct runner *r, struct slot *s, uint64_t iterations, uint64_t *duration_ns, struct gam_err *err)
{
    uint64_t begin = gam_clock_now(r->config->clock);
    int roof = s->item->op.kind->class == GAM_OP_ROOF_TRANSFER;
    int rc = roof ? copies_make(r, s, iterations, err) : runs_make(r, s, iterations, err);

    *duration_ns = gam_clock_now(r->config->clock) - begin;
    return rc;
}

/* Words that differ from place to place, and from one seed to the next. */
static uint32_t word_at(uint32_t first, uint64_t i)
{
    return first + (uint32_t)i * 2654435761u;
}

static void words_fill(void *memory, uint64_t bytes, uint64_t seed)
{
    uint32_t *word = memory, first = (uint32_t)gam_rand_hash(seed, 0);

    for (uint64_t i = 0; i < bytes / sizeof *word; i++)
        word[i] = word_at(first, i);
}

/* Puts known words where the copy begins and others where it ends. */
static int ends_prepare(const struct runner *r, struct slot *s, size_t i, void *spare, struct gam_err *err)
{
    int in = s->operand[i].role == GAM_OPERAND_IN;
    struct gam_buffer memory = r->buffer[s->buffer[i]].memory;
    uint64_t bytes = s->operand[i].bytes;

    words_fill(spare, bytes, r->plan->seed + (in ? 100 + i : i));
    words_fill(s->stage[i].handle, bytes, r->plan->seed + (in ? i : 100 + i));
    return s->device->backend->upload(s->device->state, &memory, spare, bytes, err);
}

static int end_check(const struct runner *r, struct slot *s, size_t i, void *spare, struct gam_err *err)
{
    int in = s->operand[i].role == GAM_OPERAND_IN;
    const uint32_t *arrived = in ? spare : s->stage[i].handle;
    uint64_t n = s->operand[i].bytes / sizeof *arrived;
    uint32_t first = (uint32_t)gam_rand_hash(r->plan->seed + i, 0);
    int rc = 0;

    if (in)
        rc = s->device->backend->download(s->device->state, spare, &r->buffer[s->buffer[i]].memory, s->operand[i].bytes, err);
    for (uint64_t w = 0; w < n && !rc; w++) {
        s->verdict.checked++;
        if (arrived[w] == word_at(first, w))
            continue;
        s->verdict.right = 0;
        s->verdict.error = 1;
        s->verdict.worst_index = w;
        break;
    }
    return rc;
}

int gam_link_verify(const struct runner *r, struct slot *s, uint64_t *first_ns, struct gam_err *err)
{
    void *spare = malloc(s->operand[0].bytes);
    int rc = spare ? 0 : gam_err_nomem(err);

    s->verdict = (struct gam_verdict){ .error = 0, .tolerance = 0, .right = 1 };
    for (size_t i = 0; i < s->n_operands && !rc; i++)
        rc = ends_prepare(r, s, i, spare, err);
    if (!rc)
        rc = gam_link_launch(r, s, 1, first_ns, err);
    for (size_t i = 0; i < s->n_operands && !rc && s->verdict.right; i++)
        rc = end_check(r, s, i, spare, err);
    free(spare);
    return rc;
}
