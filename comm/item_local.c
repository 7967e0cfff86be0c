/* SPDX-License-Identifier: MIT */
/* Roofs of a rank: the kernels of gambrel run on one thread, on all ranks at once. */
#include "comm/bench.h"
#include "common/err.h"
#include "kernels/impl.h"
#include "kernels/oracle/oracle.h"

#include <math.h>
#include <stdlib.h>

struct local {
    struct gam_launch launch;
    struct gam_buffer buffer[GAM_OP_MAX_OPERANDS];
    void *operand[GAM_OP_MAX_OPERANDS];
    size_t n;
};

static void local_release(struct gam_comm_bench *b, struct gam_comm_item *item)
{
    struct local *l = item->state;

    if (!l)
        return;
    gam_launch_release(&l->launch);
    for (size_t i = 0; i < l->n; i++)
        b->device->backend->release(b->device->state, &l->buffer[i]);
    free(l);
    item->state = NULL;
}

static int operands_make(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err)
{
    struct local *l = item->state;
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    size_t n = gam_op_operands(&item->op, operand);

    for (; l->n < n; l->n++) {
        int rc = b->device->backend->alloc(b->device->state, 1, operand[l->n].bytes, &l->buffer[l->n], err);

        if (rc)
            return rc;
        l->operand[l->n] = l->buffer[l->n].handle;
        if (operand[l->n].role != GAM_OPERAND_OUT)
            gam_inputs_fill(&item->op, l->n, l->operand[l->n], b->options.seed, 1);
    }
    return 0;
}

static int local_prepare(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err)
{
    const struct gam_impl *impl = gam_impl_find(item->implementation, item->op.kind->name);
    struct local *l = calloc(1, sizeof *l);
    struct gam_caps caps;
    int rc;

    item->state = l;
    if (!l)
        return gam_err_nomem(err);
    if (!impl)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "no implementation '%s' of %s", item->implementation, item->op.kind->name);
    b->device->backend->caps(b->device->state, 1, &caps);
    rc = impl->supports(&item->op, &caps, err);
    if (!rc)
        rc = operands_make(b, item, err);
    return rc ? rc : impl->plan(&item->op, &caps, &l->launch, err);
}

static int local_run(struct gam_comm_bench *b, struct gam_comm_item *item, uint64_t iterations, uint64_t *ns, struct gam_err *err)
{
    struct local *l = item->state;
    void *const *set = l->operand;

    return b->device->backend->run(b->device->state, &l->launch, &set, 1, 0, iterations, ns, err);
}

static int local_verify(struct gam_comm_bench *b, struct gam_comm_item *item, struct gam_err *err)
{
    struct local *l = item->state;
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    size_t n = gam_op_operands(&item->op, operand);
    struct gam_verdict verdict;
    uint64_t ns;
    int rc;

    for (size_t i = 0; i < n; i++)
        if (operand[i].role == GAM_OPERAND_OUT)
            gam_inputs_poison(&item->op, i, l->operand[i]);
    rc = local_run(b, item, 1, &ns, err);
    if (!rc)
        rc = gam_verify(&item->op, l->operand, l->launch.tile_m, l->launch.tile_n, b->options.seed, &verdict, err);
    if (rc)
        return rc;
    item->error = verdict.error;
    item->tolerance = verdict.tolerance;
    item->checked = (int64_t)verdict.checked;
    return 0;
}

const struct gam_comm_kind gam_comm_local = { local_prepare, local_verify, local_run, local_release };
