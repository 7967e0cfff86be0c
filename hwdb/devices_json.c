/* SPDX-License-Identifier: MIT */
/* Reads one device file. */
#include "common/err.h"
#include "hwdb/devices_priv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const families[] = { "gpu", "tpu", "npu", "asic", "fpga", "cpu", "photonic", "in-memory", NULL };
static const char *const statuses[] = { "released", "announced", NULL };
static const char *const parts[] = {
    "die", "package", "card", "socket", "soc", "superchip", "wafer", "interposer", "host", NULL
};
static const char *const pipes[] = { "vector", "matrix", "special", NULL };
static const char *const sparsities[] = { "dense", "2:4", "4:1", "structured", "unstructured", NULL };
static const char *const patterns[] = { "read", "write", "copy", "triad", "read-nt", "write-nt", "copy-nt", "triad-nt", NULL };

static const char *const *const qualifier_words[GAM_HW_QUALIFIERS] = {
    [GAM_HW_DTYPE] = gam_hw_dtypes,
    [GAM_HW_PIPE] = pipes,
    [GAM_HW_SPARSITY] = sparsities,
    [GAM_HW_PATTERN] = patterns,
};

static int word_index(const char *word, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (!strcmp(words[i], word))
            return i;
    return -1;
}

/* A text, one of `words` unless NULL. */
static int text_read(const struct gam_json *at, const char *key, const char *const *words, const char **out, struct gam_err *err)
{
    int rc = gam_json_text(at, key, out, err);

    if (!rc && words && word_index(*out, words) < 0)
        return gam_json_fail(at, err, "%s: unknown word '%s'", key, *out);
    if (!rc && !**out)
        return gam_json_fail(at, err, "%s: empty", key);
    return rc;
}

/* A word that stands for the value of an enum with `n` values. */
static int enum_read(const struct gam_json *at, const char *key, const char *(*word)(int), int n, int *out, struct gam_err *err)
{
    const char *text;
    int rc = gam_json_text(at, key, &text, err);

    for (int i = 0; !rc && i < n; i++)
        if (!strcmp(word(i), text)) {
            *out = i;
            return 0;
        }
    return rc ? rc : gam_json_fail(at, err, "%s: unknown word '%s'", key, text);
}

static const char *kind_word(int i)
{
    return gam_hw_kind_word((enum gam_hw_kind)i);
}

static const char *confidence_word(int i)
{
    return gam_hw_confidence_word((enum gam_hw_confidence)i);
}

static const char *coverage_word(int i)
{
    return gam_hw_coverage_word((enum gam_hw_coverage)i);
}

static const char *what_word(int i)
{
    return gam_hw_rule((enum gam_hw_what)i)->word;
}

/* "sources": ids of the device's sources; without it "source_scope": "device". */
static int sources_read(const struct gam_hw_device *d, const struct gam_json *at, uint32_t *out, struct gam_err *err)
{
    static const char *const scopes[] = { "device", NULL };
    struct gam_json list, item = { .node = NULL };
    const char *text;
    size_t n;
    int rc;

    *out = 0;
    if (!gam_json_has(at, "sources"))
        return text_read(at, "source_scope", scopes, &text, err);
    if (gam_json_has(at, "source_scope"))
        return gam_json_fail(at, err, "both sources and source_scope; one of them");
    rc = gam_json_array(at, "sources", &list, &n, err);
    if (!rc && !n)
        return gam_json_fail(at, err, "sources: empty; leave it out and say \"source_scope\": \"device\"");
    while (!rc && gam_json_next(&list, &item)) {
        size_t i = 0;

        rc = gam_json_value_text(&item, &text, err);
        for (; !rc && i < d->n_sources && strcmp(d->source[i].id, text) != 0; i++)
            ;
        if (!rc && i == d->n_sources)
            return gam_json_fail(&item, err, "no source '%s'", text);
        if (!rc)
            *out |= 1u << i;
    }
    return rc;
}

static int provenance_read(const struct gam_hw_device *d, const struct gam_json *at, struct gam_hw_provenance *out,
                           struct gam_err *err)
{
    int kind = 0, confidence = 0;
    int rc = enum_read(at, "kind", kind_word, GAM_HW_KINDS, &kind, err);

    if (!rc)
        rc = enum_read(at, "confidence", confidence_word, GAM_HW_CONFIDENCES, &confidence, err);
    if (!rc)
        rc = sources_read(d, at, &out->sources, err);
    if (!rc)
        rc = gam_json_text_or(at, "note", NULL, &out->note, err);
    out->kind = (enum gam_hw_kind)kind;
    out->confidence = (enum gam_hw_confidence)confidence;
    return rc;
}

