/* SPDX-License-Identifier: MIT */
#include "cli/gate/arms.h"

#include "analyzer/arena.h"
#include "cli/gate/session.h"
#include "collector/slots/worktree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Both names have four letters: the length of a path can move the stack, and with it the times. */
static const char *const folder_name[GAM_ARMS] = { "base", "cand" };

static struct gam_git git_of(const struct gam_gate_slots *s)
{
    return (struct gam_git){ s->environment, s->output, s->errors, s->cancel };
}

static int asked_check(const struct gam_gate_arms_asked *a, unsigned also, struct gam_err *err)
{
    if (a->suite[0] || a->suite[1]) {
        if (!a->suite[0] || !a->suite[1])
            return gam_err_set(err, -GAM_EINVAL, "--base-suite and --cand-suite come together");
        if (a->command[0] || a->command[1] || a->revision[0] || a->revision[1] || a->build || a->run)
            return gam_err_set(err, -GAM_EINVAL, "give two suites, two commands or revisions, not several of these");
        return 0;
    }
    if (also & GAM_ALSO_SHARE)
        return gam_err_set(err, -GAM_EINVAL,
                           "--also share is for suites; a command reports its own: 'gambrel gate measure --share' does");
    if (a->revision[GAM_ARM_BASE]) {
        if (a->command[0] || a->command[1])
            return gam_err_set(err, -GAM_EINVAL,
                               "give two commands or revisions, not both; with --base-rev the command is --run");
        if (!a->run)
            return gam_err_set(err, -GAM_EINVAL, "--base-rev needs --run COMMAND: what to measure in each worktree");
        return 0;
    }
    if (a->revision[GAM_ARM_CAND] || a->build || a->run)
        return gam_err_set(err, -GAM_EINVAL, "--cand-rev, --build and --run need --base-rev");
    if (!a->command[0] || !a->command[1])
        return gam_err_set(err, -GAM_EINVAL,
                           "nothing to compare; give --base COMMAND and --cand COMMAND, or --base-rev REV and --run COMMAND");
    return 0;
}

static int arm_show(struct gam_gate *gate, struct gam_gate_arm *arm, const char *kind, const char *name, const char *hash,
                    struct gam_err *err)
{
    *arm = (struct gam_gate_arm){
        .kind = kind, .name = gam_arena_text(&gate->arena, name), .hash = gam_arena_text(&gate->arena, hash), .age_days = NAN
    };
    return arm->name && (!hash || arm->hash) ? 0 : gam_err_nomem(err);
}

/* Of the program that a command names by its path; what the shell or PATH finds has none. */
static const char *program_hash(const struct gam_command_line *line, char text[65])
{
    const char *program = line->argv[0] == line->words ? line->argv[0] : "";

    return strchr(program, '/') && !gam_gate_file_hash(program, text, NULL) ? text : NULL;
}

/* They may still load other libraries or read other files, so this is no verdict. */
static void same_bytes_warn(struct gam_gate *gate, const struct gam_gate_slots *slots)
{
    if (gate->base.hash && gate->cand.hash && !strcmp(gate->base.hash, gate->cand.hash) &&
        strcmp(slots->arm[GAM_ARM_BASE].line.argv[0], slots->arm[GAM_ARM_CAND].line.argv[0]) != 0)
        gam_gate_warn(gate, "both programs are the same bytes: was the candidate built? (SHA-256 %.12s)", gate->base.hash);
}

static int commands_prepare(const struct gam_gate_arms_asked *a, struct gam_gate_slots *slots, struct gam_gate *gate,
                            struct gam_err *err)
{
    char hash[65];
    int rc = 0;

    for (int i = 0; i < GAM_ARMS && !rc; i++) {
        rc = gam_command_line_split(a->command[i], &slots->arm[i].line, err);
        if (rc)
            gam_err_prefix(err, "--%s", folder_name[i]);
        else
            rc = arm_show(gate, i ? &gate->cand : &gate->base, "command", a->command[i], program_hash(&slots->arm[i].line, hash),
                          err);
    }
    if (!rc)
        same_bytes_warn(gate, slots);
    if (!rc && !strcmp(a->command[0], a->command[1]))
        gam_gate_warn(gate, "base and candidate are the same command: this shows the noise of the machine");
    return rc;
}

/* `this program gate measure --suite NAME [--share]` as argv. */
static int suite_line(struct gam_command_line *line, const char *suite, int share, struct gam_err *err)
{
    char self[4096] = { 0 };
    size_t n;
    int at;

    *line = (struct gam_command_line){ 0 };
    if (readlink("/proc/self/exe", self, sizeof self - 1) <= 0)
        return gam_err_set(err, -GAM_EIO, "cannot find this program's own file");
    n = strlen(self) + strlen(suite) + 64;
    line->words = calloc(n, 1);
    if (!line->words)
        return gam_err_nomem(err);
    at = snprintf(line->words, n, "%s%cgate%cmeasure%c--suite%c%s%c--share", self, 0, 0, 0, 0, suite, 0);
    if (at < 0 || (size_t)at >= n)
        return gam_err_set(err, -GAM_EINTERNAL, "the command does not fit");
    line->argv[0] = line->words;
    for (int i = 1; i < 5 + (share != 0); i++)
        line->argv[i] = line->argv[i - 1] + strlen(line->argv[i - 1]) + 1;
    return 0;
}

