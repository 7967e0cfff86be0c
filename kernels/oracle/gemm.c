/* SPDX-License-Identifier: MIT */
#include "ops/kind/gemm.h"
#include "common/err.h"
#include "kernels/oracle/convert.h"
#include "kernels/oracle/exact.h"
#include "kernels/oracle/freivalds.h"
#include "kernels/oracle/oracle.h"

#include <math.h>
#include <stdlib.h>

enum { RUN_MAX = 64 }; /* neighbours in a row of c that are computed together */

struct gemm_job {
    const struct gam_op *op;
    struct gam_gemm s;
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    void *const *operand;
};

static void job_init(struct gemm_job *job, const struct gam_op *op, void *const *operand)
{
    job->op = op;
    job->operand = operand;
    gam_gemm_shape(op, &job->s);
    gam_op_operands(op, job->info);
}

static double element(const struct gemm_job *job, size_t which, uint64_t i)
{
    return gam_element(job->info[which].dtype, job->operand[which], i);
}

/* Adds a[i][l] b[l][j ..] to the sums of a run. */
static void add_term(const struct gemm_job *job, uint64_t index, uint64_t l, size_t run, double *sum, double *scale)
{
    const struct gam_gemm *s = &job->s;
    uint64_t m = (uint64_t)s->m, n = (uint64_t)s->n, k = (uint64_t)s->k;
    uint64_t batch = index / (m * n), i = index / n % m, j = index % n;
    double a = element(job, GAM_GEMM_A, batch * m * k + (s->ta ? l * m + i : i * k + l)), b[RUN_MAX];

    if (s->tb)
        for (size_t r = 0; r < run; r++)
            b[r] = element(job, GAM_GEMM_B, batch * k * n + (j + r) * k + l);
    else
        gam_elements_load(job->info[GAM_GEMM_B].dtype, job->operand[GAM_GEMM_B], batch * k * n + l * n + j, run, b);
    for (size_t r = 0; r < run; r++) {
        sum[r] += a * b[r];
        scale[r] += fabs(a * b[r]);
    }
}

/* `run` elements of c from `index` on, all of one row. */
static void reference_run(const struct gemm_job *job, uint64_t index, size_t run, double *value, double *magnitude)
{
    const struct gam_gemm *s = &job->s;
    double sum[RUN_MAX] = { 0 }, scale[RUN_MAX] = { 0 };

    for (uint64_t l = 0; l < (uint64_t)s->k; l++)
        add_term(job, index, l, run, sum, scale);
    for (size_t r = 0; r < run; r++) {
        double old = s->beta != 0 ? s->beta * element(job, GAM_GEMM_C, index + r) : 0;
        double bias = s->bias ? element(job, GAM_GEMM_BIAS, (index + r) % (uint64_t)s->n) : 0;

        value[r] = gam_activation_value(s->act, s->alpha * sum[r] + old + bias);
        magnitude[r] = fabs(s->alpha) * scale[r] + fabs(old) + fabs(bias);
    }
}

static int gemm_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                          double *magnitude)
{
    struct gemm_job job;
    size_t run;

    job_init(&job, op, operand);
    for (size_t at = 0; at < n; at += run) {
        uint64_t row = index[at] / (uint64_t)job.s.n;

        run = 1;
        while (run < RUN_MAX && at + run < n && index[at + run] == index[at] + run && index[at + run] / (uint64_t)job.s.n == row)
            run++;
        reference_run(&job, index[at], run, value + at, magnitude + at);
    }
    return 0;
}

/* Vectors of the check; each has `side` = max(m, n, k) elements. */
enum { X, ONES, BX, BX_SCALE, ABX, ABX_SCALE, ROW, VECTORS };

static struct gam_matrix_view view_of(const struct gemm_job *job, size_t which, uint64_t batch)
{
    const struct gam_gemm *s = &job->s;
    int a = which == GAM_GEMM_A, transposed = a ? s->ta : s->tb;
    uint64_t rows = (uint64_t)(a ? s->m : s->k), cols = (uint64_t)(a ? s->k : s->n);

