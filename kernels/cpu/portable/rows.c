/* SPDX-License-Identifier: MIT */
/* softmax, layernorm, rmsnorm: a row at a time, rows shared among the threads. */
#include "kernels/cpu/portable/portable.h"

#include <math.h>
#include <string.h>

#define REAL    float
#define NAME(x) x##_f32
#define FN(x)   x##f
#include "kernels/cpu/portable/rows.inc"
#undef REAL
#undef NAME
#undef FN

#define REAL    double
#define NAME(x) x##_f64
#define FN(x)   x
#include "kernels/cpu/portable/rows.inc"

static const struct row_entry {
    const char *kind;
    struct portable_run run;
} entries[] = {
    { "softmax", { softmax_run_f32, softmax_run_f64, 0 } },
    { "layernorm", { layernorm_run_f32, layernorm_run_f64, 0 } },
    { "rmsnorm", { rmsnorm_run_f32, rmsnorm_run_f64, 0 } },
};

static int rows_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    const struct row_entry *entry = entries;
    struct portable_rows *shape;
    int rc;

    while (strcmp(entry->kind, op->kind->name) != 0)
        entry++;
    rc = portable_plan(op, caps, &entry->run, out, err);
    if (rc)
        return rc;
    shape = &portable_state_of(out)->shape.rows;
    shape->rows = gam_op_int(op, "rows");
    shape->cols = gam_op_int(op, "cols");
    shape->eps = gam_op_has(op, "eps") ? gam_op_real(op, "eps") : 0;
    return 0;
}

const struct gam_impl gam_impl_portable_rows = {
    .name = "portable",
    .kinds = { "softmax", "layernorm", "rmsnorm" },
    .lang = GAM_LANG_HOST,
    .supports = portable_supports,
    .plan = rows_plan,
};
