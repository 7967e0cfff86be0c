/* SPDX-License-Identifier: MIT */
#ifndef GAM_TESTS_FIXTURE_GATE_MORE_H
#define GAM_TESTS_FIXTURE_GATE_MORE_H

#include "fixture_report.h"

struct fixture_gate {
    struct gam_gate gate;
    struct gam_gate_case *cases;
    size_t n, n_names;
    char (*name)[24];
    struct gam_doc doc;
};

/* Cases: "gate-hostile", "gate-large" (7000 cases), "gate-empty", "gate-advisory". NULL for another name or when memory is out.
 */
struct fixture_gate *fixture_gate_new(const char *name);
void fixture_gate_free(struct fixture_gate *f);

#endif
