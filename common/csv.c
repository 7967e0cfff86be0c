/* SPDX-License-Identifier: MIT */
#include "common/csv.h"

#include "common/err.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char BOM[] = "\xef\xbb\xbf"; /* byte order mark, as spreadsheets write it */

int gam_csv_begin(struct gam_csv *csv, const char *label, char *text, size_t length, struct gam_err *err)
{
    *csv = (struct gam_csv){ .label = label, .at = text, .next_line = 1 };
    if (strlen(text) != length)
        return gam_err_set(err, -GAM_EPARSE, "%s: holds a NUL byte; it is no CSV text", label);
    if (!strncmp(text, BOM, sizeof BOM - 1))
        csv->at += sizeof BOM - 1;
    return 0;
}

/* Cuts one field; *p stands behind its delimiter afterwards. Returns the delimiter, -1 after a fault. */
static int field_cut(struct gam_csv *csv, char **p, struct gam_err *err)
{
    char *from = *p, *to = *p;
    int quoted = *from == '"', end;

    if (csv->n == GAM_CSV_FIELDS_MAX)
        return gam_err_set(err, -GAM_EPARSE, "%s:%zu: more than %d fields", csv->label, csv->line, GAM_CSV_FIELDS_MAX), -1;
    csv->field[csv->n++] = to;
    if (quoted) {
        for (from++; *from && (*from != '"' || from[1] == '"'); from++) {
            from += *from == '"';
            csv->next_line += *from == '\n';
            *to++ = *from;
        }
        if (!*from)
            return gam_err_set(err, -GAM_EPARSE, "%s:%zu: a quoted field does not end", csv->label, csv->line), -1;
        from++;
        if (*from && *from != ',' && *from != '\n' && *from != '\r')
            return gam_err_set(err, -GAM_EPARSE, "%s:%zu: text after a quoted field", csv->label, csv->line), -1;
    } else {
        while (*from && *from != ',' && *from != '\n' && *from != '\r')
            *to++ = *from++;
    }
    if (*from == '\r' && from[1] == '\n')
        from++;
    end = (unsigned char)*from;
    *p = from + (end != 0);
    *to = '\0';
    return end == '\r' ? '\n' : end;
}

int gam_csv_next(struct gam_csv *csv, struct gam_err *err)
{
    for (;;) {
        char *p = csv->at;
        int end;

        csv->line = csv->next_line;
        csv->n = 0;
        if (!*p)
            return 0;
        if (*p == '#' && (p = strchr(p, '\n'))) {
            csv->at = p + 1;
            csv->next_line++;
            continue;
        }
        if (!p)
            return 0;
        while ((end = field_cut(csv, &p, err)) == ',')
            ;
        if (end < 0)
            return err ? err->code : -GAM_EPARSE;
        csv->at = p;
        csv->next_line++;
        if (csv->n > 1 || csv->field[0][0])
            return 1;
    }
}

int gam_csv_comment(const char *text, const char *key, char *out, size_t size)
{
    size_t n = strlen(key);

    text += strncmp(text, BOM, sizeof BOM - 1) ? 0 : sizeof BOM - 1;
    for (const char *line = text; line && *line == '#'; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        const char *p = line + 1 + strspn(line + 1, " \t");
        size_t length;

        if (strncmp(p, key, n) != 0 || p[n] != ':')
            continue;
        p += n + 1;
        p += strspn(p, " \t");
        length = strcspn(p, "\r\n");
        while (length && isspace((unsigned char)p[length - 1]))
            length--;
        snprintf(out, size, "%.*s", (int)length, p);
        return 1;
    }
    return 0;
}

int gam_csv_number(const char *field, double *out)
{
    char *end;

    *out = strtod(field, &end);
    return end != field && !end[strspn(end, " \t")] && isfinite(*out);
}