static int qualifiers_read(const struct gam_json *at, const struct gam_hw_rule *rule, struct gam_hw_fact *f, struct gam_err *err)
{
    for (int q = 0; q < GAM_HW_QUALIFIERS; q++) {
        const char *key = gam_hw_qualifier_word((enum gam_hw_qualifier)q);
        int there = gam_json_has(at, key), rc;

        if (!there && (rule->needs & 1u << q))
            return gam_json_fail(at, err, "%s: a '%s' needs it", key, rule->word);
        if (!there)
            continue;
        if (!((rule->needs | rule->may) & 1u << q))
            return gam_json_fail(at, err, "%s: does not apply to '%s'", key, rule->word);
        rc = text_read(at, key, qualifier_words[q], &f->qualifier[q], err);
        if (rc)
            return rc;
    }
    return 0;
}

static int number_read(const struct gam_json *at, const struct gam_hw_rule *rule, struct gam_hw_fact *f, struct gam_err *err)
{
    int rc = text_read(at, "unit", rule->units[0] ? rule->units : NULL, &f->unit, err);

    if (!rc)
        rc = gam_json_real_or(at, "value", NAN, &f->value, err);
    if (!rc)
        rc = gam_json_real_or(at, "low", NAN, &f->low, err);
    if (!rc)
        rc = gam_json_real_or(at, "high", NAN, &f->high, err);
    if (rc)
        return rc;
    if (isnan(f->value))
        return gam_json_has(at, "note") ? 0 : gam_json_fail(at, err, "value: null without a note that says why");
    if (!(f->value > 0))
        return gam_json_fail(at, err, "value: must be positive");
    if (isnan(f->low) != isnan(f->high) || f->low > f->value || f->high < f->value)
        return gam_json_fail(at, err, "low, high: no interval around the value");
    return 0;
}

static int fact_read(const struct gam_hw_device *d, const struct gam_json *at, struct gam_hw_fact *f, struct gam_err *err)
{
    static const char *const keys[] = { "what", "dtype",      "pipe",    "sparsity",     "level", "pattern", "link",
                                        "name", "value",      "text",    "has",          "unit",  "low",     "high",
                                        "kind", "confidence", "sources", "source_scope", "note",  NULL };
    const struct gam_hw_rule *rule;
    bool has = false;
    int what = 0;
    int rc = gam_json_only(at, keys, err);

    *f = (struct gam_hw_fact){ .value = NAN, .low = NAN, .high = NAN };
    if (!rc)
        rc = enum_read(at, "what", what_word, GAM_HW_WHATS, &what, err);
    if (rc)
        return rc;
    f->what = (enum gam_hw_what)what;
    rule = gam_hw_rule(f->what);
    rc = qualifiers_read(at, rule, f, err);
    if (!rc && rule->shape == GAM_HW_NUMBER)
        rc = number_read(at, rule, f, err);
    else if (!rc && rule->shape == GAM_HW_TEXT)
        rc = text_read(at, "text", NULL, &f->text, err);
    else if (!rc && !gam_json_has(at, "has"))
        rc = gam_json_fail(at, err, "has: missing");
    else if (!rc)
        rc = gam_json_bool_or(at, "has", false, &has, err);
    f->has = has;
    return rc ? rc : provenance_read(d, at, &f->from, err);
}

static int source_list_read(struct gam_hw_device *d, const struct gam_json *root, struct gam_err *err)
{
    static const char *const keys[] = { "id", "title", "says", NULL };
    struct gam_json list, item = { .node = NULL };
    size_t n = 0;
    int rc = gam_json_array(root, "sources", &list, &n, err);

    if (!rc && (n < 1 || n > GAM_HW_SOURCES_MAX))
        return gam_json_fail(root, err, "sources: from 1 to %d", (int)GAM_HW_SOURCES_MAX);
    if (!rc && !(d->source = calloc(n, sizeof *d->source)))
        return gam_err_nomem(err);
    while (!rc && gam_json_next(&list, &item)) {
        struct gam_hw_source *s = &d->source[d->n_sources];

        rc = gam_json_only(&item, keys, err);
        if (!rc)
            rc = text_read(&item, "id", NULL, &s->id, err);
        for (size_t i = 0; !rc && i < d->n_sources; i++)
            if (!strcmp(d->source[i].id, s->id))
                rc = gam_json_fail(&item, err, "id: '%s' stands twice", s->id);
        if (!rc)
            rc = text_read(&item, "title", NULL, &s->title, err);
        if (!rc)
            rc = gam_json_text_or(&item, "says", NULL, &s->says, err);
        d->n_sources++;
    }
    return rc;
}

