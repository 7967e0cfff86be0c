/* SPDX-License-Identifier: MIT */
/* Ring attention: every rank keeps its queries; keys and values go round, and each block that passes is folded into the result
 * with a running maximum and sum (online softmax: Milakov, Gimelshein 2018). */
#include "comm/step.h"
#include "common/err.h"

#include <math.h>
#include <string.h>

enum { SCORES, WEIGHTED };
enum { Q, KV, NEXT, S, O, MOST, SUM };

static int64_t blocks(const struct gam_step *st) /* of rows that this rank holds */
{
    return st->ranks == 1 ? st->s.ranks : 1;
}

static int buffers_make(struct gam_step *st)
{
    const int64_t r = st->s.rows, w = st->s.width, n = blocks(st);

    return gam_step_floats(st, n * r * w) && gam_step_floats(st, 2 * n * r * w) && gam_step_floats(st, 2 * r * w) &&
           gam_step_floats(st, r * r) && gam_step_floats(st, n * r * w) && gam_step_floats(st, r) && gam_step_floats(st, r);
}

static int ring_prepare(struct gam_step *st, struct gam_err *err)
{
    const int64_t r = st->s.rows, w = st->s.width;
    const struct gam_step_product scores = { r, r, w, 0, 1, 0 }, weighted = { r, w, r, 0, 0, 1 };
    int rc = gam_step_plan(st, &scores, err);

    if (rc >= 0)
        rc = gam_step_plan(st, &weighted, err);
    if (rc < 0)
        return rc;
    if (!buffers_make(st))
        return gam_err_nomem(err);
    for (int64_t k = 0; k < blocks(st); k++) {
        struct gam_step_part_of part = { r, w, (st->rank + k) * r, 0, w, 0, 1 };

        gam_step_fill(st->buffer[Q] + k * r * w, &part, st->bench->options.seed);
        part.tag = 1;
        gam_step_fill(st->buffer[KV] + 2 * k * r * w, &part, st->bench->options.seed);
        part.tag = 2;
        gam_step_fill(st->buffer[KV] + (2 * k + 1) * r * w, &part, st->bench->options.seed);
    }
    st->result = st->buffer[O];
    st->n_result = blocks(st) * r * w;
    st->chain = 3 * st->s.ranks;
    st->depth = (int)(r * st->s.ranks);
    return 0;
}

/* Scores of one row become weights; what is there so far is scaled to the new maximum. */
static void row_weigh(struct gam_step *st, float *out, int64_t i)
{
    const int64_t r = st->s.rows, w = st->s.width;
    float *s = st->buffer[S] + i * r, scale = 1 / sqrtf((float)w), most = st->buffer[MOST][i], sum = 0, keep;

    for (int64_t j = 0; j < r; j++)
        most = fmaxf(most, s[j] * scale);
    keep = expf(st->buffer[MOST][i] - most);
    for (int64_t j = 0; j < r; j++)
        sum += s[j] = expf(s[j] * scale - most);
    for (int64_t j = 0; j < w; j++)
        out[i * w + j] *= keep;
    st->buffer[SUM][i] = st->buffer[SUM][i] * keep + sum;
    st->buffer[MOST][i] = most;
}

static void block_fold(struct gam_step *st, const float *q, const float *kv, float *out)
{
    const int64_t r = st->s.rows, w = st->s.width;

    gam_step_multiply(st, SCORES, q, kv, st->buffer[S]);
    for (int64_t i = 0; i < r && st->compute; i++)
        row_weigh(st, out, i);
    gam_step_multiply(st, WEIGHTED, st->buffer[S], kv + r * w, out);
}

static void begin(struct gam_step *st, float *out)
{
    memset(out, 0, (size_t)(st->s.rows * st->s.width) * sizeof *out);
    memset(st->buffer[SUM], 0, (size_t)st->s.rows * sizeof(float));
    for (int64_t i = 0; i < st->s.rows; i++)
        st->buffer[MOST][i] = -INFINITY;
}

static void end(struct gam_step *st, float *out)
{
    for (int64_t i = 0; i < st->s.rows && st->compute; i++)
        for (int64_t j = 0; j < st->s.width; j++)
            out[i * st->s.width + j] /= st->buffer[SUM][i];
}

static void alone(struct gam_step *st)
{
    const int64_t n = st->s.rows * st->s.width;

    for (int64_t k = 0; k < st->s.ranks; k++) {
        begin(st, st->buffer[O] + k * n);
        for (int64_t j = 0; j < st->s.ranks; j++)
            block_fold(st, st->buffer[Q] + k * n, st->buffer[KV] + 2 * j * n, st->buffer[O] + k * n);
        end(st, st->buffer[O] + k * n);
    }
}

/* After ranks - 1 passes each rank has seen every block; the order of the blocks differs from that of one rank. */
static int around(struct gam_step *st)
{
    const int64_t n = st->s.rows * st->s.width;
    float *here = st->buffer[KV], *next = st->buffer[NEXT];
    int rc = MPI_SUCCESS;

    begin(st, st->buffer[O]);
    for (int k = 0; k < st->ranks && rc == MPI_SUCCESS; k++) {
        float *other = k % 2 ? here : next, *now = k % 2 ? next : here;

        block_fold(st, st->buffer[Q], now, st->buffer[O]);
        if (k < st->ranks - 1)
            rc = gam_step_pass(st, now, other, 2 * n);
    }
    end(st, st->buffer[O]);
    return rc;
}

static int ring_run(struct gam_step *st)
{
    int rc = MPI_SUCCESS;

    for (int64_t l = 0; l < st->s.layers && rc == MPI_SUCCESS; l++) {
        if (st->ranks == 1)
            alone(st);
        else
            rc = around(st);
    }
    return rc;
}

static int64_t ring_place(const struct gam_step *st, int64_t i)
{
    return st->rank * st->s.rows * st->s.width + i;
}

const struct gam_step_kind gam_step_ring = { ring_prepare, ring_run, ring_place };
