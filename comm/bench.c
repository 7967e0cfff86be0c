/* SPDX-License-Identifier: MIT */
#include "comm/bench.h"

#include "comm/gpu.h"
#include "common/clock.h"
#include "common/err.h"
#include "common/rand.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAMPLE_NS = 2000000,
    VISIT_LEAST_NS = 2000000,
    VISIT_MOST_NS = 50000000,
    SAMPLES_MOST = 12,
    ITERATIONS_MOST = 20000,
    WARM = 3,
    GROUP_MOST = 8
};

void gam_comm_delay(const struct gam_comm_bench *b)
{
    uint64_t start = gam_clock_monotonic_now();

    if (b->world->rank != b->options.delay_rank)
        return;
    while (gam_clock_monotonic_now() - start < b->options.delay_ns)
        ;
}

/* Of the largest message of a ping-pong or a collective. */
static size_t largest_message(const struct gam_comm_bench *b)
{
    int64_t most = 0;

    for (size_t i = 0; i < b->n; i++)
        if (gam_op_has(&b->item[i].op, "bytes") && b->item[i].kind != &gam_comm_local &&
            gam_op_int(&b->item[i].op, "bytes") > most)
            most = gam_op_int(&b->item[i].op, "bytes");
    return (size_t)most;
}

/* Without GPUs nothing happens; GPUs that cannot be used leave a reason. */
static int gpu_open(struct gam_comm_bench *b, struct gam_err *err)
{
    struct gam_comm_gpu *g;
    int rc;

    if (b->options.no_gpu || b->options.n_ops)
        return 0;
    g = calloc(1, sizeof *g);
    rc = gam_world_agree(b->world, g ? 0 : gam_err_nomem(err), err);
    if (rc) {
        free(g);
        return rc;
    }
    rc = gam_comm_gpu_open(g, b->world, err);
    if (!rc) {
        rc = gam_world_agree(b->world, gam_comm_gpu_buffers(g, (uint64_t)b->options.max_bytes, err), err);
        if (rc)
            gam_comm_gpu_close(g);
    }
    if (!rc) {
        b->gpu = g;
        return 0;
    }
    free(g);
    if (rc != -GAM_ENOENT && err)
        snprintf(b->gpu_reason, sizeof b->gpu_reason, "%.299s", err->text);
    return 0;
}

/* Two for every rank. Asked before they are taken: the system gives more than it has, and then ends processes. */
static int buffers_open(struct gam_comm_bench *b, struct gam_err *err)
{
    const struct gam_world *w = b->world;
    uint64_t ranks = 0;

    for (int i = 0; i < w->size; i++)
        ranks += !strcmp(w->peer[i].boot_id, w->peer[w->rank].boot_id);
    b->buffer_bytes = largest_message(b) + 64;
    if (b->options.memory_bytes && b->buffer_bytes > b->options.memory_bytes / (2 * ranks))
        return gam_err_set(err, -GAM_ENOMEM,
                           "two buffers of %zu bytes for each of %llu ranks are more than the %llu bytes that are free here; "
                           "--max-bytes sets the largest message",
                           b->buffer_bytes, (unsigned long long)ranks, (unsigned long long)b->options.memory_bytes);
    b->in = calloc(1, b->buffer_bytes);
    b->out = calloc(1, b->buffer_bytes);
    return b->in && b->out
               ? 0
               : gam_err_set(err, -GAM_ENOMEM, "no memory for two buffers of %zu bytes; --max-bytes sets the largest message",
                             b->buffer_bytes);
}

int gam_comm_bench_open(struct gam_comm_bench *b, struct gam_world *w, struct gam_open_device *device,
                        const struct gam_comm_options *options, struct gam_err *err)
{
    int rc;

    *b = (struct gam_comm_bench){ .world = w, .device = device, .options = *options };
    rc = gpu_open(b, err);
    if (!rc)
        rc = gam_comm_plan(b, err);
    rc = rc ? rc : buffers_open(b, err);
    rc = gam_world_agree(w, rc, err);
    if (!rc)
        memset(b->in, 1, b->buffer_bytes); /* its pages are this rank's before anything is timed */
    return rc;
}

void gam_comm_bench_close(struct gam_comm_bench *b)
{
    for (size_t i = 0; i < b->n; i++)
        if (b->item[i].kind)
            b->item[i].kind->release(b, &b->item[i]);
    if (b->gpu)
        gam_comm_gpu_close(b->gpu);
    free(b->gpu);
    free(b->item);
    free(b->in);
    free(b->out);
    free(b->sample);
    free(b->comm_ns);
    *b = (struct gam_comm_bench){ 0 };
}

