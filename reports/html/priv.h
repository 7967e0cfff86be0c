/* SPDX-License-Identifier: MIT */
/* The parts of the page. It is written so that it is well-formed XML too (without the script), which the tests check. */
#ifndef GAM_REPORTS_HTML_PRIV_H
#define GAM_REPORTS_HTML_PRIV_H

#include "common/strbuf.h"
#include "reports/doc.h"

enum { GAM_HTML_WIDE = 960, GAM_HTML_NARROW = 380 }; /* figures, in CSS pixels */

void gam_html_text(struct gam_strbuf *out, const char *text);                     /* escaped */
void gam_html_element(struct gam_strbuf *out, const char *tag, const char *text); /* <tag>escaped</tag>, nothing when empty */
void gam_html_name(struct gam_strbuf *out, const char *name); /* cut, whole in a title, its direction kept apart */
void gam_html_section(struct gam_strbuf *out, const char *id, const char *heading); /* opens <section>; the caller closes it */
void gam_html_fact(struct gam_strbuf *out, const char *label, const char *value);   /* of a <dl>; nothing when empty */

/* Tables: opened with caption and header cells (NULL-terminated; a title beginning with '#' is aligned to the right, without
 * the sign), inside a region that scrolls when the table is wider than the screen. */
void gam_html_table_open(struct gam_strbuf *out, const char *id, const char *caption, const char *const *titles);
void gam_html_table_close(struct gam_strbuf *out);
void gam_html_cell(struct gam_strbuf *out, const char *value, const char *note); /* of text */
void gam_html_cell_number(struct gam_strbuf *out, double sort, const char *value,
                          const char *note); /* `sort`: what to order by */

/* A quantity: value; below it spread, source and what the caller adds. A missing one shows its reason. */
void gam_html_cell_quantity(struct gam_strbuf *out, const struct gam_quantity *q, const char *note);
void gam_html_cell_roof_share(struct gam_strbuf *out, const struct gam_quantity *q, const char *note);

void gam_html_marker(struct gam_strbuf *out, enum gam_label label); /* inline shape */

/* An item of a list of findings; `op`: index of the operator that it is about, or -1. */
void gam_html_finding(struct gam_strbuf *out, long op, const struct gam_finding *finding);

/* Sections, in the order of the page. */
void gam_html_header(struct gam_strbuf *out, const struct gam_doc *doc);
void gam_html_findings(struct gam_strbuf *out, const struct gam_report *report);
void gam_html_rooflines(struct gam_strbuf *out, const struct gam_report *report);
void gam_html_operators(struct gam_strbuf *out, const struct gam_report *report);
void gam_html_less_work(struct gam_strbuf *out, const struct gam_report *report);
void gam_html_resources(struct gam_strbuf *out, const struct gam_report *report);
void gam_html_time(struct gam_strbuf *out, const struct gam_report *report);
void gam_html_several_devices(struct gam_strbuf *out, const struct gam_report *report); /* nothing for the cpu alone */
void gam_html_network(struct gam_strbuf *out, const struct gam_report *report);         /* nothing for one process */
void gam_html_roofs(struct gam_strbuf *out, const struct gam_report *report);
void gam_html_conditions(struct gam_strbuf *out, const struct gam_report *report);

/* Pages of other documents: title, and header and body up to the end of <main>. */
void gam_html_compare_title(struct gam_strbuf *out, const struct gam_doc *doc);
void gam_html_compare(struct gam_strbuf *out, const struct gam_doc *doc);

/* The page of costs; its sections alone. */
void gam_html_cost_title(struct gam_strbuf *out, const struct gam_doc *doc);
void gam_html_cost(struct gam_strbuf *out, const struct gam_doc *doc);
void gam_html_cost_sections(struct gam_strbuf *out, const struct gam_cost_report *cost);

#endif
