/* SPDX-License-Identifier: MIT */
/* What the outputs of a gate share: order, numbers and names. Pure look-ups; nothing is computed anew. */
#ifndef GAM_REPORTS_GATE_VIEW_H
#define GAM_REPORTS_GATE_VIEW_H

#include "analyzer/gate/gate.h"
#include "common/strbuf.h"

enum { GAM_GATE_ID = 33, GAM_GATE_TEXT = 160 };

/* Where a case's source is not known: outputs that demand a path name the result itself. */
#define GAM_GATE_PATH "gambrel-gate.json"

/* How loud a case is in a system that shouts: an advisory gate warns at most, undecided follows the policy. */
enum gam_gate_level { GAM_GATE_SILENT, GAM_GATE_NOTE, GAM_GATE_WARNING, GAM_GATE_ERROR };
enum gam_gate_level gam_gate_level(const struct gam_gate *gate, const struct gam_gate_case *c);

/* Indices of all cases, the worst first: by verdict, then by how much worse, then as given. The caller frees; NULL without
 * memory. */
size_t *gam_gate_order(const struct gam_gate *gate);
size_t gam_gate_count(const struct gam_gate *gate, enum gam_gate_verdict verdict);

/* Path of a case, never empty. */
const char *gam_gate_path(const struct gam_gate_case *c);
const char *gam_gate_name(const struct gam_gate_case *c);   /* never NULL */
const char *gam_gate_metric(const struct gam_gate_case *c); /* never NULL */

/* The safe name of a case cut to `columns`; where cases of the gate share it, the metric tells them apart: "parse, memory_peak".
 */
void gam_gate_label(const struct gam_gate *gate, const struct gam_gate_case *c, size_t columns, char *out, size_t size);

/* 32 hexadecimal digits that stay the same from run to run for name and metric; equal ones in a gate get their number in it. */
void gam_gate_id(const struct gam_gate *gate, size_t i, char out[GAM_GATE_ID]);

void gam_gate_value(const struct gam_gate_case *c, double value, char *out, size_t size); /* "1.53 ms" */
void gam_gate_side(const struct gam_gate_case *c, int cand, char *out, size_t size); /* the text of an exact one, or the value */
void gam_gate_change(const struct gam_gate_case *c, char *out, size_t size);         /* of the value, "+5.2 %"; "-" */
void gam_gate_range(const struct gam_gate_case *c, char *out, size_t size);          /* "+4.1 .. +6.3 %"; empty */
void gam_gate_percent(double share, char *out, size_t size);                         /* "3 %", "-" for NaN */

/* "2 regression, 1 undecided, 17 pass" of the verdicts that there are, the worst first. */
void gam_gate_counts(const struct gam_gate *gate, char *out, size_t size);

/* One line of plain text: name, metric and what was found. */
void gam_gate_sentence(struct gam_strbuf *out, const struct gam_gate_case *c);

/* The time of the gate, in seconds; NaN. */
double gam_gate_seconds(const struct gam_gate *gate);

#endif
