/* SPDX-License-Identifier: MIT */
/* xoshiro256** and splitmix64 by D. Blackman and S. Vigna (public domain algorithms, prng.di.unimi.it). */
#include "common/rand.h"

#include <math.h>

#define GOLDEN 0x9e3779b97f4a7c15u

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

void gam_rand_seed(struct gam_rand *r, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        r->s[i] = mix(seed += GOLDEN);
}

uint64_t gam_rand_u64(struct gam_rand *r)
{
    uint64_t *s = r->s;
    uint64_t result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

uint64_t gam_rand_below(struct gam_rand *r, uint64_t n)
{
    uint64_t least = -n % n; /* 2^64 mod n: values below it would make small results likelier */
    uint64_t x;

    do
        x = gam_rand_u64(r);
    while (x < least);
    return x % n;
}

double gam_rand_unit(struct gam_rand *r)
{
    return (double)(gam_rand_u64(r) >> 11) * 0x1p-53;
}

double gam_rand_normal(struct gam_rand *r)
{
    double radius = sqrt(-2 * log(1 - gam_rand_unit(r))); /* 1 - u is in (0, 1] */

    return radius * cos(2 * M_PI * gam_rand_unit(r));
}

void gam_rand_shuffle(struct gam_rand *r, size_t *order, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t j = (size_t)gam_rand_below(r, i), swap = order[i - 1];

        order[i - 1] = order[j];
        order[j] = swap;
    }
}

uint64_t gam_rand_hash(uint64_t seed, uint64_t index)
{
    return mix(mix(seed + GOLDEN) + (index + 1) * GOLDEN);
}

void gam_rand_hashes(uint64_t seed, uint64_t first, size_t n, uint64_t *out)
{
    const uint64_t key = mix(seed + GOLDEN);

    for (size_t i = 0; i < n; i++)
        out[i] = mix(key + (first + i + 1) * GOLDEN);
}
