/* SPDX-License-Identifier: MIT */
/* Collectives and ping-pongs between buffers on GPUs, through NCCL or RCCL. Calls are put on the device's queue one after the
 * other; the time ends when all of them are done. */
#include "comm/bench.h"
#include "comm/gpu.h"
#include "comm/pattern.h"
#include "common/clock.h"
#include "common/err.h"

#include <math.h>
#include <string.h>

enum { BYTES_PATTERN = 251 };

/* Device pointers are addresses of 64 bits. */
static char *address(const struct gam_buffer *b)
{
    return b->handle;
}

static struct gam_comm_pattern pattern_of(const struct gam_comm_bench *b, const struct gam_comm_item *item)
{
    int64_t n = gam_op_int(&item->op, "bytes") / (int64_t)sizeof(float);

    return (struct gam_comm_pattern){ (enum gam_collective_what)gam_op_int(&item->op, "what"), b->world->size, b->world->rank, n,
                                      n / b->world->size };
}

static int all_to_all(const struct gam_comm_gpu *g, const struct gam_comm_pattern *p)
{
    size_t share = (size_t)p->share, bytes = share * sizeof(float);
    int rc = g->nccl->group_start();

    for (int k = 0; k < p->ranks && !rc; k++) {
        rc = g->nccl->send(address(&g->in) + (size_t)k * bytes, share, GAM_NCCL_F32, k, g->comm, g->queue->stream);
        if (!rc)
            rc = g->nccl->receive(address(&g->out) + (size_t)k * bytes, share, GAM_NCCL_F32, k, g->comm, g->queue->stream);
    }
    return rc ? rc : g->nccl->group_end();
}

static int collective_once(const struct gam_comm_gpu *g, const struct gam_comm_pattern *p)
{
    const char *in = address(&g->in);
    char *out = address(&g->out);
    size_t count = (size_t)p->count, share = (size_t)p->share;

    switch (p->what) {
    case GAM_ALL_REDUCE:
        return g->nccl->all_reduce(in, out, count, GAM_NCCL_F32, GAM_NCCL_SUM, g->comm, g->queue->stream);
    case GAM_REDUCE_SCATTER:
        return g->nccl->reduce_scatter(in, out, share, GAM_NCCL_F32, GAM_NCCL_SUM, g->comm, g->queue->stream);
    case GAM_ALL_GATHER:
        return g->nccl->all_gather(in, out, share, GAM_NCCL_F32, g->comm, g->queue->stream);
    case GAM_ALL_TO_ALL:
        return all_to_all(g, p);
    default:
        return g->nccl->broadcast(in, out, count, GAM_NCCL_F32, 0, g->comm, g->queue->stream);
    }
}

/* There and back; or both ways at once. */
static int pair_once(const struct gam_comm_bench *b, const struct gam_comm_item *item)
{
    const struct gam_comm_gpu *g = b->gpu;
    size_t n = (size_t)gam_op_int(&item->op, "bytes");
    int first = b->world->rank == item->a, peer = first ? item->b : item->a, rc = 0;

    if (gam_op_int(&item->op, "both")) {
        rc = g->nccl->group_start();
        rc = rc ? rc : g->nccl->send(address(&g->in), n, GAM_NCCL_U8, peer, g->comm, g->queue->stream);
        rc = rc ? rc : g->nccl->receive(address(&g->out), n, GAM_NCCL_U8, peer, g->comm, g->queue->stream);
        return rc ? rc : g->nccl->group_end();
    }
    if (first)
        rc = g->nccl->send(address(&g->in), n, GAM_NCCL_U8, peer, g->comm, g->queue->stream);
    rc = rc ? rc : g->nccl->receive(address(&g->out), n, GAM_NCCL_U8, peer, g->comm, g->queue->stream);
    if (!rc && !first)
        rc = g->nccl->send(address(&g->out), n, GAM_NCCL_U8, peer, g->comm, g->queue->stream);
    return rc;
}

static int is_pair(const struct gam_comm_item *item)
{
    return item->a >= 0;
}

static int gpu_prepare(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err)
{
    int64_t elements = gam_op_int(&item->op, "bytes") / (int64_t)sizeof(float);

    if (!is_pair(item) && elements % b->world->size)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "its elements cannot be divided by %d ranks", b->world->size);
    return 0;
}

static void gpu_release(struct gam_comm_bench *b, struct gam_comm_item *item)
{
    (void)b;
    (void)item;
}

static int gpu_run(struct gam_comm_bench *b, struct gam_comm_item *item, uint64_t iterations, uint64_t *ns, struct gam_err *err)
{
    struct gam_comm_pattern p;
    int pair = is_pair(item), rank = b->world->rank, rc = 0;
    uint64_t start;

    *ns = 0;
    if (pair && rank != item->a && rank != item->b)
        return 0;
    if (!pair)
        p = pattern_of(b, item);
    start = gam_clock_monotonic_now();
    for (uint64_t i = 0; i < iterations && !rc; i++)
        rc = gam_comm_gpu_check(b->gpu, pair ? pair_once(b, item) : collective_once(b->gpu, &p), item->name, err);
    if (!rc)
        rc = gam_comm_gpu_finish(b->gpu, err);
    *ns = gam_clock_monotonic_now() - start;
    if (pair && !gam_op_int(&item->op, "both"))
        *ns = rank == item->a ? *ns / 2 : 0;
    return rc;
}

/* What lies in the input; the output is filled with what no result can be. */
static int inputs_upload(struct gam_comm_bench *b, const struct gam_comm_item *item, size_t bytes, struct gam_err *err)
{
    struct gam_comm_gpu *g = b->gpu;
    float *in = (void *)b->in;
    int rc;

    for (size_t i = 0; is_pair(item) && i < bytes; i++)
        b->in[i] = (char)((i + bytes + (size_t)item->a) % BYTES_PATTERN);
    for (size_t i = 0; !is_pair(item) && i < bytes / sizeof *in; i++)
        in[i] = gam_comm_pattern_in(b->world->rank, (int64_t)i);
    memset(b->out, 0xff, bytes);
    rc = g->device.backend->upload(g->device.state, &g->in, b->in, bytes, err);
    return rc ? rc : g->device.backend->upload(g->device.state, &g->out, b->out, bytes, err);
}

static int gpu_verify(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err)
{
    size_t bytes = (size_t)gam_op_int(&item->op, "bytes");
    const float *out = (void *)b->out;
    struct gam_comm_pattern p;
    uint64_t ns;
    int rc = inputs_upload(b, item, bytes, err);

    if (!rc)
        rc = gpu_run(b, item, 1, &ns, err);
    if (!rc)
        rc = b->gpu->device.backend->download(b->gpu->device.state, b->out, &b->gpu->out, bytes, err);
    if (rc)
        return rc;
    item->error = item->tolerance = 0;
    item->checked = (int64_t)bytes;
    if (is_pair(item)) {
        for (size_t i = 0; i < bytes && (b->world->rank == item->a || b->world->rank == item->b); i++)
            item->error += b->out[i] != (char)((i + bytes + (size_t)item->a) % BYTES_PATTERN);
        return 0;
    }
    p = pattern_of(b, item);
    item->checked = gam_comm_pattern_outputs(&p);
    for (int64_t i = 0; i < item->checked; i++) {
        double off = fabs((double)(out[i] - gam_comm_pattern_out(&p, i)));

        item->error = isnan(off) ? INFINITY : fmax(item->error, off);
    }
    return 0;
}

const struct gam_comm_kind gam_comm_on_gpu = { gpu_prepare, gpu_verify, gpu_run, gpu_release };
