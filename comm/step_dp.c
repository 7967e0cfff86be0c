/* SPDX-License-Identifier: MIT */
/* Data parallel, and the same with sharded weights: layers of Y = X W forward; backward dW = X' dY and dX = dY W' from the last
 * layer to the first. dp all-reduces the gradients bucket by bucket; fsdp gathers the weights of a layer before each use and
 * scatters its gradient.
 */
#include "comm/step.h"
#include "common/err.h"

#include <string.h>

enum { FORWARD, GRADIENT, BACKWARD };
enum {
    X,
    D,
    W,
    G,
    WHOLE,
    SHARE
}; /* buffers: activations, their gradients (two), weights, gradients; fsdp: a layer, its shares */

static int64_t squared(const struct gam_step *st)
{
    return st->s.width * st->s.width;
}

static int64_t rows_of(const struct gam_step *st)
{
    return st->ranks == 1 ? st->s.rows * st->s.ranks : st->s.rows;
}

static int products_plan(struct gam_step *st, struct gam_err *err)
{
    const int64_t r = rows_of(st), w = st->s.width;
    const struct gam_step_product p[] = {
        [FORWARD] = { r, w, w, 0, 0, 0 },
        [GRADIENT] = { w, w, r, 1, 0, 0 },
        [BACKWARD] = { r, w, w, 0, 1, 0 },
    };
    int rc = 0;

    for (size_t i = 0; i < 3 && rc >= 0; i++)
        rc = gam_step_plan(st, &p[i], err);
    return rc < 0 ? rc : 0;
}

static int dp_prepare(struct gam_step *st, struct gam_err *err)
{
    const int64_t r = rows_of(st), w = st->s.width, layers = st->s.layers, n = squared(st) * layers;
    struct gam_step_part_of x = { r, w, st->rank * r, 0, w, 0, 1 };
    int rc = products_plan(st, err);

    if (rc)
        return rc;
    if (!gam_step_floats(st, r * w * (layers + 1)) || !gam_step_floats(st, 2 * r * w) || !gam_step_floats(st, n) ||
        !gam_step_floats(st, n))
        return gam_err_nomem(err);
    gam_step_fill(st->buffer[X], &x, st->bench->options.seed);
    for (int64_t l = 0; l < layers; l++) {
        struct gam_step_part_of weights = { w, w, 0, 0, w, (uint64_t)l + 1, (double)w };

        gam_step_fill(st->buffer[W] + l * squared(st), &weights, st->bench->options.seed);
    }
    st->result = st->buffer[G];
    st->n_result = n;
    st->chain = (int)(2 * layers);
    st->depth = (int)(w > r * st->s.ranks ? w : r * st->s.ranks);
    return 0;
}

/* Gradients from the last layer on; after each layer `done` is called. */
static int backward(struct gam_step *st, int64_t l, const float *weights)
{
    const int64_t size = rows_of(st) * st->s.width;
    float *d = st->buffer[D] + (l % 2 ? size : 0), *before = st->buffer[D] + (l % 2 ? 0 : size);

    if (l == st->s.layers - 1) /* half the sum of squares is lessened: the gradient is the output */
        memcpy(d, st->buffer[X] + (l + 1) * size, (size_t)size * sizeof *d);
    gam_step_multiply(st, GRADIENT, st->buffer[X] + l * size, d, st->buffer[G] + l * squared(st));
    gam_step_multiply(st, BACKWARD, d, weights, before);
    return MPI_SUCCESS;
}

static int dp_run(struct gam_step *st)
{
    const int64_t size = rows_of(st) * st->s.width, layers = st->s.layers, bucket = layers / st->s.pieces;
    int rc = MPI_SUCCESS;

    for (int64_t l = 0; l < layers; l++)
        gam_step_multiply(st, FORWARD, st->buffer[X] + l * size, st->buffer[W] + l * squared(st), st->buffer[X] + (l + 1) * size);
    for (int64_t l = layers - 1; l >= 0 && rc == MPI_SUCCESS; l--) {
        backward(st, l, st->buffer[W] + l * squared(st));
        if (l % bucket == 0)
            rc = gam_step_all_reduce(st, st->buffer[G] + l * squared(st), bucket * squared(st), st->s.overlap);
    }
    return rc == MPI_SUCCESS ? gam_step_wait(st) : rc;
}

static int64_t dp_place(const struct gam_step *st, int64_t i)
{
    (void)st;
    return i;
}

const struct gam_step_kind gam_step_dp = { dp_prepare, dp_run, dp_place };

/* One rank has all of every layer; of several, each has its part of each, and of the gradients. */
static int64_t share_of(const struct gam_step *st)
{
    return squared(st) / st->ranks;
}

static int fsdp_prepare(struct gam_step *st, struct gam_err *err)
{
    const int64_t n = share_of(st), layers = st->s.layers;
    int rc = dp_prepare(st, err);

    if (rc || st->ranks == 1)
        return rc;
    if (!gam_step_floats(st, squared(st)) || !gam_step_floats(st, 2 * n * layers))
        return gam_err_nomem(err);
    for (int64_t l = 0; l < layers; l++)
        memcpy(st->buffer[SHARE] + l * n, st->buffer[W] + l * squared(st) + st->rank * n, (size_t)n * sizeof(float));
    memcpy(st->buffer[WHOLE], st->buffer[W], (size_t)squared(st) * sizeof(float)); /* when nothing is sent */
    if (st->send)                                                                  /* only what is gathered may be used */
        memset(st->buffer[W], 0, (size_t)(squared(st) * layers) * sizeof(float));
    st->result = st->buffer[SHARE] + n * layers;
    st->n_result = n * layers;
    return 0;
}

static int fsdp_run(struct gam_step *st)
{
    const int64_t size = rows_of(st) * st->s.width, layers = st->s.layers, n = share_of(st);
    int alone = st->ranks == 1, rc = MPI_SUCCESS;

    for (int64_t i = 0; i < 2 * layers && rc == MPI_SUCCESS; i++) {
        const int64_t l = i < layers ? i : 2 * layers - 1 - i;
        const float *weights = alone ? st->buffer[W] + l * squared(st) : st->buffer[WHOLE];

        if (!alone)
            rc = gam_step_gather(st, st->buffer[SHARE] + l * n, st->buffer[WHOLE], n);
        if (i < layers) {
            gam_step_multiply(st, FORWARD, st->buffer[X] + l * size, weights, st->buffer[X] + (l + 1) * size);
            continue;
        }
        backward(st, l, weights);
        if (!alone && rc == MPI_SUCCESS)
            rc = gam_step_scatter(st, st->buffer[G] + l * squared(st), st->buffer[SHARE] + n * layers + l * n, n);
    }
    return rc;
}

static int64_t fsdp_place(const struct gam_step *st, int64_t i)
{
    const int64_t n = share_of(st);

    return i / n * squared(st) + st->rank * n + i % n;
}

const struct gam_step_kind gam_step_fsdp = { fsdp_prepare, fsdp_run, fsdp_place };
