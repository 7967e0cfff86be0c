/* SPDX-License-Identifier: MIT */
#include "common/record/runset.h"

#include "common/err.h"
#include "common/record/text_block.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROWS = 8 };

void gam_runset_init(struct gam_runset *set)
{
    memset(set, 0, sizeof *set);
}

void gam_runset_release(struct gam_runset *set)
{
    for (int i = 0; i < GAM_RECORD_KINDS; i++)
        free(set->of[i].row);
    gam_text_block_free(set->texts);
    gam_runset_init(set);
}

const char *gam_runset_text(struct gam_runset *set, const char *text)
{
    return gam_text_block_add(&set->texts, text);
}

static int rows_reserve(struct gam_rows *rows, size_t size)
{
    size_t capacity = rows->capacity ? rows->capacity * 2 : FIRST_ROWS;
    void *grown;

    if (rows->n < rows->capacity)
        return 0;
    if (capacity > SIZE_MAX / size)
        return -1;
    grown = realloc(rows->row, capacity * size);
    if (!grown)
        return -1;
    rows->row = grown;
    rows->capacity = capacity;
    return 0;
}

static int field_is_text(const struct gam_field *field)
{
    return field->type == GAM_FIELD_TEXT || field->type == GAM_FIELD_TIME;
}

/* Makes the strings of `copy` the set's own. `old` is the row that it replaces (NULL: none); equal strings are shared with it, so
 * that a record that is put again and again does not grow the set. */
static int texts_adopt(struct gam_runset *set, const struct gam_record_desc *desc, void *copy, const void *old)
{
    for (size_t i = 0; i < desc->n_fields; i++) {
        const char **text, *before;

        if (!field_is_text(&desc->fields[i]))
            continue;
        text = (const char **)((char *)copy + desc->fields[i].offset);
        before = old ? *(const char *const *)((const char *)old + desc->fields[i].offset) : NULL;
        if (!*text)
            continue;
        *text = before && !strcmp(before, *text) ? before : gam_runset_text(set, *text);
        if (!*text)
            return -1;
    }
    return 0;
}

/* The slot behind the last row serves as scratch, so that a failure leaves the old row whole. `record` may be a row of the set. */
static int row_write(struct gam_runset *set, enum gam_record which, size_t at, const void *record, struct gam_err *err)
{
    const struct gam_record_desc *desc = gam_record_desc(which);
    struct gam_rows *rows = &set->of[which];
    const char *from = record, *first = rows->row;
    size_t inside = first && from >= first && from < first + rows->n * desc->size ? (size_t)(from - first) : SIZE_MAX;
    char *slot, *row;

    if (rows_reserve(rows, desc->size))
        return gam_err_nomem(err);
    slot = (char *)rows->row + rows->n * desc->size;
    row = (char *)rows->row + at * desc->size;
    memcpy(slot, inside == SIZE_MAX ? from : (const char *)rows->row + inside, desc->size);
    if (texts_adopt(set, desc, slot, at < rows->n ? row : NULL))
        return gam_err_nomem(err);
    if (at == rows->n)
        rows->n++;
    else
        memcpy(row, slot, desc->size);
    return 0;
}

static int ordinal_wrong(enum gam_record which, int64_t ordinal, size_t n, struct gam_err *err)
{
    return gam_err_set(err, -GAM_EINVAL, "%s: ordinal %lld where %zu is next", gam_record_desc(which)->name, (long long)ordinal, n);
}

int gam_runset_add(struct gam_runset *set, enum gam_record which, const void *record, struct gam_err *err)
{
    int64_t ordinal = *(const int64_t *)record;
    size_t n = set->of[which].n;

    if (ordinal < 0 || (size_t)ordinal != n)
        return ordinal_wrong(which, ordinal, n, err);
    return row_write(set, which, n, record, err);
}

int gam_runset_put(struct gam_runset *set, enum gam_record which, const void *record, struct gam_err *err)
{
    int64_t ordinal = *(const int64_t *)record;
    size_t n = set->of[which].n;

    if (ordinal < 0 || (size_t)ordinal > n)
        return ordinal_wrong(which, ordinal, n, err);
    return row_write(set, which, (size_t)ordinal, record, err);
}

static int runset_sink_put(void *ctx, enum gam_record which, const void *record, struct gam_err *err)
{
    return gam_runset_put(ctx, which, record, err);
}

static int runset_sink_commit(void *ctx, struct gam_err *err)
{
    (void)ctx;
    (void)err;
    return 0;
}

struct gam_sink gam_sink_runset(struct gam_runset *set)
{
    return (struct gam_sink){ .put = runset_sink_put, .commit = runset_sink_commit, .ctx = set };
}
