/* SPDX-License-Identifier: MIT */
/* Numbers by name, and expressions over them. */
#include "common/err.h"
#include "kernels/gpu/gpu.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void gpu_values_add(struct gpu_values *values, const char *name, int64_t value)
{
    if (values->n < GPU_VALUES)
        values->v[values->n++] = (struct gpu_value){ name, value };
}

void gpu_values_add_real(struct gpu_values *values, const char *name, double value)
{
    if (values->n_reals < GPU_REALS)
        values->real[values->n_reals++] = (struct gpu_real){ name, value };
}

static int value_find(const struct gpu_values *values, const char *name, size_t length, uint64_t *out)
{
    for (size_t i = 0; i < values->n; i++)
        if (strlen(values->v[i].name) == length && !strncmp(values->v[i].name, name, length)) {
            *out = (uint64_t)values->v[i].value;
            return 1;
        }
    return 0;
}

/* A sum of products in the making. */
struct sum {
    uint64_t total, term;
    int overflow;
};

static void sum_next(struct sum *s)
{
    s->overflow |= __builtin_add_overflow(s->total, s->term, &s->total);
    s->term = 1;
}

int gpu_expression(const struct gpu_values *values, const char *text, uint64_t *out, struct gam_err *err)
{
    struct sum side[2] = { { 0, 1, 0 }, { 0, 1, 0 } }; /* above and below the line */
    int below = 0;

    for (const char *p = text; *p;) {
        size_t length = strcspn(p, " */+");
        uint64_t value;

        if (!length) {
            if (*p == '+')
                sum_next(&side[below]);
            below |= *p++ == '/';
            continue;
        }
        if (isdigit((unsigned char)*p))
            value = strtoull(p, NULL, 10);
        else if (!value_find(values, p, length, &value))
            return gam_err_set(err, -GAM_EINTERNAL, "gpu kernel: '%.*s' in '%s' is no known name", (int)length, p, text);
        side[below].overflow |= __builtin_mul_overflow(side[below].term, value, &side[below].term);
        p += length;
    }
    sum_next(&side[0]);
    sum_next(&side[1]);
    if (side[0].overflow || side[1].overflow)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "gpu: '%s' is too large a number for this operator", text);
    if (!side[1].total)
        return gam_err_set(err, -GAM_EINTERNAL, "gpu kernel: '%s' divides by 0", text);
    *out = side[0].total / side[1].total + (side[0].total % side[1].total != 0);
    return 0;
}
