/* SPDX-License-Identifier: MIT */
/* The roofline in a terminal: roofs as lines of braille dots (2 x 4 a cell) or ASCII, points as shapes with their numbers. */
#include "reports/text/priv.h"

#include "common/err.h"
#include "common/unit.h"
#include "reports/escape.h"
#include "reports/fmt.h"
#include "reports/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AXIS = 7, HEIGHT_LEAST = 10, HEIGHT_MOST = 26, WIDTH_MOST = 200 };

struct cell {
    unsigned char dots; /* braille */
    char glyph[5];      /* over the dots; empty: none */
    int colour;
};

struct canvas {
    const struct gam_plot *plot;
    const struct gam_text *text;
    int width, height; /* cells */
    struct cell *cell;
    size_t covered; /* points whose cell another one holds */
};

static struct cell *cell_at(const struct canvas *c, int column, int row)
{
    if (column < 0 || column >= c->width || row < 0 || row >= c->height)
        return NULL;
    return &c->cell[row * c->width + column];
}

static int column_of(const struct canvas *c, double x, int per_cell)
{
    int n = c->width * per_cell;

    return (int)fmin(n - 1, floor(gam_plot_fraction(x, c->plot->x_low, c->plot->x_high) * n));
}

static int row_of(const struct canvas *c, double y, int per_cell)
{
    int n = c->height * per_cell;

    return n - 1 - (int)fmin(n - 1, floor(gam_plot_fraction(y, c->plot->y_low, c->plot->y_high) * n));
}

static void dot_set(const struct canvas *c, int x, int y)
{
    static const unsigned char bit[4][2] = { { 0x01, 0x08 }, { 0x02, 0x10 }, { 0x04, 0x20 }, { 0x40, 0x80 } };
    struct cell *cell = cell_at(c, x / 2, y / 4);

    if (cell && x >= 0 && y >= 0)
        cell->dots |= bit[y % 4][x % 2];
}

static double value_at(const struct canvas *c, double fraction)
{
    return c->plot->x_low * pow(c->plot->x_high / c->plot->x_low, fraction);
}

/* One line of dots from column to column, without gaps where it is steep. */
static void roof_draw(const struct canvas *c, const struct gam_plot_roof *roof)
{
    int n = c->width * 2, previous = -1;

    for (int i = 0; i < n; i++) {
        double x = value_at(c, (i + 0.5) / n), y = gam_plot_roof_at(roof, x);
        int row;

        if (x < roof->x_low || x > roof->x_high || y < c->plot->y_low || y > c->plot->y_high)
            continue;
        row = row_of(c, y, 4);
        dot_set(c, i, row);
        for (int r = previous - 1; previous >= 0 && r > row; r--)
            dot_set(c, i, r);
        previous = row;
    }
}

static void glyph_set(struct cell *cell, const char *glyph, int colour)
{
    snprintf(cell->glyph, sizeof cell->glyph, "%s", glyph);
    cell->colour = colour;
}

/* Writes `text` into free cells at (column, row); 0 when one of them is taken or outside. */
static int text_set(const struct canvas *c, int column, int row, const char *text, int colour)
{
    int n = (int)strlen(text);

    for (int i = 0; i < n; i++)
        if (!cell_at(c, column + i, row) || cell_at(c, column + i, row)->glyph[0])
            return 0;
    for (int i = 0; i < n; i++)
        glyph_set(cell_at(c, column + i, row), (char[]){ text[i], 0 }, colour);
    return 1;
}

/* The letter of a roof, on its own line: at the outer end, else further in. */
static void roof_letter(const struct canvas *c, const struct gam_plot_roof *roof, size_t index)
{
    char letter[2] = { (char)('a' + (int)(index % 26)), 0 };
    int memory = roof->ceiling->kind == GAM_CEILING_MEMORY;

    for (int i = 0; i < c->width; i++) {
        double x = value_at(c, ((memory ? i : c->width - 1 - i) + 0.5) / c->width), y = gam_plot_roof_at(roof, x);

        if (x < roof->x_low || x > roof->x_high || y < c->plot->y_low || y > c->plot->y_high)
            continue;
        if (text_set(c, column_of(c, x, 1), row_of(c, y, 1), letter, GAM_ANSI_BOLD))
            return;
    }
}

