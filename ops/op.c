/* SPDX-License-Identifier: MIT */
#include "ops/op.h"

#include "common/err.h"
#include "ops/op_priv.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

const struct gam_op_kind *gam_op_kind_find(const char *name)
{
    for (size_t i = 0; gam_op_kinds[i]; i++)
        if (!strcmp(gam_op_kinds[i]->name, name))
            return gam_op_kinds[i];
    return NULL;
}

int op_key_index(const struct gam_op_kind *kind, const char *key)
{
    for (size_t i = 0; i < kind->n_keys; i++)
        if (!strcmp(kind->keys[i].name, key))
            return (int)i;
    return -1;
}

static size_t key_of(const struct gam_op *op, const char *key)
{
    int i = op_key_index(op->kind, key);

    assert(i >= 0);
    return (size_t)i;
}

int64_t gam_op_int(const struct gam_op *op, const char *key)
{
    size_t i = key_of(op, key);

    assert(op->kind->keys[i].type != GAM_KEY_REAL);
    return op->v[i].i;
}

double gam_op_real(const struct gam_op *op, const char *key)
{
    size_t i = key_of(op, key);

    assert(op->kind->keys[i].type == GAM_KEY_REAL);
    return op->v[i].f;
}

enum gam_dtype gam_op_dtype(const struct gam_op *op)
{
    return (enum gam_dtype)gam_op_int(op, "dtype");
}

const char *gam_op_word(const struct gam_op *op, const char *key)
{
    size_t i = key_of(op, key);

    assert(op->kind->keys[i].type == GAM_KEY_WORD);
    return op->kind->keys[i].words[op->v[i].i];
}

bool gam_op_has(const struct gam_op *op, const char *key)
{
    return op_key_index(op->kind, key) >= 0;
}

bool gam_op_is_uniform(const struct gam_op *op, enum gam_dtype dtype)
{
    for (size_t i = 0; i < op->kind->n_keys; i++)
        if (op->kind->keys[i].type == GAM_KEY_DTYPE && op->v[i].i != (int64_t)dtype)
            return false;
    return true;
}

void gam_op_cost(const struct gam_op *op, struct gam_cost *out)
{
    *out = (struct gam_cost){ .compute_dtype = gam_op_dtype(op) };
    op->kind->cost(op, out);
}

void gam_op_traffic(const struct gam_op *op, double capacity_bytes, struct gam_traffic *out)
{
    struct gam_cost cost;

    if (op->kind->traffic) {
        op->kind->traffic(op, capacity_bytes, out);
        return;
    }
    gam_op_cost(op, &cost);
    out->read_bytes = cost.read_bytes;
    out->written_bytes = cost.written_bytes;
}

size_t gam_op_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    return op->kind->operands(op, out);
}

uint64_t gam_op_footprint(const struct gam_op *op)
{
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    size_t n = gam_op_operands(op, operand);
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        if (__builtin_add_overflow(sum, operand[i].bytes, &sum))
            return UINT64_MAX;
    return sum;
}

double gam_op_tolerance(const struct gam_op *op)
{
    return op->kind->tolerance ? op->kind->tolerance(op) : NAN;
}

int op_check(const struct gam_op *op, struct gam_err *err)
{
    int rc = op->kind->check ? op->kind->check(op, err) : 0;

    if (rc)
        return rc;
    if (gam_op_footprint(op) >> GAM_OP_SIZE_BITS)
        return gam_err_set(err, -GAM_EINVAL, "%s: operands of 2^%d bytes or more; use smaller sizes", op->kind->name,
                           GAM_OP_SIZE_BITS);
    return 0;
}

static double bytes_at(const struct gam_op *op, size_t key, int64_t value)
{
    struct gam_op probe = *op;
    struct gam_cost cost;

    probe.v[key].i = value;
    gam_op_cost(&probe, &cost);
    return cost.read_bytes + cost.written_bytes;
}

/* The bytes grow with the size key, so the least value is found by halving. */
int gam_op_fit_bytes(struct gam_op *op, double bytes, struct gam_err *err)
{
    const struct gam_op_kind *kind = op->kind;
    int key = kind->size_key ? op_key_index(kind, kind->size_key) : -1;
    int64_t low, high;

    if (key < 0)
        return gam_err_set(err, -GAM_EINVAL, "%s: has no size that 'bytes' could set; give its keys", kind->name);
    if (!(bytes > 0) || isinf(bytes))
        return gam_err_set(err, -GAM_EINVAL, "%s: bytes=%g: expected a positive number", kind->name, bytes);
    low = (int64_t)kind->keys[key].least;
    high = (int64_t)kind->keys[key].most;
    if (bytes_at(op, (size_t)key, high) < bytes)
        return gam_err_set(err, -GAM_EINVAL, "%s: bytes=%g cannot be reached with %s up to %" PRId64, kind->name, bytes,
                           kind->size_key, high);
    while (low < high) {
        int64_t middle = low + (high - low) / 2;

        if (bytes_at(op, (size_t)key, middle) < bytes)
            low = middle + 1;
        else
            high = middle;
    }
    op->v[key].i = low;
    return op_check(op, err);
}
