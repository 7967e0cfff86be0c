/* SPDX-License-Identifier: MIT */
#include "cli/gate/families.h"

#include "common/err.h"
#include "common/sha256.h"
#include "common/strbuf.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAMES_CAP = 1 << 20 };

static const char *const keys[] = { "name", "case", "metric", "members", NULL };

static int text_read(const struct gam_json *at, const char *key, const char *fallback, char *out, size_t size,
                     struct gam_err *err)
{
    const char *text;
    int rc = fallback ? gam_json_text_or(at, key, fallback, &text, err) : gam_json_text(at, key, &text, err);

    if (!rc && (!*text || strlen(text) >= size))
        rc = gam_json_fail(at, err, "%s: between 1 and %zu bytes", key, size - 1);
    if (!rc)
        snprintf(out, size, "%s", text);
    return rc;
}

int gam_gate_families_read(const struct gam_json *root, struct gam_gate_family *out, size_t *n, struct gam_err *err)
{
    struct gam_json list, item;
    size_t found = 0;
    int rc = gam_json_has(root, "families") ? gam_json_array(root, "families", &list, &found, err) : 0;

    *n = 0;
    if (!rc && found > GAM_GATE_FAMILIES)
        rc = gam_json_fail(&list, err, "at most %d families", GAM_GATE_FAMILIES);
    for (size_t i = 0; i < found && !rc; i++) {
        struct gam_gate_family *f = &out[i];
        bool members;

        rc = gam_json_item(&list, i, &item, err);
        if (!rc)
            rc = gam_json_only(&item, keys, err);
        if (!rc)
            rc = text_read(&item, "name", NULL, f->name, sizeof f->name, err);
        if (!rc)
            rc = text_read(&item, "case", NULL, f->member, sizeof f->member, err);
        if (!rc)
            rc = text_read(&item, "metric", "time", f->metric, sizeof f->metric, err);
        if (!rc)
            rc = gam_json_bool_or(&item, "members", true, &members, err);
        if (!rc)
            f->alone = !members;
        *n += !rc;
    }
    return rc;
}

static int is_member(const struct gam_gate_family *f, const struct gam_metric *m)
{
    return !m->text && m->better != GAM_METRIC_EQUAL && !strcmp(m->metric, f->metric) && !fnmatch(f->member, m->name, 0);
}

/* Who is in it, in a line. */
static int roll_text(const struct gam_strbuf *names, size_t n, char *out, size_t size, struct gam_err *err)
{
    uint8_t hash[GAM_SHA256_BYTES];
    int rc = gam_strbuf_status(names, err);

    if (rc)
        return rc;
    gam_sha256(gam_strbuf_get(names), names->length, hash);
    snprintf(out, size, "%zu, %02x%02x%02x%02x%02x%02x", n, hash[0], hash[1], hash[2], hash[3], hash[4], hash[5]);
    return 0;
}

static int family_add(const struct gam_gate_family *f, size_t n_reported, struct gam_metrics *m, struct gam_err *err)
{
    struct gam_strbuf names = GAM_STRBUF_INIT(NAMES_CAP);
    const struct gam_metric *first = NULL;
    char metric[GAM_METRIC_NAME_MAX], roll[64];
    double sum = 0;
    size_t n = 0;
    int rc = 0;

    for (size_t i = 0; i < n_reported && !rc; i++) {
        const struct gam_metric *one = &m->metric[i];

        if (!is_member(f, one))
            continue;
        first = first ? first : one;
        if (strcmp(one->unit, first->unit) != 0 || one->better != first->better || !(one->value > 0) || isinf(one->value))
            rc =
                gam_err_set(err, -GAM_ENUMERIC, "family %s: %s of %s has another unit or direction than %s, or is not above zero",
                            f->name, one->metric, one->name, first->name);
        sum += log(one->value);
        gam_strbuf_printf(&names, "%s\n", one->name);
        n++;
    }
    if (!rc && n)
        rc = roll_text(&names, n, roll, sizeof roll, err);
    if (!rc && n) {
        char name[sizeof f->name], unit[GAM_METRIC_NAME_MAX], one[] = "1";
        struct gam_metric
            mean = { .name = name, .metric = metric, .unit = unit, .better = first->better, .value = exp(sum / (double)n) },
            who = { .name = name, .metric = metric, .unit = one, .text = roll, .better = GAM_METRIC_EQUAL, .value = NAN };

        snprintf(name, sizeof name, "%s", f->name);
        snprintf(unit, sizeof unit, "%s", first->unit);
        snprintf(metric, sizeof metric, "%s", f->metric);
        rc = gam_metrics_add(m, &mean, err);
        snprintf(metric, sizeof metric, "%s_members", f->metric);
        if (!rc)
            rc = gam_metrics_add(m, &who, err);
    }
    gam_strbuf_release(&names);
    return rc;
}

int gam_gate_families_add(const struct gam_gate_family *f, size_t n, struct gam_metrics *m, struct gam_err *err)
{
    size_t reported = m->n;
    int rc = 0;

    for (size_t i = 0; i < n && !rc; i++)
        rc = family_add(&f[i], reported, m, err);
    for (size_t i = reported; i > 0 && !rc; i--)
        for (size_t k = 0; k < n; k++)
            if (f[k].alone && is_member(&f[k], &m->metric[i - 1])) {
                gam_metrics_drop(m, i - 1);
                break;
            }
    return rc;
}
