/* SPDX-License-Identifier: MIT */
/* Which items a job measures. The same on every rank: it follows from the number of ranks and the options alone, but for the
 * roofs, which are those of rank 0's kind of machine. */
#include "collector/plan.h"
#include "comm/bench.h"
#include "comm/gpu.h"
#include "common/err.h"
#include "common/strbuf.h"
#include "ops/collective.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAIRS_EVERY = 8 /* ranks up to which every pair is measured */,
    SIZES_MAX = 16,
    SIZE_FIRST = 8,
    SIZE_STEP = 8,
    EXCHANGE_LEAST = 65536
};

static struct gam_comm_item *item_add(struct gam_comm_bench *b)
{
    if (b->n == b->capacity) {
        size_t capacity = b->capacity ? 2 * b->capacity : 64;
        struct gam_comm_item *grown = realloc(b->item, capacity * sizeof *grown);

        if (!grown)
            return NULL;
        b->item = grown;
        b->capacity = capacity;
    }
    b->item[b->n] = (struct gam_comm_item){ .a = -1,
                                            .b = -1,
                                            .error = NAN,
                                            .tolerance = NAN,
                                            .checked = GAM_NULL_INT,
                                            .implementation = "mpi",
                                            .role = GAM_ROLE_SUBJECT };
    return &b->item[b->n++];
}

/* Sizes of messages: 8 bytes, then 8 times as much, the largest last. */
static size_t sizes_fill(int64_t most, int64_t *out)
{
    size_t n = 0;

    for (int64_t bytes = SIZE_FIRST; bytes < most && n < SIZES_MAX - 1; bytes *= SIZE_STEP)
        out[n++] = bytes;
    out[n++] = most;
    return n;
}

static int roofs_plan(struct gam_comm_bench *b, struct gam_err *err)
{
    struct gam_plan plan = { 0 };
    struct gam_plan_request request = { .devices = b->device, .n_devices = 1, .spot_only = 1 };
    int rc = b->world->oversubscribed ? 0 : gam_plan_add_roofs(&plan, &request, 0, err);

    for (size_t i = 0; i < plan.n && !rc; i++) {
        struct gam_comm_item *item;

        if (plan.item[i].status != GAM_STATUS_OK || plan.item[i].role != GAM_ROLE_ROOF)
            continue;
        item = item_add(b);
        if (!item) {
            rc = gam_err_nomem(err);
            break;
        }
        item->kind = &gam_comm_local;
        item->role = GAM_ROLE_ROOF;
        item->op = plan.item[i].op;
        item->implementation = plan.item[i].impl->name;
        item->version = plan.item[i].impl->version ? plan.item[i].impl->version() : NULL;
        snprintf(item->name, sizeof item->name, "%s", plan.item[i].group_name);
    }
    gam_plan_release(&plan);
    return rc;
}

static int pair_wanted(const struct gam_comm_bench *b, int i, int k)
{
    return b->world->size <= PAIRS_EVERY || i == 0 || k == i + 1;
}

/* On the device in place of main memory. */
static void item_to_gpu(struct gam_comm_bench *b, struct gam_comm_item *item)
{
    item->kind = &gam_comm_on_gpu;
    item->implementation = b->gpu->nccl->text[0] == 'R' ? "rccl" : "nccl";
    item->version = b->gpu->nccl->text;
}

struct pair {
    int a, b, gpu;
};

static int pair_plan(struct gam_comm_bench *b, struct pair pair, int64_t bytes, int both, struct gam_err *err)
{
    struct gam_comm_item *item = item_add(b);
    char spec[GAM_OP_SPEC_MAX], link[GAM_LINK_NAME];

    if (!item)
        return gam_err_nomem(err);
    item->kind = &gam_comm_pair;
    if (pair.gpu)
        item_to_gpu(b, item);
    gam_comm_link(b, pair.a, pair.b, pair.gpu, link);
    item->role = GAM_ROLE_ROOF;
    item->a = pair.a;
    item->b = pair.b;
    snprintf(item->name, sizeof item->name, "%s %d-%d%s", both ? "exchange" : "ping-pong", pair.a, pair.b,
             pair.gpu ? " GPU" : "");
    snprintf(item->detail, sizeof item->detail, "%d-%d %s", pair.a, pair.b, link);
    snprintf(spec, sizeof spec, "roof_link:bytes=%lld,both=%d,dtype=u8", (long long)bytes, both);
    return gam_op_parse(spec, &item->op, err);
}

/* Ping-pongs of every size, and exchanges of the large ones. */
static int sizes_plan(struct gam_comm_bench *b, struct pair pair, const int64_t *bytes, size_t n, struct gam_err *err)
{
    int rc = 0;

    for (size_t s = 0; s < n && !rc; s++)
        rc = pair_plan(b, pair, bytes[s], 0, err);
    for (size_t s = 0; s < n && !rc; s++)
        if (bytes[s] >= EXCHANGE_LEAST || s + 1 == n)
            rc = pair_plan(b, pair, bytes[s], 1, err);
    return rc;
}