/* A point: its shape, and its number beside it where there is room (right, left, above, below). */
static void point_draw(struct canvas *c, const struct gam_report *report, const struct gam_plot_point *p)
{
    const struct gam_look *look = gam_view_look(report->op[p->op].bound.label);
    int column = column_of(c, p->x, 1), row = row_of(c, p->y, 1), n;
    struct cell *cell = cell_at(c, column, row);
    char number[24];

    if (!cell || cell->glyph[0]) {
        c->covered++;
        return;
    }
    glyph_set(cell, c->text->ascii ? (char[]){ look->letter, 0 } : look->glyph, look->ansi);
    snprintf(number, sizeof number, "%zu", p->op + 1);
    n = (int)strlen(number);
    if (!text_set(c, column + 1, row, number, look->ansi) && !text_set(c, column - n, row, number, look->ansi) &&
        !text_set(c, column, row - 1, number, look->ansi))
        text_set(c, column, row + 1, number, look->ansi);
}

/* Line characters of ASCII: what runs along the row, and the rest rises. */
static char ascii_line(unsigned char dots)
{
    static const unsigned char rows[4] = { 0x01 | 0x08, 0x02 | 0x10, 0x04 | 0x20, 0x40 | 0x80 };

    if (!dots)
        return ' ';
    for (int i = 0; i < 4; i++)
        if ((dots & ~rows[i]) == 0)
            return i == 3 ? '_' : '-';
    return '/';
}

static void cell_print(const struct canvas *c, const struct cell *cell)
{
    if (cell->glyph[0]) {
        gam_text_colour_on(c->text, cell->colour);
        gam_strbuf_text(c->text->out, cell->glyph);
        gam_text_colour_off(c->text, cell->colour);
    } else if (c->text->ascii || !cell->dots) {
        gam_strbuf_char(c->text->out, ascii_line(cell->dots));
    } else {
        gam_escape_utf8(c->text->out, 0x2800u + cell->dots);
    }
}

static void rows_print(const struct canvas *c)
{
    double tick[32];
    size_t n = gam_plot_ticks(c->plot->y_low, c->plot->y_high, tick, (size_t)(c->height + 1) / 2);

    for (int row = 0; row < c->height; row++) {
        char label[GAM_FMT_SIZE] = "";

        for (size_t i = 0; i < n; i++)
            if (row_of(c, tick[i], 1) == row)
                gam_fmt_tick(tick[i], 1, label, sizeof label);
        gam_strbuf_printf(c->text->out, "%*s ", AXIS - 2, label);
        gam_strbuf_text(c->text->out, c->text->ascii ? (label[0] ? "+" : "|") : label[0] ? "┤" : "│");
        for (int column = 0; column < c->width; column++)
            cell_print(c, cell_at(c, column, row));
        while (c->text->out->length && c->text->out->text[c->text->out->length - 1] == ' ' && c->text->out->length > 1)
            c->text->out->text[--c->text->out->length] = 0;
        gam_strbuf_char(c->text->out, '\n');
    }
}

static void axis_print(const struct canvas *c)
{
    double tick[64];
    size_t n = gam_plot_ticks(c->plot->x_low, c->plot->x_high, tick, (size_t)c->width / 7);
    char labels[WIDTH_MOST + 32];
    int free_from = 0;

    memset(labels, ' ', sizeof labels);
    gam_strbuf_printf(c->text->out, "%*s%s", AXIS - 1, "", c->text->ascii ? "+" : "└");
    for (int column = 0; column < c->width; column++) {
        const char *mark = c->text->ascii ? "-" : "─";

        for (size_t i = 0; i < n; i++)
            if (column_of(c, tick[i], 1) == column) {
                char label[GAM_FMT_SIZE];
                int length, start;

                mark = c->text->ascii ? "+" : "┬";
                gam_fmt_tick(tick[i], 0, label, sizeof label);
                length = (int)strlen(label);
                start = column - length / 2 < 0 ? 0 : column - length / 2;
                if (start < free_from || start + length > c->width)
                    continue;
                memcpy(labels + start, label, (size_t)length);
                free_from = start + length + 1;
            }
        gam_strbuf_text(c->text->out, mark);
    }
    gam_strbuf_printf(c->text->out, "\n%*s%.*s\n", AXIS, "", free_from ? free_from - 1 : 0, labels);
}

