/* SPDX-License-Identifier: MIT */
/* Collectives on f32 in main memory. The root of a broadcast goes round, so that a run of them cannot fill a pipe. */
#include "comm/bench.h"
#include "comm/pattern.h"
#include "common/clock.h"
#include "common/err.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { EACH_NS = 20000 /* from here on calls are timed one by one: two looks at the clock are below 1 % */ };

struct collective {
    enum gam_collective_what what;
    int count, share; /* elements of S, and of one rank's part of it */
    uint64_t turn;
};

static int once(struct gam_comm_bench *b, struct collective *c)
{
    MPI_Comm comm = b->world->comm;

    switch (c->what) {
    case GAM_ALL_REDUCE:
        return MPI_Allreduce(b->in, b->out, c->count, MPI_FLOAT, MPI_SUM, comm);
    case GAM_REDUCE_SCATTER:
        return MPI_Reduce_scatter_block(b->in, b->out, c->share, MPI_FLOAT, MPI_SUM, comm);
    case GAM_ALL_GATHER:
        return MPI_Allgather(b->in, c->share, MPI_FLOAT, b->out, c->share, MPI_FLOAT, comm);
    case GAM_ALL_TO_ALL:
        return MPI_Alltoall(b->in, c->share, MPI_FLOAT, b->out, c->share, MPI_FLOAT, comm);
    default:
        return MPI_Bcast(b->out, c->count, MPI_FLOAT, (int)(c->turn++ % (uint64_t)b->world->size), comm);
    }
}

static int collective_prepare(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err)
{
    struct collective *c = calloc(1, sizeof *c);
    int64_t elements = gam_op_int(&item->op, "bytes") / (int64_t)sizeof(float);

    item->state = c;
    if (!c)
        return gam_err_nomem(err);
    if (gam_op_dtype(&item->op) != GAM_DTYPE_F32 || gam_op_int(&item->op, "what") == GAM_REDUCE)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "only f32 is run, and no reduce");
    if (gam_op_int(&item->op, "ranks") != b->world->size)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "it is for %lld ranks, there are %d",
                           (long long)gam_op_int(&item->op, "ranks"), b->world->size);
    if (elements > INT_MAX)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "one call of MPI takes at most %d elements", INT_MAX);
    c->what = (enum gam_collective_what)gam_op_int(&item->op, "what");
    c->count = (int)elements;
    c->share = (int)(elements / b->world->size);
    if (elements % b->world->size && c->what != GAM_ALL_REDUCE && c->what != GAM_BROADCAST)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "its elements cannot be divided by %d ranks", b->world->size);
    return 0;
}

static void collective_release(struct gam_comm_bench *b, struct gam_comm_item *item)
{
    (void)b;
    free(item->state);
    item->state = NULL;
}

static int collective_run(struct gam_comm_bench *b, struct gam_comm_item *item, uint64_t iterations, uint64_t *ns,
                          struct gam_err *err)
{
    struct collective *c = item->state;
    int each = item->once_ns >= EACH_NS || b->options.delay_rank >= 0, rc = MPI_SUCCESS;
    uint64_t start = gam_clock_monotonic_now();

    *ns = 0;
    for (uint64_t i = 0; i < iterations && rc == MPI_SUCCESS; i++) {
        uint64_t entered = 0;

        if (each) {
            gam_comm_delay(b);
            entered = gam_clock_monotonic_now();
        }
        rc = once(b, c);
        if (each)
            *ns += gam_clock_monotonic_now() - entered;
    }
    if (!each)
        *ns = gam_clock_monotonic_now() - start;
    return gam_mpi_check(rc, item->name, err);
}

static int collective_verify(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err)
{
    struct collective *c = item->state;
    const struct gam_comm_pattern p = { c->what, b->world->size, b->world->rank, c->count, c->share };
    float *in = (void *)b->in, *out = (void *)b->out;
    int64_t filled = gam_comm_pattern_outputs(&p);
    double wrong = 0;
    int rc;

    for (int64_t i = 0; i < c->count; i++) {
        in[i] = gam_comm_pattern_in(p.rank, i);
        out[i] = c->what == GAM_BROADCAST && p.rank == 0 ? gam_comm_pattern_in(0, i) : -1;
    }
    c->turn = 0;
    rc = gam_mpi_check(once(b, c), item->name, err);
    for (int64_t i = 0; i < filled && !rc; i++)
        wrong = fmax(wrong, fabs((double)(out[i] - gam_comm_pattern_out(&p, i))));
    item->error = wrong;
    item->tolerance = 0;
    item->checked = filled;
    return rc;
}

const struct gam_comm_kind gam_comm_collective = { collective_prepare, collective_verify, collective_run, collective_release };
