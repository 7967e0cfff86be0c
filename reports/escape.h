/* SPDX-License-Identifier: MIT */
/* Text of unknown origin made safe for one output. Operator names, host names and reasons come from users, other tools'
 * files and drivers: every renderer passes them through one of these, never raw.
 *
 * All of them replace invalid UTF-8, control characters and the marks that reverse the reading direction by U+FFFD, and take
 * NULL for an empty text. They write into a gam_strbuf, whose sticky error the caller checks at the end.
 */
#ifndef GAM_REPORTS_ESCAPE_H
#define GAM_REPORTS_ESCAPE_H

#include "common/strbuf.h"

#include <stdint.h>

enum { GAM_NAME_COLUMNS = 24 }; /* longer names are cut, and the whole name stands in a title */

/* The next character of a NUL-terminated text, which it advances; 0 at the end; U+FFFD for what may not be shown. Tabs and
 * newlines come as spaces. */
uint32_t gam_escape_next(const char **text);

void gam_escape_utf8(struct gam_strbuf *out, uint32_t character);
void gam_escape_plain(struct gam_strbuf *out, const char *text);    /* a terminal: no escape sequence survives */
void gam_escape_xml(struct gam_strbuf *out, const char *text);      /* element content and quoted attributes of HTML and SVG */
void gam_escape_markdown(struct gam_strbuf *out, const char *text); /* one cell of a table: no markup, link or line break */
void gam_escape_csv(struct gam_strbuf *out, const char *text);      /* one field, quoted when needed; "'" before what a
                                                                       spreadsheet would run as a formula */
/* JSON inside a <script> element: '<', '>', '&' and the line separators become \u escapes, so no text ends the element. */
void gam_escape_script(struct gam_strbuf *out, const char *json, size_t length);

/* Safe beginning of a text, cut to `columns` with an ellipsis, into a fixed buffer. */
void gam_escape_cut(const char *text, size_t columns, char *out, size_t size);

#endif
