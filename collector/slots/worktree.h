/* SPDX-License-Identifier: MIT */
/* Revisions of the git repository that holds a folder, each in a worktree of its own. git is run as a program. */
#ifndef GAM_COLLECTOR_SLOTS_WORKTREE_H
#define GAM_COLLECTOR_SLOTS_WORKTREE_H

#include <signal.h>
#include <stddef.h>

struct gam_err;

enum { GAM_COMMIT_TEXT = 65 };

struct gam_git {
    char *const *environment;            /* for git */
    const char *scratch, *errors;        /* files that may be overwritten: what git says, and says on failure */
    const volatile sig_atomic_t *cancel; /* NULL */
};

/* The commit that `revision` means; -GAM_EINVAL: git says that there is none (its words are in the error). */
int gam_git_commit(const struct gam_git *git, const char *revision, char out[GAM_COMMIT_TEXT], struct gam_err *err);
/* 1: tracked files here differ from the last commit; 0: they do not; negative: git failed. */
int gam_git_is_dirty(const struct gam_git *git, struct gam_err *err);
/* A worktree with that commit at `path`, which must not exist. */
int gam_worktree_add(const struct gam_git *git, const char *path, const char *commit, struct gam_err *err);
/* Removes it with everything that was built in it; errors are kept quiet. */
void gam_worktree_remove(const struct gam_git *git, const char *path);

#endif
