/* SPDX-License-Identifier: MIT */
/* conv2d. The operands are row-major and change between runs, so a layout of the library's own costs reorders at every run. Both
 * ways are made and timed when planning, as a user of the library would choose: on the operands' layout, and in the library's
 * layout with the reorders counted.
 */
#include "ops/kind/conv2d.h"
#include "common/clock.h"
#include "common/err.h"
#include "kernels/onednn/program.h"

#include <stdlib.h>
#include <string.h>

enum { TRIALS = 3, OPERANDS = 4 };

/* Layouts of one way. `own`: which of x, w, y are left to the library. */
struct way {
    const char *name;
    int own_x, own_w, own_y;
};

static const struct way ways[] = {
    { " row-major operands", 0, 0, 0 },
    { " row-major operands but weights, reordered in the run", 0, 1, 0 },
    { " all operands reordered in the run", 1, 1, 1 },
};

enum { X, W, Y, MATRICES, BIAS = MATRICES };

/* Shapes of x, w, y and bias. */
struct shapes {
    int n[OPERANDS];
    gam_onednn_dims dims[OPERANDS];
};

static const struct part {
    int operand, arg, query;
} parts[OPERANDS] = {
    [X] = { GAM_CONV_X, GAM_ONEDNN_ARG_SRC, GAM_ONEDNN_QUERY_SRC },
    [W] = { GAM_CONV_W, GAM_ONEDNN_ARG_WEIGHTS, GAM_ONEDNN_QUERY_WEIGHTS },
    [Y] = { GAM_CONV_Y, GAM_ONEDNN_ARG_DST, GAM_ONEDNN_QUERY_DST },
    [BIAS] = { GAM_CONV_BIAS, GAM_ONEDNN_ARG_BIAS, 0 },
};

static struct shapes shapes_of(const struct gam_conv2d *s)
{
    struct shapes out = {
        .n = { 4, 4, 4, 1 },
        .dims = { { s->n, s->c, s->h, s->w }, { s->k, s->cg, s->r, s->s }, { s->n, s->k, s->p, s->q }, { s->k } },
    };

    if (s->groups > 1) {
        const gam_onednn_dims grouped = { s->groups, s->kg, s->cg, s->r, s->s };

        out.n[W] = 5;
        memcpy(out.dims[W], grouped, sizeof grouped);
    }
    return out;
}

/* Memories and reorders of matrix `i` around the convolution; returns the memory that the convolution uses. `plain` is its
 * row-major md. */
static int place_in(struct gam_onednn_program *p, int i, const void *plain, const void *used, struct gam_err *err)
{
    int operand = gam_onednn_memory_add(p, plain, parts[i].operand, err), own, rc;

    if (operand < 0 || p->context.api->memory_desc_equal(plain, used))
        return operand;
    own = gam_onednn_memory_add(p, used, -1, err);
    if (own < 0 || i == Y)
        return own;
    rc = gam_onednn_reorder_add(p, plain, operand, used, own, err);
    return rc ? rc : own;
}

/* Steps: reorders of x and w as needed, the convolution, a reorder of y as needed. plain[]: row-major mds. */
static int conv_steps(struct gam_onednn_program *p, void *const plain[OPERANDS], const void *pd, struct gam_err *err)
{
    const struct gam_onednn_api *api = p->context.api;
    struct gam_onednn_binding bindings[OPERANDS];
    int n = plain[BIAS] ? OPERANDS : MATRICES, rc;

    for (int i = 0; i < n; i++) {
        const void *used = i == BIAS ? plain[i] : api->primitive_desc_query_md(pd, parts[i].query, 0);
        int memory = used ? place_in(p, i, plain[i], used, err) : gam_onednn_check(-1, "layout of the convolution", err);

        if (memory < 0)
            return memory;
        bindings[i] = (struct gam_onednn_binding){ parts[i].arg, memory };
    }
    rc = gam_onednn_step_add(p, pd, bindings, n, err);
    if (rc || p->memory[bindings[Y].memory].operand >= 0)
        return rc;
    return gam_onednn_reorder_add(p, api->primitive_desc_query_md(pd, GAM_ONEDNN_QUERY_DST, 0), bindings[Y].memory, plain[Y],
                                  bindings[Y].memory - 1, err);
}

static int conv_pd(struct gam_onednn_program *p, const struct gam_conv2d *s, const struct way *way, void *const plain[OPERANDS],
                   void **pd)
{
    const struct gam_onednn_window window = {
        .stride = { s->stride, s->stride },
        .dilation = { s->dilation - 1, s->dilation - 1 },
        .pad = { s->pad, s->pad },
    };
    const int own[MATRICES] = { way->own_x, way->own_w, way->own_y };
    const struct shapes shapes = shapes_of(s);
    void *any[MATRICES] = { NULL };
    int status = GAM_ONEDNN_SUCCESS;

    for (int i = 0; i < MATRICES && !status; i++)
        if (own[i])
            status = p->dialect->md_any(&p->context, shapes.n[i], shapes.dims[i], &any[i]);
    if (!status) {
        const struct gam_onednn_mds md = { any[X] ? any[X] : plain[X], any[W] ? any[W] : plain[W], plain[BIAS],
                                           any[Y] ? any[Y] : plain[Y] };

        status = p->dialect->convolution(&p->context, &md, &window, pd);
    }
    for (int i = 0; i < MATRICES; i++)
        p->dialect->md_free(&p->context, any[i]);
    return status;
}

