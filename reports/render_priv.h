/* SPDX-License-Identifier: MIT */
/* What every renderer needs: a capped buffer that is handed to the sink whole, so that a failure leaves no half document. */
#ifndef GAM_REPORTS_RENDER_PRIV_H
#define GAM_REPORTS_RENDER_PRIV_H

#include "common/strbuf.h"
#include "reports/render.h"

enum { GAM_RENDER_CAP = 256 << 20 }; /* bytes of one document */

/* Writes `out` to the sink in one call and releases it, also after a failure. */
int gam_render_flush(struct gam_strbuf *out, const struct gam_byte_sink *sink, struct gam_err *err);

/* 0, or -GAM_EUNSUPPORTED when doc's kind is not among `kinds`. */
int gam_render_kind_check(const struct gam_doc *doc, unsigned kinds, const char *format, struct gam_err *err);

#endif
