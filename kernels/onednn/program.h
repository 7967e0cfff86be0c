/* SPDX-License-Identifier: MIT */
/* A prepared sequence of oneDNN primitives over an operator's operands: what a launch of the `onednn` implementation runs.
 *
 * To add a kind: a file with a gam_onednn_build that adds memories and steps, and a gam_impl whose plan calls gam_onednn_plan
 * with it. A function that fails leaves the reason in `err`.
 */
#ifndef GAM_KERNELS_ONEDNN_PROGRAM_H
#define GAM_KERNELS_ONEDNN_PROGRAM_H

#include "kernels/impl.h"
#include "kernels/onednn/dialect.h"

enum {
    GAM_ONEDNN_MEMORIES = 8,
    GAM_ONEDNN_STEPS = 4,
    GAM_ONEDNN_ARGS = 5,
    GAM_ONEDNN_DETAIL = sizeof((struct gam_launch *)0)->detail
};

struct gam_onednn_memory {
    void *handle;
    int operand; /* index in gam_op_operands whose address it gets at each run; -1: the library's own buffer */
};

struct gam_onednn_step {
    void *primitive;
    int n;
    struct gam_onednn_exec_arg args[GAM_ONEDNN_ARGS];
};

struct gam_onednn_program {
    struct gam_onednn_context context;
    const struct gam_onednn_dialect *dialect;
    void *stream;
    int threads;
    int n_memories, n_steps;
    struct gam_onednn_memory memory[GAM_ONEDNN_MEMORIES];
    struct gam_onednn_step step[GAM_ONEDNN_STEPS];
};

/* Which argument of a primitive is which memory of the program. */
struct gam_onednn_binding {
    int arg, memory;
};

/* 0, or -GAM_EUNSUPPORTED with the reason why the library cannot be used for `op` at all: it is not there, another device than
 * the cpu, another type than f32. */
int gam_onednn_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why);
const char *gam_onednn_version(void); /* "2.6.3"; NULL: not there */

/* Fills an empty program for `op` and names in `detail` (GAM_ONEDNN_DETAIL bytes) what was chosen. */
typedef int gam_onednn_build(struct gam_onednn_program *p, const struct gam_op *op, char *detail, struct gam_err *err);
/* Makes a program, has it built while the library sees the launch's number of threads, and gives it to the launch. */
int gam_onednn_plan(gam_onednn_build *build, const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out,
                    struct gam_err *err);

/* Adds a memory described by md (copied); returns its index or a negative gam_code. */
int gam_onednn_memory_add(struct gam_onednn_program *p, const void *md, int operand, struct gam_err *err);
/* Adds a step that runs the primitive of pd (still the caller's). */
int gam_onednn_step_add(struct gam_onednn_program *p, const void *pd, const struct gam_onednn_binding *bindings, int n,
                        struct gam_err *err);
/* Adds a copy from one layout to another. */
int gam_onednn_reorder_add(struct gam_onednn_program *p, const void *from_md, int from, const void *to_md, int to,
                           struct gam_err *err);

/* A status of the library as an error: "what: word". 0 stays 0. */
int gam_onednn_check(int status, const char *what, struct gam_err *err);

/* "jit:avx512_core" and what `more` adds: the library's name for the code behind pd. */
void gam_onednn_detail(const struct gam_onednn_program *p, const void *pd, const char *more, char *detail);

/* Row-major memory without gaps; its md. */
int gam_onednn_md_rows(const struct gam_onednn_program *p, int n, const int64_t *dims, void **md);

/* For a build that compares programs: an empty one like p, and running one on the operands. */
int gam_onednn_program_new(int threads, struct gam_onednn_program **out, struct gam_err *err);
void gam_onednn_program_free(struct gam_onednn_program *p); /* NULL allowed */
int gam_onednn_program_run(struct gam_onednn_program *p, void *const *operand);

#endif
