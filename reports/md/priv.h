/* SPDX-License-Identifier: MIT */
/* The Markdown documents. */
#ifndef GAM_REPORTS_MD_PRIV_H
#define GAM_REPORTS_MD_PRIV_H

#include "common/strbuf.h"
#include "reports/doc.h"

void gam_md_gate(struct gam_strbuf *out, const struct gam_doc *doc);
void gam_md_compare(struct gam_strbuf *out, const struct gam_doc *doc);

#endif
