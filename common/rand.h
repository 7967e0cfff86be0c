/* SPDX-License-Identifier: MIT */
/* Seeded generator (xoshiro256**, seeded by splitmix64): the same seed gives the same stream on every machine. */
#ifndef GAM_COMMON_RAND_H
#define GAM_COMMON_RAND_H

#include <stddef.h>
#include <stdint.h>

struct gam_rand {
    uint64_t s[4];
};

void gam_rand_seed(struct gam_rand *r, uint64_t seed);
uint64_t gam_rand_u64(struct gam_rand *r);
uint64_t gam_rand_below(struct gam_rand *r, uint64_t n); /* uniform in [0, n), unbiased; n > 0 */
double gam_rand_unit(struct gam_rand *r);                /* [0, 1) */
double gam_rand_normal(struct gam_rand *r);              /* mean 0, standard deviation 1 */
void gam_rand_shuffle(struct gam_rand *r, size_t *order, size_t n);

/* Stateless hash of (seed, index): inputs can be filled by many threads and read back at one index. */
uint64_t gam_rand_hash(uint64_t seed, uint64_t index);
void gam_rand_hashes(uint64_t seed, uint64_t first, size_t n, uint64_t *out); /* of the indices first .. first + n - 1 */

#endif
