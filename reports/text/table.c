/* SPDX-License-Identifier: MIT */
#include "reports/text/ascii.h"
#include "reports/text/priv.h"

#include "common/err.h"
#include "common/unit.h"
#include "reports/escape.h"

#include <stdlib.h>
#include <string.h>

enum { GAP = 2, CELL_MAX = 2000 };

void gam_text_table_init(struct gam_text_table *table, const struct gam_text_column *columns, size_t n)
{
    memset(table, 0, sizeof *table);
    table->n_columns = n < GAM_TEXT_COLUMNS_MAX ? n : GAM_TEXT_COLUMNS_MAX;
    for (size_t i = 0; i < table->n_columns; i++)
        table->column[i] = columns[i];
}

void gam_text_table_release(struct gam_text_table *table)
{
    for (size_t i = 0; table->cell && i < table->n_rows * table->n_columns; i++)
        free(table->cell[i]);
    free(table->cell);
    free(table->colour);
    memset(table, 0, sizeof *table);
}

static int grow(struct gam_text_table *table)
{
    size_t capacity = table->capacity ? table->capacity * 2 : 16;
    char **cell = realloc(table->cell, capacity * table->n_columns * sizeof *cell);
    int *colour;

    if (!cell)
        return -GAM_ENOMEM;
    table->cell = cell;
    colour = realloc(table->colour, capacity * table->n_columns * sizeof *colour);
    if (!colour)
        return -GAM_ENOMEM;
    table->colour = colour;
    table->capacity = capacity;
    return 0;
}

void gam_text_table_row(struct gam_text_table *table)
{
    if (table->failed)
        return;
    if (table->n_rows == table->capacity && grow(table)) {
        table->failed = -GAM_ENOMEM;
        return;
    }
    for (size_t i = 0; i < table->n_columns; i++) {
        table->cell[table->n_rows * table->n_columns + i] = NULL;
        table->colour[table->n_rows * table->n_columns + i] = GAM_ANSI_NONE;
    }
    table->n_rows++;
}

void gam_text_table_cell(struct gam_text_table *table, size_t column, const char *text, int colour)
{
    size_t at = (table->n_rows - 1) * table->n_columns + column;
    char plain[CELL_MAX];

    if (table->failed || !table->n_rows || column >= table->n_columns || !text)
        return;
    gam_escape_cut(text, 200, plain, sizeof plain);
    free(table->cell[at]);
    table->cell[at] = strdup(plain);
    table->colour[at] = colour;
    if (!table->cell[at])
        table->failed = -GAM_ENOMEM;
}

static const char *cell_get(const struct gam_text_table *table, size_t row, size_t column)
{
    const char *text = table->cell[row * table->n_columns + column];

    return text ? text : "";
}

/* Width of each column: of its widest cell; 0 for a column whose cells are all empty. */
static void widths_measure(const struct gam_text_table *table, size_t *width)
{
    for (size_t c = 0; c < table->n_columns; c++) {
        width[c] = 0;
        for (size_t r = 0; r < table->n_rows; r++) {
            size_t n = gam_text_columns(cell_get(table, r, c));

            width[c] = n > width[c] ? n : width[c];
        }
        if (width[c] && gam_text_columns(table->column[c].title) > width[c])
            width[c] = gam_text_columns(table->column[c].title);
    }
}

static size_t total(const size_t *width, size_t n)
{
    size_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += width[i] ? width[i] + (sum ? GAP : 0) : 0;
    return sum;
}

/* Takes from flexible columns what is over, the widest first; returns what is still over. */
static size_t squeeze(const struct gam_text_table *table, size_t *width, size_t columns)
{
    for (;;) {
        size_t over = total(width, table->n_columns), widest = table->n_columns;

        if (over <= columns)
            return 0;
        for (size_t c = 0; c < table->n_columns; c++)
            if (table->column[c].least && width[c] > table->column[c].least &&
                (widest == table->n_columns || width[c] > width[widest]))
                widest = c;
        if (widest == table->n_columns)
            return over - columns;
        width[widest]--;
    }
}

