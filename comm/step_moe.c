/* SPDX-License-Identifier: MIT */
/* Mixture of experts, one expert per rank, every expert chosen equally often: tokens go to their expert's rank and come back. */
#include "comm/step.h"
#include "common/err.h"

enum { X, THERE, DONE, BACK, W };

static int64_t rows_of(const struct gam_step *st)
{
    return st->ranks == 1 ? st->s.rows * st->s.ranks : st->s.rows;
}

static int moe_prepare(struct gam_step *st, struct gam_err *err)
{
    const int64_t r = rows_of(st), w = st->s.width, experts = st->ranks == 1 ? st->s.ranks : 1;
    const struct gam_step_part_of x = { r, w, st->rank * r, 0, w, 0, 1 };
    const struct gam_step_product p = { st->ranks == 1 ? st->s.rows / st->s.ranks : r, w, w, 0, 0, 0 };
    int rc = gam_step_plan(st, &p, err);

    if (rc < 0)
        return rc;
    for (int i = 0; i < 4; i++)
        if (!gam_step_floats(st, r * w))
            return gam_err_nomem(err);
    if (!gam_step_floats(st, experts * w * w))
        return gam_err_nomem(err);
    gam_step_fill(st->buffer[X], &x, st->bench->options.seed);
    for (int64_t e = 0; e < experts; e++) {
        struct gam_step_part_of weights = { w, w, 0, 0, w, (uint64_t)(st->rank + e + 1), (double)w };

        gam_step_fill(st->buffer[W] + e * w * w, &weights, st->bench->options.seed);
    }
    st->result = st->buffer[BACK];
    st->n_result = r * w;
    st->chain = 1;
    st->depth = (int)w;
    return 0;
}

/* On one rank: block e of every rank's rows goes through expert e. */
static void alone(struct gam_step *st)
{
    const int64_t w = st->s.width, block = st->s.rows / st->s.ranks * w;

    for (int64_t k = 0; k < st->s.ranks; k++)
        for (int64_t e = 0; e < st->s.ranks; e++) {
            int64_t at = (k * st->s.ranks + e) * block;

            gam_step_multiply(st, 0, st->buffer[X] + at, st->buffer[W] + e * w * w, st->buffer[BACK] + at);
        }
}

static int moe_run(struct gam_step *st)
{
    const int64_t share = rows_of(st) * st->s.width / st->ranks;
    int rc = MPI_SUCCESS;

    for (int64_t l = 0; l < st->s.layers && rc == MPI_SUCCESS; l++) {
        if (st->ranks == 1) {
            alone(st);
            continue;
        }
        rc = gam_step_swap(st, st->buffer[X], st->buffer[THERE], share);
        gam_step_multiply(st, 0, st->buffer[THERE], st->buffer[W], st->buffer[DONE]);
        if (rc == MPI_SUCCESS)
            rc = gam_step_swap(st, st->buffer[DONE], st->buffer[BACK], share);
    }
    return rc;
}

static int64_t moe_place(const struct gam_step *st, int64_t i)
{
    return st->rank * rows_of(st) * st->s.width + i;
}

const struct gam_step_kind gam_step_moe = { moe_prepare, moe_run, moe_place };
