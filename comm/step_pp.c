/* SPDX-License-Identifier: MIT */
/* A pipeline: micro-batches go through the stages of the ranks; a rank begins the next while the one before is further on. */
#include "comm/step.h"
#include "common/err.h"

enum { IN, BETWEEN, OUT, W };

static int64_t stages(const struct gam_step *st)
{
    return st->ranks == 1 ? st->s.ranks : 1; /* that this rank computes */
}

static int pp_prepare(struct gam_step *st, struct gam_err *err)
{
    const int64_t r = st->s.rows, w = st->s.width, own = stages(st) * st->s.layers;
    const struct gam_step_product p = { r, w, w, 0, 0, 0 };
    const struct gam_step_part_of x = { r * st->s.pieces, w, 0, 0, w, 0, 1 };
    int rc = gam_step_plan(st, &p, err);

    if (rc < 0)
        return rc;
    if (!gam_step_floats(st, r * w * st->s.pieces) || !gam_step_floats(st, 2 * r * w) ||
        !gam_step_floats(st, r * w * st->s.pieces) || !gam_step_floats(st, w * w * own))
        return gam_err_nomem(err);
    if (st->rank == 0)
        gam_step_fill(st->buffer[IN], &x, st->bench->options.seed);
    for (int64_t l = 0; l < own; l++) {
        struct gam_step_part_of weights = { w, w, 0, 0, w, (uint64_t)(st->rank * st->s.layers + l + 1), (double)w };

        gam_step_fill(st->buffer[W] + l * w * w, &weights, st->bench->options.seed);
    }
    st->result = st->buffer[OUT];
    st->n_result = st->rank == st->ranks - 1 ? r * w * st->s.pieces : 0;
    st->chain = (int)(st->s.layers * st->s.ranks);
    st->depth = (int)w;
    return 0;
}

/* All products of this rank on one micro-batch. */
static void stage(struct gam_step *st, const float *in, float *out)
{
    const int64_t n = st->s.rows * st->s.width, square = st->s.width * st->s.width, last = stages(st) * st->s.layers - 1;

    for (int64_t l = 0; l <= last; l++) {
        float *to = l == last ? out : st->buffer[BETWEEN] + (l % 2) * n;

        gam_step_multiply(st, 0, in, st->buffer[W] + l * square, to);
        in = to;
    }
}

static int pp_run(struct gam_step *st)
{
    const int64_t n = st->s.rows * st->s.width;
    int rc = MPI_SUCCESS;

    for (int64_t m = 0; m < st->s.pieces && rc == MPI_SUCCESS; m++) {
        float *in = st->buffer[IN] + m * n, *out = st->buffer[OUT] + m * n;

        if (st->rank > 0)
            rc = gam_step_receive(st, in, n, st->rank - 1);
        stage(st, in, out);
        if (rc == MPI_SUCCESS && st->rank < st->ranks - 1)
            rc = gam_step_send(st, out, n, st->rank + 1);
    }
    return rc;
}

static int64_t pp_place(const struct gam_step *st, int64_t i)
{
    (void)st;
    return i;
}

const struct gam_step_kind gam_step_pp = { pp_prepare, pp_run, pp_place };