/* Widths that fit; a column that is left out has width 0 and its bit in *dropped. */
static void widths_fit(const struct gam_text_table *table, size_t columns, size_t *width, unsigned *dropped)
{
    size_t full[GAM_TEXT_COLUMNS_MAX];

    *dropped = 0;
    widths_measure(table, full);
    for (;;) {
        size_t victim = table->n_columns;

        memcpy(width, full, sizeof full);
        if (!squeeze(table, width, columns))
            return;
        for (size_t c = 0; c < table->n_columns; c++)
            if (full[c] && table->column[c].rank &&
                (victim == table->n_columns || table->column[c].rank >= table->column[victim].rank))
                victim = c;
        if (victim == table->n_columns)
            break;
        full[victim] = 0;
        *dropped |= 1u << victim;
    }
    /* Even what must stay is too wide: cut the widest column further. */
    while (total(width, table->n_columns) > columns) {
        size_t widest = 0;

        for (size_t c = 1; c < table->n_columns; c++)
            widest = width[c] > width[widest] ? c : widest;
        if (width[widest] <= 1)
            break;
        width[widest]--;
    }
}

static void cell_print(const struct gam_text *t, const char *text, size_t width, int right, int last)
{
    char cut[CELL_MAX];
    size_t n;

    gam_text_cut(text, width, cut, sizeof cut);
    n = gam_text_columns(cut);
    for (size_t i = n; right && i < width; i++)
        gam_strbuf_char(t->out, ' ');
    gam_strbuf_text(t->out, cut);
    for (size_t i = n; !right && !last && i < width; i++)
        gam_strbuf_char(t->out, ' ');
}

/* One line; `row` SIZE_MAX is the header. */
static void line_print(const struct gam_text *t, const struct gam_text_table *table, const size_t *width, size_t row)
{
    size_t last = table->n_columns;
    int first = 1;

    for (size_t c = 0; c < table->n_columns; c++)
        if (width[c] && (row == SIZE_MAX || *cell_get(table, row, c) || table->column[c].right))
            last = c;
    for (size_t c = 0; c < table->n_columns && last < table->n_columns && c <= last; c++) {
        int colour = row == SIZE_MAX ? GAM_ANSI_DIM : table->colour[row * table->n_columns + c];

        if (!width[c])
            continue;
        if (!first)
            gam_strbuf_text(t->out, "  ");
        first = 0;
        gam_text_colour_on(t, colour);
        cell_print(t, row == SIZE_MAX ? table->column[c].title : cell_get(table, row, c), width[c], table->column[c].right,
                   c == last);
        gam_text_colour_off(t, colour);
    }
    gam_strbuf_char(t->out, '\n');
}

static void dropped_print(const struct gam_text *t, const struct gam_text_table *table, unsigned dropped)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(2000);

    gam_strbuf_text(&text, "not shown at this width:");
    for (size_t c = 0, n = 0; c < table->n_columns; c++)
        if (dropped & 1u << c)
            gam_strbuf_printf(&text, "%s %s", n++ ? "," : "", table->column[c].title);
    gam_text_colour_on(t, GAM_ANSI_DIM);
    gam_text_fill(t, 0, 0, gam_strbuf_get(&text));
    gam_text_colour_off(t, GAM_ANSI_DIM);
    gam_text_done(t, &text);
}

void gam_text_table_print(const struct gam_text *t, struct gam_text_table *table)
{
    size_t width[GAM_TEXT_COLUMNS_MAX] = { 0 };
    unsigned dropped;

    if (table->failed) {
        t->out->failed = table->failed;
        return;
    }
    if (!table->n_rows)
        return;
    for (size_t i = 0; t->ascii && i < table->n_rows * table->n_columns; i++) /* before widths are counted */
        if (table->cell[i])
            gam_ascii_in_place(table->cell[i], strlen(table->cell[i]));
    widths_fit(table, t->columns, width, &dropped);
    line_print(t, table, width, SIZE_MAX);
    for (size_t r = 0; r < table->n_rows; r++)
        line_print(t, table, width, r);
    if (dropped)
        dropped_print(t, table, dropped);
}
