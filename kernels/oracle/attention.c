/* SPDX-License-Identifier: MIT */
/* The magnitude of an output element is S (1 + 2 t): S = sum of p_j |v_j|, and t = the largest scale sum |q_i k_ji|, because an
 * error e of a score changes its weight p_j by the factor exp(e).
 */
#include "ops/kind/attention.h"
#include "common/err.h"
#include "kernels/oracle/convert.h"
#include "kernels/oracle/oracle.h"

#include <math.h>
#include <stdlib.h>

struct attention_job {
    struct gam_attention s;
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    void *const *operand;
    double *weight;  /* of every key, for the query row in work */
    double *row;     /* one query or key */
    int64_t visible; /* keys of that row */
    double stretch;  /* 1 + 2 t */
};

static void load(const struct attention_job *job, size_t which, int64_t first, int64_t n, double *out)
{
    gam_elements_load(job->info[which].dtype, job->operand[which], (uint64_t)first, (uint64_t)n, out);
}

/* First row of the keys and values of the head that query row `row` (of b x hq x sq) reads. */
static int64_t kv_row(const struct gam_attention *s, int64_t row)
{
    int64_t head = row / s->sq % s->hq, b = row / (s->sq * s->hq);

    return (b * s->hkv + head / s->share) * s->skv;
}

/* Weights of all visible keys for one query row. */
static void weigh(struct attention_job *job, int64_t row)
{
    const struct gam_attention *s = &job->s;
    double *query = job->row, *key = job->row + s->d, top = -INFINITY, longest = 0, sum = 0;
    int64_t keys = kv_row(s, row);

    job->visible = gam_attention_visible(s, row % s->sq);
    load(job, GAM_ATTENTION_Q, row * s->d, s->d, query);
    for (int64_t j = 0; j < job->visible; j++) {
        double dot = 0, scale = 0;

        load(job, GAM_ATTENTION_K, (keys + j) * s->d, s->d, key);
        for (int64_t i = 0; i < s->d; i++) {
            dot += query[i] * key[i];
            scale += fabs(query[i] * key[i]);
        }
        job->weight[j] = s->scale * dot;
        top = fmax(top, job->weight[j]);
        longest = fmax(longest, s->scale * scale);
    }
    for (int64_t j = 0; j < job->visible; j++)
        sum += job->weight[j] = exp(job->weight[j] - top);
    for (int64_t j = 0; j < job->visible; j++)
        job->weight[j] /= sum;
    job->stretch = 1 + 2 * longest;
}

static void weighted_sum(const struct attention_job *job, int64_t row, int64_t col, double *value, double *magnitude)
{
    const struct gam_attention *s = &job->s;
    int64_t keys = kv_row(s, row);

    *value = *magnitude = 0;
    for (int64_t j = 0; j < job->visible; j++) {
        double term = job->weight[j] * gam_element(job->info[GAM_ATTENTION_V].dtype, job->operand[GAM_ATTENTION_V],
                                                   (uint64_t)((keys + j) * s->dv + col));

        *value += term;
        *magnitude += fabs(term);
    }
    *magnitude *= job->stretch;
}

static int attention_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                               double *magnitude)
{
    struct attention_job job = { .operand = operand };
    int64_t row = -1;

    gam_attention_shape(op, &job.s);
    gam_op_operands(op, job.info);
    job.weight = calloc((size_t)(job.s.skv + 2 * job.s.d), sizeof *job.weight);
    if (!job.weight)
        return -GAM_ENOMEM;
    job.row = job.weight + job.s.skv;
    for (size_t i = 0; i < n; i++) {
        int64_t at = (int64_t)index[i] / job.s.dv;

        if (at != row)
            weigh(&job, at);
        row = at;
        weighted_sum(&job, row, (int64_t)index[i] % job.s.dv, value + i, magnitude + i);
    }
    free(job.weight);
    return 0;
}

static void attention_shape(const struct gam_op *op, uint64_t *rows, uint64_t *cols)
{
    struct gam_attention s;

    gam_attention_shape(op, &s);
    *rows = (uint64_t)s.sq;
    *cols = (uint64_t)s.dv;
}

const struct gam_oracle gam_oracle_attention = {
    .kind = "attention",
    .reference = attention_reference,
    .shape = attention_shape,
    .row_work = 1,
};
