/* SPDX-License-Identifier: MIT */
/* Suites: lists of operators as data (kernels/suites/<name>.json, built in, or the user's own file; docs/schema/
 * gambrel-suite-1.schema.json).
 *
 *   {"name": "quick", "unit": "one forward pass, batch 1", "roofs": "best" | "all", "budget_s": 56,
 *    "ops": [{"op": "gemm:m=512,n=512,k=512,dtype=f32", "count": 1, "name": "proj"},
 *            {"op": "add:dtype=f32", "bytes": "4*LLC", "implementations": ["simd"]}]}
 *
 * Required: name, ops, op. `count` (default 1): calls per unit. `bytes` scales the kind's size key, which the spec leaves out, to
 * the machine: the least value whose compulsory bytes reach it. Numbers, L1 L2 L3 LLC MEM THREADS, + - * / and parentheses; it
 * may also stand in the spec ("add:bytes=4*LLC,dtype=f32"). `implementations`: only these, or, with a '-' before every name, all
 * but these. `transfer` ("pinned", "pageable"): on devices with memory of their own each run begins with the inputs in such
 * memory of the host and ends with the results there.
 *
 * To add one: kernels/suites/<name>.json; an operator of one is an element of its "ops". A test loads every file.
 */
#ifndef GAM_KERNELS_SUITE_H
#define GAM_KERNELS_SUITE_H

#include "ops/link.h"

struct gam_err;

struct gam_machine_sizes {
    double l1, l2, l3, llc, memory; /* bytes; NaN: unknown (an expression that uses it is an error that names it) */
    double threads;
};

struct gam_suite_op {
    struct gam_op op;
    char *name; /* may be NULL */
    int64_t count;
    enum gam_host_memory host; /* devices with memory of their own: where operands come from; GAM_HOST_NONE: not said */
    char **implementations;    /* as written, NULL-terminated; NULL: all. See gam_suite_wants */
};

struct gam_suite {
    char *name, *unit;
    int all_roofs;
    double budget_s; /* a run ends after about this long unless told otherwise; 0: when all rounds are done */
    struct gam_suite_op *ops;
    size_t n_ops;
};

/* `name_or_path`: a built-in name, else a file ("-": standard input). After a failure nothing is to release. Errors:
 * "suite.json:12: ops[3].op: gemm: unknown key 'mm'; keys are m n k ...". */
int gam_suite_load(const char *name_or_path, const struct gam_machine_sizes *sizes, struct gam_suite *out, struct gam_err *err);
int gam_suite_parse(const char *label, const char *text, size_t length, const struct gam_machine_sizes *sizes,
                    struct gam_suite *out, struct gam_err *err);
/* A suite of single specs (`--op`), without name and unit. `sizes` may be NULL in all of these: then no size is known. */
int gam_suite_from_specs(const char *const *specs, size_t n, const struct gam_machine_sizes *sizes, struct gam_suite *out,
                         struct gam_err *err);
void gam_suite_release(struct gam_suite *suite);
int gam_suite_wants(const struct gam_suite_op *op, const char *implementation); /* what op->implementations says */
const char *const *gam_suite_builtin_names(void);                               /* NULL-terminated */

#endif