    return (struct gam_matrix_view){
        .dtype = job->info[which].dtype,
        .memory = job->operand[which],
        .first = batch * rows * cols,
        .rows = transposed ? cols : rows,
        .cols = transposed ? rows : cols,
        .transposed = transposed,
    };
}

/* Worst row of one batch element: c x against alpha a (b x) + (beta old + bias) x. */
static double batch_error(const struct gemm_job *job, uint64_t batch, uint64_t seed, double *const *v)
{
    const struct gam_gemm *s = &job->s;
    struct gam_matrix_view a = view_of(job, GAM_GEMM_A, batch), b = view_of(job, GAM_GEMM_B, batch);
    double worst = 0;

    for (int64_t l = 0; l < s->k; l++)
        v[BX][l] = v[BX_SCALE][l] = 0;
    for (int64_t i = 0; i < s->m; i++)
        v[ABX][i] = v[ABX_SCALE][i] = 0;
    gam_view_apply(&b, v[X], v[ONES], v[BX], v[BX_SCALE], v[ROW]);
    gam_view_apply(&a, v[BX], v[BX_SCALE], v[ABX], v[ABX_SCALE], v[ROW]);
    for (int64_t i = 0; i < s->m; i++) {
        double left = 0, right = s->alpha * v[ABX][i], scale = fabs(s->alpha) * v[ABX_SCALE][i], error;
        uint64_t first = (batch * (uint64_t)s->m + (uint64_t)i) * (uint64_t)s->n;

        gam_elements_load(job->info[GAM_GEMM_C].dtype, job->operand[GAM_GEMM_C], first, (uint64_t)s->n, v[ROW]);
        for (int64_t j = 0; j < s->n; j++) {
            double old = s->beta != 0 ? s->beta * gam_inputs_value(job->op, GAM_GEMM_C, seed, first + (uint64_t)j) : 0;
            double bias = s->bias ? element(job, GAM_GEMM_BIAS, (uint64_t)j) : 0;

            left += v[ROW][j] * v[X][j];
            right += (old + bias) * v[X][j];
            scale += fabs(old) + fabs(bias);
        }
        error = gam_freivalds_error(left, right, scale, (double)s->n);
        worst = error > worst || isnan(error) ? error : worst;
    }
    return worst;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int gemm_whole(const struct gam_op *op, void *const *operand, uint64_t seed, double *error)
{
    struct gemm_job job;
    double *memory, *vector[VECTORS];
    size_t side;

    job_init(&job, op, operand);
    if (job.s.act != GAM_ACT_NONE)
        return -GAM_EUNSUPPORTED; /* not linear */
    side = (size_t)most(job.s.m, most(job.s.n, job.s.k));
    memory = calloc(side, VECTORS * sizeof *memory);
    if (!memory)
        return -GAM_ENOMEM;
    for (size_t v = 0; v < VECTORS; v++)
        vector[v] = memory + v * side;
    for (int64_t j = 0; j < job.s.n; j++) {
        vector[X][j] = gam_freivalds_weight(seed, (uint64_t)j);
        vector[ONES][j] = 1;
    }
    *error = 0;
    for (int64_t batch = 0; batch < job.s.batch; batch++) {
        double worst = batch_error(&job, (uint64_t)batch, seed, vector);

        *error = worst > *error || isnan(worst) ? worst : *error;
    }
    free(memory);
    return 0;
}

static void gemm_shape(const struct gam_op *op, uint64_t *rows, uint64_t *cols)
{
    struct gam_gemm s;

    gam_gemm_shape(op, &s);
    *rows = (uint64_t)s.m;
    *cols = (uint64_t)s.n;
}

const struct gam_oracle gam_oracle_gemm = {
    .kind = "gemm",
    .reference = gemm_reference,
    .whole = gemm_whole,
    .shape = gemm_shape,
};

const struct gam_oracle gam_oracle_roof_gemm = {
    .kind = "roof_gemm",
    .reference = gemm_reference,
    .whole = gemm_whole,
    .shape = gemm_shape,
};
