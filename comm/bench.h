/* SPDX-License-Identifier: MIT */
/* What all ranks of a job measure together, in rounds: roofs of each rank, ping-pongs of each pair, collectives, both also
 * between GPUs, reference steps.
 *
 * Every rank holds the same list of items and visits them in the same seeded random order. Before a visit all meet, so that a
 * rank that hangs or died is named. Samples carry their rank; what waiting there was follows from them (analyzer/rounds.h).
 *
 * To add a kind of item: comm/item_<kind>.c with a `const struct gam_comm_kind`, and its items in comm/plan.c.
 */
#ifndef GAM_COMM_BENCH_H
#define GAM_COMM_BENCH_H

#include "collector/device.h"
#include "collector/emit.h"
#include "comm/world.h"
#include "ops/op.h"

struct gam_comm_options {
    int rounds, steps; /* steps: reference steps too */
    uint64_t budget_ns, seed;
    int64_t max_bytes; /* of one message */
    int delay_rank;    /* this rank comes late to every collective; -1: none */
    uint64_t delay_ns;
    const char *const *op; /* only these specs; n_ops 0: the usual list */
    size_t n_ops;
    int no_gpu;
    uint64_t memory_bytes; /* free on this machine, for all of its ranks; 0: not known */
};

struct gam_comm_item;
struct gam_comm_gpu;

struct gam_comm_bench {
    struct gam_world *world;
    struct gam_open_device *device; /* of this rank, one thread */
    struct gam_comm_gpu *gpu;       /* of this rank, when every rank has one; NULL */
    char gpu_reason[300];           /* why GPUs that are there are not used; empty: nothing to say */
    struct gam_comm_options options;
    char *in, *out; /* buffers of the largest message, this rank's own */
    size_t buffer_bytes;
    struct gam_comm_item *item;
    size_t n, capacity, n_visited;
    struct gam_sample *sample; /* of the round in work: measurement, rank, round, iterations, duration */
    int64_t *comm_ns;          /* beside each: in calls of MPI; GAM_NULL_INT: not told apart */
    size_t n_samples, samples_capacity;
    uint64_t visit_ns;
    uint64_t mpi_ns; /* a step adds what its calls of MPI took */
};

struct gam_comm_kind {
    /* Memory, operands. An error on one rank skips the item on all. */
    int (*prepare)(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err);
    /* One run whose result is compared: sets error, tolerance, checked. */
    int (*verify)(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err);
    /* `iterations` in a row; *ns: this rank's own time of all of them, 0 when it takes no part. */
    int (*run)(struct gam_comm_bench *b, struct gam_comm_item *item, uint64_t iterations, uint64_t *ns, struct gam_err *err);
    void (*release)(struct gam_comm_bench *b, struct gam_comm_item *item); /* NULL-safe state */
};

struct gam_comm_item {
    const struct gam_comm_kind *kind;
    enum gam_role role;
    struct gam_op op;
    char name[64], detail[64];
    const char *implementation, *version;
    int a, b;    /* ranks of a ping-pong; -1: all */
    int waits;   /* time in MPI is told apart (steps) */
    int follows; /* visited in turn with the item before it: parts of one step, which are compared within a round */
    enum gam_status status;
    char reason[200];
    double error, tolerance;
    int64_t checked;
    uint64_t iterations, once_ns;
    void *state;
};

extern const struct gam_comm_kind gam_comm_local, gam_comm_pair, gam_comm_collective, gam_comm_step, gam_comm_on_gpu;

/* The usual items, or those of options.op. */
int gam_comm_plan(struct gam_comm_bench *b, struct gam_err *err);

int gam_comm_bench_open(struct gam_comm_bench *b, struct gam_world *w, struct gam_open_device *device,
                        const struct gam_comm_options *options, struct gam_err *err);
void gam_comm_bench_close(struct gam_comm_bench *b);

/* Prepares, verifies and calibrates every item, then measures round after round. After each, `round` gets the number of the round
 * and sends the samples away; a negative result ends it. */
struct gam_comm_loop {
    int (*round)(void *ctx, int round, struct gam_err *err);
    void (*progress)(void *ctx, const char *what, int round);
    void *ctx;
};
int gam_comm_measure(struct gam_comm_bench *b, const struct gam_comm_loop *loop, struct gam_err *err);

/* How the link between two ranks is called, a < 0: that of all; between their GPUs it is that of the library. */
void gam_comm_link(const struct gam_comm_bench *b, int a, int z, int gpu, char out[GAM_LINK_NAME]);

/* Every record of this rank but the run itself: host and ranks, device, links, operators, measurements, and the samples of the
 * round in work. `host`: ordinal of this rank's host record, emitted before. */
int gam_comm_records(const struct gam_comm_bench *b, struct gam_emitter *emit, int64_t host, struct gam_err *err);

/* Spins until so much time has passed: the rank that comes late. */
void gam_comm_delay(const struct gam_comm_bench *b);

#endif
