/* SPDX-License-Identifier: MIT */
/* kind:key=value,key=value to struct gam_op and back. */
#include "common/err.h"
#include "common/nearest.h"
#include "ops/op.h"
#include "ops/op_priv.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_MAX = 64, NAMES_MAX = 400 };

/* A spec being read. `skip`: index of the key that must not be given (the size key of gam_op_parse_fit); -1: none. */
struct reading {
    struct gam_op *op;
    bool given[GAM_OP_MAX_KEYS];
    int skip;
    struct gam_err *err;
};

/* Appends " name" to a list that is cut when full. */
static void list_add(char *list, const char *name)
{
    size_t used = strlen(list);

    snprintf(list + used, NAMES_MAX - used, " %s", name);
}

static int fail_kind(const char *name, struct gam_err *err)
{
    char list[NAMES_MAX] = "";
    const char *near = NULL;

    /* roofs and steps of several ranks are planned by the program, not named by people */
    for (size_t i = 0; gam_op_kinds[i]; i++)
        if (gam_op_kinds[i]->class == GAM_OP_SUBJECT) {
            gam_nearest(name, gam_op_kinds[i]->name, &near);
            list_add(list, gam_op_kinds[i]->name);
        }
    return gam_err_set(err, -GAM_EINVAL, "unknown operator '%s'%s%s%s; operators are%s", name, near ? "; did you mean '" : "",
                       near ? near : "", near ? "'?" : "", list);
}

static int fail_key(const struct gam_op_kind *kind, const char *name, struct gam_err *err)
{
    char list[NAMES_MAX] = "";
    const char *near = NULL;

    for (size_t i = 0; i < kind->n_keys; i++) {
        gam_nearest(name, kind->keys[i].name, &near);
        list_add(list, kind->keys[i].name);
    }
    return gam_err_set(err, -GAM_EINVAL, "%s: unknown key '%s'%s%s%s; keys are%s", kind->name, name,
                       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "", list);
}

