/* SPDX-License-Identifier: MIT */
#include "ops/collective.h"

#include <math.h>
#include <stddef.h>

const char *const gam_collective_words[] = { "allreduce", "reducescatter", "allgather", "alltoall", "broadcast", "reduce", NULL };
const char *const gam_algorithm_words[] = { "bound", "ring", "doubling", "tree", "pairwise", NULL };

/* A coefficient of n: of alpha, or of S / B. */
enum term {
    NONE,
    LOG,       /* ceil(log2 n) */
    LOG2,      /* 2 ceil(log2 n) */
    PEERS,     /* n - 1 */
    PEERS2,    /* 2 (n - 1) */
    LOG_PEERS, /* ceil(log2 n) + n - 1: scatter along a tree, then gather around a ring */
    ONE,
    TWO,
    SHARE, /* (n - 1) / n */
    SHARE2 /* 2 (n - 1) / n */
};

static const struct {
    enum term messages, bytes;
} costs[GAM_COLLECTIVES][GAM_ALGORITHMS] = {
    [GAM_ALL_REDUCE] = { [GAM_ALGORITHM_BOUND] = { LOG, SHARE2 },
                         [GAM_ALGORITHM_RING] = { PEERS2, SHARE2 },
                         [GAM_ALGORITHM_DOUBLING] = { LOG, LOG },
                         [GAM_ALGORITHM_TREE] = { LOG2, TWO } },
    [GAM_REDUCE_SCATTER] = { [GAM_ALGORITHM_BOUND] = { LOG, SHARE },
                             [GAM_ALGORITHM_RING] = { PEERS, SHARE },
                             [GAM_ALGORITHM_DOUBLING] = { LOG, SHARE } },
    [GAM_ALL_GATHER] = { [GAM_ALGORITHM_BOUND] = { LOG, SHARE },
                         [GAM_ALGORITHM_RING] = { PEERS, SHARE },
                         [GAM_ALGORITHM_DOUBLING] = { LOG, SHARE } },
    [GAM_ALL_TO_ALL] = { [GAM_ALGORITHM_BOUND] = { LOG, SHARE }, [GAM_ALGORITHM_PAIRWISE] = { PEERS, SHARE } },
    [GAM_BROADCAST] = { [GAM_ALGORITHM_BOUND] = { LOG, ONE },
                        [GAM_ALGORITHM_RING] = { LOG_PEERS, SHARE2 },
                        [GAM_ALGORITHM_TREE] = { LOG, LOG } },
    [GAM_REDUCE] = { [GAM_ALGORITHM_BOUND] = { LOG, ONE },
                     [GAM_ALGORITHM_RING] = { LOG_PEERS, SHARE2 },
                     [GAM_ALGORITHM_TREE] = { LOG, LOG } },
};

static double log2_up(int n)
{
    int rounds = 0;

    for (int reached = 1; reached < n && rounds < 31; reached *= 2)
        rounds++;
    return rounds;
}

static double term_value(enum term t, int n)
{
    double peers = n - 1, log = log2_up(n);
    const double value[] = {
        [NONE] = 0, [LOG] = log, [LOG2] = 2 * log,    [PEERS] = peers,         [PEERS2] = 2 * peers, [LOG_PEERS] = log + peers,
        [ONE] = 1,  [TWO] = 2,   [SHARE] = peers / n, [SHARE2] = 2 * peers / n
    };

    return value[t];
}

bool gam_collective_cost(enum gam_collective_what what, enum gam_comm_algorithm algorithm, int ranks, double bytes,
                         struct gam_comm_cost *out)
{
    bool power = ranks > 0 && (ranks & (ranks - 1)) == 0;

    *out = (struct gam_comm_cost){ 0, 0 };
    if (ranks < 1 || costs[what][algorithm].messages == NONE || (algorithm == GAM_ALGORITHM_DOUBLING && !power))
        return false;
    if (ranks == 1)
        return true;
    out->messages = term_value(costs[what][algorithm].messages, ranks);
    out->bytes = term_value(costs[what][algorithm].bytes, ranks) * bytes;
    return true;
}

double gam_collective_ns(enum gam_collective_what what, enum gam_comm_algorithm algorithm, int ranks, double bytes,
                         const double alpha_ns_and_rate[2])
{
    struct gam_comm_cost cost;

    if (!gam_collective_cost(what, algorithm, ranks, bytes, &cost))
        return NAN;
    return cost.messages * alpha_ns_and_rate[0] + (cost.bytes > 0 ? cost.bytes / alpha_ns_and_rate[1] * 1e9 : 0);
}

double gam_collective_bus_factor(enum gam_collective_what what, int ranks)
{
    static const enum term factor[GAM_COLLECTIVES] = {
        [GAM_ALL_REDUCE] = SHARE2, [GAM_REDUCE_SCATTER] = SHARE, [GAM_ALL_GATHER] = SHARE,
        [GAM_ALL_TO_ALL] = SHARE,  [GAM_BROADCAST] = ONE,        [GAM_REDUCE] = ONE,
    };

    return ranks > 1 ? term_value(factor[what], ranks) : 0;
}

double gam_collective_flop(enum gam_collective_what what, int ranks, double elements)
{
    bool reduces = what == GAM_ALL_REDUCE || what == GAM_REDUCE_SCATTER || what == GAM_REDUCE;

    return reduces && ranks > 1 ? term_value(SHARE, ranks) * elements : 0;
}
