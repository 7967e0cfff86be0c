/* SPDX-License-Identifier: MIT */
/* A tensor-parallel layer: A divided by columns, B by rows; forward and backward end in an all-reduce each. */
#include "comm/step.h"
#include "common/err.h"

enum { UP, DOWN, D_UP, D_DOWN };
enum { X, H, Z, DX, A, B };

static int64_t inner(const struct gam_step *st)
{
    return 4 * st->s.width / st->ranks;
}

static int products_plan(struct gam_step *st, struct gam_err *err)
{
    const int64_t r = st->s.rows, w = st->s.width, f = inner(st);
    const struct gam_step_product p[] = {
        [UP] = { r, f, w, 0, 0, 0 },
        [DOWN] = { r, w, f, 0, 0, 0 },
        [D_UP] = { r, f, w, 0, 1, 0 },
        [D_DOWN] = { r, w, f, 0, 1, 0 },
    };
    int rc = 0;

    for (size_t i = 0; i < 4 && rc >= 0; i++)
        rc = gam_step_plan(st, &p[i], err);
    return rc < 0 ? rc : 0;
}

static int tp_prepare(struct gam_step *st, struct gam_err *err)
{
    const int64_t r = st->s.rows, w = st->s.width, f = inner(st);
    const struct gam_step_part_of x = { r, w, 0, 0, w, 0, 1 }, a = { w, f, 0, st->rank * f, 4 * w, 1, (double)w },
                                  b = { f, w, st->rank * f, 0, w, 2, (double)(4 * w) };
    int rc = products_plan(st, err);

    if (rc)
        return rc;
    if (!gam_step_floats(st, r * w) || !gam_step_floats(st, r * f) || !gam_step_floats(st, r * w) ||
        !gam_step_floats(st, r * w) || !gam_step_floats(st, w * f) || !gam_step_floats(st, f * w))
        return gam_err_nomem(err);
    gam_step_fill(st->buffer[X], &x, st->bench->options.seed);
    gam_step_fill(st->buffer[A], &a, st->bench->options.seed);
    gam_step_fill(st->buffer[B], &b, st->bench->options.seed);
    st->result = st->buffer[DX];
    st->n_result = r * w;
    st->chain = 4;
    st->depth = (int)(4 * w);
    return 0;
}

/* Every layer is the same one: what it costs counts here. */
static int tp_run(struct gam_step *st)
{
    const int64_t n = st->s.rows * st->s.width;
    float **v = st->buffer;
    int rc = MPI_SUCCESS;

    for (int64_t l = 0; l < st->s.layers && rc == MPI_SUCCESS; l++) {
        gam_step_multiply(st, UP, v[X], v[A], v[H]);
        gam_step_multiply(st, DOWN, v[H], v[B], v[Z]);
        rc = gam_step_all_reduce(st, v[Z], n, 0);
        gam_step_multiply(st, D_UP, v[Z], v[B], v[H]);
        gam_step_multiply(st, D_DOWN, v[H], v[A], v[DX]);
        if (rc == MPI_SUCCESS)
            rc = gam_step_all_reduce(st, v[DX], n, 0);
    }
    return rc;
}

static int64_t tp_place(const struct gam_step *st, int64_t i)
{
    (void)st;
    return i;
}

const struct gam_step_kind gam_step_tp = { tp_prepare, tp_run, tp_place };
