/* SPDX-License-Identifier: MIT */
/* Our loops over ping-pong and all-reduce against the same calls of MPI in a bare loop, in alternating pairs of one job. Prints a
 * line for each: name, median of the ratios ours / bare, and its interval. */
#include "collector/topology.h"
#include "comm/bench.h"
#include "common/clock.h"
#include "common/err.h"
#include "common/stats.h"

#include <stdio.h>

enum { PAIRS = 24, SAMPLE_NS = 5000000, ITERATIONS_MOST = 20000 };

static uint64_t bare_ping(struct gam_comm_bench *b, int n, uint64_t iterations)
{
    uint64_t start = gam_clock_monotonic_now();

    for (uint64_t i = 0; i < iterations; i++) {
        if (b->world->rank == 0) {
            MPI_Send(b->in, n, MPI_BYTE, 1, 31, b->world->comm);
            MPI_Recv(b->out, n, MPI_BYTE, 1, 32, b->world->comm, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(b->out, n, MPI_BYTE, 0, 31, b->world->comm, MPI_STATUS_IGNORE);
            MPI_Send(b->out, n, MPI_BYTE, 0, 32, b->world->comm);
        }
    }
    return (gam_clock_monotonic_now() - start) / 2;
}

static uint64_t bare_reduce(struct gam_comm_bench *b, int n, uint64_t iterations)
{
    uint64_t start = gam_clock_monotonic_now();

    for (uint64_t i = 0; i < iterations; i++)
        MPI_Allreduce(b->in, b->out, n / (int)sizeof(float), MPI_FLOAT, MPI_SUM, b->world->comm);
    return gam_clock_monotonic_now() - start;
}

/* The slowest rank's time of one way of looping. */
static double timed(struct gam_comm_bench *b, struct gam_comm_item *item, int ours, uint64_t iterations)
{
    int n = (int)gam_op_int(&item->op, "bytes");
    uint64_t ns = 0, most = 0;

    MPI_Barrier(b->world->comm);
    if (ours)
        item->kind->run(b, item, iterations, &ns, NULL);
    else
        ns = item->kind == &gam_comm_pair ? bare_ping(b, n, iterations) : bare_reduce(b, n, iterations);
    if (item->kind == &gam_comm_pair && b->world->rank)
        ns = 0;
    MPI_Allreduce(&ns, &most, 1, MPI_UINT64_T, MPI_MAX, b->world->comm);
    return (double)most;
}

static void compare(struct gam_comm_bench *b, struct gam_comm_item *item)
{
    double ratio[PAIRS];
    uint64_t iterations;
    struct gam_interval i;

    item->kind->prepare(b, item, NULL);
    timed(b, item, 0, 10);
    item->once_ns = (uint64_t)(timed(b, item, 0, 20) / 20) + 1;
    iterations = SAMPLE_NS / item->once_ns;
    iterations = iterations < 1 ? 1 : iterations > ITERATIONS_MOST ? ITERATIONS_MOST : iterations;
    for (int k = 0; k < PAIRS; k++) {
        double first = timed(b, item, k % 2 == 0, iterations), second = timed(b, item, k % 2 != 0, iterations);

        ratio[k] = k % 2 == 0 ? first / second : second / first;
    }
    i = gam_stats_median_interval(ratio, PAIRS);
    if (b->world->rank == 0)
        printf("%s-of-%lld-bytes %.3f %.3f %.3f\n", item->kind == &gam_comm_pair ? "ping-pong" : "all-reduce",
               (long long)gam_op_int(&item->op, "bytes"), i.value, i.low, i.high);
}

int main(void)
{
    static const char *const specs[] = { "collective:ranks=2,bytes=8,dtype=f32", "collective:ranks=2,bytes=32768,dtype=f32",
                                         "collective:ranks=2,bytes=1048576,dtype=f32" };
    struct gam_world_config config = { .timeout_ns = 30000000000u };
    struct gam_comm_options options = {
        .rounds = 10, .budget_ns = 10000000000u, .seed = 1, .max_bytes = 1048576, .delay_rank = -1, .op = specs, .n_ops = 3
    };
    struct gam_topology topology = { 0 };
    struct gam_open_device device = { 0 };
    struct gam_comm_bench bench = { 0 };
    struct gam_world world = { 0 };
    struct gam_err err = { 0 };
    int rc = gam_world_open(&world, &config, &err);

    rc = rc ? rc : gam_topology_read(NULL, &topology, &err);
    rc = rc ? rc : gam_device_open("cpu", &(struct gam_device_config){ .topology = &topology, .threads = 1 }, &device, &err);
    rc = rc ? rc : gam_comm_bench_open(&bench, &world, &device, &options, &err);
    for (size_t i = 0; !rc && i < bench.n; i++) {
        int64_t bytes = gam_op_has(&bench.item[i].op, "bytes") ? gam_op_int(&bench.item[i].op, "bytes") : 0;

        if (bench.item[i].kind == &gam_comm_collective ||
            (bench.item[i].kind == &gam_comm_pair && !gam_op_int(&bench.item[i].op, "both") &&
             (bytes == 8 || bytes == 32768 || bytes == 1048576)))
            compare(&bench, &bench.item[i]);
    }
    if (rc)
        fprintf(stderr, "comm_bare: %s\n", err.text);
    gam_comm_bench_close(&bench);
    gam_device_close(&device);
    gam_topology_release(&topology);
    gam_world_close(&world);
    return rc != 0;
}
