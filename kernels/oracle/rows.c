/* SPDX-License-Identifier: MIT */
/* softmax, layernorm, rmsnorm: sums over a row, then a value per element. */
#include "kernels/oracle/convert.h"
#include "kernels/oracle/oracle.h"

#include <math.h>

enum { BLOCK = 1024 };

struct row_job {
    const struct gam_op *op;
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    void *const *operand;
    uint64_t cols;
    double top, bottom, mean, factor; /* of the row in work */
};

/* Sum of f(x) over a row. */
static double row_sum(const struct row_job *job, uint64_t row, double (*f)(const struct row_job *, double))
{
    double block[BLOCK], sum = 0;

    for (uint64_t first = 0; first < job->cols; first += BLOCK) {
        uint64_t n = job->cols - first < BLOCK ? job->cols - first : BLOCK;
        double part = 0;

        gam_elements_load(job->info[0].dtype, job->operand[0], row * job->cols + first, n, block);
        for (uint64_t i = 0; i < n; i++)
            part += f(job, block[i]);
        sum += part;
    }
    return sum;
}

static double plain(const struct row_job *job, double x)
{
    (void)job;
    return x;
}

static double centred_square(const struct row_job *job, double x)
{
    return (x - job->mean) * (x - job->mean);
}

static double exponential(const struct row_job *job, double x)
{
    return exp(x - job->top);
}

static void softmax_row(struct row_job *job, uint64_t row)
{
    job->top = -INFINITY;
    job->bottom = INFINITY;
    for (uint64_t i = 0; i < job->cols; i++) {
        double x = gam_element(job->info[0].dtype, job->operand[0], row * job->cols + i);

        job->top = fmax(job->top, x);
        job->bottom = fmin(job->bottom, x);
    }
    job->factor = 1 / row_sum(job, row, exponential);
}

/* x - max is rounded, which changes the result by as much relatively. */
static void softmax_one(const struct row_job *job, uint64_t col, double x, double *value, double *magnitude)
{
    (void)col;
    *value = exp(x - job->top) * job->factor;
    *magnitude = *value * (1 + job->top - job->bottom);
}

static void layernorm_row(struct row_job *job, uint64_t row)
{
    job->mean = row_sum(job, row, plain) / (double)job->cols;
    job->factor = 1 / sqrt(row_sum(job, row, centred_square) / (double)job->cols + gam_op_real(job->op, "eps"));
}

static void layernorm_one(const struct row_job *job, uint64_t col, double x, double *value, double *magnitude)
{
    double weight = gam_element(job->info[1].dtype, job->operand[1], col) * job->factor;
    double bias = gam_element(job->info[2].dtype, job->operand[2], col);

    *value = (x - job->mean) * weight + bias;
    *magnitude = (fabs(x) + fabs(job->mean)) * fabs(weight) + fabs(bias);
}

static void rmsnorm_row(struct row_job *job, uint64_t row)
{
    job->mean = 0;
    job->factor = 1 / sqrt(row_sum(job, row, centred_square) / (double)job->cols + gam_op_real(job->op, "eps"));
}

static void rmsnorm_one(const struct row_job *job, uint64_t col, double x, double *value, double *magnitude)
{
    *value = x * job->factor * gam_element(job->info[1].dtype, job->operand[1], col);
    *magnitude = fabs(*value);
}

struct row_kind {
    void (*row)(struct row_job *job, uint64_t row);
    void (*one)(const struct row_job *job, uint64_t col, double x, double *value, double *magnitude);
};

static const struct row_kind softmax = { softmax_row, softmax_one };
static const struct row_kind layernorm = { layernorm_row, layernorm_one };
static const struct row_kind rmsnorm = { rmsnorm_row, rmsnorm_one };

struct row_request {
    const uint64_t *index;
    size_t n;
    double *value, *magnitude;
};

static int reference_rows(const struct row_kind *kind, const struct gam_op *op, void *const *operand,
                          const struct row_request *request)
{
    struct row_job job = { .op = op, .operand = operand, .cols = (uint64_t)gam_op_int(op, "cols") };
    uint64_t row = UINT64_MAX;

    gam_op_operands(op, job.info);
    for (size_t i = 0; i < request->n; i++) {
        uint64_t at = request->index[i];
        double x = gam_element(job.info[0].dtype, operand[0], at);

        if (at / job.cols != row)
            kind->row(&job, at / job.cols);
        row = at / job.cols;
        kind->one(&job, at % job.cols, x, request->value + i, request->magnitude + i);
    }
    return 0;
}

static int softmax_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                             double *magnitude)
{
    return reference_rows(&softmax, op, operand, &(struct row_request){ index, n, value, magnitude });
}

static int layernorm_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                               double *magnitude)
{
    return reference_rows(&layernorm, op, operand, &(struct row_request){ index, n, value, magnitude });
}

static int rmsnorm_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                             double *magnitude)
{
    return reference_rows(&rmsnorm, op, operand, &(struct row_request){ index, n, value, magnitude });
}

static void rows_shape(const struct gam_op *op, uint64_t *rows, uint64_t *cols)
{
    *rows = (uint64_t)gam_op_int(op, "rows");
    *cols = (uint64_t)gam_op_int(op, "cols");
}

const struct gam_oracle gam_oracle_softmax = {
    .kind = "softmax", .reference = softmax_reference, .shape = rows_shape, .row_work = 1
};

const struct gam_oracle gam_oracle_layernorm = {
    .kind = "layernorm", .reference = layernorm_reference, .shape = rows_shape, .row_work = 1
};

const struct gam_oracle gam_oracle_rmsnorm = {
    .kind = "rmsnorm", .reference = rmsnorm_reference, .shape = rows_shape, .row_work = 1
};
