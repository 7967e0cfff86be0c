/* SPDX-License-Identifier: MIT */
#include "analyzer/whatif/edit.h"

#include "common/err.h"
#include "common/nearest.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double factor_least = 1e-12, factor_most = 1e12;

struct row {
    struct gam_edit_help help;
    /* 0, or an error in `err` that says what is allowed. */
    int (*parse)(struct gam_edits *e, enum gam_edit_key key, const char *value, struct gam_err *err);
};

/* The whole of `text` as a number > 0; 0 when it is none. */
static double positive(const char *text)
{
    char *end;
    double value = isdigit((unsigned char)*text) || *text == '.' ? strtod(text, &end) : 0;

    return value > 0 && isfinite(value) && !*end ? value : 0;
}

static int factor_parse(const char *key, const char *value, double *out, struct gam_err *err)
{
    *out = positive(*value == 'x' ? value + 1 : value);
    if (*out == 0)
        return gam_err_set(err, -GAM_EINVAL, "%s=%s: not a factor; write x2 or 0.8", key, value);
    if (*out < factor_least || *out > factor_most) /* nothing overflows between these */
        return gam_err_set(err, -GAM_EINVAL, "%s=%s: a factor from %g to %g", key, value, factor_least, factor_most);
    return 0;
}

static int scale_parse(struct gam_edits *e, enum gam_edit_key key, const char *value, struct gam_err *err)
{
    static const enum gam_resource_kind kinds[] = { GAM_RESOURCE_COMPUTE, GAM_RESOURCE_MEMORY, GAM_RESOURCE_NETWORK,
                                                    GAM_RESOURCE_HOST_LINK, GAM_RESOURCE_OVERHEAD };

    return factor_parse(gam_edit_help(key)->key, value, &e->scale[kinds[key - GAM_EDIT_COMPUTE]], err);
}

static int clock_parse(struct gam_edits *e, enum gam_edit_key key, const char *value, struct gam_err *err)
{
    return factor_parse(gam_edit_help(key)->key, value, &e->clock, err);
}

static int batch_parse(struct gam_edits *e, enum gam_edit_key key, const char *value, struct gam_err *err)
{
    int rc = factor_parse(gam_edit_help(key)->key, value, &e->batch, err);

    e->number[key] = e->batch;
    return rc;
}

static int dtype_parse(struct gam_edits *e, enum gam_edit_key key, const char *value, struct gam_err *err)
{
    (void)key;
    e->dtype = gam_dtype_parse(value);
    return e->dtype >= 0 ? 0
                         : gam_err_set(err, -GAM_EINVAL,
                                       "dtype=%s: no such type; f64, f32, tf32, f16, bf16, f8, f4, int8, int4 ...", value);
}

static int sparse_parse(struct gam_edits *e, enum gam_edit_key key, const char *value, struct gam_err *err)
{
    (void)e;
    (void)key;
    return !strcmp(value, "2:4") ? 0 : gam_err_set(err, -GAM_EINVAL, "sparse=%s: only 2:4", value);
}

/* "int4", "int4:128", "4:g128" */
static int weights_parse(struct gam_edits *e, enum gam_edit_key key, const char *value, struct gam_err *err)
{
    const char *colon = strchr(value, ':');
    char bits[16];
    size_t n = colon ? (size_t)(colon - value) : strlen(value);
    int dtype;

    (void)key;
    snprintf(bits, sizeof bits, "%.*s", (int)(n < sizeof bits ? n : sizeof bits - 1), value);
    dtype = gam_dtype_parse(bits);
    e->weight_bits = dtype >= 0 ? (double)gam_dtype_info((enum gam_dtype)dtype)->bits : positive(bits);
    e->weight_group = colon ? positive(colon[1] == 'g' ? colon + 2 : colon + 1) : INFINITY;
    if (e->weight_bits < 1 || e->weight_bits > 16 || e->weight_group < 1)
        return gam_err_set(err, -GAM_EINVAL,
                           "weights=%s: write a type of at most 16 bits and perhaps the group of a scale, int4:128", value);
    return 0;
}

