/* SPDX-License-Identifier: MIT */
/* add, mul, gelu, silu: every thread takes one contiguous part. */
#include "common/err.h"
#include "kernels/cpu/simd/support.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>

struct elementwise {
    const struct gam_simd *simd;
    size_t n, width; /* elements; bytes of one */
    int binary;      /* enum gam_simd_binary, or -1 */
    int unary;       /* enum gam_simd_unary, or -1 */
    bool stream;
};

struct elementwise_kind {
    const char *kind, *form; /* form NULL: any */
    int binary, unary;
};

static const struct elementwise_kind elementwise_kinds[] = {
    { "add", NULL, GAM_SIMD_ADD, -1 },          { "mul", NULL, GAM_SIMD_MUL, -1 },   { "gelu", "erf", -1, GAM_SIMD_GELU_ERF },
    { "gelu", "tanh", -1, GAM_SIMD_GELU_TANH }, { "silu", NULL, -1, GAM_SIMD_SILU },
};

static int elementwise_run(struct gam_launch *launch, void *const *operand)
{
    const struct elementwise *e = launch->state;

#pragma omp parallel num_threads(launch->threads)
    {
        size_t me = (size_t)omp_get_thread_num(), all = (size_t)omp_get_num_threads();
        struct gam_simd_span span = gam_simd_part(e->n, 64, me, all);
        size_t n = span.end - span.begin, at = span.begin * e->width;
        const char *a = operand[0], *b = operand[1];

        if (e->binary >= 0)
            e->simd->binary[e->binary](a + at, b + at, (char *)operand[2] + at, n, e->stream);
        else
            e->simd->unary[e->unary](a + at, (char *)operand[1] + at, n, e->stream);
    }
    return 0;
}

static const struct elementwise_kind *kind_of(const struct gam_op *op)
{
    for (size_t i = 0; i < sizeof elementwise_kinds / sizeof elementwise_kinds[0]; i++) {
        const struct elementwise_kind *k = &elementwise_kinds[i];

        if (!strcmp(k->kind, op->kind->name) && (!k->form || !strcmp(k->form, gam_op_word(op, "form"))))
            return k;
    }
    return NULL;
}

static int elementwise_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    const struct elementwise_kind *kind = kind_of(op);
    const struct gam_simd *simd;
    struct elementwise *e;
    int rc = gam_simd_require(op, caps, &simd, err);

    if (rc)
        return rc;
    if (!kind)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "no elementwise kernel for this form of %s", op->kind->name);
    e = gam_simd_alloc(sizeof *e);
    if (!e)
        return gam_err_nomem(err);
    *e = (struct elementwise){ .simd = simd, .n = (size_t)gam_op_int(op, "n"), .binary = kind->binary, .unary = kind->unary };
    e->width = (size_t)gam_dtype_bytes(simd->dtype);
    e->stream = gam_simd_stream(caps, (double)e->n * (double)e->width);
    *out = (struct gam_launch){
        .lang = GAM_LANG_HOST,
        .run = elementwise_run,
        .state = e,
        .release = gam_simd_release,
        .threads = caps->threads,
        .flop_scale = 1,
    };
    snprintf(out->detail, sizeof out->detail, "%s%s", simd->isa, e->stream ? " non-temporal stores" : "");
    return 0;
}

const struct gam_impl gam_impl_simd_elementwise = {
    .name = "simd",
    .kinds = { "add", "mul", "gelu", "silu" },
    .lang = GAM_LANG_HOST,
    .supports = gam_simd_supports,
    .plan = elementwise_plan,
};