/* The slowest rank's value, the same everywhere. */
static int slowest(struct gam_comm_bench *b, uint64_t *value, struct gam_err *err)
{
    uint64_t mine = *value;

    return gam_mpi_check(MPI_Allreduce(&mine, value, 1, MPI_UINT64_T, MPI_MAX, b->world->control), "calibration", err);
}

static int together(struct gam_comm_bench *b, struct gam_err *err)
{
    int rc = gam_world_meet(b->world, err);

    return rc ? rc : gam_mpi_check(MPI_Barrier(b->world->comm), "barrier", err);
}

/* Runs of 1, 2, 4 ... until one takes a quarter of a sample, so that the last is warm. */
static int calibrate(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err)
{
    uint64_t ns = 0, n = 1, most = b->options.budget_ns / (uint64_t)(20 * b->options.rounds);
    int rc = 0;

    for (int i = 0; !rc; i++) {
        rc = together(b, err);
        if (!rc)
            rc = item->kind->run(b, item, n, &ns, err);
        if (!rc)
            rc = slowest(b, &ns, err);
        if (rc)
            return rc;
        item->once_ns = ns / n ? ns / n : 1;
        if (item->once_ns > (i ? most : 4 * most)) { /* the first is cold */
            item->status = GAM_STATUS_SKIPPED;
            snprintf(item->reason, sizeof item->reason, "one takes %.2g s; a longer --budget would measure it",
                     (double)item->once_ns / 1e9);
            return 0;
        }
        if ((ns > SAMPLE_NS / 4 && i >= WARM) || n >= ITERATIONS_MOST)
            break;
        n *= ns > SAMPLE_NS / 4 ? 1 : 2;
    }
    item->iterations = SAMPLE_NS / item->once_ns;
    item->iterations = item->iterations < 1 ? 1 : item->iterations > ITERATIONS_MOST ? ITERATIONS_MOST : item->iterations;
    return 0;
}

/* The worst error of all ranks decides, everywhere alike. A part of a step has no result of its own. */
static int verify(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err)
{
    int rc = item->role == GAM_ROLE_CONTROL ? 0 : item->kind->verify(b, item, err);
    double mine = isnan(item->error) ? INFINITY : item->error, worst;

    rc = gam_world_agree(b->world, rc, err);
    if (!rc)
        rc = gam_mpi_check(MPI_Allreduce(&mine, &worst, 1, MPI_DOUBLE, MPI_MAX, b->world->control), "verification", err);
    if (rc || item->role == GAM_ROLE_CONTROL)
        return rc;
    item->error = worst;
    if (worst <= item->tolerance)
        return 0;
    item->status = GAM_STATUS_WRONG;
    snprintf(item->reason, sizeof item->reason, "the result is off by %.3g, %.3g is allowed", worst, item->tolerance);
    return 0;
}

static int item_begin(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err)
{
    struct gam_err why = { 0 };
    int rc = gam_world_meet(b->world, err);

    if (rc)
        return rc;
    rc = gam_world_agree(b->world, item->kind->prepare(b, item, &why), &why);
    if (rc && rc != -GAM_EDEVICE && rc != -GAM_EBUSY) {
        item->status = GAM_STATUS_SKIPPED;
        snprintf(item->reason, sizeof item->reason, "%.199s", why.text);
        return 0;
    }
    if (!rc)
        rc = verify(b, item, &why);
    if (!rc && item->status == GAM_STATUS_OK)
        rc = calibrate(b, item, &why);
    if (rc && err)
        *err = why;
    return rc;
}

static int sample_add(struct gam_comm_bench *b, size_t item, int round, uint64_t ns, struct gam_err *err)
{
    if (b->n_samples == b->samples_capacity) {
        size_t capacity = b->samples_capacity ? 2 * b->samples_capacity : 256;
        struct gam_sample *sample = realloc(b->sample, capacity * sizeof *sample);
        int64_t *comm = sample ? realloc(b->comm_ns, capacity * sizeof *comm) : NULL;

        b->sample = sample ? sample : b->sample;
        b->comm_ns = comm ? comm : b->comm_ns;
        if (!sample || !comm)
            return gam_err_nomem(err);
        b->samples_capacity = capacity;
    }
    b->comm_ns[b->n_samples] = b->item[item].waits ? (int64_t)b->mpi_ns : GAM_NULL_INT;
    b->sample[b->n_samples++] = (struct gam_sample){ .measurement = (int64_t)item,
                                                     .rank = b->world->rank,
                                                     .round = round,
                                                     .iterations = (int64_t)b->item[item].iterations,
                                                     .duration_ns = (int64_t)ns };
    return 0;
}

