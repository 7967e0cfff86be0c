/* SPDX-License-Identifier: MIT */
#include "kernels/suite_expr.h"

#include "common/err.h"
#include "common/nearest.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_BYTES = 16, DEPTH_MAX = 32 };

static const struct size_name {
    const char *name;
    size_t offset; /* in struct gam_machine_sizes */
} size_names[] = {
    { "L1", offsetof(struct gam_machine_sizes, l1) },      { "L2", offsetof(struct gam_machine_sizes, l2) },
    { "L3", offsetof(struct gam_machine_sizes, l3) },      { "LLC", offsetof(struct gam_machine_sizes, llc) },
    { "MEM", offsetof(struct gam_machine_sizes, memory) }, { "THREADS", offsetof(struct gam_machine_sizes, threads) },
};

struct parser {
    const char *text, *at;
    const struct gam_machine_sizes *sizes;
    struct gam_err *err;
    int depth;
};

static int sum(struct parser *p, double *out);

static int fail(struct parser *p, const char *what)
{
    return gam_err_set(p->err, -GAM_EINVAL, "'%.80s': %s at '%.20s'; names are L1 L2 L3 LLC MEM THREADS", p->text, what, p->at);
}

static char next(struct parser *p)
{
    while (*p->at == ' ')
        p->at++;
    return *p->at;
}

static int named(struct parser *p, double *out)
{
    char name[NAME_MAX_BYTES] = "";
    const char *near = NULL;
    size_t n = 0;

    while (isalnum((unsigned char)p->at[n]))
        n++;
    memcpy(name, p->at, n < sizeof name ? n : sizeof name - 1);
    for (size_t i = 0; i < sizeof size_names / sizeof size_names[0]; i++) {
        gam_nearest(name, size_names[i].name, &near);
        if (strcmp(name, size_names[i].name) != 0)
            continue;
        *out = *(const double *)((const char *)p->sizes + size_names[i].offset);
        p->at += n;
        if (isnan(*out))
            return gam_err_set(p->err, -GAM_EINVAL, "'%.80s': this machine does not tell its %s; give the size as a number",
                               p->text, name);
        return 0;
    }
    if (!near)
        return fail(p, "unknown name");
    return gam_err_set(p->err, -GAM_EINVAL, "'%.80s': unknown name '%s'; did you mean '%s'?", p->text, name, near);
}

/* A number in plain decimal notation. */
static int number(struct parser *p, double *out)
{
    char digits[32] = "";
    size_t n = strspn(p->at, "0123456789.");

    if (n >= sizeof digits)
        return fail(p, "number too long");
    memcpy(digits, p->at, n);
    if (strchr(digits, '.') != strrchr(digits, '.') || !strcmp(digits, "."))
        return fail(p, "malformed number");
    *out = strtod(digits, NULL);
    p->at += n;
    return 0;
}

static int factor(struct parser *p, double *out)
{
    char c = next(p);
    int rc;

    if (isdigit((unsigned char)c) || c == '.')
        return number(p, out);
    if (isalpha((unsigned char)c))
        return named(p, out);
    if (c != '(' && c != '-')
        return fail(p, c ? "expected a number, a name or '('" : "unexpected end");
    if (++p->depth > DEPTH_MAX)
        return fail(p, "nested too deeply");
    p->at++;
    rc = c == '-' ? factor(p, out) : sum(p, out);
    p->depth--;
    if (rc)
        return rc;
    if (c == '-')
        *out = -*out;
    else if (next(p) != ')')
        return fail(p, "expected ')'");
    else
        p->at++;
    return 0;
}

static int product(struct parser *p, double *out)
{
    int rc = factor(p, out);

    while (!rc && (next(p) == '*' || *p->at == '/')) {
        char c = *p->at++;
        double right;

        rc = factor(p, &right);
        if (!rc)
            *out = c == '*' ? *out * right : *out / right;
    }
    return rc;
}

static int sum(struct parser *p, double *out)
{
    int rc = product(p, out);

    while (!rc && (next(p) == '+' || *p->at == '-')) {
        char c = *p->at++;
        double right;

        rc = product(p, &right);
        if (!rc)
            *out = c == '+' ? *out + right : *out - right;
    }
    return rc;
}

int gam_size_expr(const char *text, const struct gam_machine_sizes *sizes, double *out, struct gam_err *err)
{
    struct parser p = { .text = text, .at = text, .sizes = sizes, .err = err };
    int rc = sum(&p, out);

    if (rc)
        return rc;
    if (next(&p))
        return fail(&p, "unexpected text");
    if (!(*out > 0) || isinf(*out))
        return gam_err_set(err, -GAM_EINVAL, "'%.80s' is %g here: expected a positive size", text, *out);
    return 0;
}