static int fail_word(const struct reading *r, const struct gam_op_key *key, const char *text)
{
    char list[NAMES_MAX] = "";
    const char *near = NULL;

    for (size_t i = 0; key->words[i]; i++) {
        gam_nearest(text, key->words[i], &near);
        list_add(list, key->words[i]);
    }
    return gam_err_set(r->err, -GAM_EINVAL, "%s: %s=%s: expected one of%s%s%s%s", r->op->kind->name, key->name, text, list,
                       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static int fail_dtype(const struct reading *r, const struct gam_op_key *key, const char *text)
{
    char list[NAMES_MAX] = "";
    const char *near = NULL;

    for (int d = 0; d < GAM_DTYPE_COUNT; d++) {
        gam_nearest(text, gam_dtype_info(d)->name, &near);
        list_add(list, gam_dtype_info(d)->name);
    }
    return gam_err_set(r->err, -GAM_EINVAL, "%s: %s=%s: unknown element type%s%s%s; types are%s", r->op->kind->name, key->name,
                       text, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "", list);
}

static int read_int(const struct reading *r, const struct gam_op_key *key, const char *text, union gam_op_value *out)
{
    char *end;
    long long value;

    errno = 0;
    value = strtoll(text, &end, 10);
    if (!strspn(text, "-0123456789") || *end || errno || (double)value < key->least || (double)value > key->most)
        return gam_err_set(r->err, -GAM_EINVAL, "%s: %s=%s: expected an integer from %.0f to %.0f (%s)", r->op->kind->name,
                           key->name, text, key->least, key->most, key->help);
    out->i = value;
    return 0;
}

static int read_real(const struct reading *r, const struct gam_op_key *key, const char *text, union gam_op_value *out)
{
    char *end;
    double value = strtod(text, &end);

    if (!*text || text[strspn(text, "+-.0123456789eE")] || *end || !(value >= key->least && value <= key->most))
        return gam_err_set(r->err, -GAM_EINVAL, "%s: %s=%s: expected a number from %g to %g (%s)", r->op->kind->name, key->name,
                           text, key->least, key->most, key->help);
    out->f = value + 0.0; /* -0 is 0 */
    return 0;
}

static int read_value(const struct reading *r, const struct gam_op_key *key, const char *text, union gam_op_value *out)
{
    int dtype;

    switch (key->type) {
    case GAM_KEY_INT:
        return read_int(r, key, text, out);
    case GAM_KEY_REAL:
        return read_real(r, key, text, out);
    case GAM_KEY_WORD:
        for (out->i = 0; key->words[out->i]; out->i++)
            if (!strcmp(key->words[out->i], text))
                return 0;
        return fail_word(r, key, text);
    case GAM_KEY_DTYPE:
        dtype = gam_dtype_parse(text);
        out->i = dtype;
        return dtype < 0 ? fail_dtype(r, key, text) : 0;
    }
    return gam_err_set(r->err, -GAM_EINTERNAL, "%s: key %s has no type", r->op->kind->name, key->name);
}

/* The value of an optional key that is not given. Keys it depends on are set. */
static union gam_op_value default_value(const struct gam_op *op, size_t index)
{
    const struct gam_op_key *key = &op->kind->keys[index];
    union gam_op_value value = { .i = (int64_t)key->fallback };

    if (key->type == GAM_KEY_REAL)
        value.f = key->fallback;
    else if (key->type == GAM_KEY_DTYPE)
        value.i = (int64_t)gam_dtype_default(gam_op_dtype(op), (enum gam_dtype_rule)key->fallback);
    else if (key->same_as)
        value.i = gam_op_int(op, key->same_as);
    return value;
}

/* Length of the text up to `stop` or the end, copied to `out`; -1 if it does not fit or is empty. */
static int token(const char *text, const char *stop, char out[TOKEN_MAX])
{
    size_t n = strcspn(text, stop);

    if (!n || n >= TOKEN_MAX)
        return -1;
    memcpy(out, text, n);
    out[n] = 0;
    return (int)n;
}

/* Reads "key=value" at *at and moves behind it and its comma. */
static int read_pair(struct reading *r, const char **at)
{
    const struct gam_op_kind *kind = r->op->kind;
    char name[TOKEN_MAX], text[TOKEN_MAX];
    int n = token(*at, "=,", name), index;

    if (n < 0 || (*at)[n] != '=' || token(*at + n + 1, ",", text) < 0)
        return gam_err_set(r->err, -GAM_EPARSE, "%s: expected key=value at '%.40s'; example: %s", kind->name, *at, kind->example);
    index = op_key_index(kind, name);
    if (index < 0)
        return fail_key(kind, name, r->err);
    if (index == r->skip)
        return gam_err_set(r->err, -GAM_EINVAL, "%s: %s and bytes are both given; bytes sets %s", kind->name, name, name);
    if (r->given[index])
        return gam_err_set(r->err, -GAM_EINVAL, "%s: key '%s' is given twice", kind->name, name);
    r->given[index] = true;
    *at += n + 1 + strlen(text);
    if (**at == ',' && !*++*at)
        return gam_err_set(r->err, -GAM_EPARSE, "%s: ends in a comma", kind->name);
    return read_value(r, &kind->keys[index], text, &r->op->v[index]);
}

static int fill_defaults(struct reading *r)
{
    const struct gam_op_kind *kind = r->op->kind;
    char missing[NAMES_MAX] = "";

    for (size_t i = 0; i < kind->n_keys; i++)
        if (kind->keys[i].required && !r->given[i] && (int)i != r->skip)
            list_add(missing, kind->keys[i].name);
    if (*missing)
        return gam_err_set(r->err, -GAM_EINVAL, "%s: missing%s; example: %s", kind->name, missing, kind->example);
    for (size_t i = 0; i < kind->n_keys; i++)
        if (!kind->keys[i].required && !r->given[i] && (int)i != r->skip)
            r->op->v[i] = default_value(r->op, i);
    return 0;
}

static int read_spec(const char *spec, bool fit, struct gam_op *out, struct gam_err *err)
{
    struct reading r = { .op = out, .skip = -1, .err = err };
    char name[TOKEN_MAX];
    int n = token(spec, ":", name), rc;
    const char *at;

    *out = (struct gam_op){ .kind = NULL };
    if (n < 0)
        return gam_err_set(err, -GAM_EPARSE,
                           "'%.40s': expected operator:key=value,...; example: gemm:m=512,n=512,k=512,dtype=f32", spec);
    out->kind = gam_op_kind_find(name);
    if (!out->kind)
        return fail_kind(name, err);
    if (fit && !out->kind->size_key)
        return gam_err_set(err, -GAM_EINVAL, "%s: has no size that 'bytes' could set; give its keys", name);
    if (fit) {
        r.skip = op_key_index(out->kind, out->kind->size_key);
        out->v[r.skip].i = (int64_t)out->kind->keys[r.skip].least;
    }
    at = spec + n + (spec[n] == ':');
    while (*at) {
        rc = read_pair(&r, &at);
        if (rc)
            return rc;
    }
    return fill_defaults(&r);
}

int gam_op_parse(const char *spec, struct gam_op *out, struct gam_err *err)
{
    int rc = read_spec(spec, false, out, err);

    return rc ? rc : op_check(out, err);
}

int gam_op_parse_fit(const char *spec, double bytes, struct gam_op *out, struct gam_err *err)
{
    int rc = read_spec(spec, true, out, err);

    return rc ? rc : gam_op_fit_bytes(out, bytes, err);
}

static bool value_equal(const struct gam_op_key *key, union gam_op_value a, union gam_op_value b)
{
    return key->type == GAM_KEY_REAL ? a.f == b.f : a.i == b.i;
}

/* Fewest digits that read back as the same double. */
static void real_text(double value, char *out, size_t size)
{
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(out, size, "%.*g", digits, value);
        if (strtod(out, NULL) == value)
            return;
    }
}

static void value_text(const struct gam_op_key *key, union gam_op_value value, char *out, size_t size)
{
    if (key->type == GAM_KEY_REAL)
        real_text(value.f, out, size);
    else if (key->type == GAM_KEY_INT)
        snprintf(out, size, "%" PRId64, value.i);
    else
        snprintf(out, size, "%s",
                 key->type == GAM_KEY_WORD ? key->words[value.i] : gam_dtype_info((enum gam_dtype)value.i)->name);
}

int gam_op_spec(const struct gam_op *op, char *out, size_t size)
{
    size_t used = 0;
    char separator = ':';
    int n = snprintf(out, size, "%s", op->kind->name);

    for (size_t i = 0; n >= 0 && (used += (size_t)n) < size; i++) {
        const struct gam_op_key *key = &op->kind->keys[i];
        char text[TOKEN_MAX];

        if (i == op->kind->n_keys)
            return (int)used;
        n = 0;
        if (!key->required && value_equal(key, op->v[i], default_value(op, i)))
            continue;
        value_text(key, op->v[i], text, sizeof text);
        n = snprintf(out + used, size - used, "%c%s=%s", separator, key->name, text);
        separator = ',';
    }
    return -GAM_EINVAL;
}

bool gam_op_equal(const struct gam_op *a, const struct gam_op *b)
{
    if (a->kind != b->kind)
        return false;
    for (size_t i = 0; i < a->kind->n_keys; i++)
        if (!value_equal(&a->kind->keys[i], a->v[i], b->v[i]))
            return false;
    return true;
}
