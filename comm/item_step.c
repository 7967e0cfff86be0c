/* SPDX-License-Identifier: MIT */
#include "comm/step.h"
#include "common/clock.h"
#include "common/err.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static const struct gam_step_kind *const kinds[GAM_STEPS] = {
    [GAM_STEP_DP] = &gam_step_dp,   [GAM_STEP_TP] = &gam_step_tp,     [GAM_STEP_PP] = &gam_step_pp,
    [GAM_STEP_MOE] = &gam_step_moe, [GAM_STEP_RING] = &gam_step_ring, [GAM_STEP_FSDP] = &gam_step_fsdp,
};

static void step_free(struct gam_step *st)
{
    for (size_t i = 0; st && i < st->n_buffers; i++)
        free(st->buffer[i]);
    for (size_t i = 0; st && i < st->n_products; i++)
        gam_launch_release(&st->product[i]);
    free(st);
}

static struct gam_step *step_new(struct gam_comm_bench *b, const struct gam_op *op, int single, struct gam_err *err)
{
    struct gam_step *st = calloc(1, sizeof *st);

    if (!st) {
        gam_err_nomem(err);
        return NULL;
    }
    st->bench = b;
    gam_step_shape(op, &st->s);
    single |= st->s.part == GAM_PART_SINGLE;
    st->compute = single || st->s.part != GAM_PART_COMM;
    st->send = !single && st->s.part != GAM_PART_COMPUTE;
    st->ranks = single ? 1 : b->world->size;
    st->rank = single ? 0 : b->world->rank;
    if (kinds[st->s.what]->prepare(st, err)) {
        step_free(st);
        return NULL;
    }
    return st;
}

static int step_prepare(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err)
{
    struct gam_err why = { 0 };

    if (gam_op_int(&item->op, "ranks") != b->world->size)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "it is for %lld ranks, there are %d",
                           (long long)gam_op_int(&item->op, "ranks"), b->world->size);
    if (gam_op_int(&item->op, "pieces") > GAM_STEP_REQUESTS)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "at most %d pieces are run", GAM_STEP_REQUESTS);
    item->state = step_new(b, &item->op, 0, &why);
    if (!item->state && err)
        *err = why;
    return item->state ? 0 : why.code;
}

static void step_release(struct gam_comm_bench *b, struct gam_comm_item *item)
{
    (void)b;
    step_free(item->state);
    item->state = NULL;
}

static int step_run(struct gam_comm_bench *b, struct gam_comm_item *item, uint64_t iterations, uint64_t *ns, struct gam_err *err)
{
    struct gam_step *st = item->state;
    uint64_t start = gam_clock_monotonic_now();
    int rc = MPI_SUCCESS;

    *ns = 0;
    if (st->s.part == GAM_PART_SINGLE && b->world->rank != 0)
        return 0;
    for (uint64_t i = 0; i < iterations && rc == MPI_SUCCESS; i++)
        rc = kinds[st->s.what]->run(st);
    *ns = gam_clock_monotonic_now() - start;
    return gam_mpi_check(rc, item->name, err);
}

/* The largest deviation from what one rank computes, relative to the largest element. */
static void compare(const struct gam_step *st, const struct gam_step *single, struct gam_comm_item *item)
{
    double most = 0, worst = 0;

    for (int64_t i = 0; i < st->n_result; i++) {
        double want = single->result[kinds[st->s.what]->place(st, i)];

        most = fmax(most, fabs(want));
        worst = fmax(worst, fabs(st->result[i] - want));
        if (!isfinite(st->result[i]))
            worst = INFINITY;
    }
    item->error = worst == 0 ? 0 : worst / most;
    item->tolerance = 4 * st->chain * sqrt(st->depth) * FLT_EPSILON;
    item->checked = st->n_result;
    if (st->n_result && !(most > 0))
        item->error = INFINITY; /* a result of zeros shows nothing */
}

static int step_verify(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err)
{
    struct gam_step *st = item->state, *single;
    int rc;

    single = step_new(b, &item->op, 1, err);
    if (!single)
        return err && err->code ? err->code : -GAM_ENOMEM;
    rc = gam_mpi_check(kinds[st->s.what]->run(single), item->name, err);
    if (!rc)
        rc = gam_mpi_check(kinds[st->s.what]->run(st), item->name, err);
    if (!rc)
        compare(st, single, item);
    step_free(single);
    return rc;
}

const struct gam_comm_kind gam_comm_step = { step_prepare, step_verify, step_run, step_release };
