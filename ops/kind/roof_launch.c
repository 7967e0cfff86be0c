/* SPDX-License-Identifier: MIT */
/* Launch roof: an operator that does nothing, through the same path as every other (parallel region and its barrier). All that
 * a worker leaves is its number + 1 in a line of its own in "check". graph=k, of devices only: k of them recorded once and
 * started as one graph; what counts is the time of each. */
#include "common/err.h"
#include "ops/kind/roof.h"

static const struct gam_op_key keys[] = {
    { .name = "threads", .type = GAM_KEY_INT, .fallback = 1, .least = 1, .most = 4096, .help = "workers" },
    { .name = "graph",
      .type = GAM_KEY_INT,
      .fallback = 0,
      .least = 0,
      .most = 4096,
      .help = "kernels of one graph; 0: no graph" },
    { .name = "dtype", .type = GAM_KEY_DTYPE, .required = true, .help = "f64 (of the workers' marks)" },
};

static int launch_check(const struct gam_op *op, struct gam_err *err)
{
    if (gam_op_dtype(op) != GAM_DTYPE_F64)
        return gam_err_set(err, -GAM_EINVAL, "roof_launch: dtype must be f64");
    return 0;
}

static void launch_cost(const struct gam_op *op, struct gam_cost *out)
{
    out->written_bytes = (double)gam_op_int(op, "threads") * GAM_ROOF_LINE;
}

static size_t launch_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS])
{
    uint64_t elements = (uint64_t)gam_op_int(op, "threads") * (GAM_ROOF_LINE / sizeof(double));

    out[0] = (struct gam_operand){ .name = "check",
                                   .role = GAM_OPERAND_OUT,
                                   .dtype = GAM_DTYPE_F64,
                                   .fill = GAM_FILL_POISON,
                                   .elements = elements,
                                   .bytes = elements * sizeof(double) };
    return 1;
}

static double launch_tolerance(const struct gam_op *op)
{
    (void)op;
    return gam_dtype_info(GAM_DTYPE_F64)->epsilon;
}

const struct gam_op_kind gam_op_kind_roof_launch = {
    .name = "roof_launch",
    .summary = "launch roof: an empty operator, what starting and joining the workers costs",
    .class = GAM_OP_ROOF_LAUNCH,
    .keys = keys,
    .n_keys = sizeof keys / sizeof *keys,
    .example = "roof_launch:threads=2,dtype=f64",
    .check = launch_check,
    .cost = launch_cost,
    .operands = launch_operands,
    .tolerance = launch_tolerance,
};
