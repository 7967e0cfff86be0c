/* SPDX-License-Identifier: MIT */
/* How an attention is cut into pieces of work: the query rows of a key-value head into blocks, its keys into parts. */
#ifndef GAM_KERNELS_CPU_SIMD_ATTENTION_PLAN_H
#define GAM_KERNELS_CPU_SIMD_ATTENTION_PLAN_H

#include "kernels/cpu/simd/simd.h"
#include "ops/kind/attention.h"

/* Row r of a key-value head is query r / share of query head r % share of its group, so that all rows that read the same keys
 * are in one place and a block's rows see about the same number of keys. */
struct gam_attention_cut {
    size_t rows;       /* of a key-value head: sq * share */
    size_t heads;      /* b * hkv */
    size_t block_rows; /* rows of a block; the last of a head may have fewer */
    size_t blocks;     /* of a head */
    size_t parts;      /* of the keys; more than 1: results are joined afterwards */
    bool dot;          /* the kernel for few rows */
    bool far;          /* keys and values of a head do not stay in the second-level cache */
    double flop_scale; /* multiply-adds done, padding and masked pairs of a step included, per multiply-add that counts */
};

void gam_attention_cut_choose(const struct gam_attention *shape, const struct gam_simd *simd, size_t threads, size_t l2_bytes,
                              struct gam_attention_cut *out);

#endif
