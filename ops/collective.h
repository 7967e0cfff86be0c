/* SPDX-License-Identifier: MIT */
/* What collectives cost: serialised messages and bytes on the wire of the busiest rank, for the algorithm that is assumed.
 *
 *   t = messages * alpha + bytes / B        (Hockney 1994; Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005)
 * S is the buffer of one rank: all-reduce, broadcast, all-to-all its whole buffer; reduce-scatter the input, all-gather the
 * output.
 *
 * The library does not say which algorithm it took, so every figure names the one that was assumed. `bound` is what no
 * algorithm that sends between ranks can beat: ceil(log2 n) messages and the bytes that have to pass (Chan, Heimlich,
 * Purkayastha, van de Geijn, CCPE 19(13), 2007). Reduction inside the network may: a bus bandwidth above the link is then a
 * diagnosis.
 */
#ifndef GAM_OPS_COLLECTIVE_H
#define GAM_OPS_COLLECTIVE_H

#include <stdbool.h>

enum gam_collective_what {
    GAM_ALL_REDUCE,
    GAM_REDUCE_SCATTER,
    GAM_ALL_GATHER,
    GAM_ALL_TO_ALL,
    GAM_BROADCAST,
    GAM_REDUCE,
    GAM_COLLECTIVES
};

enum gam_comm_algorithm {
    GAM_ALGORITHM_BOUND,
    GAM_ALGORITHM_RING,
    GAM_ALGORITHM_DOUBLING, /* recursive doubling or halving: n must be a power of two */
    GAM_ALGORITHM_TREE,     /* all-reduce: double binary tree; broadcast, reduce: binomial */
    GAM_ALGORITHM_PAIRWISE, /* all-to-all: n - 1 exchanges */
    GAM_ALGORITHMS
};

extern const char *const gam_collective_words[]; /* "allreduce" ...; NULL-terminated */
extern const char *const gam_algorithm_words[];  /* "bound" "ring" ...; NULL-terminated */

struct gam_comm_cost {
    double messages; /* one after the other */
    double bytes;    /* sent by the busiest rank */
};

/* False when that algorithm does not exist for the collective or for n ranks. n = 1 costs nothing. */
bool gam_collective_cost(enum gam_collective_what what, enum gam_comm_algorithm algorithm, int ranks, double bytes,
                         struct gam_comm_cost *out);

/* Nanoseconds at a latency (ns per message) and a bandwidth (bytes/s); NaN when the cost does not exist. */
double gam_collective_ns(enum gam_collective_what what, enum gam_comm_algorithm algorithm, int ranks, double bytes,
                         const double alpha_ns_and_rate[2]);

/* Bus bandwidth = algorithm bandwidth (S / t) times this: what a link must carry for it. */
double gam_collective_bus_factor(enum gam_collective_what what, int ranks);

/* FLOPs of the reduction on one rank, `elements` = elements of S. */
double gam_collective_flop(enum gam_collective_what what, int ranks, double elements);

#endif
