/* SPDX-License-Identifier: MIT */
#include "common/err.h"
#include "kernels/oracle/convert.h"
#include "kernels/oracle/oracle.h"
#include "kernels/oracle/sample.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096, ALL_ELEMENTS = 1024, TARGET_LEAST = 512, TARGET_MOST = 16384 };

/* What the reference takes, roughly, on one core; only the choice between all and some depends on it. */
#define BUDGET_NS     50e6
#define FMA_NS        1.0 /* per FLOP, neighbours together */
#define FMA_SPARSE_NS 4.0 /* single elements: every operand is a cache miss */
#define SPECIAL_NS    20.0
#define ELEMENT_NS    5.0

struct job {
    const struct gam_op *op;
    const struct gam_oracle *oracle;
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    size_t n_operands, output;
    void *const *operand;              /* after the run */
    void *before[GAM_OP_MAX_OPERANDS]; /* as the implementation got them */
    void *old;                         /* memory of before[output]; NULL: the output is not read */
    struct gam_verdict *verdict;
};

static const struct gam_oracle *oracle_of(const char *kind)
{
    for (size_t i = 0; gam_oracles[i]; i++)
        if (!strcmp(gam_oracles[i]->kind, kind))
            return gam_oracles[i];
    return NULL;
}

static int job_init(struct job *job, const struct gam_op *op, void *const *operand, uint64_t seed, struct gam_err *err)
{
    job->op = op;
    job->operand = operand;
    job->oracle = oracle_of(op->kind->name);
    if (!job->oracle || isnan(gam_op_tolerance(op)))
        return gam_err_set(err, -GAM_EUNSUPPORTED, "%s: no reference to verify against", op->kind->name);
    job->n_operands = gam_op_operands(op, job->info);
    while (job->output < job->n_operands && job->info[job->output].role != GAM_OPERAND_OUT &&
           job->info[job->output].role != GAM_OPERAND_INOUT)
        job->output++;
    if (job->output == job->n_operands)
        return gam_err_set(err, -GAM_EINTERNAL, "%s: has no output to verify", op->kind->name);
    for (size_t i = 0; i < job->n_operands; i++)
        job->before[i] = operand[i];
    if (job->info[job->output].role != GAM_OPERAND_INOUT)
        return 0;
    job->old = malloc(job->info[job->output].bytes);
    if (!job->old)
        return gam_err_nomem(err);
    gam_inputs_fill(op, job->output, job->old, seed, 1);
    job->before[job->output] = job->old;
    return 0;
}

/* Keeps the worse; a NaN is the worst. */
static void note(struct gam_verdict *verdict, double error, uint64_t index)
{
    if (error > verdict->error || isnan(error)) {
        verdict->error = error;
        verdict->worst_index = index;
    }
}

static double error_of(double actual, double expected, double magnitude)
{
    double gap = fabs(actual - expected);

    return gap == 0 ? 0 : gap / magnitude;
}

/* Compares n elements at ascending indices. */
static int compare(struct job *job, const uint64_t *index, size_t n, double *value, double *magnitude)
{
    const struct gam_operand *out = &job->info[job->output];
    int rc = job->oracle->reference(job->op, job->before, index, n, value, magnitude);

    for (size_t i = 0; !rc && i < n; i++)
        note(job->verdict, error_of(gam_element(out->dtype, job->operand[job->output], index[i]), value[i], magnitude[i]),
             index[i]);
    job->verdict->checked += n;
    return rc;
}

/* Compares the sampled elements, or all of them when `sample` is NULL. */
static int compare_chunks(struct job *job, const struct gam_sample *sample)
{
    uint64_t total = sample ? sample->n : job->info[job->output].elements;
    double *value = malloc(2 * CHUNK * sizeof *value);
    uint64_t *index = malloc(CHUNK * sizeof *index);
    int rc = value && index ? 0 : -GAM_ENOMEM;

    for (uint64_t first = 0; !rc && first < total; first += CHUNK) {
        size_t n = total - first < CHUNK ? (size_t)(total - first) : CHUNK;

        for (size_t i = 0; i < n; i++)
            index[i] = sample ? sample->index[first + i] : first + i;
        rc = compare(job, index, n, value, value + CHUNK);
    }
    free(index);
    free(value);
    return rc;
}

