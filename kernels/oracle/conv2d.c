/* SPDX-License-Identifier: MIT */
#include "ops/kind/conv2d.h"
#include "common/err.h"
#include "kernels/oracle/convert.h"
#include "kernels/oracle/freivalds.h"
#include "kernels/oracle/oracle.h"

#include <math.h>
#include <stdlib.h>

struct conv_job {
    struct gam_conv2d s;
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    void *const *operand;
};

static void job_init(struct conv_job *job, const struct gam_op *op, void *const *operand)
{
    job->operand = operand;
    gam_conv2d_shape(op, &job->s);
    gam_op_operands(op, job->info);
}

static double element(const struct conv_job *job, size_t which, uint64_t i)
{
    return gam_element(job->info[which].dtype, job->operand[which], i);
}

/* One output element: n, k, p, q are its coordinates. */
static void reference_one(const struct conv_job *job, uint64_t index, double *value, double *magnitude)
{
    const struct gam_conv2d *s = &job->s;
    int64_t q = (int64_t)index % s->q, p = (int64_t)index / s->q % s->p;
    int64_t k = (int64_t)index / (s->q * s->p) % s->k, n = (int64_t)index / (s->q * s->p * s->k);
    double sum = s->bias ? element(job, GAM_CONV_BIAS, (uint64_t)k) : 0, scale = fabs(sum);

    for (int64_t c = 0; c < s->cg; c++)
        for (int64_t r = 0; r < s->r; r++) {
            int64_t row = p * s->stride - s->pad + r * s->dilation;
            int64_t plane = n * s->c + k / s->kg * s->cg + c;

            for (int64_t t = 0; row >= 0 && row < s->h && t < s->s; t++) {
                int64_t col = q * s->stride - s->pad + t * s->dilation;
                double term;

                if (col < 0 || col >= s->w)
                    continue;
                term = element(job, GAM_CONV_X, (uint64_t)((plane * s->h + row) * s->w + col)) *
                       element(job, GAM_CONV_W, (uint64_t)(((k * s->cg + c) * s->r + r) * s->s + t));
                sum += term;
                scale += fabs(term);
            }
        }
    *value = sum;
    *magnitude = scale;
}

static int conv2d_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                            double *magnitude)
{
    struct conv_job job;

    job_init(&job, op, operand);
    for (size_t i = 0; i < n; i++)
        reference_one(&job, index[i], value + i, magnitude + i);
    return 0;
}

/* Output channels are summed with random weights: sum_k rho_k y_k = x * (sum_k rho_k w_k). One filter then stands for a group. */
struct projection {
    double *filter, *filter_scale; /* cg x r x s */
    double *left, *right, *scale;  /* p x q */
    double *row;                   /* the longest of a row of x, a row of y, a filter */
    double bias, bias_scale;
    uint64_t seed;
};

static void project_filters(const struct conv_job *job, int64_t group, struct projection *p)
{
    const struct gam_conv2d *s = &job->s;
    int64_t taps = s->cg * s->r * s->s;

    p->bias = p->bias_scale = 0;
    for (int64_t i = 0; i < taps; i++)
        p->filter[i] = p->filter_scale[i] = 0;
    for (int64_t k = group * s->kg; k < (group + 1) * s->kg; k++) {
        double weight = gam_freivalds_weight(p->seed, (uint64_t)k), bias = s->bias ? element(job, GAM_CONV_BIAS, (uint64_t)k) : 0;

        gam_elements_load(job->info[GAM_CONV_W].dtype, job->operand[GAM_CONV_W], (uint64_t)(k * taps), (uint64_t)taps, p->row);
        p->bias += weight * bias;
        p->bias_scale += fabs(bias);
        for (int64_t i = 0; i < taps; i++) {
            p->filter[i] += weight * p->row[i];
            p->filter_scale[i] += fabs(p->row[i]);
        }
    }
}

