/* SPDX-License-Identifier: MIT */
/* The parts of the terminal report. Every line fits `columns`. */
#ifndef GAM_REPORTS_TEXT_PRIV_H
#define GAM_REPORTS_TEXT_PRIV_H

#include "common/strbuf.h"
#include "reports/plot.h"
#include "reports/render.h"

struct gam_text {
    struct gam_strbuf *out;
    size_t columns; /* 40..200 */
    int colour, ascii;
};

enum { GAM_ANSI_NONE = 0, GAM_ANSI_DIM = -1, GAM_ANSI_BOLD = -2 }; /* positive: a colour of the 256-colour set */

void gam_text_colour_on(const struct gam_text *t, int colour);
void gam_text_colour_off(const struct gam_text *t, int colour);

/* Releases a part that went into the output; its failure becomes the output's. */
void gam_text_done(const struct gam_text *t, struct gam_strbuf *part);
void gam_text_again(const struct gam_text *t, struct gam_strbuf *part); /* the same, but empties it for the next part */

/* A heading with an empty line before it. */
void gam_text_heading(const struct gam_text *t, const char *text);

/* Words of `text` (made safe) filled into lines; all but the first line indented by `indent`, the first continues after `used`
 * columns. Ends the last line. */
void gam_text_fill(const struct gam_text *t, size_t indent, size_t used, const char *text);

/* "label: text" in that manner; nothing when text is NULL or empty. */
void gam_text_field(const struct gam_text *t, const char *label, const char *text);

/* A table that fits: columns of low rank are left out first, then flexible ones are cut. */
struct gam_text_column {
    const char *title;
    int rank;     /* 0: always there; the highest go first */
    int right;    /* alignment */
    size_t least; /* flexible down to this width; 0: as wide as its cells */
};

enum { GAM_TEXT_COLUMNS_MAX = 16 };

struct gam_text_table {
    struct gam_text_column column[GAM_TEXT_COLUMNS_MAX];
    size_t n_columns;
    char **cell; /* n_rows x n_columns, owned */
    int *colour; /* of each cell; enum above */
    size_t n_rows, capacity;
    int failed;
};

void gam_text_table_init(struct gam_text_table *table, const struct gam_text_column *columns, size_t n);
void gam_text_table_release(struct gam_text_table *table);
void gam_text_table_row(struct gam_text_table *table); /* begins a row of empty cells */
void gam_text_table_cell(struct gam_text_table *table, size_t column, const char *text,
                         int colour); /* of the last row; copies, made safe */
/* Prints it; names the columns that were left out. Allocation failures come out as out->failed. */
void gam_text_table_print(const struct gam_text *t, struct gam_text_table *table);

void gam_text_plot(const struct gam_text *t, const struct gam_report *report, const struct gam_plot *plot);

/* One finding with its evidence and remedy; `op`: index of the operator that it is about, or -1. */
void gam_text_finding(const struct gam_text *t, long op, const struct gam_finding *finding);

void gam_text_report(const struct gam_text *t, const struct gam_doc *doc);
void gam_text_network(const struct gam_text *t, const struct gam_report *report);
void gam_text_several_devices(const struct gam_text *t, const struct gam_report *report); /* nothing for the cpu alone */
void gam_text_operators(const struct gam_text *t, const struct gam_report *report);
void gam_text_doctor(const struct gam_text *t, const struct gam_doc *doc);
void gam_text_devices(const struct gam_text *t, const struct gam_doc *doc);
void gam_text_runs(const struct gam_text *t, const struct gam_doc *doc);
void gam_text_plan(const struct gam_text *t, const struct gam_doc *doc);
void gam_text_gate(const struct gam_text *t, const struct gam_doc *doc);
void gam_text_compare(const struct gam_text *t, const struct gam_doc *doc);
void gam_text_cost(const struct gam_text *t, const struct gam_doc *doc);
void gam_text_cost_of(const struct gam_text *t, const struct gam_cost_report *c);
void gam_text_hw(const struct gam_text *t, const struct gam_doc *doc);
void gam_text_whatif(const struct gam_text *t, const struct gam_doc *doc);

#endif
