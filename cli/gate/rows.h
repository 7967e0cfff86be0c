/* SPDX-License-Identifier: MIT */
/* The operators of a run as series: what `gate baseline`, `accept` and `trend` compare. */
#ifndef GAM_CLI_GATE_ROWS_H
#define GAM_CLI_GATE_ROWS_H

#include "analyzer/arena.h"
#include "common/record/runset.h"
#include "store/gates.h"

struct gam_err;
struct gam_strbuf;

/* One per operator, implementation, threads and cache state that was measured and right; metric "time", unit "ns", the value
 * the median of the rounds with its interval (NaN: too few rounds). name, why, accepted stay NULL. All of it lives in the
 * arena. */
int gam_gate_rows_of_run(const struct gam_runset *run, struct gam_arena **arena, struct gam_baseline **out, size_t *n,
                         struct gam_err *err);

/* The same series: operator, implementation, threads, cache, metric. Host and device class are the caller's to compare. */
int gam_gate_rows_same(const struct gam_baseline *a, const struct gam_baseline *b);
const struct gam_baseline *gam_gate_rows_find(const struct gam_baseline *rows, size_t n, const struct gam_baseline *like);

/* "gemm:m=64,... (simd, 2 threads, warm)". */
void gam_gate_row_text(const struct gam_baseline *row, struct gam_strbuf *out);

/* A run by id, tag, "last" from the database, or from a gambrel-run/1 file; what it is told by: see gambrel report. */
int gam_gate_run_load(const char *run, const char *db, struct gam_runset *out, struct gam_err *err);

#endif
