/* SPDX-License-Identifier: MIT */
#include "common/record/rows.h"

#include "common/err.h"
#include "common/record/text_block.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROWS = 8 };

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

/* Copies the strings of `copy`. `old` is the row that it replaces (NULL: none); equal strings are shared with it, so that a
 * record that is put again and again does not grow the texts. */
static int texts_adopt(struct gam_text_block **texts, const struct gam_record_desc *desc, void *copy, const void *old)
{
    for (size_t i = 0; i < desc->n_fields; i++) {
        const char **text, *before;

        if (!field_is_text(&desc->fields[i]))
            continue;
        text = (const char **)((char *)copy + desc->fields[i].offset);
        before = old ? *(const char *const *)((const char *)old + desc->fields[i].offset) : NULL;
        if (!*text)
            continue;
        *text = before && !strcmp(before, *text) ? before : gam_text_block_add(texts, *text);
        if (!*text)
            return -1;
    }
    return 0;
}

int gam_rows_put(struct gam_rows *rows, enum gam_record which, size_t at, const void *record, struct gam_text_block **texts,
                 struct gam_err *err)
{
    const struct gam_record_desc *desc = gam_record_desc(which);
    const char *from = record, *first = rows->row;
    size_t inside = first && from >= first && from < first + rows->n * desc->size ? (size_t)(from - first) : SIZE_MAX;
    char *slot, *row;

    if (rows_reserve(rows, desc->size))
        return gam_err_nomem(err);
    /* the slot behind the last row serves as scratch, so that a failure leaves the old row whole */
    slot = (char *)rows->row + rows->n * desc->size;
    row = (char *)rows->row + at * desc->size;
    memcpy(slot, inside == SIZE_MAX ? from : (const char *)rows->row + inside, desc->size);
    if (texts_adopt(texts, desc, slot, at < rows->n ? row : NULL))
        return gam_err_nomem(err);
    if (at == rows->n)
        rows->n++;
    else
        memcpy(row, slot, desc->size);
    return 0;
}

void gam_rows_release(struct gam_rows *rows)
{
    free(rows->row);
    *rows = (struct gam_rows){ .row = NULL };
}
