/* SPDX-License-Identifier: MIT */
/* One A/B gate from its first slot to its verdict. */
#ifndef GAM_CLI_GATE_SESSION_H
#define GAM_CLI_GATE_SESSION_H

#include "analyzer/arena.h"
#include "analyzer/gate/job.h"
#include "cli/gate/settings.h"
#include "cli/gate/slots.h"
#include "common/clock.h"

/* What a case has seen of its exact value. */
struct gam_gate_exact {
    int is_exact, unstable[GAM_ARMS], known[GAM_ARMS];
    double value[GAM_ARMS];
    const char *text[GAM_ARMS];
};

/* A slot that ran, for the store. */
struct gam_gate_slot_record {
    size_t pair;
    int look, arm, control, exit_code, disturbed;
    uint64_t duration_ns;
};

struct gam_gate_session {
    const struct gam_gate_settings *settings;
    struct gam_gate_slots *slots;
    const struct gam_clock *clock;
    uint64_t start_ns;
    struct gam_gate *gate;             /* being filled; owns the arena */
    const struct gam_gate *earlier;    /* whose regressions are looked for again, instead of a first job; NULL */
    struct gam_gate_case *cases;       /* gate->n_cases, in the arena */
    struct gam_gate_exact *exact;      /* beside them */
    struct gam_gate_control *control;  /* beside them; NULL */
    struct gam_gate_slot_record *slot; /* owned */
    size_t n_slots, slot_capacity;
    size_t throttled; /* pairs */
    void (*progress)(void *ctx, const struct gam_gate_session *s, const struct gam_gate_job *job);
    void *progress_ctx;
};

/* Runs the gate: warm-up, pairs, control, confirmation; fills cases, control, diagnostics and verdict of s->gate. A program that
 * fails is a verdict (`failed`), not an error; errors are -GAM_ECANCELLED, -GAM_ENOMEM, what the system refuses. */
int gam_gate_session_run(struct gam_gate_session *s, struct gam_err *err);
void gam_gate_session_release(struct gam_gate_session *s);

/* gate_cases.c: the cases out of what the first slots reported. */
int gam_gate_cases_make(struct gam_gate_session *s, const struct gam_metrics *base, const struct gam_metrics *cand,
                        struct gam_err *err);
/* Looks at the exact values of one slot. */
int gam_gate_cases_see(struct gam_gate_session *s, int arm, const struct gam_metrics *m, struct gam_err *err);
void gam_gate_cases_judge_exact(struct gam_gate_session *s);

/* elsewhere.c: the result of a first job, and its cases into this session's. -GAM_EINVAL: it is none, or of other arms. */
int gam_gate_earlier_read(const char *path, struct gam_gate *out, struct gam_err *err);
int gam_gate_earlier_check(const struct gam_gate *first, const struct gam_gate *here, struct gam_err *err);
int gam_gate_earlier_apply(struct gam_gate_session *s, struct gam_err *err);

/* gate_verdict.c: sentences of the cases, then verdict, reason, advice and exit code of the whole gate. */
void gam_gate_case_explain(struct gam_arena **arena, struct gam_gate_case *c, const struct gam_gate_control *control);
void gam_gate_conclude(struct gam_gate *gate, const struct gam_gate_case *cases);
/* gate_keep.c: into the database, with its cases and slots. */
int gam_gate_keep(struct gam_gate *gate, const struct gam_gate_session *s, const char *db, struct gam_err *err);

void gam_gate_warn(struct gam_gate *gate, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
