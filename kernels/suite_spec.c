/* SPDX-License-Identifier: MIT */
#include "kernels/suite_spec.h"

#include "common/err.h"
#include "kernels/suite_expr.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SPEC_MAX = 1024, EXPR_MAX = 128 };

static const struct gam_machine_sizes nothing_known = { NAN, NAN, NAN, NAN, NAN, NAN };

/* A spec taken apart: what stands before and behind the value of "bytes". */
struct parts {
    char expr[EXPR_MAX];     /* empty: no such pair */
    int before, key, behind; /* lengths: up to the pair, up to its value; offset of what follows it */
};

static int take_apart(const char *spec, struct parts *out, struct gam_err *err)
{
    const char *pair = strpbrk(spec, ":,");
    size_t n;

    *out = (struct parts){ .expr = "" };
    while (pair && strncmp(pair + 1, "bytes=", 6) != 0)
        pair = strchr(pair + 1, ',');
    if (!pair)
        return 0;
    n = strcspn(pair + 7, ",");
    if (!n || n >= sizeof out->expr)
        return gam_err_set(err, -GAM_EINVAL, "'%.80s': bytes is empty or longer than %d characters", spec, EXPR_MAX - 1);
    memcpy(out->expr, pair + 7, n);
    out->expr[n] = '\0';
    out->before = (int)(pair - spec);
    out->key = out->before + 7;
    out->behind = out->key + (int)n;
    return 0;
}

static int has_own_bytes(const char *spec)
{
    char name[64];
    const struct gam_op_kind *kind;
    struct gam_op op;

    snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, ":"), spec);
    kind = gam_op_kind_find(name);
    op = (struct gam_op){ .kind = kind };
    return kind && gam_op_has(&op, "bytes");
}

int gam_suite_spec(const char *spec, const char *bytes, const struct gam_machine_sizes *sizes, struct gam_op *out,
                   struct gam_err *err)
{
    char rest[SPEC_MAX];
    struct parts parts;
    double value;
    int rc;

    if (strlen(spec) >= sizeof rest - 32)
        return gam_err_set(err, -GAM_EINVAL, "'%.40s...': longer than %d characters", spec, SPEC_MAX - 33);
    rc = take_apart(spec, &parts, err);
    if (rc)
        return rc;
    if (bytes && *parts.expr)
        return gam_err_set(err, -GAM_EINVAL, "bytes is given twice: inside and outside of the spec");
    if (!bytes && !*parts.expr)
        return gam_op_parse(spec, out, err);
    rc = gam_size_expr(bytes ? bytes : parts.expr, sizes ? sizes : &nothing_known, &value, err);
    if (rc)
        return gam_err_prefix(err, "bytes");
    if (bytes)
        return gam_op_parse_fit(spec, value, out, err);
    if (has_own_bytes(spec)) {
        snprintf(rest, sizeof rest, "%.*s%.0f%s", parts.key, spec, value, spec + parts.behind);
        return gam_op_parse(rest, out, err);
    }
    /* "kind:bytes=1,x=2" loses the comma behind the pair, "kind:x=2,bytes=1" the one before it. */
    if (spec[parts.before] == ':' && spec[parts.behind] == ',')
        snprintf(rest, sizeof rest, "%.*s:%s", parts.before, spec, spec + parts.behind + 1);
    else
        snprintf(rest, sizeof rest, "%.*s%s", parts.before, spec, spec + parts.behind);
    return gam_op_parse_fit(rest, value, out, err);
}
