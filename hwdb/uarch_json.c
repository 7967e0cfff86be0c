/* SPDX-License-Identifier: MIT */
/* Reads hwdb/uarch/<id>.json. */
#include "common/err.h"
#include "common/json.h"
#include "hwdb/uarch.h"
#include "hwdb/uarch_priv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const isa_words[] = { "base", "avx2", "avx512", "neon", NULL };
static const char *const flop_patterns[] = { "fma", "muladd", "fmaadd", NULL };
static const char *const flop_dtypes[] = { "f32", "f64", NULL };
static const char *const byte_patterns[] = { "read", "write", "copy", "triad", NULL };
static const char *const levels[] = { "L1", "L2", "L3", "L4", NULL };

/* A document open for reading. */
struct reader {
    struct gam_json root, sources;
    struct gam_uarch *out;
    struct gam_err *err;
};

/* The text of a member, one of `words` unless NULL, into a field of `size` bytes. */
static int word_read(const struct gam_json *at, const char *key, const char *const *words, char *out, size_t size,
                     struct gam_err *err)
{
    const char *text;
    int rc = gam_json_text(at, key, &text, err);

    if (rc)
        return rc;
    for (size_t i = 0; words; i++) {
        if (!words[i])
            return gam_json_fail(at, err, "%s: unknown word '%s'", key, text);
        if (!strcmp(words[i], text))
            break;
    }
    if (strlen(text) >= size)
        return gam_json_fail(at, err, "%s: longer than %zu bytes", key, size - 1);
    snprintf(out, size, "%s", text);
    return 0;
}

/* Appends the rate in member `key` of a row, whose other fields stand in `model`. */
static int rate_push(struct reader *r, const struct gam_json *row, const char *key, const struct gam_uarch_rate *model)
{
    struct gam_uarch *u = r->out;
    struct gam_uarch_rate rate = *model;
    int rc = gam_json_real(row, key, &rate.per_cycle, r->err);

    if (rc)
        return rc;
    if (!(rate.per_cycle > 0))
        return gam_json_fail(row, r->err, "%s: must be positive", key);
    if (!isnan(gam_uarch_rate(u, rate.what, rate.isa, rate.dtype, rate.level, rate.pattern)))
        return gam_json_fail(row, r->err, "%s: stands twice", key);
    if (u->n_rates == GAM_UARCH_RATES)
        return gam_json_fail(row, r->err, "more than %d rates", GAM_UARCH_RATES);
    u->rate[u->n_rates++] = rate;
    return 0;
}

/* The row's instruction set and the text of the source that it names. */
static int row_begin(struct reader *r, const struct gam_json *row, const char *const *keys, const char *what,
                     struct gam_uarch_rate *model)
{
    char source[40];
    int rc = gam_json_only(row, keys, r->err);

    *model = (struct gam_uarch_rate){ .per_cycle = 0 };
    snprintf(model->what, sizeof model->what, "%s", what);
    if (!rc)
        rc = word_read(row, "isa", isa_words, model->isa, sizeof model->isa, r->err);
    if (!rc)
        rc = word_read(row, "source", NULL, source, sizeof source, r->err);
    return rc ? rc : word_read(&r->sources, source, NULL, model->source, sizeof model->source, r->err);
}

static int flop_row(struct reader *r, const struct gam_json *row)
{
    static const char *const keys[] = { "isa", "pattern", "f32", "f64", "source", NULL };
    struct gam_uarch_rate model;
    int rc = row_begin(r, row, keys, "flop", &model);

    if (!rc)
        rc = word_read(row, "pattern", flop_patterns, model.pattern, sizeof model.pattern, r->err);
    for (size_t i = 0; flop_dtypes[i] && !rc; i++) {
        snprintf(model.dtype, sizeof model.dtype, "%s", flop_dtypes[i]);
        rc = rate_push(r, row, flop_dtypes[i], &model);
    }
    return rc;
}

static int bytes_row(struct reader *r, const struct gam_json *row)
{
    static const char *const keys[] = { "level", "isa", "read", "write", "copy", "triad", "source", NULL };
    struct gam_uarch_rate model;
    int rc = row_begin(r, row, keys, "bytes", &model);

    if (!rc)
        rc = word_read(row, "level", levels, model.level, sizeof model.level, r->err);
    for (size_t i = 0; byte_patterns[i] && !rc; i++) {
        if (!gam_json_has(row, byte_patterns[i]))
            continue;
        snprintf(model.pattern, sizeof model.pattern, "%s", byte_patterns[i]);
        rc = rate_push(r, row, byte_patterns[i], &model);
    }
    return rc;
}