static int fuse_parse(struct gam_edits *e, enum gam_edit_key key, const char *value, struct gam_err *err)
{
    (void)key;
    for (const char *at = value; *at;) {
        size_t n = strcspn(at, "+");

        if (!n || n >= sizeof e->fuse[0] || e->n_fuse == GAM_FUSE_MAX)
            return gam_err_set(err, -GAM_EINVAL, "fuse=%s: write up to %d ids of operators in the order of the data, o3+o4",
                               value, GAM_FUSE_MAX);
        snprintf(e->fuse[e->n_fuse++], sizeof e->fuse[0], "%.*s", (int)n, at);
        at += n;
        at += *at == '+';
    }
    for (size_t i = 1; i < e->n_fuse; i++)
        for (size_t k = 0; k < i; k++)
            if (!strcmp(e->fuse[i], e->fuse[k]))
                return gam_err_set(err, -GAM_EINVAL, "fuse=%s: '%s' stands twice", value, e->fuse[i]);
    if (e->n_fuse < 2)
        return gam_err_set(err, -GAM_EINVAL, "fuse=%s: at least two ids of operators, o3+o4", value);
    return 0;
}

static int text_parse(struct gam_edits *e, enum gam_edit_key key, const char *value, struct gam_err *err)
{
    char *out = key == GAM_EDIT_DEVICE ? e->device : e->offload;

    if (!*value || strlen(value) >= GAM_EDIT_TEXT)
        return gam_err_set(err, -GAM_EINVAL, "%s=%s: the id of a device; see 'gambrel hw list'", gam_edit_help(key)->key, value);
    snprintf(out, GAM_EDIT_TEXT, "%s", value);
    return 0;
}

static int recompute_parse(struct gam_edits *e, enum gam_edit_key key, const char *value, struct gam_err *err)
{
    (void)key;
    if (strcmp(value, "none") != 0 && strcmp(value, "selective") != 0 && strcmp(value, "full") != 0)
        return gam_err_set(err, -GAM_EINVAL, "recompute=%s: none, selective or full", value);
    snprintf(e->recompute, sizeof e->recompute, "%s", value);
    return 0;
}

static int count_parse(struct gam_edits *e, enum gam_edit_key key, const char *value, struct gam_err *err)
{
    double n = key == GAM_EDIT_ZERO && !strcmp(value, "0") ? 0 : positive(value), most = key == GAM_EDIT_ZERO ? 3 : 1e9;

    if ((n == 0 && strcmp(value, "0") != 0) || n != floor(n) || n > most || (n == 0 && key != GAM_EDIT_ZERO))
        return gam_err_set(err, -GAM_EINVAL, "%s=%s: a whole number from %d to %.0f", gam_edit_help(key)->key, value,
                           key != GAM_EDIT_ZERO, most);
    e->number[key] = n;
    return 0;
}

static int ratio_parse(struct gam_edits *e, enum gam_edit_key key, const char *value, struct gam_err *err)
{
    return factor_parse(gam_edit_help(key)->key, value, &e->number[key], err);
}

