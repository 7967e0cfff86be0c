/* SPDX-License-Identifier: MIT */
/* Runs made of a seed that use every record, every null and every awkward value that the descriptions allow. */
#ifndef GAM_TESTS_UNIT_STORE_FIXTURE_RUNSET_H
#define GAM_TESTS_UNIT_STORE_FIXTURE_RUNSET_H

#include "common/record/runset.h"

/* At most `rows` records of each kind (samples: 20 times that). Fails the test when memory runs out. */
void runset_generate(struct gam_runset *out, uint64_t seed, size_t rows);

/* A small run that a test may edit: host, device, operator, node, one measurement with a sample. */
void runset_small(struct gam_runset *out, const char *uuid, const char *started);

/* 0 when equal; else `where` says the first difference. Reals are compared by value, null equals null. */
int runset_compare(const struct gam_runset *a, const struct gam_runset *b, char *where, size_t size);

/* A folder of its own, whose name goes to `out` (at least 40 bytes), and its removal with all files in it. */
void folder_make(char *out, size_t size);
void folder_remove(const char *folder);

#endif
