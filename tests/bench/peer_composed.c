/* SPDX-License-Identifier: MIT */
/* Attention as a user of a BLAS writes it: scores = scale q k^T by the library, our softmax over their rows, o = scores v by the
 * library; one key-value head after the other, each call with all threads. The queries that share a head's keys are one matrix.
 */
#include "bench.h"

#include "common/err.h"
#include "ops/kind/attention.h"
#include "ops/kind/gemm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct composed {
    struct gam_attention shape;
    size_t width; /* bytes of an element */
    struct gam_launch product, softmax, average;
    void *scores; /* of one key-value head */
};

static int composed_run(struct gam_launch *launch, void *const *operand)
{
    struct composed *c = launch->state;
    const struct gam_attention *s = &c->shape;
    size_t rows = (size_t)(s->share * s->sq), keys = (size_t)s->skv, d = (size_t)s->d, dv = (size_t)s->dv;
    int rc = 0;

    for (size_t head = 0; head < (size_t)(s->b * s->hkv) && !rc; head++) {
        char *q = (char *)operand[GAM_ATTENTION_Q] + head * rows * d * c->width;
        char *k = (char *)operand[GAM_ATTENTION_K] + head * keys * d * c->width;
        char *v = (char *)operand[GAM_ATTENTION_V] + head * keys * dv * c->width;
        char *o = (char *)operand[GAM_ATTENTION_O] + head * rows * dv * c->width;

        rc = c->product.run(&c->product, (void *const[]){ q, k, c->scores });
        if (!rc)
            rc = c->softmax.run(&c->softmax, (void *const[]){ c->scores, c->scores });
        if (!rc)
            rc = c->average.run(&c->average, (void *const[]){ c->scores, v, o });
    }
    return rc;
}

static void composed_release(struct gam_launch *launch)
{
    struct composed *c = launch->state;

    if (!c)
        return;
    gam_launch_release(&c->product);
    gam_launch_release(&c->softmax);
    gam_launch_release(&c->average);
    free(c->scores);
    free(c);
    launch->state = NULL;
}

static int plan_part(const char *library, const char *spec, const struct gam_caps *caps, struct gam_launch *out,
                     struct gam_err *err)
{
    const struct gam_impl *impl = NULL;
    struct gam_op op;
    int rc = gam_op_parse(spec, &op, err);

    if (rc)
        return rc;
    impl = bench_peer_find(library, op.kind->name);
    if (!impl)
        impl = gam_impl_find(library, op.kind->name);
    if (!impl)
        return gam_err_set(err, -GAM_ENOENT, "no implementation '%s' of %s", library, op.kind->name);
    rc = impl->supports(&op, caps, err);
    return rc ? rc : impl->plan(&op, caps, out, err);
}

static int plan_parts(const char *library, struct composed *c, const char *dtype, const struct gam_caps *caps,
                      struct gam_err *err)
{
    const struct gam_attention *s = &c->shape;
    int64_t rows = s->share * s->sq;
    char spec[GAM_OP_SPEC_MAX];
    int rc;

    snprintf(spec, sizeof spec, "gemm:m=%" PRId64 ",n=%" PRId64 ",k=%" PRId64 ",tb=1,alpha=%.17g,dtype=%s", rows, s->skv, s->d,
             s->scale, dtype);
    rc = plan_part(library, spec, caps, &c->product, err);
    if (rc)
        return rc;
    snprintf(spec, sizeof spec, "softmax:rows=%" PRId64 ",cols=%" PRId64 ",dtype=%s", rows, s->skv, dtype);
    rc = plan_part("simd", spec, caps, &c->softmax, err);
    if (rc)
        return rc;
    snprintf(spec, sizeof spec, "gemm:m=%" PRId64 ",n=%" PRId64 ",k=%" PRId64 ",dtype=%s", rows, s->dv, s->skv, dtype);
    return plan_part(library, spec, caps, &c->average, err);
}

static int composed_plan(const char *library, const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out,
                         struct gam_err *err)
{
    const struct gam_dtype_info *dtype = gam_dtype_info(gam_op_dtype(op));
    struct composed *c = calloc(1, sizeof *c);
    size_t bytes;
    int rc;

    if (!c)
        return gam_err_nomem(err);
    *out = (struct gam_launch){
        .lang = GAM_LANG_HOST, .run = composed_run, .state = c, .release = composed_release, .threads = caps->threads
    };
    out->flop_scale = 1;
    gam_attention_shape(op, &c->shape);
    c->width = dtype->bits / 8;
    bytes = (size_t)(c->shape.share * c->shape.sq * c->shape.skv) * c->width;
    c->scores = aligned_alloc(64, (bytes + 63) / 64 * 64);
    rc = c->scores ? plan_parts(library, c, dtype->name, caps, err) : gam_err_nomem(err);
    if (rc)
        composed_release(out);
    else
        snprintf(out->detail, sizeof out->detail, "%.40s, softmax, %.40s", c->product.detail, c->average.detail);
    return rc;
}

static int composed_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    (void)caps;
    if (gam_op_int(op, "mask") != GAM_MASK_NONE)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "composed without a mask only");
    return 0;
}

static int openblas_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    return composed_plan("openblas", op, caps, out, err);
}

static int onednn_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    return composed_plan("onednn", op, caps, out, err);
}

static int blis_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    return composed_plan("blis", op, caps, out, err);
}

#define COMPOSED(library)                                                                                                        \
    {                                                                                                                            \
        .name = #library "+softmax", .kinds = { "attention" }, .lang = GAM_LANG_HOST, .supports = composed_supports,             \
        .plan = library##_plan                                                                                                   \
    }

const struct gam_impl bench_peers_composed[] = { COMPOSED(openblas), COMPOSED(onednn), COMPOSED(blis) };