static int rows_read(struct reader *r, const char *key, int (*read)(struct reader *, const struct gam_json *))
{
    struct gam_json array, row = { .node = NULL };
    size_t n;
    int rc = gam_json_array(&r->root, key, &array, &n, r->err);

    while (!rc && gam_json_next(&array, &row))
        rc = read(r, &row);
    return rc;
}

static int document_open(const char *label, const char *text, size_t length, struct gam_json *root, struct gam_err *err)
{
    static const char *const keys[] = { "schema", "id", "name", "match", "notes", "sources", "flop", "bytes", NULL };
    const char *schema;
    int rc = gam_json_parse(label, text, length, root, err);

    if (rc)
        return rc;
    rc = gam_json_only(root, keys, err);
    if (!rc)
        rc = gam_json_text(root, "schema", &schema, err);
    if (!rc && strcmp(schema, "gambrel-uarch/1") != 0)
        rc = gam_json_fail(root, err, "schema is '%s', expected 'gambrel-uarch/1'", schema);
    if (rc)
        gam_json_free(root);
    return rc;
}

int gam_uarch_parse(const char *label, const char *text, size_t length, struct gam_uarch *out, struct gam_err *err)
{
    struct reader r = { .out = out, .err = err };
    int rc = document_open(label, text, length, &r.root, err);

    if (rc)
        return rc;
    *out = (struct gam_uarch){ .n_rates = 0 };
    rc = word_read(&r.root, "id", NULL, out->id, sizeof out->id, err);
    if (!rc)
        rc = word_read(&r.root, "name", NULL, out->name, sizeof out->name, err);
    if (!rc)
        rc = word_read(&r.root, "notes", NULL, out->notes, sizeof out->notes, err);
    if (!rc)
        rc = gam_json_member(&r.root, "sources", &r.sources, err);
    if (!rc)
        rc = rows_read(&r, "flop", flop_row);
    if (!rc)
        rc = rows_read(&r, "bytes", bytes_row);
    gam_json_free(&r.root);
    return rc;
}

static int model_listed(const struct gam_json *entry, int64_t model, int *listed, struct gam_err *err)
{
    struct gam_json models;
    size_t n;
    int rc = gam_json_array(entry, "models", &models, &n, err);

    *listed = 0;
    for (size_t i = 0; i < n && !rc && !*listed; i++) {
        double value;

        rc = gam_json_item_real(&models, i, &value, err);
        *listed = !rc && value == (double)model;
    }
    return rc;
}

static int entry_match(const struct gam_json *entry, const struct uarch_key *key, enum uarch_match *out, struct gam_err *err)
{
    static const char *const keys[] = { "vendor", "family", "models", "core", NULL };
    const char *vendor, *core;
    int64_t family;
    int listed, rc = gam_json_only(entry, keys, err);

    if (!rc)
        rc = gam_json_text(entry, "vendor", &vendor, err);
    if (!rc)
        rc = gam_json_int(entry, "family", &family, err);
    if (!rc)
        rc = gam_json_text_or(entry, "core", NULL, &core, err);
    if (!rc)
        rc = model_listed(entry, key->model, &listed, err);
    if (rc || !listed || family != key->family || strcmp(vendor, key->vendor) != 0)
        return rc;
    *out = !core || (key->core && !strcmp(core, key->core)) ? UARCH_MATCH : UARCH_OTHER_CORE;
    return 0;
}

int uarch_document_match(const char *label, const char *text, size_t length, const struct uarch_key *key, enum uarch_match *out,
                         struct gam_err *err)
{
    struct gam_json root, match, entry = { .node = NULL };
    size_t n;
    int rc = document_open(label, text, length, &root, err);

    *out = UARCH_NO_MATCH;
    if (rc)
        return rc;
    rc = gam_json_array(&root, "match", &match, &n, err);
    while (!rc && *out != UARCH_MATCH && gam_json_next(&match, &entry))
        rc = entry_match(&entry, key, out, err);
    gam_json_free(&root);
    return rc;
}