#define RUN   GAM_EDIT_OF_RUN
#define MODEL GAM_EDIT_OF_MODEL
static const struct row rows[GAM_EDITS] = {
    [GAM_EDIT_COMPUTE] = { { "compute", "xK", "arithmetic K times as fast", RUN | MODEL, 0 }, scale_parse },
    [GAM_EDIT_MEM] = { { "mem", "xK", "memory K times as fast, all levels", RUN | MODEL, 0 }, scale_parse },
    [GAM_EDIT_NET] = { { "net", "xK", "links between devices K times as fast", RUN | MODEL, 0 }, scale_parse },
    [GAM_EDIT_HOST] = { { "host", "xK", "the link to the host K times as fast", RUN, 0 }, scale_parse },
    [GAM_EDIT_LAUNCH] = { { "launch", "xK", "launches K times as fast", RUN, 0 }, scale_parse },
    [GAM_EDIT_CLOCK] = { { "clock", "K", "core clock times K: arithmetic, inner memory levels, launches", RUN | MODEL, 0 },
                         clock_parse },
    [GAM_EDIT_DTYPE] = { { "dtype", "TYPE", "elements and arithmetic of another type", RUN | MODEL, 0 }, dtype_parse },
    [GAM_EDIT_BATCH] = { { "batch", "xK", "K times as many samples at once; of a model: the batch", RUN | MODEL, 0 },
                         batch_parse },
    [GAM_EDIT_SPARSE] = { { "sparse", "2:4", "two of four weights zero, on a device that uses it", RUN | MODEL, 1 },
                          sparse_parse },
    [GAM_EDIT_WEIGHTS] = { { "weights", "TYPE[:GROUP]", "weights stored narrower, a 16-bit scale per group", RUN | MODEL, 1 },
                           weights_parse },
    [GAM_EDIT_FUSE] = { { "fuse", "ID+ID...", "operators in one kernel, what they hand over stays inside", RUN, 1 }, fuse_parse },
    [GAM_EDIT_DEVICE] = { { "device", "ID", "another device of 'gambrel hw list'", RUN | MODEL, 0 }, text_parse },
    [GAM_EDIT_OFFLOAD] = { { "offload", "ID", "each operator on that device when it pays to send it there", RUN, 0 },
                           text_parse },
    [GAM_EDIT_DEVICES] = { { "devices", "N", "that many devices", MODEL, 0 }, count_parse },
    [GAM_EDIT_TP] = { { "tp", "N", "tensor parallel", MODEL, 0 }, count_parse },
    [GAM_EDIT_PP] = { { "pp", "N", "pipeline stages", MODEL, 0 }, count_parse },
    [GAM_EDIT_DP] = { { "dp", "N", "data parallel", MODEL, 0 }, count_parse },
    [GAM_EDIT_MICRO] = { { "micro", "N", "sequences of a micro-batch", MODEL, 0 }, count_parse },
    [GAM_EDIT_INTERLEAVE] = { { "interleave", "N", "pipeline stages per device", MODEL, 0 }, count_parse },
    [GAM_EDIT_ZERO] = { { "zero", "0..3", "what data-parallel ranks share: optimizer, gradients, weights", MODEL, 0 },
                        count_parse },
    [GAM_EDIT_RECOMPUTE] = { { "recompute", "WORD", "activations computed again: none, selective, full", MODEL, 0 },
                             recompute_parse },
    [GAM_EDIT_COMPRESS] = { { "compress", "xC", "gradients compressed, summed by all-reduce", MODEL, 0 }, ratio_parse },
    [GAM_EDIT_SEQUENCE] = { { "sequence", "N", "tokens of a sequence", MODEL, 0 }, count_parse },
};

const struct gam_edit_help *gam_edit_help(enum gam_edit_key key)
{
    return &rows[key].help;
}

void gam_edits_init(struct gam_edits *e)
{
    *e = (struct gam_edits){ .clock = 1, .dtype = -1, .batch = 1, .weight_bits = NAN, .weight_group = NAN };
    for (size_t i = 0; i < 5; i++)
        e->scale[i] = 1;
    for (size_t i = 0; i < GAM_EDITS; i++)
        e->number[i] = NAN;
}

int gam_edit_parse(struct gam_edits *e, const char *word, struct gam_err *err)
{
    const char *equals = strchr(word, '='), *near = NULL;
    char key[24];
    size_t n = equals ? (size_t)(equals - word) : strlen(word);

    snprintf(key, sizeof key, "%.*s", (int)(n < sizeof key ? n : sizeof key - 1), word);
    for (int i = 0; i < GAM_EDITS; i++) {
        if (strcmp(rows[i].help.key, key) != 0) {
            gam_nearest(key, rows[i].help.key, &near);
            continue;
        }
        if (!equals)
            return gam_err_set(err, -GAM_EINVAL, "'%s' needs a value: %s=%s", key, key, rows[i].help.value);
        if (gam_edit_given(e, (enum gam_edit_key)i))
            return gam_err_set(err, -GAM_EINVAL, "'%s' is given twice", key);
        e->given |= 1u << i;
        return rows[i].parse(e, (enum gam_edit_key)i, equals + 1, err);
    }
    return gam_err_set(err, -GAM_EINVAL, "no what-if '%s'%s%s%s; see 'gambrel whatif --help'", key,
                       near ? "; did you mean '" : "", near ? near : "", near ? "'" : "");
}
