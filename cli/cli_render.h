/* SPDX-License-Identifier: MIT */
/* Docs to stdout or to a file, with the terminal's width, colours and the page's script. */
#ifndef GAM_CLI_CLI_RENDER_H
#define GAM_CLI_CLI_RENDER_H

#include "reports/render.h"

/* "csv html json md svg text": the formats that can show that kind, cut to `size`. */
void gam_cli_format_names(enum gam_doc_kind kind, char *out, size_t size);

/* json when asked, else `format`, else what the name of the file `path` ends in, else text. `format` and `path` may be NULL. */
const char *gam_cli_format_choose(const char *format, int json, const char *path);

/* `format`: a renderer's name. Errors name the formats that can show this kind. */
int gam_cli_render_stdout(const struct gam_doc *doc, const char *format, struct gam_err *err);
int gam_cli_render_file(const struct gam_doc *doc, const char *format, const char *path, struct gam_err *err); /* "-": stdout */

/* The locale has no Unicode. */
int gam_cli_ascii(void);

#endif
