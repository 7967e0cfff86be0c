/* SPDX-License-Identifier: MIT */
/* Ping-pong: rank a sends, rank b sends it back; half of the way there and back is the time of one message. Or an exchange: both
 * send at once. */
#include "comm/bench.h"
#include "common/clock.h"
#include "common/err.h"

#include <string.h>

enum { TAG_PING = 11, TAG_PONG = 12, PATTERN = 251 };

static int pair_prepare(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err)
{
    (void)b;
    (void)item;
    (void)err;
    return 0;
}

static void pair_release(struct gam_comm_bench *b, struct gam_comm_item *item)
{
    (void)b;
    (void)item;
}

/* The bare loop: nothing but the calls. */
static int ping(struct gam_comm_bench *b, const struct gam_comm_item *item, int n, uint64_t iterations)
{
    int rc = MPI_SUCCESS;

    for (uint64_t i = 0; i < iterations && rc == MPI_SUCCESS; i++) {
        rc = MPI_Send(b->in, n, MPI_BYTE, item->b, TAG_PING, b->world->comm);
        if (rc == MPI_SUCCESS)
            rc = MPI_Recv(b->out, n, MPI_BYTE, item->b, TAG_PONG, b->world->comm, MPI_STATUS_IGNORE);
    }
    return rc;
}

static int pong(struct gam_comm_bench *b, const struct gam_comm_item *item, int n, uint64_t iterations)
{
    int rc = MPI_SUCCESS;

    for (uint64_t i = 0; i < iterations && rc == MPI_SUCCESS; i++) {
        rc = MPI_Recv(b->out, n, MPI_BYTE, item->a, TAG_PING, b->world->comm, MPI_STATUS_IGNORE);
        if (rc == MPI_SUCCESS)
            rc = MPI_Send(b->out, n, MPI_BYTE, item->a, TAG_PONG, b->world->comm);
    }
    return rc;
}

static int exchange(struct gam_comm_bench *b, int peer, int n, uint64_t iterations)
{
    int rc = MPI_SUCCESS;

    for (uint64_t i = 0; i < iterations && rc == MPI_SUCCESS; i++)
        rc = MPI_Sendrecv(b->in, n, MPI_BYTE, peer, TAG_PING, b->out, n, MPI_BYTE, peer, TAG_PING, b->world->comm,
                          MPI_STATUS_IGNORE);
    return rc;
}

static int pair_run(struct gam_comm_bench *b, struct gam_comm_item *item, uint64_t iterations, uint64_t *ns, struct gam_err *err)
{
    int n = (int)gam_op_int(&item->op, "bytes"), rank = b->world->rank, rc = MPI_SUCCESS;
    uint64_t start = gam_clock_monotonic_now();

    *ns = 0;
    if (gam_op_int(&item->op, "both")) {
        if (rank != item->a && rank != item->b)
            return 0;
        rc = exchange(b, rank == item->a ? item->b : item->a, n, iterations);
        *ns = gam_clock_monotonic_now() - start;
        return gam_mpi_check(rc, item->name, err);
    }
    if (rank == item->b)
        rc = pong(b, item, n, iterations);
    if (rank == item->a) {
        rc = ping(b, item, n, iterations);
        *ns = (gam_clock_monotonic_now() - start) / 2;
    }
    return gam_mpi_check(rc, item->name, err);
}

/* What comes back must be what was sent, byte by byte. */
static int pair_verify(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err)
{
    size_t n = (size_t)gam_op_int(&item->op, "bytes");
    uint64_t ns;
    int rc;

    for (size_t i = 0; i < n; i++)
        b->in[i] = (char)((i + n + (size_t)item->a) % PATTERN);
    memset(b->out, 0x5a, b->buffer_bytes);
    rc = pair_run(b, item, 1, &ns, err);
    if (rc)
        return rc;
    item->error = 0;
    item->tolerance = 0;
    item->checked = (int64_t)n;
    for (size_t i = 0; i < n && (b->world->rank == item->a || b->world->rank == item->b); i++)
        item->error += b->out[i] != (char)((i + n + (size_t)item->a) % PATTERN);
    return 0;
}

const struct gam_comm_kind gam_comm_pair = { pair_prepare, pair_verify, pair_run, pair_release };
