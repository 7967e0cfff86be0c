/* SPDX-License-Identifier: MIT */
/* The two arms of `gate ab`: what the user asked for, made ready to run. */
#ifndef GAM_CLI_GATE_ARMS_H
#define GAM_CLI_GATE_ARMS_H

#include "analyzer/gate/gate.h"
#include "cli/cli_support.h"
#include "cli/gate/slots.h"

struct gam_gate_arms_asked {
    const char *command[GAM_ARMS];  /* --base, --cand */
    const char *revision[GAM_ARMS]; /* --base-rev, --cand-rev */
    const char *suite[GAM_ARMS];    /* --base-suite, --cand-suite */
    const char *build, *run;
};

#define GAM_GATE_ARMS_OPTIONS(a)                                                                                                 \
    { "base", 0, GAM_OPT_TEXT, &(a)->command[GAM_ARM_BASE], "COMMAND", "what the candidate is held against", 0, 0 },             \
        { "cand", 0, GAM_OPT_TEXT, &(a)->command[GAM_ARM_CAND], "COMMAND", "the candidate", 0, 0 },                              \
        { "base-rev",                                                                                                            \
          0,                                                                                                                     \
          GAM_OPT_TEXT,                                                                                                          \
          &(a)->revision[GAM_ARM_BASE],                                                                                          \
          "REV",                                                                                                                 \
          "instead of commands: this git revision, in a worktree of its own",                                                    \
          0,                                                                                                                     \
          0 },                                                                                                                   \
        { "cand-rev", 0, GAM_OPT_TEXT, &(a)->revision[GAM_ARM_CAND], "REV", "against this one (default HEAD)", 0, 0 },           \
        { "base-suite",                                                                                                          \
          0,                                                                                                                     \
          GAM_OPT_TEXT,                                                                                                          \
          &(a)->suite[GAM_ARM_BASE],                                                                                             \
          "NAME",                                                                                                                \
          "instead of commands: our own kernels over a suite",                                                                   \
          0,                                                                                                                     \
          0 },                                                                                                                   \
        { "cand-suite", 0, GAM_OPT_TEXT, &(a)->suite[GAM_ARM_CAND], "NAME", "against this one", 0, 0 },                          \
        { "build", 0, GAM_OPT_TEXT, &(a)->build, "COMMAND", "builds a revision; run in its worktree", 0, 0 },                    \
    {                                                                                                                            \
        "run", 0, GAM_OPT_TEXT, &(a)->run, "COMMAND", "what to measure in each worktree", 0, 0                                   \
    }

struct gam_gate_arms {
    char path[GAM_ARMS][512]; /* of the worktrees; empty: none */
};

/* Fills slots->arm and the gate's base and cand. A build that fails is the verdict `failed` of the gate, not an error. */
int gam_gate_arms_prepare(struct gam_gate_arms *arms, const struct gam_gate_arms_asked *asked, struct gam_gate_slots *slots,
                          struct gam_gate *gate, struct gam_err *err);
/* Removes what gates that were killed left below `parent`, their worktrees first. */
void gam_gate_arms_sweep(const char *parent, struct gam_gate_slots *slots);
void gam_gate_arms_release(struct gam_gate_arms *arms, struct gam_gate_slots *slots); /* removes the worktrees */

#endif
