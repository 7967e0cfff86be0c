/* SPDX-License-Identifier: MIT */
/* How a comparison's parts are named and shown, the same in every format. */
#ifndef GAM_REPORTS_COMPARE_VIEW_H
#define GAM_REPORTS_COMPARE_VIEW_H

#include "analyzer/compare/compare.h"
#include "reports/doc.h"

/* Colour never stands alone: the word says the same. */
struct gam_change_look {
    const char *css;   /* class: "c-worse" "c-better" "c-plain" "c-unclear" */
    const char *glyph; /* "▲" */
    int ansi;          /* colour of the 256-colour set; 0: none */
};
const struct gam_change_look *gam_compare_look(enum gam_compare_change change);

const char *gam_compare_name(const struct gam_compare_row *row); /* never NULL */
/* "simd", "openblas → simd"; "61 % → 74 %" of the roof. `arrow` stands between, spaces included. */
void gam_compare_by(const struct gam_compare_row *row, const char *arrow, char *out, size_t size);
void gam_compare_share(const struct gam_compare_row *row, const char *arrow, char *out, size_t size);
const char *gam_compare_moved(const struct gam_compare_row *row); /* the word, or "-" */

/* Whether a row is worth showing at once: it is not the same as before. */
int gam_compare_stands_out(const struct gam_compare_row *row);

/* "2 slower, 1 faster, 17 same": only what there is. */
void gam_compare_counts(const struct gam_compare *compare, char *out, size_t size);

/* The one sentence that answers: what moved. */
void gam_compare_headline(const struct gam_compare *compare, char *out, size_t size);

/* "run 12, quick, 2026-05-04T10:20:30Z" */
void gam_compare_run(const struct gam_report *report, int64_t id, char *out, size_t size);

/* Devices whose rooflines lie over each other: the candidate's i and the base's of the same id, or the only ones of both; -1. */
long gam_compare_base_device(const struct gam_compare *compare, size_t cand);

#endif
