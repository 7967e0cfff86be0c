/* SPDX-License-Identifier: MIT */
/* Shuffling in place would touch memory at random, at a cache miss per element. Here step t of the cycle stands at place p(t) of
 * a keyed permutation p (an unbalanced Feistel network on the next power of two, walked until it falls below n), so the follower
 * of place i is p(p^-1(i) + 1): every element is computed alone and written in order.
 */
#include "kernels/oracle/chain.h"

#include "common/rand.h"

#include <string.h>

enum { ROUNDS = 6 };

struct permutation {
    uint64_t n, low_mask, high_mask;
    unsigned low_bits;
    uint64_t key[ROUNDS];
};

static void permutation_init(struct permutation *p, uint64_t n, uint64_t seed)
{
    unsigned bits = 2;

    while (bits < 63 && (UINT64_C(1) << bits) < n)
        bits++;
    p->n = n;
    p->low_bits = bits / 2;
    p->low_mask = (UINT64_C(1) << p->low_bits) - 1;
    p->high_mask = (UINT64_C(1) << (bits - p->low_bits)) - 1;
    for (int r = 0; r < ROUNDS; r++)
        p->key[r] = gam_rand_hash(seed, (uint64_t)r);
}

static uint64_t mixed(uint64_t half, uint64_t key)
{
    uint64_t x = (half ^ key) * 0x9e3779b97f4a7c15u;

    x ^= x >> 29;
    return x * 0xbf58476d1ce4e5b9u >> 24;
}

/* One pass of the network over the power of two, forward or back: a round changes one half by the other, so that the same round
 * undoes it. */
static uint64_t network(const struct permutation *p, uint64_t x, int back)
{
    uint64_t low = x & p->low_mask, high = x >> p->low_bits;

    for (int r = 0; r < ROUNDS; r++) {
        int round = back ? ROUNDS - 1 - r : r;

        if (round % 2)
            high ^= mixed(low, p->key[round]) & p->high_mask;
        else
            low ^= mixed(high, p->key[round]) & p->low_mask;
    }
    return high << p->low_bits | low;
}

static uint64_t permuted(const struct permutation *p, uint64_t x, int back)
{
    do
        x = network(p, x, back);
    while (x >= p->n);
    return x;
}

void gam_chain_fill(void *memory, uint64_t n, uint64_t stride_bytes, uint64_t seed, int threads)
{
    struct permutation p;

    permutation_init(&p, n, seed);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint64_t i = 0; i < n; i++) {
        uint64_t step = permuted(&p, i, 1) + 1;
        int64_t next = (int64_t)permuted(&p, step == n ? 0 : step, 0);
        int64_t word = next * (int64_t)(stride_bytes / sizeof next);

        memcpy((char *)memory + i * stride_bytes, &next, sizeof next);
        if (stride_bytes >= 2 * sizeof next)
            memcpy((char *)memory + i * stride_bytes + sizeof next, &word, sizeof word);
    }
}
