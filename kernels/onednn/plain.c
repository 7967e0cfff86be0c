/* SPDX-License-Identifier: MIT */
/* softmax, layernorm, add, mul, gelu, silu: one primitive over row-major memory each. */
#include "common/err.h"
#include "kernels/onednn/program.h"

#include <string.h>

/* Operands of one operator: which argument of the primitive each is, and whether it has the shape of the output or of a row. */
struct operand_arg {
    int arg, row;
};

struct plain_kind {
    const char *kind;
    int n_operands;
    struct operand_arg args[4];
    int (*describe)(const struct gam_onednn_program *p, const struct gam_op *op, const void *md, void **pd);
};

static int describe_softmax(const struct gam_onednn_program *p, const struct gam_op *op, const void *md, void **pd)
{
    (void)op;
    return p->dialect->softmax(&p->context, md, 1, pd);
}

static int describe_layernorm(const struct gam_onednn_program *p, const struct gam_op *op, const void *md, void **pd)
{
    return p->dialect->layernorm(&p->context, md, (float)gam_op_real(op, "eps"), pd);
}

static int describe_add(const struct gam_onednn_program *p, const struct gam_op *op, const void *md, void **pd)
{
    (void)op;
    return p->dialect->binary(&p->context, md, GAM_ONEDNN_BINARY_ADD, pd);
}

static int describe_mul(const struct gam_onednn_program *p, const struct gam_op *op, const void *md, void **pd)
{
    (void)op;
    return p->dialect->binary(&p->context, md, GAM_ONEDNN_BINARY_MUL, pd);
}

static int describe_gelu(const struct gam_onednn_program *p, const struct gam_op *op, const void *md, void **pd)
{
    enum gam_onednn_eltwise which = strcmp(gam_op_word(op, "form"), "tanh") ? GAM_ONEDNN_GELU_ERF : GAM_ONEDNN_GELU_TANH;

    return p->dialect->eltwise(&p->context, md, p->dialect->alg[which], pd);
}

static int describe_silu(const struct gam_onednn_program *p, const struct gam_op *op, const void *md, void **pd)
{
    (void)op;
    return p->dialect->eltwise(&p->context, md, p->dialect->alg[GAM_ONEDNN_SWISH], pd);
}

#define SRC                                                                                                                      \
    {                                                                                                                            \
        GAM_ONEDNN_ARG_SRC, 0                                                                                                    \
    }
#define SRC_1                                                                                                                    \
    {                                                                                                                            \
        GAM_ONEDNN_ARG_SRC_1, 0                                                                                                  \
    }
#define DST                                                                                                                      \
    {                                                                                                                            \
        GAM_ONEDNN_ARG_DST, 0                                                                                                    \
    }
static const struct plain_kind plain_kinds[] = {
    { "softmax", 2, { SRC, DST }, describe_softmax },
    { "layernorm", 4, { SRC, { GAM_ONEDNN_ARG_SCALE, 1 }, { GAM_ONEDNN_ARG_SHIFT, 1 }, DST }, describe_layernorm },
    { "add", 3, { SRC, SRC_1, DST }, describe_add },
    { "mul", 3, { SRC, SRC_1, DST }, describe_mul },
    { "gelu", 2, { SRC, DST }, describe_gelu },
    { "silu", 2, { SRC, DST }, describe_silu },
};
#undef SRC
#undef SRC_1
#undef DST

/* Shape of the output and of a row. Elementwise operators are one row. */
static int shape_of(const struct gam_op *op, gam_onednn_dims dims)
{
    if (!gam_op_has(op, "cols")) {
        dims[0] = gam_op_int(op, "n");
        return 1;
    }
    dims[0] = gam_op_int(op, "rows");
    dims[1] = gam_op_int(op, "cols");
    return 2;
}

static int bind_operands(struct gam_onednn_program *p, const struct plain_kind *k, const void *md, const void *row_md,
                         const void *pd, struct gam_err *err)
{
    struct gam_onednn_binding bindings[4];

    for (int i = 0; i < k->n_operands; i++) {
        int memory = gam_onednn_memory_add(p, k->args[i].row ? row_md : md, i, err);

        if (memory < 0)
            return memory;
        bindings[i] = (struct gam_onednn_binding){ k->args[i].arg, memory };
    }
    return gam_onednn_step_add(p, pd, bindings, k->n_operands, err);
}

static int plain_build(struct gam_onednn_program *p, const struct gam_op *op, char *detail, struct gam_err *err)
{
    const struct plain_kind *kind = NULL;
    void *md = NULL, *row_md = NULL, *pd = NULL;
    gam_onednn_dims dims = { 0 };
    int n = shape_of(op, dims), rc;

    for (size_t i = 0; i < sizeof plain_kinds / sizeof plain_kinds[0]; i++)
        if (!strcmp(plain_kinds[i].kind, op->kind->name))
            kind = &plain_kinds[i];
    if (!kind)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "oneDNN: %s is not used", op->kind->name);
    rc = gam_onednn_check(gam_onednn_md_rows(p, n, dims, &md), "layout", err);
    if (!rc)
        rc = gam_onednn_check(gam_onednn_md_rows(p, 1, dims + n - 1, &row_md), "layout", err);
    if (!rc)
        rc = gam_onednn_check(kind->describe(p, op, md, &pd), kind->kind, err);
    if (!rc)
        rc = bind_operands(p, kind, md, row_md, pd, err);
    if (!rc)
        gam_onednn_detail(p, pd, "", detail);
    if (pd)
        p->context.api->primitive_desc_destroy(pd);
    p->dialect->md_free(&p->context, row_md);
    p->dialect->md_free(&p->context, md);
    return rc;
}

static int plain_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    return gam_onednn_plan(plain_build, op, caps, out, err);
}

const struct gam_impl gam_impl_onednn_plain = {
    .name = "onednn",
    .kinds = { "softmax", "layernorm", "add", "mul", "gelu", "silu" },
    .lang = GAM_LANG_HOST,
    .version = gam_onednn_version,
    .supports = gam_onednn_supports,
    .plan = plain_plan,
};
