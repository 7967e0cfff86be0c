/* SPDX-License-Identifier: MIT */
#include "analyzer/whatif/edit.h"

#include "common/err.h"

#include <math.h>
#include <string.h>

/* The key whose size a larger batch multiplies: of gemm the rows of the activations, since the weights stay. */
static const struct {
    const char *kind, *key;
} batch_keys[] = { { "gemm", "m" },       { "conv2d", "n" }, { "attention", "b" }, { "softmax", "rows" }, { "layernorm", "rows" },
                   { "rmsnorm", "rows" }, { "add", "n" },    { "mul", "n" },       { "gelu", "n" },       { "silu", "n" } };

static int batch_apply(struct gam_op *op, double factor, struct gam_err *err)
{
    for (size_t i = 0; i < sizeof batch_keys / sizeof *batch_keys; i++)
        for (size_t k = 0; !strcmp(batch_keys[i].kind, op->kind->name) && k < op->kind->n_keys; k++) {
            double value = (double)op->v[k].i * factor;

            if (strcmp(op->kind->keys[k].name, batch_keys[i].key) != 0)
                continue;
            if (value != floor(value) || value < 1 || value > op->kind->keys[k].most)
                return gam_err_set(err, -GAM_EUNSUPPORTED, "%s of %g cannot be", batch_keys[i].key, value);
            op->v[k].i = (int64_t)value;
            return 0;
        }
    return gam_err_set(err, -GAM_EUNSUPPORTED, "what a batch is to '%s' is not known", op->kind->name);
}

/* Every type that equals the old one becomes the new one; sums and results of another type get their defaults. */
static void dtype_apply(struct gam_op *op, enum gam_dtype dtype)
{
    for (size_t k = 0; k < op->kind->n_keys; k++) {
        const struct gam_op_key *key = &op->kind->keys[k];

        if (key->type == GAM_KEY_DTYPE)
            op->v[k].i =
                key->required ? (int64_t)dtype : (int64_t)gam_dtype_default(dtype, (enum gam_dtype_rule)(int)key->fallback);
    }
}

int gam_edit_shape(const struct gam_edits *e, const struct gam_op *op, struct gam_op *out, struct gam_err *err)
{
    char spec[GAM_OP_SPEC_MAX];
    int rc = 0;

    *out = *op;
    if (e->dtype >= 0)
        dtype_apply(out, (enum gam_dtype)e->dtype);
    if (e->batch != 1)
        rc = batch_apply(out, e->batch, err);
    if (!rc && gam_op_spec(out, spec, sizeof spec) < 0)
        rc = gam_err_set(err, -GAM_EINTERNAL, "its spec is too long");
    return rc ? rc : gam_op_parse(spec, out, err); /* relations between keys still hold */
}

void gam_op_weights(const struct gam_op *op, struct gam_weights *out)
{
    *out = (struct gam_weights){ .bits = NAN };
    if (!strcmp(op->kind->name, "gemm"))
        out->elements = gam_op_int(op, "batch") == 1 ? (double)gam_op_int(op, "n") * (double)gam_op_int(op, "k") : 0;
    else if (!strcmp(op->kind->name, "conv2d"))
        out->elements = (double)gam_op_int(op, "k") * (double)gam_op_int(op, "c") / (double)gam_op_int(op, "groups") *
                        (double)gam_op_int(op, "r") * (double)gam_op_int(op, "s");
    else
        return;
    out->bits = gam_dtype_info((enum gam_dtype)gam_op_int(op, "wdtype"))->bits;
    out->bytes = out->elements * out->bits / 8;
}

double gam_edit_weight_factor(const struct gam_edits *e, double bits)
{
    double factor = 1;

    if (gam_edit_given(e, GAM_EDIT_WEIGHTS)) {
        factor = (e->weight_bits + 16 / e->weight_group) / bits;
        bits = e->weight_bits;
    }
    if (gam_edit_given(e, GAM_EDIT_SPARSE))
        factor *= 0.5 + 1 / bits;
    return factor;
}

static int place(const struct gam_edits *e, const char *id)
{
    for (size_t k = 0; k < e->n_fuse; k++)
        if (!strcmp(e->fuse[k], id))
            return (int)k;
    return -1;
}

static const struct gam_cost *cost_of(const char *id, const char *const *ids, const struct gam_cost *cost, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (ids[i] && !strcmp(ids[i], id))
            return &cost[i];
    return NULL;
}

double gam_edit_fused_bytes(const struct gam_edits *e, const char *const *ids, const struct gam_cost *cost, size_t n, size_t i,
                            int *launches_left)
{
    int k = ids[i] ? place(e, ids[i]) : -1;
    double saved = 0;

    *launches_left = k <= 0;
    if (k < 0)
        return 0;
    if (k > 0) { /* what the one before wrote is not read */
        const struct gam_cost *before = cost_of(e->fuse[k - 1], ids, cost, n);

        saved += before ? fmin(before->written_bytes, cost[i].read_bytes) : 0;
    }
    if (k + 1 < (int)e->n_fuse) { /* what the next one reads is not written */
        const struct gam_cost *after = cost_of(e->fuse[k + 1], ids, cost, n);

        saved += after ? fmin(after->read_bytes, cost[i].written_bytes) : 0;
    }
    return saved;
}

void gam_edit_model(const struct gam_edits *e, const struct gam_edit_part *part, const struct gam_times *times,
                    struct gam_model *m)
{
    double weights = part->bytes > 0 ? part->weights.bytes / part->bytes : 0,
           fused = part->bytes > 0 ? part->fused_bytes / part->bytes : 0;
    double bytes = 1 - fused, arithmetic = 1;

    if (part->weights.bytes > 0)
        bytes -= weights * (1 - gam_edit_weight_factor(e, part->weights.bits));
    if (part->weights.bytes > 0 && gam_edit_given(e, GAM_EDIT_SPARSE))
        arithmetic = 0.5;
    if (part->weights.bytes > 0 && gam_edit_given(e, GAM_EDIT_WEIGHTS) && part->fma_flop > 0)
        arithmetic += 2 * part->weights.elements / part->fma_flop; /* a multiply and an add bring back each weight */
    for (size_t i = 0; i < m->n; i++) {
        double *t = &m->time[i];

        if (m->kind[i] == GAM_RESOURCE_COMPUTE)
            *t *= arithmetic / e->clock;
        else if (m->kind[i] == GAM_RESOURCE_MEMORY)
            *t *= bytes / (part->main_level && !strcmp(times->leaf[i].name, part->main_level) ? 1 : e->clock);
        else if (m->kind[i] == GAM_RESOURCE_OVERHEAD)
            *t *= part->launches / e->clock;
        *t /= e->scale[m->kind[i]];
    }
}
