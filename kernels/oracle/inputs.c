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
static double integer_value(enum gam_dtype d, uint64_t hash)
{
    if (d == GAM_DTYPE_I1)
        return (double)(hash >> 63);
    return (double)(hash >> 60) - (d == GAM_DTYPE_U8 || d == GAM_DTYPE_U4 ? 0 : 8);
}

/* Sum of four uniform 16-bit numbers, shifted and scaled to mean 0 and variance 1: a normal distribution cut at 3.46. */
static double normal_value(uint64_t hash)
{
    double sum = (double)((hash & 0xffff) + (hash >> 16 & 0xffff) + (hash >> 32 & 0xffff) + (hash >> 48));

    return (sum - 131070.0) / 37837.2273;
}

static double value_of(const struct gam_operand *o, uint64_t seed, uint64_t i)
{
    uint64_t hash;

    if (o->fill == GAM_FILL_ONE)
        return 1;
    hash = gam_rand_hash(seed, i);
    if (!gam_dtype_info(o->dtype)->is_float)
        return integer_value(o->dtype, hash);
    if (o->fill == GAM_FILL_NORMAL)
        return normal_value(hash);
    if (o->dtype == GAM_DTYPE_F64)
        return (double)(hash >> 11) * 0x1p-52 - 1;
    return (double)(hash >> 40) * 0x1p-23 - 1;
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
    double value = value_of(&o, gam_rand_hash(seed, which), index);
    uint64_t memory = 0;

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
        double value[BLOCK];

        for (uint64_t i = 0; i < n; i++)
            value[i] = value_of(&o, seed, first + i);
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
