/* SPDX-License-Identifier: MIT */
/* gemm: batches over threads when they fill them, else every product over all threads. */
#include "ops/kind/gemm.h"

#include "common/err.h"
#include "kernels/cpu/simd/gemm/product.h"
#include "kernels/cpu/simd/support.h"
#include "kernels/impl.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    TEAM_PRODUCTS = 64 * 64 * 64, /* element products of a gemm up to which waking threads costs more than they bring */
    FILL_PERCENT = 80             /* batches must keep the threads this busy to be spread over them */
};

struct gemm_state {
    struct gam_product product;
    size_t batch;
    int threads;                      /* that work */
    bool by_batch, has_bias;          /* by_batch: every thread computes whole products */
    size_t a_bytes, b_bytes, c_bytes; /* of one product */
};

static void run_one(const struct gemm_state *s, void *const *operand, size_t batch, int copy, int member)
{
    const struct gam_product_call call = {
        .a = (const char *)operand[GAM_GEMM_A] + batch * s->a_bytes,
        .b = (const char *)operand[GAM_GEMM_B] + batch * s->b_bytes,
        .c = (char *)operand[GAM_GEMM_C] + batch * s->c_bytes,
        .bias = s->has_bias ? operand[GAM_GEMM_BIAS] : NULL,
        .copy = copy,
        .member = member,
    };

    gam_product_run(&s->product, &call);
}

static void run_member(const struct gemm_state *s, void *const *operand, int me)
{
    if (s->by_batch) {
        const struct gam_simd_span mine = gam_simd_part(s->batch, 1, (size_t)me, (size_t)s->threads);

        for (size_t i = mine.begin; i < mine.end; i++)
            run_one(s, operand, i, me, 0);
        return;
    }
    for (size_t i = 0; i < s->batch; i++) {
        run_one(s, operand, i, 0, me);
        if (i + 1 < s->batch) { /* the workspace goes to the next product */
#pragma omp barrier
        }
    }
}

static int gemm_run(struct gam_launch *launch, void *const *operand)
{
    const struct gemm_state *s = launch->state;
    int fewer = 0;

    if (s->threads == 1) {
        run_member(s, operand, 0);
        return 0;
    }
#pragma omp parallel num_threads(s->threads) reduction(max : fewer)
    {
        fewer = omp_get_num_threads() != s->threads;
        if (!fewer)
            run_member(s, operand, omp_get_thread_num());
    }
    return fewer ? -GAM_EDEVICE : 0; /* the system has no more threads for us */
}

static void gemm_release(struct gam_launch *launch)
{
    struct gemm_state *s = launch->state;

    gam_product_release(&s->product);
    free(s);
    launch->state = NULL;
}

static void choose_threads(struct gemm_state *s, const struct gam_gemm *g, int threads)
{
    const double products = (double)g->m * (double)g->n * (double)g->k;
    const size_t rounds = (s->batch + (size_t)threads - 1) / (size_t)threads;

    s->threads = products * (double)s->batch <= TEAM_PRODUCTS ? 1 : threads;
    s->by_batch = s->threads == 1 || products <= TEAM_PRODUCTS || s->batch * 100 >= rounds * (size_t)threads * FILL_PERCENT;
    s->product.team = s->by_batch ? 1 : threads;
    s->product.way = gam_product_way_choose(&s->product.shape, s->product.team);
}

static void shape_of(const struct gam_gemm *g, struct gam_product_shape *out)
{
    *out = (struct gam_product_shape){
        .m = (size_t)g->m,
        .n = (size_t)g->n,
        .k = (size_t)g->k,
        .a_row = g->ta ? 1 : g->k,
        .a_step = g->ta ? g->m : 1,
        .b_step = g->tb ? 1 : g->n,
        .b_col = g->tb ? g->k : 1,
        .alpha = g->alpha,
        .beta = g->beta,
        .act = g->act,
    };
}

/* Columns are computed in whole vectors, except by the matrix-vector way. */
static double executed_share(const struct gam_product *p)
{
    const size_t lanes = p->kit->lanes, n = p->shape.n;

    return p->way == GAM_PRODUCT_VECTOR ? 1 : (double)((n + lanes - 1) / lanes * lanes) / (double)n;
}

static void describe(const struct gemm_state *s, struct gam_launch *out)
{
    const struct gam_product *p = &s->product;
    const struct gam_product_blocks *b = &p->blocks;
    const unsigned width = p->kit->lanes * p->kit->vectors;

    out->tile_m = p->kit->rows;
    out->tile_n = width;
    out->flop_scale = executed_share(p);
    if (p->way == GAM_PRODUCT_VECTOR)
        snprintf(out->detail, sizeof out->detail, "%s matrix-vector", p->kit->isa);
    else if (p->way == GAM_PRODUCT_SMALL)
        snprintf(out->detail, sizeof out->detail, "%s %ux%u unpacked", p->kit->isa, p->kit->rows, width);
    else
        snprintf(out->detail, sizeof out->detail, "%s %ux%u mc=%zu nc=%zu kc=%zu threads %dx%d%s", p->kit->isa, p->kit->rows,
                 width, b->mc, b->nc, b->kc, b->grid_m, b->grid_n, s->by_batch && s->threads > 1 ? " by batch" : "");
}

static int gemm_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    const struct gam_simd *simd;
    struct gemm_state *s;
    struct gam_gemm g;
    size_t width;
    int rc = gam_simd_require(op, caps, &simd, err);

    if (rc)
        return rc;
    s = calloc(1, sizeof *s);
    if (!s)
        return gam_err_nomem(err);
    gam_gemm_shape(op, &g);
    s->product.kit = gam_tile_kit_find(caps->isa, simd->dtype);
    shape_of(&g, &s->product.shape);
    s->batch = (size_t)g.batch;
    s->has_bias = g.bias != 0;
    width = s->product.kit->width_bytes;
    s->a_bytes = (size_t)g.m * (size_t)g.k * width;
    s->b_bytes = (size_t)g.k * (size_t)g.n * width;
    s->c_bytes = (size_t)g.m * (size_t)g.n * width;
    choose_threads(s, &g, caps->threads);
    rc = gam_product_init(&s->product, caps, s->by_batch ? s->threads : 1, err);
    if (rc) {
        free(s);
        return rc;
    }
    *out = (struct gam_launch){
        .lang = GAM_LANG_HOST,
        .run = gemm_run,
        .state = s,
        .release = gemm_release,
        .threads = caps->threads,
    };
    describe(s, out);
    return 0;
}

const struct gam_impl gam_impl_simd_gemm = {
    .name = "simd",
    .kinds = { "gemm" },
    .lang = GAM_LANG_HOST,
    .supports = gam_simd_supports,
    .plan = gemm_plan,
};
