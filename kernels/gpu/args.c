/* SPDX-License-Identifier: MIT */
#include "kernels/gpu/args.h"

#include "common/err.h"
#include "kernels/gpu/source.h"

#include <string.h>

enum { WORD_MAX = 40 };

static int operand_find(const struct gam_op *op, const char *name)
{
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    size_t n = gam_op_operands(op, operand);

    for (size_t i = 0; i < n; i++)
        if (!strcmp(operand[i].name, name))
            return (int)i;
    return -1;
}

/* A real number in the type of the sums. */
static void real_put(const struct gam_op *op, double value, struct gam_launch_arg *out)
{
    float single = (float)value;

    if (gpu_type_acc(op) == GAM_DTYPE_F64) {
        out->bytes = sizeof value;
        memcpy(out->value, &value, sizeof value);
    } else {
        out->bytes = sizeof single;
        memcpy(out->value, &single, sizeof single);
    }
}

static int word_put(const struct gam_op *op, const struct gpu_values *values, const char *word, struct gam_launch_arg *out,
                    struct gam_err *err)
{
    uint64_t value;
    int rc;

    *out = (struct gam_launch_arg){ .kind = GAM_ARG_VALUE, .operand = -1 };
    if (*word == '*') {
        out->kind = GAM_ARG_OPERAND;
        out->operand = operand_find(op, word + 1);
        return 0;
    }
    if (*word == '%') {
        out->kind = !strcmp(word, "%turn") ? GAM_ARG_TURN : GAM_ARG_SCRATCH;
        return 0;
    }
    for (size_t i = 0; *word == '=' && i < values->n_reals; i++)
        if (!strcmp(values->real[i].name, word + 1)) {
            real_put(op, values->real[i].value, out);
            return 0;
        }
    if (*word == '=' && gam_op_has(op, word + 1)) {
        real_put(op, gam_op_real(op, word + 1), out);
        return 0;
    }
    rc = gpu_expression(values, word, &value, err);
    out->bytes = sizeof value;
    memcpy(out->value, &value, sizeof value);
    return rc;
}

int gpu_args(const struct gam_op *op, const struct gpu_values *values, const char *words, struct gam_launch_step *out,
             struct gam_err *err)
{
    for (const char *p = words + strspn(words, " "); *p; p += strspn(p, " ")) {
        size_t length = strcspn(p, " ");
        char word[WORD_MAX];
        int rc;

        if (length >= sizeof word || out->n_args == GAM_LAUNCH_ARGS)
            return gam_err_set(err, -GAM_EINTERNAL, "gpu kernel %s: too many or too long arguments", out->entry);
        memcpy(word, p, length);
        word[length] = 0;
        rc = word_put(op, values, word, &out->arg[out->n_args], err);
        if (rc)
            return rc;
        out->n_args++;
        p += length;
    }
    return 0;
}
