/* SPDX-License-Identifier: MIT */
#include "ops/shape.h"

#include <math.h>

uint64_t gam_dims_product(size_t n, const int64_t *dim)
{
    uint64_t product = 1;

    for (size_t i = 0; i < n; i++)
        if (dim[i] == 0)
            return 0;
    for (size_t i = 0; i < n; i++)
        if (__builtin_mul_overflow(product, (uint64_t)dim[i], &product))
            return UINT64_MAX;
    return product;
}

struct gam_operand gam_operand_make(const char *name, enum gam_operand_role role, enum gam_dtype dtype, enum gam_fill fill,
                                    uint64_t elements)
{
    return (struct gam_operand){ .name = name,
                                 .role = role,
                                 .dtype = dtype,
                                 .fill = fill,
                                 .elements = elements,
                                 .bytes = elements == UINT64_MAX ? UINT64_MAX : gam_dtype_storage_bytes(dtype, elements) };
}

void gam_cost_begin(const struct gam_op *op, struct gam_cost *out)
{
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    size_t n = gam_op_operands(op, operand);

    *out = (struct gam_cost){ .compute_dtype = gam_op_dtype(op) };
    for (size_t i = 0; i < n; i++) {
        enum gam_operand_role role = operand[i].role;

        if (role == GAM_OPERAND_IN || role == GAM_OPERAND_INOUT)
            out->read_bytes += (double)operand[i].bytes;
        if (role == GAM_OPERAND_OUT || role == GAM_OPERAND_INOUT)
            out->written_bytes += (double)operand[i].bytes;
    }
}

static double epsilon_of(const struct gam_op *op, const char *key)
{
    enum gam_dtype d = gam_op_has(op, key) ? (enum gam_dtype)gam_op_int(op, key) : gam_op_dtype(op);

    return gam_dtype_info(d)->epsilon;
}

double gam_tolerance(const struct gam_op *op, double c, double k)
{
    return c * sqrt(k) * epsilon_of(op, "acc") + epsilon_of(op, "out");
}

void gam_traffic_from_total(const struct gam_op *op, double total_bytes, struct gam_traffic *out)
{
    struct gam_cost cost;

    gam_op_cost(op, &cost);
    out->written_bytes = cost.written_bytes;
    out->read_bytes = fmax(cost.read_bytes, total_bytes - cost.written_bytes);
}

void gam_traffic_rows(const struct gam_op *op, double row_bytes, double passes, double capacity_bytes, struct gam_traffic *out)
{
    struct gam_cost cost;

    gam_op_cost(op, &cost);
    out->written_bytes = cost.written_bytes;
    out->read_bytes = cost.read_bytes * (row_bytes <= capacity_bytes ? 1 : passes);
}
