/* SPDX-License-Identifier: MIT */
/* The data behind fixture_report.c. */
#ifndef GAM_TESTS_FIXTURE_ROWS_H
#define GAM_TESTS_FIXTURE_ROWS_H

#include "fixture_report.h"

struct fixture_row {
    const char *name, *spec, *implementation;
    int64_t calls;
    double flop, bytes, slack, spread;
    double rank;
};

/* Row i: the first twenty by hand, the others generated; `name` holds 40 bytes for a generated name. */
struct fixture_row fixture_row(size_t i, char *name);
const struct gam_op_kind *fixture_kind(const char *spec); /* with the one key dtype */
int fixture_records(struct gam_runset *set);              /* run, host, facts, two devices, caches, events */
int fixture_base(struct fixture *f, size_t n_devices);
void fixture_spoil(struct fixture *f); /* turns the twenty into the hostile case */

#endif
