/* SPDX-License-Identifier: MIT */
/* Speed of an implementation as a ratio to its peers, measured in one process in alternating order.
 *
 * To add a case: a row in cases.c. To add a peer that is no implementation of the tool (another library, a composition of several
 * operators): a file that defines a struct gam_impl, and a row in peers.c.
 */
#ifndef GAM_TESTS_BENCH_BENCH_H
#define GAM_TESTS_BENCH_BENCH_H

#include "common/clock.h"
#include "common/stats.h"
#include "kernels/impl.h"

#include <stdbool.h>

enum { BENCH_PEERS_MAX = 6, BENCH_CONTESTANTS_MAX = BENCH_PEERS_MAX + 2, BENCH_ROUNDS_MAX = 200 };

struct bench_case {
    const char *name;
    const char *op;                     /* spec */
    const char *ours;                   /* implementation */
    const char *peers[BENCH_PEERS_MAX]; /* NULL-terminated unless full; of peers.c or of the tool */
    double target;                      /* least ratio to the fastest peer; 0: none promised */
    double roof_target;                 /* least share of the compute roof measured beside; 0: none promised */
};

extern const struct bench_case bench_cases[]; /* ends with a NULL name */

/* Peers that only the benchmark knows, by name and kind; NULL: none. */
const struct gam_impl *bench_peer_find(const char *name, const char *kind);

/* One that runs a case: ours, a peer, or the compute roof. */
struct bench_contestant {
    const struct gam_impl *impl;
    const char *name;
    struct gam_op op;
    struct gam_launch launch;
    void *operand[GAM_OP_MAX_OPERANDS]; /* borrowed from the case's first contestant with the same op */
    bool owns_operands;
    int rc; /* 0, or why it does not take part */
    char why[256];
    double flop;                      /* of one run */
    uint64_t iterations;              /* of a sample */
    double seconds[BENCH_ROUNDS_MAX]; /* of one run, by round */
};

struct bench_options {
    int rounds, threads;
    double sample_seconds; /* least length of a sample */
    const struct gam_clock *clock;
};

struct bench_result {
    const struct bench_case *which;
    int threads;
    size_t n; /* contestants: ours, the roof, the peers */
    struct bench_contestant contestant[BENCH_CONTESTANTS_MAX];
    size_t rounds;
    size_t best; /* index of the fastest peer; 0: none took part */
};

enum { BENCH_OURS, BENCH_ROOF, BENCH_FIRST_PEER };

/* Prepares, verifies and measures a case. Contestants that cannot take part say why; the others go on. */
int bench_run(const struct bench_case *c, const struct bench_options *options, struct bench_result *out, struct gam_err *err);
void bench_release(struct bench_result *r);

/* Time of contestant b over that of a in the same rounds: above 1, a is faster. */
struct gam_interval bench_ratio(const struct bench_result *r, size_t a, size_t b);
/* FLOP/s of ours over those of the roof in the same rounds. */
struct gam_interval bench_roof_share(const struct bench_result *r);
struct gam_interval bench_seconds(const struct bench_result *r, size_t which);

void bench_print_versions(void);
void bench_print_text(const struct bench_result *r);
void bench_print_json(const struct bench_result *r);    /* one line */
void bench_print_figures(const struct bench_result *r); /* a line per promise, as ./dev figures prints them */

#endif
