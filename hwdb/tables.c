/* SPDX-License-Identifier: MIT */
#include "hwdb/tables.h"

#include "common/embedded.h"
#include "common/err.h"
#include "common/json.h"

#include <stdlib.h>
#include <string.h>

struct document {
    struct gam_json root, sources;
};

const char *gam_hw_table_name(size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (!gam_embedded_tables[k].name)
            return NULL;
    return gam_embedded_tables[i].name;
}

static int source_title(const struct document *d, const struct gam_json *row, const char **out, struct gam_err *err)
{
    struct gam_json ids, first, item = { .node = NULL };
    const char *want, *id;
    size_t n = 0;
    int rc = gam_json_array(row, "sources", &ids, &n, err);

    if (!rc)
        rc = gam_json_item(&ids, 0, &first, err);
    if (!rc)
        rc = gam_json_value_text(&first, &want, err);
    while (!rc && gam_json_next(&d->sources, &item)) {
        rc = gam_json_text(&item, "id", &id, err);
        if (!rc && !strcmp(id, want))
            return gam_json_text(&item, "title", out, err);
    }
    return rc ? rc : gam_json_fail(row, err, "no source '%s'", want);
}

static int row_read(const struct document *d, const struct gam_json *at, struct gam_hw_table_row *r, struct gam_err *err)
{
    static const char *const keys[] = { "key", "name", "value", "unit", "as_of", "kind", "confidence", "sources", "note", NULL };
    const char *kind, *confidence;
    int rc = gam_json_only(at, keys, err), k = 0, c = 0;

    if (rc || (rc = gam_json_text(at, "key", &r->key, err)) || (rc = gam_json_text(at, "name", &r->name, err)) ||
        (rc = gam_json_text(at, "unit", &r->unit, err)) || (rc = gam_json_text(at, "as_of", &r->as_of, err)) ||
        (rc = gam_json_real(at, "value", &r->value, err)) || (rc = gam_json_text(at, "kind", &kind, err)) ||
        (rc = gam_json_text(at, "confidence", &confidence, err)) || (rc = gam_json_text_or(at, "note", NULL, &r->note, err)))
        return rc;
    while (k < GAM_HW_KINDS && strcmp(gam_hw_kind_word((enum gam_hw_kind)k), kind) != 0)
        k++;
    while (c < GAM_HW_CONFIDENCES && strcmp(gam_hw_confidence_word((enum gam_hw_confidence)c), confidence) != 0)
        c++;
    if (k == GAM_HW_KINDS || c == GAM_HW_CONFIDENCES)
        return gam_json_fail(at, err, "kind '%s' or confidence '%s' is no such word", kind, confidence);
    r->kind = (enum gam_hw_kind)k;
    r->confidence = (enum gam_hw_confidence)c;
    return source_title(d, at, &r->source, err);
}

static int table_read(struct document *d, struct gam_hw_table *t, struct gam_err *err)
{
    struct gam_json rows, item = { .node = NULL };
    size_t n = 0;
    int rc;

    if ((rc = gam_json_text(&d->root, "id", &t->id, err)) || (rc = gam_json_text(&d->root, "title", &t->title, err)) ||
        (rc = gam_json_text_or(&d->root, "notes", NULL, &t->notes, err)) ||
        (rc = gam_json_array(&d->root, "sources", &d->sources, &n, err)) ||
        (rc = gam_json_array(&d->root, "rows", &rows, &n, err)))
        return rc;
    t->row = calloc(n ? n : 1, sizeof *t->row);
    if (!t->row)
        return gam_err_nomem(err);
    while (!rc && gam_json_next(&rows, &item)) {
        rc = row_read(d, &item, &t->row[t->n], err);
        if (!rc && gam_hw_table_find(t, t->row[t->n].key))
            rc = gam_json_fail(&item, err, "key: '%s' stands twice", t->row[t->n].key);
        t->n += !rc;
    }
    return rc;
}

int gam_hw_table_load(const char *id, struct gam_hw_table *out, struct gam_err *err)
{
    struct document *d;
    int rc;

    *out = (struct gam_hw_table){ .id = NULL };
    for (const struct gam_embedded *e = gam_embedded_tables; e->name; e++) {
        if (strcmp(e->name, id) != 0)
            continue;
        d = calloc(1, sizeof *d);
        if (!d)
            return gam_err_nomem(err);
        out->document = d;
        rc = gam_json_parse(e->name, e->text, e->length, &d->root, err);
        return rc ? rc : table_read(d, out, err);
    }
    return gam_err_set(err, -GAM_ENOENT, "no table '%s'; see 'gambrel hw tables'", id);
}

void gam_hw_table_release(struct gam_hw_table *t)
{
    struct document *d = t->document;

    if (d && d->root.node)
        gam_json_free(&d->root);
    free(d);
    free(t->row);
    *t = (struct gam_hw_table){ .id = NULL };
}

const struct gam_hw_table_row *gam_hw_table_find(const struct gam_hw_table *t, const char *key)
{
    for (size_t i = 0; i < t->n; i++)
        if (!strcmp(t->row[i].key, key))
            return &t->row[i];
    return NULL;
}
