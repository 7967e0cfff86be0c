/* SPDX-License-Identifier: MIT */
/* What steps are made of: memory, products, calls of MPI. */
#include "comm/step.h"
#include "common/clock.h"
#include "common/err.h"
#include "common/rand.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { TAG_STEP = 21 };

float *gam_step_floats(struct gam_step *st, int64_t n)
{
    float *memory = st->n_buffers < GAM_STEP_BUFFERS ? calloc((size_t)(n ? n : 1), sizeof *memory) : NULL;

    if (memory)
        st->buffer[st->n_buffers++] = memory;
    return memory;
}

void gam_step_fill(float *out, const struct gam_step_part_of *p, uint64_t seed)
{
    double size = 1.7 / sqrt(p->k);

    for (int64_t i = 0; i < p->rows; i++)
        for (int64_t j = 0; j < p->cols; j++) {
            uint64_t at = (uint64_t)((p->row + i) * p->whole + p->col + j);
            double unit = (double)(gam_rand_hash(seed + p->tag, at) >> 11) * 0x1p-53;

            out[i * p->cols + j] = (float)((2 * unit - 1) * size);
        }
}

int gam_step_plan(struct gam_step *st, const struct gam_step_product *p, struct gam_err *err)
{
    static const char *const names[] = { "simd", "portable" };
    char spec[GAM_OP_SPEC_MAX];
    struct gam_caps caps;
    struct gam_op op;
    int rc;

    if (st->n_products == GAM_STEP_PRODUCTS)
        return gam_err_set(err, -GAM_EINTERNAL, "more than %d products in a step", GAM_STEP_PRODUCTS);
    snprintf(spec, sizeof spec, "gemm:m=%lld,n=%lld,k=%lld,ta=%d,tb=%d,beta=%d,dtype=f32", (long long)p->m, (long long)p->n,
             (long long)p->k, p->ta, p->tb, p->beta);
    rc = gam_op_parse(spec, &op, err);
    if (rc)
        return rc;
    st->bench->device->backend->caps(st->bench->device->state, 1, &caps);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct gam_impl *impl = gam_impl_find(names[i], "gemm");

        rc = impl ? impl->supports(&op, &caps, err) : -GAM_EUNSUPPORTED;
        if (!rc)
            rc = impl->plan(&op, &caps, &st->product[st->n_products], err);
        if (!rc)
            return (int)st->n_products++;
    }
    return rc;
}

void gam_step_multiply(struct gam_step *st, int which, const float *a, const float *b, float *c)
{
    /* the contract has one list for what is read and written */
    union {
        const float *read;
        void *any;
    } from = { a }, by = { b };
    void *operand[] = { from.any, by.any, c };

    if (st->compute)
        st->product[which].run(&st->product[which], operand);
}

/* Time in MPI is summed in the bench; the rank that is to come late waits before it. */
static uint64_t enter(struct gam_step *st)
{
    gam_comm_delay(st->bench);
    return gam_clock_monotonic_now();
}

static int leave(struct gam_step *st, uint64_t entered, int rc)
{
    st->bench->mpi_ns += gam_clock_monotonic_now() - entered;
    return rc;
}

int gam_step_all_reduce(struct gam_step *st, float *buffer, int64_t n, int later)
{
    MPI_Comm comm = st->bench->world->comm;
    uint64_t entered;
    int rc = MPI_SUCCESS;

    if (!st->send)
        return rc;
    entered = enter(st);
    if (!later)
        rc = MPI_Allreduce(MPI_IN_PLACE, buffer, (int)n, MPI_FLOAT, MPI_SUM, comm);
    else if (st->n_requests < GAM_STEP_REQUESTS)
        rc = MPI_Iallreduce(MPI_IN_PLACE, buffer, (int)n, MPI_FLOAT, MPI_SUM, comm, &st->request[st->n_requests++]);
    else
        rc = MPI_ERR_REQUEST;
    return leave(st, entered, rc);
}

int gam_step_wait(struct gam_step *st)
{
    uint64_t entered;
    int n = st->n_requests;

    if (!n)
        return MPI_SUCCESS;
    entered = gam_clock_monotonic_now();
    st->n_requests = 0;
    return leave(st, entered, MPI_Waitall(n, st->request, MPI_STATUSES_IGNORE));
}

int gam_step_gather(struct gam_step *st, const float *share, float *whole, int64_t n_share)
{
    uint64_t entered;

    if (!st->send)
        return MPI_SUCCESS;
    entered = enter(st);
    return leave(st, entered,
                 MPI_Allgather(share, (int)n_share, MPI_FLOAT, whole, (int)n_share, MPI_FLOAT, st->bench->world->comm));
}

int gam_step_scatter(struct gam_step *st, const float *whole, float *share, int64_t n_share)
{
    uint64_t entered;

    if (!st->send)
        return MPI_SUCCESS;
    entered = enter(st);
    return leave(st, entered, MPI_Reduce_scatter_block(whole, share, (int)n_share, MPI_FLOAT, MPI_SUM, st->bench->world->comm));
}

int gam_step_swap(struct gam_step *st, const float *from, float *to, int64_t n_share)
{
    uint64_t entered;

    if (!st->send)
        return MPI_SUCCESS;
    entered = enter(st);
    return leave(st, entered, MPI_Alltoall(from, (int)n_share, MPI_FLOAT, to, (int)n_share, MPI_FLOAT, st->bench->world->comm));
}

int gam_step_send(struct gam_step *st, const float *buffer, int64_t n, int to)
{
    uint64_t entered;

    if (!st->send)
        return MPI_SUCCESS;
    entered = enter(st);
    return leave(st, entered, MPI_Send(buffer, (int)n, MPI_FLOAT, to, TAG_STEP, st->bench->world->comm));
}

int gam_step_receive(struct gam_step *st, float *buffer, int64_t n, int from)
{
    uint64_t entered;

    if (!st->send)
        return MPI_SUCCESS;
    entered = gam_clock_monotonic_now();
    return leave(st, entered, MPI_Recv(buffer, (int)n, MPI_FLOAT, from, TAG_STEP, st->bench->world->comm, MPI_STATUS_IGNORE));
}

int gam_step_pass(struct gam_step *st, const float *from, float *to, int64_t n)
{
    int next = (st->rank + 1) % st->ranks, before = (st->rank + st->ranks - 1) % st->ranks;
    uint64_t entered;

    if (!st->send)
        return MPI_SUCCESS;
    entered = enter(st);
    return leave(st, entered,
                 MPI_Sendrecv(from, (int)n, MPI_FLOAT, next, TAG_STEP, to, (int)n, MPI_FLOAT, before, TAG_STEP,
                              st->bench->world->comm, MPI_STATUS_IGNORE));
}
