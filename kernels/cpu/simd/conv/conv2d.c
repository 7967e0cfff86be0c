/* SPDX-License-Identifier: MIT */
#include "ops/kind/conv2d.h"

#include "common/err.h"
#include "kernels/cpu/simd/conv/conv.h"
#include "kernels/cpu/simd/support.h"
#include "kernels/impl.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int conv2d_run(struct gam_launch *launch, void *const *operand)
{
    const struct gam_conv *c = launch->state;
    int fewer = 0;

    if (c->threads == 1) {
        gam_conv_run(c, operand, 0);
        return 0;
    }
#pragma omp parallel num_threads(c->threads) reduction(max : fewer)
    {
        fewer = omp_get_num_threads() != c->threads;
        if (!fewer)
            gam_conv_run(c, operand, omp_get_thread_num());
    }
    return fewer ? -GAM_EDEVICE : 0; /* the system has no more threads for us */
}

static void conv2d_release(struct gam_launch *launch)
{
    struct gam_conv *c = launch->state;

    gam_conv_release(c);
    free(c);
    launch->state = NULL;
}

static void describe(const struct gam_conv *c, struct gam_launch *out)
{
    const struct gam_tile_kit *kit = c->kit;

    if (c->by_channel) {
        snprintf(out->detail, sizeof out->detail, "%s filter by channel, %zu rows a strip", kit->isa, c->strip_rows);
        return;
    }
    out->tile_m = kit->rows;
    out->tile_n = kit->lanes * kit->vectors;
    snprintf(out->detail, sizeof out->detail, "%s %ux%u channels=%zu rows=%zu threads %dx%d%s%s%s%s", kit->isa, kit->rows,
             out->tile_n, c->block_channels, c->block_rows, c->grid_m, c->grid_n, c->by_item && c->threads > 1 ? " by group" : "",
             c->by_row ? " by row" : "", c->planes.as_is ? " in place" : "", c->packs ? "" : " unpacked");
}

/* Positions computed, dropped ones included, to those that count. */
static double executed_share(const struct gam_conv *c)
{
    const double lanes = (double)c->kit->lanes, rows = c->by_row ? (double)c->shape.p : 1;
    const double positions = c->by_row ? (double)c->shape.q : (double)c->planes.positions;

    return rows * ceil(positions / lanes) * lanes / ((double)c->shape.p * (double)c->shape.q);
}

static int conv2d_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    const struct gam_simd *simd;
    struct gam_conv2d shape;
    struct gam_conv *c;
    int rc = gam_simd_require(op, caps, &simd, err);

    if (rc)
        return rc;
    c = calloc(1, sizeof *c);
    if (!c)
        return gam_err_nomem(err);
    gam_conv2d_shape(op, &shape);
    rc = gam_conv_init(c, gam_tile_kit_find(caps->isa, simd->dtype), &shape, caps, err);
    if (rc) {
        free(c);
        return rc;
    }
    *out = (struct gam_launch){
        .lang = GAM_LANG_HOST,
        .run = conv2d_run,
        .state = c,
        .release = conv2d_release,
        .threads = caps->threads,
        .flop_scale = executed_share(c),
    };
    describe(c, out);
    return 0;
}

const struct gam_impl gam_impl_simd_conv2d = {
    .name = "simd",
    .kinds = { "conv2d" },
    .lang = GAM_LANG_HOST,
    .supports = gam_simd_supports,
    .plan = conv2d_plan,
};
