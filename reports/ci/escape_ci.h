/* SPDX-License-Identifier: MIT */
/* Text of unknown origin made safe for what continuous integration reads; as in escape.h, controls, direction marks and broken
 * UTF-8 become U+FFFD, and line ends become spaces unless it is said otherwise. NULL is an empty text.
 */
#ifndef GAM_REPORTS_ESCAPE_CI_H
#define GAM_REPORTS_ESCAPE_CI_H

#include "common/strbuf.h"

/* The message and the properties of a workflow command of GitHub ("::error title=...::message"): '%', CR and LF are encoded; in
 * properties ':' and ',' too. Line ends in messages stay line ends, encoded. */
void gam_escape_command(struct gam_strbuf *out, const char *text);
void gam_escape_property(struct gam_strbuf *out, const char *text);

void gam_escape_label(struct gam_strbuf *out, const char *text); /* value of a label of OpenMetrics, without the quotes */
int gam_escape_same(const char *a, const char *b);               /* whether two labels are the same when they are written */
void gam_escape_uri(struct gam_strbuf *out, const char *path);   /* a relative path as a URI reference: percent-encoded */
void gam_escape_code(struct gam_strbuf *out, const char *text);  /* inside a fenced block of Markdown: no backtick survives */

#endif
