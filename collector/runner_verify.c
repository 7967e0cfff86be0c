/* SPDX-License-Identifier: MIT */
/* One run from poisoned outputs, compared with the oracle. */
#include "collector/runner_priv.h"
#include "common/err.h"
#include "kernels/oracle/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where the verification reads the operands: the device's memory itself, or copies of it. */
struct mirror {
    void *operand[GAM_OP_MAX_OPERANDS];
    int copied;
};

static void mirror_release(struct mirror *m, size_t n)
{
    for (size_t i = 0; m->copied && i < n; i++)
        free(m->operand[i]);
}

static int mirror_make(const struct runner *r, const struct slot *s, struct mirror *m, struct gam_err *err)
{
    *m = (struct mirror){ .copied = !gam_slot_is_host(s) };
    for (size_t i = 0; i < s->n_operands; i++) {
        const struct pool_buffer *b = &r->buffer[s->buffer[i]];
        int rc;

        if (!m->copied) {
            m->operand[i] = s->set[0][i];
            continue;
        }
        m->operand[i] = malloc(s->operand[i].bytes ? s->operand[i].bytes : 1);
        if (!m->operand[i])
            return gam_err_nomem(err);
        if (s->stage[i].handle && gam_operand_comes_out(&s->operand[i])) { /* what the host got is what counts */
            memcpy(m->operand[i], s->stage[i].handle, s->operand[i].bytes);
            continue;
        }
        rc = s->device->backend->download(s->device->state, m->operand[i], &b->memory, s->operand[i].bytes, err);
        if (rc)
            return rc;
    }
    return 0;
}

static int output_poison(struct runner *r, struct slot *s, size_t i, struct gam_err *err)
{
    struct pool_buffer *b = &r->buffer[s->buffer[i]];
    void *memory = gam_slot_is_host(s) ? s->set[0][i] : malloc(s->operand[i].bytes ? s->operand[i].bytes : 1);
    int rc = 0;

    if (!memory)
        return gam_err_nomem(err);
    gam_inputs_poison(&s->item->op, i, memory);
    if (!gam_slot_is_host(s)) {
        rc = s->device->backend->upload(s->device->state, &b->memory, memory, s->operand[i].bytes, err);
        free(memory);
    }
    return rc;
}

static int outputs_prepare(struct runner *r, struct slot *s, struct gam_err *err)
{
    for (size_t i = 0; i < s->n_operands; i++) {
        int rc = 0;

        if (s->operand[i].role == GAM_OPERAND_OUT)
            rc = output_poison(r, s, i, err);
        else if (s->operand[i].role == GAM_OPERAND_INOUT)
            rc = gam_pool_refill(r, s, i, err);
        if (rc)
            return rc;
    }
    return 0;
}

int gam_slot_verify(struct runner *r, struct slot *s, uint64_t *first_ns, struct gam_err *err)
{
    struct mirror mirror = { .copied = 0 };
    int rc;

    if (s->item->op.kind->class == GAM_OP_ROOF_TRANSFER)
        return gam_link_verify(r, s, first_ns, err);
    rc = outputs_prepare(r, s, err);

    s->next_copy = 0;
    if (!rc)
        rc = gam_link_fetch(r, s, err);
    if (!rc)
        rc = gam_slot_launch(r, s, 1, first_ns, err);
    if (rc)
        return rc;
    rc = mirror_make(r, s, &mirror, err);
    if (!rc)
        rc = gam_verify(&s->item->op, mirror.operand, s->launch.tile_m, s->launch.tile_n, r->plan->seed, &s->verdict, err);
    if (rc == -GAM_EUNSUPPORTED) { /* nothing to compare with: the record says so by having no error */
        s->verdict = (struct gam_verdict){ .error = NAN, .tolerance = NAN, .right = 1 };
        rc = 0;
    }
    mirror_release(&mirror, s->n_operands);
    return rc;
}
