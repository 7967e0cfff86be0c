/* SPDX-License-Identifier: MIT */
/* Values are functions of (seed, operand, index): any number of threads fill them alike, and a single old value of an operand
 * that was overwritten can be had again.
 */
#include "common/rand.h"
#include "kernels/oracle/chain.h"
#include "kernels/oracle/convert.h"
#include "kernels/oracle/oracle.h"

#include <math.h>
#include <string.h>

enum { BLOCK = 1024, /* a multiple of 8: blocks of packed types share no byte */ POISON_BYTE = 0xa5, POISON_NAN = 0xff };

/* Integers take 16 values around 0 (i1: 2, unsigned types from 0 up), so that sums of many products stay exact. */
static void integers_make(enum gam_dtype d, const uint64_t *hash, size_t n, double *out)
{
    double least = d == GAM_DTYPE_U8 || d == GAM_DTYPE_U4 ? 0 : -8;

    for (size_t i = 0; i < n; i++)
        out[i] = d == GAM_DTYPE_I1 ? (double)(hash[i] >> 63) : (double)(hash[i] >> 60) + least;
}

/* Sum of four uniform 16-bit numbers, shifted and scaled to mean 0 and variance 1: a normal distribution cut at 3.46. */
static double normal_value(uint64_t hash)
{
    int32_t sum = (int32_t)((hash & 0xffff) + (hash >> 16 & 0xffff) + (hash >> 32 & 0xffff) + (hash >> 48));

    return (double)(sum - 131070) * (1 / 37837.2273);
}

static void normal_make(enum gam_dtype d, const uint64_t *hash, size_t n, double *out)
{
    (void)d;
    for (size_t i = 0; i < n; i++)
        out[i] = normal_value(hash[i]);
}

static double uniform_value(enum gam_dtype d, uint64_t hash)
{
    return d == GAM_DTYPE_F64 ? (double)(int64_t)(hash >> 11) * 0x1p-52 - 1 : (double)(int32_t)(hash >> 40) * 0x1p-23 - 1;
}

static void uniform_make(enum gam_dtype d, const uint64_t *hash, size_t n, double *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = uniform_value(d, hash[i]);
}

static void ones_make(enum gam_dtype d, const uint64_t *hash, size_t n, double *out)
{
    (void)d;
    (void)hash;
    for (size_t i = 0; i < n; i++)
        out[i] = 1;
}

/* Makes the values of n hashes: a loop per pattern, because operands of a gigabyte are filled. */
struct pattern {
    const char *word;
    void (*make)(enum gam_dtype d, const uint64_t *hash, size_t n, double *out); /* NULL: no values of their own */
};

static const struct pattern patterns[] = {
    [GAM_FILL_UNIFORM] = { "uniform", uniform_make },
    [GAM_FILL_NORMAL] = { "normal", normal_make },
    [GAM_FILL_ONE] = { "ones", ones_make },
    [GAM_FILL_POISON] = { NULL, NULL },
    [GAM_FILL_CHAIN] = { "cycle", NULL },
};

static const struct pattern integers = { "integers", integers_make };

static const struct pattern *pattern_of(const struct gam_operand *o)
{
    bool is_real = gam_dtype_info(o->dtype)->is_float;

    return !is_real && (o->fill == GAM_FILL_UNIFORM || o->fill == GAM_FILL_NORMAL) ? &integers : &patterns[o->fill];
}

const char *gam_inputs_pattern(const struct gam_operand *o)
{
    return pattern_of(o)->word;
}

static void values_of(const struct gam_operand *o, const uint64_t *hash, size_t n, double *out)
{
    pattern_of(o)->make(o->dtype, hash, n, out);
}

static struct gam_operand operand_of(const struct gam_op *op, size_t which)
{
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];

    gam_op_operands(op, operand);
    return operand[which];
}

double gam_inputs_value(const struct gam_op *op, size_t which, uint64_t seed, uint64_t index)
{
    struct gam_operand o = operand_of(op, which);
    uint64_t memory = 0, hash = gam_rand_hash(gam_rand_hash(seed, which), index);
    double value;

    values_of(&o, &hash, 1, &value);
    gam_elements_store(o.dtype, &memory, 0, 1, &value); /* as the type rounds it */
    return gam_element(o.dtype, &memory, 0);
}

void gam_inputs_fill(const struct gam_op *op, size_t which, void *memory, uint64_t seed, int threads)
{
    struct gam_operand o = operand_of(op, which);
    int64_t blocks = (int64_t)(o.elements / BLOCK + (o.elements % BLOCK != 0));

    seed = gam_rand_hash(seed, which);
    if (o.fill == GAM_FILL_POISON) {
        gam_inputs_poison(op, which, memory);
        return;
    }
    if (o.fill == GAM_FILL_CHAIN) {
        gam_chain_fill(memory, o.elements, o.bytes / (o.elements ? o.elements : 1), seed, threads);
        return;
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t b = 0; b < blocks; b++) {
        uint64_t first = (uint64_t)b * BLOCK, n = o.elements - first < BLOCK ? o.elements - first : BLOCK;
        uint64_t hash[BLOCK];
        double value[BLOCK];

        gam_rand_hashes(seed, first, n, hash);
        values_of(&o, hash, n, value);
        gam_elements_store(o.dtype, memory, first, n, value);
    }
}

/* All bits set is a NaN in every float type that has one. */
void gam_inputs_poison(const struct gam_op *op, size_t which, void *memory)
{
    struct gam_operand o = operand_of(op, which);
    unsigned bits = gam_dtype_info(o.dtype)->bits;

    memset(memory, gam_dtype_info(o.dtype)->is_float && bits >= 8 ? POISON_NAN : POISON_BYTE, o.bytes);
}
