/* SPDX-License-Identifier: MIT */
/* The parts of the JSON documents; each writes members or values into an open object of the writer. */
#ifndef GAM_REPORTS_JSON_PRIV_H
#define GAM_REPORTS_JSON_PRIV_H

#include "common/json.h"
#include "reports/doc.h"

/* An int that is null when GAM_NULL_INT; and when 0 stands for "unknown" (_positive). */
void gam_json_int_or_null(struct gam_jsonw *w, const char *key, int64_t value);
void gam_json_int_positive(struct gam_jsonw *w, const char *key, int64_t value);
void gam_json_text_or_null(struct gam_jsonw *w, const char *key, const char *text); /* "" is null too */
void gam_json_interval(struct gam_jsonw *w, const char *key, double low, double high);
void gam_json_quantity_members(struct gam_jsonw *w, const struct gam_quantity *q);
void gam_json_quantity(struct gam_jsonw *w, const char *key, const struct gam_quantity *q);
void gam_json_tool(struct gam_jsonw *w, const struct gam_doc *doc);

void gam_json_report_devices(struct gam_jsonw *w, const struct gam_report *report);   /* "devices": [...] */
void gam_json_report_operators(struct gam_jsonw *w, const struct gam_report *report); /* "operators": [...] */

/* "network": {...}; nothing for a run of one process */
void gam_json_report_network(struct gam_jsonw *w, const struct gam_report *report);

/* "side_by_side": [...], "host_links": [...]; each only where there is one */
void gam_json_report_several_devices(struct gam_jsonw *w, const struct gam_report *report);

void gam_json_findings(struct gam_jsonw *w, const struct gam_finding *finding, size_t n); /* "findings": [...] */

/* Whole documents; `w` is at the root. */
void gam_json_report(struct gam_jsonw *w, const struct gam_doc *doc);
void gam_json_doctor(struct gam_jsonw *w, const struct gam_doc *doc);
void gam_json_devices(struct gam_jsonw *w, const struct gam_doc *doc);
void gam_json_runs(struct gam_jsonw *w, const struct gam_doc *doc);
void gam_json_plan(struct gam_jsonw *w, const struct gam_doc *doc);
void gam_json_gate(struct gam_jsonw *w, const struct gam_doc *doc);
void gam_json_compare(struct gam_jsonw *w, const struct gam_doc *doc);
void gam_json_cost(struct gam_jsonw *w, const struct gam_doc *doc);
void gam_json_hw(struct gam_jsonw *w, const struct gam_doc *doc);
void gam_json_whatif(struct gam_jsonw *w, const struct gam_doc *doc);

/* gambrel-cost/1 as a member of another document, or the whole one (key NULL). */
void gam_json_cost_under(struct gam_jsonw *w, const char *key, const struct gam_doc *doc, const struct gam_cost_report *c);

#endif