/* An array of texts. */
static int texts_read(const struct gam_json *at, const char *key, const char ***out, size_t *n, struct gam_err *err)
{
    struct gam_json list, item = { .node = NULL };
    size_t count = 0;
    int rc = gam_json_array(at, key, &list, &count, err);

    if (!rc && count && !(*out = calloc(count, sizeof **out)))
        return gam_err_nomem(err);
    while (!rc && gam_json_next(&list, &item))
        rc = gam_json_value_text(&item, &(*out)[(*n)++], err);
    return rc;
}

static int coverage_read(struct gam_hw_device *d, const struct gam_json *root, struct gam_err *err)
{
    static const char *const keys[] = { "coverage", "kinds", "kind", "confidence", "sources", "source_scope", "note", NULL };
    struct gam_json at;
    int coverage = 0;
    int rc = gam_json_member(root, "operators", &at, err);

    if (!rc)
        rc = gam_json_only(&at, keys, err);
    if (!rc)
        rc = enum_read(&at, "coverage", coverage_word, GAM_HW_COVERAGES, &coverage, err);
    if (!rc)
        rc = texts_read(&at, "kinds", &d->kind, &d->n_kinds, err);
    if (!rc && (coverage == GAM_HW_COVERS_LISTED) != (d->n_kinds > 0))
        return gam_json_fail(&at, err, "kinds: exactly when coverage is \"listed\"");
    d->coverage = (enum gam_hw_coverage)coverage;
    return rc ? rc : provenance_read(d, &at, &d->coverage_from, err);
}

static int facts_read(struct gam_hw_device *d, const struct gam_json *root, struct gam_err *err)
{
    struct gam_json list, item = { .node = NULL };
    size_t n = 0;
    int rc = gam_json_array(root, "facts", &list, &n, err);

    if (!rc && !n)
        return gam_json_fail(root, err, "facts: empty");
    if (!rc && !(d->fact = calloc(n, sizeof *d->fact)))
        return gam_err_nomem(err);
    while (!rc && gam_json_next(&list, &item))
        rc = fact_read(d, &item, &d->fact[d->n_facts++], err);
    return rc;
}

static int head_read(struct gam_hw_device *d, const struct gam_json *root, struct gam_err *err)
{
    static const char *const schemas[] = { "gambrel-device/1", NULL };
    static const char *const keys[] = { "schema", "id",        "name",  "vendor",  "family", "status", "part",
                                        "beside", "operators", "facts", "sources", "notes",  NULL };
    const char *schema;
    int rc = gam_json_text(root, "schema", &schema, err);

    if (!rc && word_index(schema, schemas) < 0)
        return gam_json_fail(root, err, "schema: '%s' is not gambrel-device/1", schema);
    if (!rc)
        rc = gam_json_only(root, keys, err);
    if (!rc)
        rc = text_read(root, "id", NULL, &d->id, err);
    if (!rc && (strlen(d->id) > 63 || strspn(d->id, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(d->id)))
        return gam_json_fail(root, err, "id: '%s' is not made of up to 63 small letters, digits and -", d->id);
    if (!rc)
        rc = text_read(root, "name", NULL, &d->name, err);
    if (!rc)
        rc = text_read(root, "vendor", NULL, &d->vendor, err);
    if (!rc)
        rc = text_read(root, "family", families, &d->family, err);
    if (!rc)
        rc = text_read(root, "status", statuses, &d->status, err);
    if (!rc)
        rc = text_read(root, "part", parts, &d->part, err);
    return rc ? rc : gam_json_text_or(root, "beside", NULL, &d->beside, err);
}

int device_read(struct gam_hw_document *doc, struct gam_err *err)
{
    struct gam_hw_device *d = &doc->device;
    int rc = head_read(d, &doc->root, err);

    if (!rc)
        rc = source_list_read(d, &doc->root, err);
    if (!rc)
        rc = texts_read(&doc->root, "notes", &d->note, &d->n_notes, err);
    if (!rc)
        rc = coverage_read(d, &doc->root, err);
    return rc ? rc : facts_read(d, &doc->root, err);
}

void device_release(struct gam_hw_device *d)
{
    free(d->fact);
    free(d->source);
    free((void *)d->note);
    free((void *)d->kind);
}