/* The item and those that follow it, but for what was skipped; *each: one sample of all of them. */
static size_t group_of(const struct gam_comm_bench *b, size_t first, size_t out[GROUP_MOST], uint64_t *each)
{
    size_t n = 0;

    *each = 0;
    for (size_t i = first; i < b->n && n < GROUP_MOST && (i == first || b->item[i].follows); i++)
        if (b->item[i].status == GAM_STATUS_OK) {
            *each += b->item[i].iterations * b->item[i].once_ns;
            out[n++] = i;
        }
    return n;
}

static int sample(struct gam_comm_bench *b, size_t which, int round, struct gam_err *err)
{
    struct gam_comm_item *item = &b->item[which];
    uint64_t ns;
    int rc = together(b, err);

    b->mpi_ns = 0;
    if (!rc)
        rc = item->kind->run(b, item, item->iterations, &ns, err);
    return rc || !ns ? rc : sample_add(b, which, round, ns, err);
}

/* Parts of a step take turns sample by sample, forwards and backwards: what slows the machine for a while slows them alike. */
static int visit(struct gam_comm_bench *b, size_t first, int round, struct gam_err *err)
{
    size_t member[GROUP_MOST];
    uint64_t each, samples;
    size_t n = group_of(b, first, member, &each);
    int rc = 0;

    samples = n * b->visit_ns / each;
    samples = samples < 1 ? 1 : samples > SAMPLES_MOST ? SAMPLES_MOST : samples;
    for (uint64_t i = 0; i < samples && !rc; i++)
        for (size_t k = 0; k < n && !rc; k++)
            rc = sample(b, member[i % 2 ? n - 1 - k : k], round, err);
    return rc;
}

/* Among roofs of one name (candidates for one ceiling) the fastest per unit of work stays. */
static void candidates_choose(struct gam_comm_bench *b)
{
    for (size_t i = 0; i < b->n; i++)
        for (size_t k = 0; k < b->n; k++) {
            struct gam_comm_item *x = &b->item[i], *y = &b->item[k];
            struct gam_cost p, q;

            if (i == k || x->kind != &gam_comm_local || y->kind != &gam_comm_local || strcmp(x->name, y->name) != 0)
                continue;
            gam_op_cost(&x->op, &p);
            gam_op_cost(&y->op, &q);
            if (x->status || y->status ||
                (p.fma_flop + p.read_bytes + p.written_bytes) / (double)x->once_ns >=
                    (q.fma_flop + q.read_bytes + q.written_bytes) / (double)y->once_ns)
                continue;
            x->status = GAM_STATUS_DROPPED;
            snprintf(x->reason, sizeof x->reason, "slower than another kernel for the same roof");
            x->kind->release(b, x);
        }
}

/* The first of every group that has something to visit; *n_items: of all of them. */
static size_t order_fill(const struct gam_comm_bench *b, size_t *order, size_t *n_items)
{
    size_t n = 0, member[GROUP_MOST];
    uint64_t each;

    *n_items = 0;
    for (size_t i = 0; i < b->n; i++) {
        size_t members = b->item[i].follows ? 0 : group_of(b, i, member, &each);

        *n_items += members;
        if (members)
            order[n++] = i;
    }
    return n;
}

static int rounds_run(struct gam_comm_bench *b, const struct gam_comm_loop *loop, size_t *order, size_t n, struct gam_err *err)
{
    struct gam_rand rand;
    int done = 0, rc = 0;

    gam_rand_seed(&rand, b->options.seed);
    b->visit_ns = b->options.budget_ns / ((uint64_t)b->options.rounds * (b->n_visited + 1));
    b->visit_ns = b->visit_ns < VISIT_LEAST_NS ? VISIT_LEAST_NS : b->visit_ns > VISIT_MOST_NS ? VISIT_MOST_NS : b->visit_ns;
    for (; done < b->options.rounds && !rc; done++) {
        gam_rand_shuffle(&rand, order, n);
        b->n_samples = 0;
        for (size_t i = 0; i < n && !rc; i++) {
            loop->progress(loop->ctx, b->item[order[i]].name, done);
            rc = visit(b, order[i], done, err);
        }
        rc = rc ? rc : loop->round(loop->ctx, done, err);
    }
    return rc;
}

int gam_comm_measure(struct gam_comm_bench *b, const struct gam_comm_loop *loop, struct gam_err *err)
{
    size_t *order = calloc(b->n + 1, sizeof *order), n;
    int rc = order ? 0 : gam_err_nomem(err);

    for (size_t i = 0; i < b->n && !rc; i++) {
        loop->progress(loop->ctx, b->item[i].name, -1);
        rc = item_begin(b, &b->item[i], err);
    }
    if (!rc) {
        candidates_choose(b);
        n = order_fill(b, order, &b->n_visited);
        rc = n ? rounds_run(b, loop, order, n, err)
               : gam_err_set(err, -GAM_EUNSUPPORTED, "nothing could be measured: %s", b->n ? b->item[0].reason : "no items");
    }
    free(order);
    return rc;
}