/* left: the weighted sum of the group's output planes. */
static void project_output(const struct conv_job *job, int64_t image, int64_t group, struct projection *p)
{
    const struct gam_conv2d *s = &job->s;

    for (int64_t i = 0; i < s->p * s->q; i++) {
        p->left[i] = 0;
        p->right[i] = p->bias;
        p->scale[i] = p->bias_scale;
    }
    for (int64_t k = group * s->kg; k < (group + 1) * s->kg; k++)
        for (int64_t row = 0; row < s->p; row++) {
            double weight = gam_freivalds_weight(p->seed, (uint64_t)k);
            int64_t first = ((image * s->k + k) * s->p + row) * s->q;

            gam_elements_load(job->info[GAM_CONV_Y].dtype, job->operand[GAM_CONV_Y], (uint64_t)first, (uint64_t)s->q, p->row);
            for (int64_t i = 0; i < s->q; i++)
                p->left[row * s->q + i] += weight * p->row[i];
        }
}

/* right += one row of x under one row of the filter. */
static void convolve_row(const struct gam_conv2d *s, const double *filter, const double *filter_scale, int64_t out_row,
                         struct projection *p)
{
    for (int64_t t = 0; t < s->s; t++)
        for (int64_t q = 0; q < s->q; q++) {
            int64_t col = q * s->stride - s->pad + t * s->dilation;

            if (col < 0 || col >= s->w)
                continue;
            p->right[out_row * s->q + q] += filter[t] * p->row[col];
            p->scale[out_row * s->q + q] += filter_scale[t] * fabs(p->row[col]);
        }
}

static double group_error(const struct conv_job *job, int64_t image, int64_t group, struct projection *p)
{
    const struct gam_conv2d *s = &job->s;
    double worst = 0;

    project_output(job, image, group, p);
    for (int64_t c = 0; c < s->cg; c++)
        for (int64_t row = 0; row < s->p; row++)
            for (int64_t r = 0; r < s->r; r++) {
                int64_t in = row * s->stride - s->pad + r * s->dilation, tap = (c * s->r + r) * s->s;

                if (in < 0 || in >= s->h)
                    continue;
                gam_elements_load(job->info[GAM_CONV_X].dtype, job->operand[GAM_CONV_X],
                                  (uint64_t)(((image * s->c + group * s->cg + c) * s->h + in) * s->w), (uint64_t)s->w, p->row);
                convolve_row(s, p->filter + tap, p->filter_scale + tap, row, p);
            }
    for (int64_t i = 0; i < s->p * s->q; i++) {
        double error = gam_freivalds_error(p->left[i], p->right[i], p->scale[i], (double)s->kg);

        worst = error > worst || isnan(error) ? error : worst;
    }
    return worst;
}

static double *projection_take(double **memory, size_t n)
{
    double *part = *memory;

    *memory += n;
    return part;
}

static int conv2d_whole(const struct gam_op *op, void *const *operand, uint64_t seed, double *error)
{
    struct projection p = { .seed = seed };
    struct conv_job job;
    const struct gam_conv2d *s = &job.s;
    double *memory, *rest;
    size_t taps, plane, row;

    job_init(&job, op, operand);
    taps = (size_t)(s->cg * s->r * s->s);
    plane = (size_t)(s->p * s->q);
    row = (size_t)(s->w > s->q ? s->w : s->q);
    row = row > taps ? row : taps;
    rest = memory = calloc(2 * taps + 3 * plane + row, sizeof *memory);
    if (!memory)
        return -GAM_ENOMEM;
    p.filter = projection_take(&rest, taps);
    p.filter_scale = projection_take(&rest, taps);
    p.left = projection_take(&rest, plane);
    p.right = projection_take(&rest, plane);
    p.scale = projection_take(&rest, plane);
    p.row = projection_take(&rest, row);
    *error = 0;
    for (int64_t group = 0; group < s->groups; group++) {
        project_filters(&job, group, &p);
        for (int64_t image = 0; image < s->n; image++) {
            double worst = group_error(&job, image, group, &p);

            *error = worst > *error || isnan(worst) ? worst : *error;
        }
    }
    free(memory);
    return 0;
}

/* Seen as a matrix product, an image's output is k x (p q). */
static void conv2d_shape(const struct gam_op *op, uint64_t *rows, uint64_t *cols)
{
    struct gam_conv2d s;

    gam_conv2d_shape(op, &s);
    *rows = (uint64_t)s.k;
    *cols = (uint64_t)(s.p * s.q);
}

const struct gam_oracle gam_oracle_conv2d = {
    .kind = "conv2d",
    .reference = conv2d_reference,
    .whole = conv2d_whole,
    .shape = conv2d_shape,
};
