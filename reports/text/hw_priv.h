/* SPDX-License-Identifier: MIT */
/* Shared by text_hw*.c only. */
#ifndef GAM_REPORTS_TEXT_HW_PRIV_H
#define GAM_REPORTS_TEXT_HW_PRIV_H

#include "reports/hw_doc.h"
#include "reports/text/priv.h"

/* "989 TFLOP/s", "80 GiB", "700 W"; "-" for NaN. */
void gam_text_hw_number(double value, const char *unit, char *out, size_t size);
void gam_text_hw_show(const struct gam_text *t, const struct gam_hw_doc *hw);

#endif