static int way_build(struct gam_onednn_program *p, const struct gam_conv2d *s, const struct way *way, char *detail,
                     struct gam_err *err)
{
    const struct shapes shapes = shapes_of(s);
    void *plain[OPERANDS] = { NULL }, *pd = NULL;
    int n = s->bias ? OPERANDS : MATRICES, status = GAM_ONEDNN_SUCCESS, rc;

    for (int i = 0; i < n && !status; i++)
        status = gam_onednn_md_rows(p, shapes.n[i], shapes.dims[i], &plain[i]);
    if (!status)
        status = conv_pd(p, s, way, plain, &pd);
    rc = gam_onednn_check(status, "convolution", err);
    if (!rc)
        rc = conv_steps(p, plain, pd, err);
    if (!rc)
        gam_onednn_detail(p, pd, way->name, detail);
    if (pd)
        p->context.api->primitive_desc_destroy(pd);
    for (int i = 0; i < n; i++)
        p->dialect->md_free(&p->context, plain[i]);
    return rc;
}

/* Least time of a few runs, ns. */
static double way_time(struct gam_onednn_program *p, void *const *operand)
{
    double best = -1;

    for (int i = 0; i <= TRIALS; i++) { /* the first warms up */
        uint64_t begin = gam_clock_monotonic_now();
        double took;

        if (gam_onednn_program_run(p, operand))
            return -1;
        took = (double)(gam_clock_monotonic_now() - begin);
        if (i > 0 && (best < 0 || took < best))
            best = took;
    }
    return best;
}

static int operands_new(const struct gam_op *op, void *operand[GAM_OP_MAX_OPERANDS], struct gam_err *err)
{
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    size_t n = gam_op_operands(op, info);

    for (size_t i = 0; i < n; i++) {
        size_t bytes = (info[i].bytes + 63) / 64 * 64;

        operand[i] = aligned_alloc(64, bytes);
        if (!operand[i])
            return gam_err_nomem(err);
        for (size_t j = 0; j < bytes / sizeof(float); j++) /* no denormals, no zeros: they may take another time */
            ((float *)operand[i])[j] = (float)(1 + j % 7) / 8;
    }
    return 0;
}

/* Moves what `from` holds into the empty program `to`. */
static void take(struct gam_onednn_program *to, struct gam_onednn_program *from)
{
    struct gam_onednn_program empty = *to;

    *to = *from;
    *from = empty;
    gam_onednn_program_free(from);
}

/* The fastest way's program in `p`; ways that the library refuses are passed over. */
static int fastest(struct gam_onednn_program *p, const struct gam_conv2d *s, void *const *operand, char *detail,
                   struct gam_err *err)
{
    double best = -1;
    int rc = gam_err_set(err, -GAM_EUNSUPPORTED, "oneDNN: no convolution for this shape");

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct gam_onednn_program *trial = NULL;
        char text[GAM_ONEDNN_DETAIL];
        double took = -1;

        if (gam_onednn_program_new(p->threads, &trial, err))
            return err ? err->code : -GAM_EDEVICE;
        if (!way_build(trial, s, &ways[i], text, err))
            took = way_time(trial, operand);
        if (took < 0 || (best >= 0 && took >= best)) {
            gam_onednn_program_free(trial);
            continue;
        }
        take(p, trial);
        memcpy(detail, text, sizeof text);
        best = took;
        rc = 0;
    }
    return rc;
}

static int conv_build(struct gam_onednn_program *p, const struct gam_op *op, char *detail, struct gam_err *err)
{
    void *operand[GAM_OP_MAX_OPERANDS] = { NULL };
    struct gam_conv2d s;
    int rc = operands_new(op, operand, err);

    gam_conv2d_shape(op, &s);
    if (!rc)
        rc = fastest(p, &s, operand, detail, err);
    for (size_t i = 0; i < GAM_OP_MAX_OPERANDS; i++)
        free(operand[i]);
    return rc;
}

static int conv_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    return gam_onednn_plan(conv_build, op, caps, out, err);
}

const struct gam_impl gam_impl_onednn_conv2d = {
    .name = "onednn",
    .kinds = { "conv2d" },
    .lang = GAM_LANG_HOST,
    .version = gam_onednn_version,
    .supports = gam_onednn_supports,
    .plan = conv_plan,
};
