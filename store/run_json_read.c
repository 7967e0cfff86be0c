/* SPDX-License-Identifier: MIT */
#include "common/err.h"
#include "common/json.h"
#include "store/run_json.h"
#include "store/run_json_priv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS_MOST = 64 };

/* Whole decimal text of an int64 as the writer makes it: no blanks, plus sign or leading zeros. */
static int big_parse(const char *text, int64_t *out)
{
    char back[24], *end;
    long long value;

    errno = 0;
    value = strtoll(text, &end, 10);
    if (errno || *end)
        return -1;
    snprintf(back, sizeof back, "%lld", value);
    *out = value;
    return strcmp(back, text) ? -1 : 0;
}

static int big_read(const struct gam_json *row, const struct gam_field *field, int64_t *out, struct gam_err *err)
{
    const char *text;
    struct gam_json at;
    int rc = gam_json_text(row, field->name, &text, err);

    if (rc || !big_parse(text, out))
        return rc;
    rc = gam_json_member(row, field->name, &at, err);
    return rc ? rc : gam_json_fail(&at, err, "expected a whole number as text, such as \"-12\"");
}

static int word_read(const struct gam_json *row, const struct gam_field *field, int64_t *out, struct gam_err *err)
{
    char list[200] = "";
    size_t used = 0;
    const char *text;
    struct gam_json at;
    int rc = gam_json_text(row, field->name, &text, err);

    if (rc)
        return rc;
    *out = gam_word_index(field->words, text);
    if (*out >= 0)
        return 0;
    for (size_t i = 0; i < field->words->n && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", field->words->word[i]);
    rc = gam_json_member(row, field->name, &at, err);
    return rc ? rc : gam_json_fail(&at, err, "unknown word '%.60s'; known are %s", text, list);
}

/* Absent is null, so that files of a program that did not know the field yet can be read. */
static int field_read(const struct gam_json *row, const struct gam_field *field, void *record, struct gam_err *err)
{
    char *value = (char *)record + field->offset;

    if (!gam_json_has(row, field->name))
        return field->nullable ? 0 : gam_json_fail(row, err, "key '%s' is missing or null", field->name);
    switch (field->type) {
    case GAM_FIELD_TEXT:
    case GAM_FIELD_TIME:
        return gam_json_text(row, field->name, (const char **)(void *)value, err);
    case GAM_FIELD_REAL:
        return gam_json_real(row, field->name, (double *)(void *)value, err);
    case GAM_FIELD_BIG:
        return big_read(row, field, (int64_t *)(void *)value, err);
    case GAM_FIELD_ENUM:
        return word_read(row, field, (int64_t *)(void *)value, err);
    default:
        return gam_json_int(row, field->name, (int64_t *)(void *)value, err);
    }
}

static int record_read(const struct gam_json *row, enum gam_record which, struct gam_runset *set, struct gam_err *err)
{
    const struct gam_record_desc *desc = gam_record_desc(which);
    const char *keys[KEYS_MOST + 1];
    union gam_record_any record;
    int rc;

    for (size_t i = 0; i < desc->n_fields && i < KEYS_MOST; i++)
        keys[i] = desc->fields[i].name;
    keys[desc->n_fields < KEYS_MOST ? desc->n_fields : KEYS_MOST] = NULL;
    rc = gam_json_only(row, keys, err);
    if (rc)
        return rc;
    gam_record_clear(which, &record);
    record.ordinal = (int64_t)set->of[which].n;
    for (size_t i = 0; i < desc->n_fields && !rc; i++)
        rc = field_read(row, &desc->fields[i], &record, err);
    return rc ? rc : gam_runset_add(set, which, &record, err);
}

static int rows_read(const struct gam_json *object, enum gam_record which, struct gam_runset *set, struct gam_err *err)
{
    const char *name = gam_record_desc(which)->name;
    struct gam_json array, row = { .node = NULL };
    size_t n;
    int rc;

    if (!gam_json_has(object, name))
        return 0;
    rc = gam_json_array(object, name, &array, &n, err);
    while (!rc && gam_json_next(&array, &row))
        rc = record_read(&row, which, set, err);
    return rc;
}

/* The keys of a set; those of the document come with it when `document`. */
static int keys_check(const struct gam_json *object, int document, struct gam_err *err)
{
    const char *keys[GAM_RECORD_KINDS + 3];
    size_t n = 0;

    if (document)
        keys[n++] = "schema";
    for (int i = 0; i < GAM_RECORD_KINDS; i++)
        keys[n++] = gam_record_desc((enum gam_record)i)->name;
    if (document)
        keys[n++] = GAM_RUN_JSON_ROOFS;
    keys[n] = NULL;
    return gam_json_only(object, keys, err);
}

/* Faults of references are found when all rows are there; they get the file's name, and the path of the embedded run. */
static int set_read(const struct gam_json *object, int document, struct gam_runset *set, struct gam_err *err)
{
    struct gam_json run;
    int rc = keys_check(object, document, err);

    if (!rc)
        rc = gam_json_member(object, gam_record_desc(GAM_RECORD_RUN)->name, &run, err);
    if (!rc)
        rc = record_read(&run, GAM_RECORD_RUN, set, err);
    for (int i = GAM_RECORD_RUN + 1; i < GAM_RECORD_KINDS && !rc; i++)
        rc = rows_read(object, (enum gam_record)i, set, err);
    if (rc)
        return rc;
    if (!gam_runset_check(set, err))
        return 0;
    gam_err_prefix(err, "%s%s%s", object->file, *object->path ? ": " : "", object->path);
    if (err)
        err->code = -GAM_EPARSE;
    return -GAM_EPARSE;
}

static int schema_check(const struct gam_json *root, struct gam_err *err)
{
    static const char family[] = "gambrel-run/";
    const char *schema;
    int rc = gam_json_text(root, "schema", &schema, err);

    if (rc)
        return rc;
    if (!strcmp(schema, GAM_RUN_JSON_SCHEMA))
        return 0;
    if (!strncmp(schema, family, sizeof family - 1))
        return gam_err_set(err, -GAM_EVERSION,
                           "%s: schema '%.40s' is of another version of gambrel; this one reads " GAM_RUN_JSON_SCHEMA, root->file,
                           schema);
    return gam_json_fail(root, err, "schema is '%.40s', not " GAM_RUN_JSON_SCHEMA "; export a run with 'gambrel db export'",
                         schema);
}

static int document_read(const struct gam_json *root, struct gam_runset *set, struct gam_runset *roofs, struct gam_err *err)
{
    struct gam_json embedded;
    int rc = schema_check(root, err);

    if (!rc)
        rc = set_read(root, 1, set, err);
    if (rc || !gam_json_has(root, GAM_RUN_JSON_ROOFS))
        return rc;
    rc = gam_json_member(root, GAM_RUN_JSON_ROOFS, &embedded, err);
    return rc ? rc : set_read(&embedded, 0, roofs, err);
}

int gam_run_json_read(const char *label, const char *text, size_t length, struct gam_runset *set, struct gam_runset *roofs,
                      struct gam_err *err)
{
    struct gam_json root;
    int rc = gam_json_parse(label, text, length, &root, err);

    if (rc)
        return rc;
    rc = document_read(&root, set, roofs, err);
    gam_json_free(&root);
    return rc;
}
