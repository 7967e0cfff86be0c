/* SPDX-License-Identifier: MIT */
/* The figure of a gate. */
#ifndef GAM_REPORTS_SVG_GATE_H
#define GAM_REPORTS_SVG_GATE_H

#include "analyzer/gate/gate.h"
#include "reports/svg/svg.h"

enum { GAM_SVG_GATE_ROWS = 40 };

/* One <svg> element; returns its height. The worst cases first. */
double gam_svg_gate(struct gam_strbuf *out, const struct gam_gate *gate, const struct gam_svg_frame *frame);

#endif
