/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/portable/portable.h"

#include <math.h>
#include <string.h>

enum { BLOCK = 1024 };

#define REAL    float
#define NAME(x) x##_f32
#define FN(x)   x##f
#include "kernels/cpu/portable/activation.inc"
#include "kernels/cpu/portable/elementwise.inc"
#undef REAL
#undef NAME
#undef FN

#define REAL    double
#define NAME(x) x##_f64
#define FN(x)   x
#include "kernels/cpu/portable/activation.inc"
#include "kernels/cpu/portable/elementwise.inc"

static const struct element_entry {
    const char *kind;
    struct portable_run run;
    enum gam_activation act;
} entries[] = {
    { "add", { add_run_f32, add_run_f64, 0 }, GAM_ACT_NONE },
    { "mul", { mul_run_f32, mul_run_f64, 0 }, GAM_ACT_NONE },
    { "gelu", { activation_run_f32, activation_run_f64, 0 }, GAM_ACT_GELU },
    { "silu", { activation_run_f32, activation_run_f64, 0 }, GAM_ACT_SILU },
};

static int elementwise_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    const struct element_entry *entry = entries;
    struct portable_elements *shape;
    int rc;

    while (strcmp(entry->kind, op->kind->name) != 0)
        entry++;
    rc = portable_plan(op, caps, &entry->run, out, err);
    if (rc)
        return rc;
    shape = &portable_state_of(out)->shape.elements;
    shape->n = gam_op_int(op, "n");
    shape->act = gam_op_has(op, "form") && gam_op_int(op, "form") ? GAM_ACT_GELU_TANH : entry->act;
    return 0;
}

const struct gam_impl gam_impl_portable_elementwise = {
    .name = "portable",
    .kinds = { "add", "mul", "gelu", "silu" },
    .lang = GAM_LANG_HOST,
    .supports = portable_supports,
    .plan = elementwise_plan,
};
