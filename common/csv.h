/* SPDX-License-Identifier: MIT */
/* Comma-separated values (RFC 4180): quoted fields with doubled quotes, CRLF or LF, a byte order mark. Lines that begin with '#'
 * are comments before the heading. Rows are cut one at a time out of a text that the reader changes.
 */
#ifndef GAM_COMMON_CSV_H
#define GAM_COMMON_CSV_H

#include <stddef.h>

struct gam_err;

enum { GAM_CSV_FIELDS_MAX = 64 };

struct gam_csv {
    const char *label; /* for errors */
    char *at;          /* the rest of the text */
    size_t line;       /* of the row that was read last, from 1 */
    size_t next_line;
    const char *field[GAM_CSV_FIELDS_MAX]; /* of that row; point into the text */
    size_t n;
};

/* `text` is NUL-terminated, `length` long without embedded NULs, and belongs to the caller, who leaves it alone meanwhile. */
int gam_csv_begin(struct gam_csv *csv, const char *label, char *text, size_t length, struct gam_err *err);
/* 1: a row; 0: the end; -GAM_EPARSE: "label:line: ...". Empty lines are passed over. */
int gam_csv_next(struct gam_csv *csv, struct gam_err *err);
/* Text after "# key:" among the comment lines at the top, copied; 0 when there is none. */
int gam_csv_comment(const char *text, const char *key, char *out, size_t size);
/* A whole field as a finite number; 0 when it is none. */
int gam_csv_number(const char *field, double *out);

#endif