static int height_of(size_t columns)
{
    int height = (int)columns / 4;

    return height < HEIGHT_LEAST ? HEIGHT_LEAST : height > HEIGHT_MOST ? HEIGHT_MOST : height;
}

/* What the letters are: "a L1 read 2 threads 812 GB/s". */
static void roofs_legend(const struct gam_text *t, const struct gam_plot *plot)
{
    struct gam_strbuf line = GAM_STRBUF_INIT(1 << 16);

    for (size_t i = 0; i < plot->n_roofs; i++) {
        const struct gam_plot_roof *r = &plot->roof[i];
        char value[GAM_FMT_SIZE], name[160], share[GAM_FMT_SIZE];

        gam_unit_text(r->value, r->ceiling->value.unit ? r->ceiling->value.unit : "", value, sizeof value);
        gam_view_ceiling(r->ceiling, name, sizeof name);
        gam_text_again(t, &line);
        gam_strbuf_printf(&line, "%c  %s: %s", (char)('a' + (int)(i % 26)), name, value);
        if (!isnan(r->theoretical)) {
            gam_fmt_share(r->value / r->theoretical, share, sizeof share);
            gam_strbuf_printf(&line, ", %s of theoretical", share);
        }
        if (r->ceiling->validity == GAM_NOISY)
            gam_strbuf_text(&line, ", noisy");
        gam_text_fill(t, 5, 2, gam_strbuf_get(&line));
    }
    gam_text_done(t, &line);
}

static void shapes_legend(const struct gam_text *t, const struct gam_report *report, const struct gam_plot *plot, size_t covered)
{
    struct gam_strbuf line = GAM_STRBUF_INIT(1 << 12);
    unsigned seen = 0;

    for (size_t i = 0; i < plot->n_points; i++)
        seen |= 1u << report->op[plot->point[i].op].bound.label;
    gam_strbuf_text(&line, "points, numbered as in the table, bound by:");
    for (unsigned label = 0; label <= GAM_LABEL_INVALID; label++) {
        const struct gam_look *look = gam_view_look((enum gam_label)label);

        if (seen & 1u << label)
            gam_strbuf_printf(&line, " %s %s", t->ascii ? (char[]){ look->letter, 0 } : look->glyph, look->word);
    }
    if (covered)
        gam_strbuf_printf(&line, "; %zu behind others", covered);
    if (plot->n_points)
        gam_text_fill(t, 2, 0, gam_strbuf_get(&line));
    gam_text_done(t, &line);
}

void gam_text_plot(const struct gam_text *t, const struct gam_report *report, const struct gam_plot *plot)
{
    struct canvas c = { .plot = plot, .text = t, .width = (int)t->columns - AXIS, .height = height_of(t->columns) };

    if (!plot->n_roofs && !plot->n_points)
        return;
    c.cell = calloc((size_t)c.width * (size_t)c.height, sizeof *c.cell);
    if (!c.cell) {
        t->out->failed = -GAM_ENOMEM;
        return;
    }
    for (size_t i = 0; i < plot->n_roofs; i++)
        roof_draw(&c, &plot->roof[i]);
    for (size_t i = 0; i < plot->n_points; i++) /* the most important keep their place */
        point_draw(&c, report, &plot->point[i]);
    for (size_t i = 0; i < plot->n_roofs; i++)
        roof_letter(&c, &plot->roof[i], i);
    gam_text_fill(t, 0, 0, "FLOP/s over FLOP per byte, both logarithmic");
    rows_print(&c);
    axis_print(&c);
    free(c.cell);
    roofs_legend(t, plot);
    shapes_legend(t, report, plot, c.covered);
}