static int pairs_plan(struct gam_comm_bench *b, int gpu, const int64_t *bytes, size_t n, struct gam_err *err)
{
    int rc = 0;

    for (int i = 0; i < b->world->size; i++)
        for (int k = i + 1; k < b->world->size; k++)
            if (!rc && pair_wanted(b, i, k))
                rc = sizes_plan(b, (struct pair){ i, k, gpu }, bytes, n, err);
    return rc;
}

static int spec_plan(struct gam_comm_bench *b, const char *spec, const char *name, struct gam_err *err)
{
    struct gam_comm_item *item = item_add(b);
    int rc;

    if (!item)
        return gam_err_nomem(err);
    rc = gam_op_parse(spec, &item->op, err);
    if (rc)
        return rc;
    if (item->op.kind->class != GAM_OP_DISTRIBUTED)
        return gam_err_set(err, -GAM_EINVAL, "'%s' runs on one rank: 'gambrel run --op' measures it", spec);
    item->kind = strcmp(item->op.kind->name, "step") ? &gam_comm_collective : &gam_comm_step;
    item->waits = item->kind == &gam_comm_step;
    snprintf(item->name, sizeof item->name, "%s", name ? name : item->op.kind->name);
    return 0;
}

/* The step itself, and its parts as controls: from them follow overlap, exposed communication and efficiency. */
static int step_plan(struct gam_comm_bench *b, const char *spec, const char *name, struct gam_err *err)
{
    int rc = spec_plan(b, spec, name, err);
    size_t whole = b->n - 1;

    for (int part = 1; !rc && b->item[whole].kind == &gam_comm_step && part <= 3; part++) {
        struct gam_comm_item *item = item_add(b);

        if (!item)
            return gam_err_nomem(err);
        *item = b->item[whole];
        item->role = GAM_ROLE_CONTROL;
        item->follows = 1;
        for (size_t k = 0; k < item->op.kind->n_keys; k++)
            if (!strcmp(item->op.kind->keys[k].name, "part"))
                item->op.v[k].i = part;
    }
    return rc;
}

static int collectives_plan(struct gam_comm_bench *b, int gpu, const int64_t *bytes, size_t n, struct gam_err *err)
{
    int rc = 0;

    for (int what = 0; what < GAM_REDUCE && !rc; what++)
        for (size_t s = 0; s < n && !rc; s++) {
            int64_t unit = (int64_t)b->world->size * (int64_t)sizeof(float), whole = bytes[s] / unit * unit;
            char spec[GAM_OP_SPEC_MAX];

            if (whole < unit)
                continue;
            snprintf(spec, sizeof spec, "collective:what=%s,ranks=%d,bytes=%lld,dtype=f32", gam_collective_words[what],
                     b->world->size, (long long)whole);
            rc = spec_plan(b, spec, gam_collective_words[what], err);
            if (!rc && gpu)
                item_to_gpu(b, &b->item[b->n - 1]);
        }
    return rc;
}

static int steps_plan(struct gam_comm_bench *b, struct gam_err *err)
{
    static const struct {
        const char *name, *text;
    } rows[] = {
        { "data parallel", "what=dp,ranks=%d,rows=256,width=512,layers=4,pieces=4" },
        { "data parallel, overlapped", "what=dp,ranks=%d,rows=256,width=512,layers=4,pieces=4,overlap=1" },
        { "tensor parallel", "what=tp,ranks=%d,rows=256,width=480" },
        { "pipeline", "what=pp,ranks=%d,rows=64,width=512,pieces=8" },
        { "mixture of experts", "what=moe,ranks=%d,rows=480,width=512" },
        { "ring attention", "what=ring,ranks=%d,rows=512,width=64" },
        { "sharded weights", "what=fsdp,ranks=%d,rows=256,width=480,layers=2" },
    };
    int rc = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows && !rc; i++) {
        char text[160], ranks[16];
        struct gam_strbuf spec = GAM_STRBUF_INIT(GAM_OP_SPEC_MAX);
        const char *mark = strstr(rows[i].text, "%d");
        size_t before = b->n;

        snprintf(ranks, sizeof ranks, "%d", b->world->size);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(mark - rows[i].text), rows[i].text, ranks, mark + 2);
        gam_strbuf_printf(&spec, "step:%s,dtype=f32", text);
        rc = step_plan(b, gam_strbuf_get(&spec), rows[i].name, err);
        gam_strbuf_release(&spec);
        if (rc == -GAM_EINVAL) { /* its shape cannot be divided by so many ranks */
            b->n = before;
            rc = 0;
        }
    }
    return rc;
}

int gam_comm_plan(struct gam_comm_bench *b, struct gam_err *err)
{
    int64_t bytes[SIZES_MAX];
    size_t n = sizes_fill(b->options.max_bytes, bytes);
    int rc = roofs_plan(b, err);

    for (int gpu = 0; gpu <= (b->gpu != NULL) && !rc; gpu++)
        rc = pairs_plan(b, gpu, bytes, n, err);
    for (size_t i = 0; i < b->options.n_ops && !rc; i++)
        rc = step_plan(b, b->options.op[i], NULL, err);
    if (b->options.n_ops || rc)
        return rc;
    for (int gpu = 0; gpu <= (b->gpu != NULL) && !rc; gpu++)
        rc = collectives_plan(b, gpu, bytes, n, err);
    return rc || !b->options.steps ? rc : steps_plan(b, err);
}
