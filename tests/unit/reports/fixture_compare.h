/* SPDX-License-Identifier: MIT */
/* Comparisons of known content, for the renderers. */
#ifndef GAM_TESTS_FIXTURE_COMPARE_H
#define GAM_TESTS_FIXTURE_COMPARE_H

#include "fixture_report.h"

#include "analyzer/compare/compare.h"

struct fixture_compare {
    struct fixture *base, *cand;
    struct gam_compare compare;
    struct gam_doc doc;
};

/* Cases: "compare" (points that moved, one with its roof, one gone, one new), "compare-machines" (two classes of hosts),
 * "compare-hostile", "compare-empty". NULL for another name or when memory is out. Freed by fixture_compare_free. */
struct fixture_compare *fixture_compare_new(const char *name);
void fixture_compare_free(struct fixture_compare *f);

#endif
