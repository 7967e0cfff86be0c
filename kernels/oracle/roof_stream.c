/* SPDX-License-Identifier: MIT */
/* Checks a launch's report ("check") against what lies in the arrays: the sum that read came to, and every word that write, copy
 * or triad left in the piece that the launch went through. */
#include "kernels/oracle/oracle.h"
#include "kernels/roof/roof.h"

#include <math.h>
#include <string.h>

struct worker {
    const struct gam_roof_stream *shape;
    const unsigned char *a, *b, *c; /* its slices */
    const double *check;
    int valid;      /* the report names a piece that exists */
    uint64_t start; /* of the piece; it is `chunk_bytes` long and goes around at the end of the slice */
};

static struct worker worker_of(const struct gam_roof_stream *s, void *const *operand, uint64_t which)
{
    struct gam_roof_stream_operands at = gam_roof_stream_operands(s->pattern);
    uint64_t offset = which * s->slice_bytes;
    struct worker w = { .shape = s };
    double start;

    w.a = at.a < 0 ? NULL : (const unsigned char *)operand[at.a] + offset;
    w.b = at.b < 0 ? NULL : (const unsigned char *)operand[at.b] + offset;
    w.c = at.c < 0 ? NULL : (const unsigned char *)operand[at.c] + offset;
    w.check = (const double *)operand[at.check] + which * GAM_ROOF_CHECK;
    start = w.check[GAM_CHECK_START];
    w.valid = start >= 0 && start < (double)s->slice_bytes && fmod(start, GAM_ROOF_PAGE) == 0;
    w.start = w.valid ? (uint64_t)start : 0;
    return w;
}

static uint64_t word_at(const unsigned char *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return word;
}

/* Sum of the words that read adds up between two bytes of the slice. */
static uint64_t sum_between(const struct worker *w, uint64_t from, uint64_t to)
{
    uint64_t vector = gam_roof_vector_bytes(w->shape->isa), sum = 0;
    uint64_t added = w->shape->isa == GAM_ROOF_GPU ? 1 : (uint64_t)w->shape->unroll;
    uint64_t every = vector * (added < GAM_ROOF_SUM_EVERY ? added : GAM_ROOF_SUM_EVERY);

    for (uint64_t at = from; at < to; at += every)
        for (uint64_t word = 0; word < vector; word += sizeof word)
            sum += word_at(w->a + at + word);
    return sum;
}

static uint64_t sum_expected(const struct worker *w)
{
    uint64_t slice = w->shape->slice_bytes, turns = w->shape->chunk_bytes / slice, rest = w->shape->chunk_bytes % slice;
    uint64_t end = w->start + rest;

    return turns * (turns ? sum_between(w, 0, slice) : 0) + sum_between(w, w->start, end < slice ? end : slice) +
           (end > slice ? sum_between(w, 0, end - slice) : 0);
}

static int triad_right(const struct worker *w, uint64_t at)
{
    double scale = 1.0 / GAM_ROOF_SCALE_INVERSE, eps = gam_dtype_info(w->shape->dtype)->epsilon;

    if (w->shape->dtype == GAM_DTYPE_F64) {
        double a, b, c;

        memcpy(&a, w->a + at, sizeof a);
        memcpy(&b, w->b + at, sizeof b);
        memcpy(&c, w->c + at, sizeof c);
        return fabs(b - (a + scale * c)) <= eps * (fabs(a) + fabs(scale * c));
    }
    for (size_t i = 0; i < 2; i++) {
        float a, b, c;

        memcpy(&a, w->a + at + i * sizeof a, sizeof a);
        memcpy(&b, w->b + at + i * sizeof b, sizeof b);
        memcpy(&c, w->c + at + i * sizeof c, sizeof c);
        if (!(fabs(b - (a + scale * c)) <= eps * (fabs(a) + fabs(scale * c))))
            return 0;
    }
    return 1;
}

static int word_right(const struct worker *w, uint64_t at)
{
    switch (w->shape->pattern) {
    case GAM_PATTERN_COPY:
        return word_at(w->b + at) == word_at(w->a + at);
    case GAM_PATTERN_WRITE:
        return word_at(w->b + at) == word_at(w->b + w->start) &&
               (double)(uint32_t)word_at(w->b + at) == w->check[GAM_CHECK_STAMP];
    case GAM_PATTERN_TRIAD:
        return triad_right(w, at);
    default:
        return 1;
    }
}

/* Share of the words of the piece that are what they should be. */
static double share_right(const struct worker *w)
{
    uint64_t slice = w->shape->slice_bytes, length = w->shape->chunk_bytes < slice ? w->shape->chunk_bytes : slice;
    uint64_t words = length / sizeof(uint64_t), right = 0;

    if (w->shape->pattern == GAM_PATTERN_READ)
        return 1;
    for (uint64_t i = 0; i < words; i++)
        right += (uint64_t)word_right(w, (w->start + i * sizeof(uint64_t)) % slice);
    return (double)right / (double)words;
}

static double expected(const struct worker *w, uint64_t which, enum gam_roof_check what)
{
    int read = w->shape->pattern == GAM_PATTERN_READ;

    switch (what) {
    case GAM_CHECK_WORKER:
        return (double)which + 1;
    case GAM_CHECK_START:
        return w->valid ? (double)w->start : -1;
    case GAM_CHECK_BYTES:
        return (double)w->shape->chunk_bytes;
    case GAM_CHECK_LOW:
        return read ? (double)(uint32_t)sum_expected(w) : 0;
    case GAM_CHECK_HIGH:
        return read ? (double)(sum_expected(w) >> 32) : 0;
    case GAM_CHECK_STAMP:
        return w->shape->pattern == GAM_PATTERN_WRITE ? (double)(uint32_t)word_at(w->b + w->start) : 0;
    case GAM_CHECK_RIGHT:
        return w->valid ? share_right(w) : 0;
    default:
        return 1;
    }
}

static int stream_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                            double *magnitude)
{
    struct gam_roof_stream s;

    gam_roof_stream_shape(op, &s);
    for (size_t i = 0; i < n; i++) {
        uint64_t which = index[i] / GAM_ROOF_CHECK;
        struct worker w = worker_of(&s, operand, which);

        value[i] = expected(&w, which, (enum gam_roof_check)(index[i] % GAM_ROOF_CHECK));
        magnitude[i] = fmax(1, fabs(value[i]));
    }
    return 0;
}

const struct gam_oracle gam_oracle_roof_stream = {
    .kind = "roof_stream",
    .reference = stream_reference,
};