static int all_is_cheap(const struct job *job)
{
    double elements = (double)job->info[job->output].elements;
    struct gam_cost cost;

    gam_op_cost(job->op, &cost);
    return elements <= ALL_ELEMENTS ||
           cost.fma_flop * FMA_NS + cost.special_flop * SPECIAL_NS + elements * ELEMENT_NS < BUDGET_NS;
}

/* As many elements as the budget pays for, within limits. */
static size_t target_of(const struct job *job, const struct gam_sample_plan *plan)
{
    double elements = (double)job->info[job->output].elements, each, count;
    struct gam_cost cost;

    gam_op_cost(job->op, &cost);
    each = (cost.fma_flop * FMA_SPARSE_NS + cost.special_flop * SPECIAL_NS) / elements + ELEMENT_NS;
    count = BUDGET_NS / each;
    if (plan->whole_rows) /* the first element of a row costs what the cost model gives to the whole row */
        count = BUDGET_NS / (each * (double)plan->cols) * fmin((double)plan->cols, 256);
    return (size_t)fmin(fmax(count, TARGET_LEAST), TARGET_MOST);
}

static int compare_sample(struct job *job, struct gam_sample_plan plan, uint64_t seed)
{
    uint64_t elements = job->info[job->output].elements;
    struct gam_sample sample;
    int rc;

    plan.rows = 1;
    plan.cols = elements;
    plan.whole_rows = job->oracle->row_work;
    plan.seed = seed;
    if (job->oracle->shape)
        job->oracle->shape(job->op, &plan.rows, &plan.cols);
    plan.planes = elements / (plan.rows * plan.cols);
    plan.target = target_of(job, &plan);
    rc = gam_sample_make(&plan, &sample);
    if (!rc)
        rc = compare_chunks(job, &sample);
    gam_sample_release(&sample);
    return rc;
}

static int compare_whole(struct job *job, uint64_t seed)
{
    double error;
    int rc = job->oracle->whole ? job->oracle->whole(job->op, job->operand, seed, &error) : -GAM_EUNSUPPORTED;

    if (!rc)
        note(job->verdict, error, job->verdict->worst_index);
    return rc == -GAM_EUNSUPPORTED ? 0 : rc;
}

static int judge(struct job *job, struct gam_sample_plan plan, uint64_t seed)
{
    const struct gam_operand *out = &job->info[job->output];
    uint64_t bad = gam_elements_first_bad(out->dtype, job->operand[job->output], out->elements);
    int rc;

    if (bad < out->elements) {
        note(job->verdict, NAN, bad);
        return 0;
    }
    if (all_is_cheap(job))
        return compare_chunks(job, NULL);
    rc = compare_sample(job, plan, seed);
    return rc ? rc : compare_whole(job, seed);
}

int gam_verify(const struct gam_op *op, void *const *operand, unsigned tile_m, unsigned tile_n, uint64_t seed,
               struct gam_verdict *out, struct gam_err *err)
{
    struct job job = { .verdict = out };
    int rc = job_init(&job, op, operand, seed, err);

    *out = (struct gam_verdict){ .tolerance = gam_op_tolerance(op) };
    if (!rc) {
        rc = judge(&job, (struct gam_sample_plan){ .tile_m = tile_m, .tile_n = tile_n }, seed);
        if (rc)
            gam_err_set(err, rc, "%s: verification: %s", op->kind->name,
                        rc == -GAM_ENOMEM ? "out of memory" : "the reference failed");
    }
    out->right = !rc && out->error <= out->tolerance;
    free(job.old);
    return rc;
}
