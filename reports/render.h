/* SPDX-License-Identifier: MIT */
/* Renderers: a doc to bytes through a sink. Pure: no SQL, clock, terminal, locale or environment.
 *
 * To add a format: reports/render_<name>.c with `const struct gam_renderer gam_renderer_<name>` (registered by the build),
 * written with render_priv.h (a buffer that goes out whole), escape.h (every text passes one of its functions) and view.h (words
 * for what a report holds). Its tests: files tests/reports/golden/<case>.<name>, which tests/reports/golden.sh fills. A whole
 * one: tests/figures/example/format.
 */
#ifndef GAM_REPORTS_RENDER_H
#define GAM_REPORTS_RENDER_H

#include "reports/doc.h"

struct gam_byte_sink {
    int (*write)(void *ctx, const void *bytes, size_t n, struct gam_err *err);
    void *ctx;
};

struct gam_render_options {
    int columns;        /* width of the terminal; 0: 100 */
    int colour;         /* ANSI colours */
    int ascii;          /* no Unicode plot characters */
    const char *script; /* page script to embed in HTML; NULL: the static page */
};

struct gam_renderer {
    const char *name, *suffix, *summary; /* name: what --format says; suffix: of files whose name chooses it */
    unsigned kinds;                      /* 1u << enum gam_doc_kind */
    int (*render)(const struct gam_doc *doc, const struct gam_render_options *options, const struct gam_byte_sink *sink,
                  struct gam_err *err);
};

extern const struct gam_renderer *const gam_renderers[]; /* generated; NULL-terminated */
const struct gam_renderer *gam_renderer_find(const char *name);

#endif
