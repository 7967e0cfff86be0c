/* SPDX-License-Identifier: MIT */
/* Reports of known content, built without measuring or analysing: what renderers are tested with. */
#ifndef GAM_TESTS_FIXTURE_REPORT_H
#define GAM_TESTS_FIXTURE_REPORT_H

#include "reports/render.h"

enum { FIXTURE_OPS = 200, FIXTURE_ROUNDS = 10 };

struct fixture {
    struct gam_runset set;
    struct gam_report report;
    struct gam_report_device device[2];
    struct gam_ceiling ceiling[2][24];
    struct gam_report_operator op[FIXTURE_OPS];
    struct gam_finding finding[8];
    double round_ns[FIXTURE_OPS][FIXTURE_ROUNDS];
    char name[FIXTURE_OPS][40];
    char long_name[301];
    struct gam_doc doc;
};

/* Cases: "one", "twenty", "two-hundred" (so many operators of one CPU), "hostile" (names that try to break out, missing values,
 * every label, two devices, a wrong and a skipped implementation), "empty" (a run that measured nothing), "extreme" (every
 * point beyond one end of the roofs), "ranks" (several of them, with a network), "devices-apart" (two, side by
 * side, with links to the host). NULL for another name or when memory is out. The caller frees it with fixture_free. */
struct fixture *fixture_new(const char *name);
void fixture_free(struct fixture *f);

/* Small documents of the other kinds; static. */
const struct gam_doc *fixture_list(enum gam_doc_kind kind);
const struct gam_doc *fixture_gate(void); /* every verdict, a hostile name; static */

/* Renders into a new text (the caller frees); NULL on failure. */
char *fixture_render(const struct gam_doc *doc, const char *format, const struct gam_render_options *options);

#endif