static int suites_prepare(const struct gam_gate_arms_asked *a, struct gam_gate_slots *slots, struct gam_gate *gate,
                          struct gam_err *err)
{
    int rc = 0;

    for (int i = 0; i < GAM_ARMS && !rc; i++) {
        rc = suite_line(&slots->arm[i].line, a->suite[i], slots->also & GAM_ALSO_SHARE, err);
        if (!rc)
            rc = arm_show(gate, i ? &gate->cand : &gate->base, "suite", a->suite[i], NULL, err);
    }
    return rc;
}

static int build(const char *command, int arm, struct gam_gate_slots *slots, struct gam_gate *gate, struct gam_err *err)
{
    struct gam_command_line line;
    struct gam_slot slot = { .argv = line.argv,
                             .environment = slots->environment,
                             .folder = slots->arm[arm].folder,
                             .output = slots->output,
                             .errors = slots->errors,
                             .cancel = slots->cancel };
    struct gam_slot_result r;
    char fate[100], said[300];
    int rc = gam_command_line_split(command, &line, err);

    if (rc)
        return gam_err_prefix(err, "--build");
    rc = gam_slot_run(&slot, &r, err);
    gam_command_line_release(&line);
    if (rc || !r.exit_code)
        return rc;
    gam_slot_fate(&r, fate, sizeof fate);
    gam_gate_last_line(slots->errors, said, sizeof said);
    gate->verdict = GAM_GATE_FAILED;
    gate->reason = gam_arena_printf(&gate->arena, "the %s does not build: %s%s%s", arm == GAM_ARM_BASE ? "base" : "candidate",
                                    fate, *said ? ": " : "", said);
    gate->advice = "run the build command by hand in a fresh clone until it exits with 0";
    gate->exit_code = gate->advisory ? 0 : gam_gate_verdict_exit(GAM_GATE_FAILED);
    return 0;
}

static int revision_prepare(struct gam_gate_arms *arms, const struct gam_gate_arms_asked *a, int i, struct gam_gate_slots *slots,
                            struct gam_gate *gate, struct gam_err *err)
{
    const char *revision = a->revision[i] ? a->revision[i] : "HEAD";
    struct gam_git git = git_of(slots);
    char commit[GAM_COMMIT_TEXT];
    int rc = gam_git_commit(&git, revision, commit, err);

    if (rc)
        return rc;
    snprintf(slots->arm[i].folder, sizeof slots->arm[i].folder, "%s/%s", slots->scratch.folder, folder_name[i]);
    snprintf(arms->path[i], sizeof arms->path[i], "%s", slots->arm[i].folder);
    rc = gam_worktree_add(&git, arms->path[i], commit, err);
    if (!rc)
        rc = arm_show(gate, i ? &gate->cand : &gate->base, "revision", revision, commit, err);
    if (!rc && a->build && *a->build)
        rc = build(a->build, i, slots, gate, err);
    if (!rc)
        rc = gam_command_line_split(a->run, &slots->arm[i].line, err) ? gam_err_prefix(err, "--run") : 0;
    return rc;
}

static int revisions_prepare(struct gam_gate_arms *arms, const struct gam_gate_arms_asked *a, struct gam_gate_slots *slots,
                             struct gam_gate *gate, struct gam_err *err)
{
    struct gam_git git = git_of(slots);
    int rc = gam_git_is_dirty(&git, err);

    if (rc < 0)
        return rc;
    if (rc && !a->revision[GAM_ARM_CAND])
        gam_gate_warn(gate, "there are changes that are not committed; HEAD is measured without them");
    rc = 0;
    for (int i = 0; i < GAM_ARMS && !rc && gate->verdict != GAM_GATE_FAILED; i++)
        rc = revision_prepare(arms, a, i, slots, gate, err);
    if (!rc && gate->verdict != GAM_GATE_FAILED && !strcmp(gate->base.hash, gate->cand.hash))
        gam_gate_warn(gate, "base and candidate are the same commit: this shows the noise of the machine");
    return rc;
}

int gam_gate_arms_prepare(struct gam_gate_arms *arms, const struct gam_gate_arms_asked *asked, struct gam_gate_slots *slots,
                          struct gam_gate *gate, struct gam_err *err)
{
    int rc = asked_check(asked, slots->also, err);

    if (rc)
        return rc;
    if (asked->suite[GAM_ARM_BASE])
        return suites_prepare(asked, slots, gate, err);
    return asked->revision[GAM_ARM_BASE] ? revisions_prepare(arms, asked, slots, gate, err)
                                         : commands_prepare(asked, slots, gate, err);
}

/* Worktrees are known to their repository, which is this one or refuses. */
static void orphan_leave(void *ctx, const char *folder)
{
    struct gam_git git = git_of(ctx);
    char path[512];

    for (int i = 0; i < GAM_ARMS; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, folder_name[i]);
        if (!access(path, F_OK))
            gam_worktree_remove(&git, path);
    }
}

void gam_gate_arms_sweep(const char *parent, struct gam_gate_slots *slots)
{
    gam_scratch_sweep(parent, orphan_leave, slots);
}

void gam_gate_arms_release(struct gam_gate_arms *arms, struct gam_gate_slots *slots)
{
    struct gam_git git = git_of(slots);

    for (int i = 0; i < GAM_ARMS; i++)
        if (arms->path[i][0])
            gam_worktree_remove(&git, arms->path[i]);
}
