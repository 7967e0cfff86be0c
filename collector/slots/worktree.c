/* SPDX-License-Identifier: MIT */
#include "collector/slots/worktree.h"

#include "collector/slots/slot.h"
#include "common/err.h"
#include "common/file.h"
#include "common/strbuf.h"
#include "common/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 8, SAID_CAP = 1 << 20 };

/* posix_spawn takes words that it does not change, but says so nowhere. */
static int git_run(const struct gam_git *git, const char *const *words, int *code, struct gam_strbuf *said, struct gam_err *err)
{
    char *argv[ARGUMENTS + 2] = { NULL };
    struct gam_slot slot = {
        .argv = argv, .environment = git->environment, .output = git->scratch, .errors = git->errors, .cancel = git->cancel
    };
    struct gam_slot_result r;
    int rc = 0;

    argv[0] = strdup("git");
    for (int i = 0; i < ARGUMENTS && words[i]; i++)
        argv[i + 1] = strdup(words[i]);
    for (int i = 0; i <= ARGUMENTS && (!i || words[i - 1]); i++)
        if (!argv[i])
            rc = gam_err_nomem(err);
    if (!rc)
        rc = gam_slot_run(&slot, &r, err);
    for (int i = 0; i < ARGUMENTS + 2; i++)
        free(argv[i]);
    if (rc)
        return rc;
    *code = r.exit_code;
    if (r.exit_code == GAM_SLOT_NOT_FOUND)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "git is not installed; give two commands with --base and --cand");
    return gam_file_read(git->scratch, said, err);
}

/* With git's own last line: that there is no repository, that it belongs to another user, that the disk is full. */
static int git_refused(const struct gam_git *git, const char *what, int code, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(SAID_CAP);
    char said[300] = "";

    if (!gam_file_read(git->errors, &text, NULL) && text.length) {
        while (text.length && strchr("\r\n \t", text.text[text.length - 1]))
            text.text[--text.length] = '\0';
        gam_text_cut(strrchr(text.text, '\n') ? strrchr(text.text, '\n') + 1 : text.text, 200, said, sizeof said);
    }
    gam_strbuf_release(&text);
    return gam_err_set(err, -GAM_EINVAL, "git %s failed (exit %d)%s%s", what, code, *said ? ": " : "", said);
}

int gam_git_commit(const struct gam_git *git, const char *revision, char out[GAM_COMMIT_TEXT], struct gam_err *err)
{
    struct gam_strbuf said = GAM_STRBUF_INIT(SAID_CAP), name = GAM_STRBUF_INIT(4096);
    const char *words[] = { "rev-parse", "--verify", "--quiet", "--end-of-options", NULL, NULL };
    int code = 0, rc;

    gam_strbuf_printf(&name, "%s^{commit}", revision);
    words[4] = gam_strbuf_get(&name);
    rc = gam_strbuf_status(&name, err);
    if (!rc)
        rc = git_run(git, words, &code, &said, err);
    if (!rc && code)
        rc = gam_err_set(err, -GAM_EINVAL,
                         "git knows no revision '%s' in this folder; fetch it first (a shallow clone may lack it)", revision);
    if (!rc) {
        size_t n = strspn(gam_strbuf_get(&said), "0123456789abcdef");

        if (n < 40 || n >= GAM_COMMIT_TEXT)
            rc = gam_err_set(err, -GAM_EIO, "git says something else than a commit for '%s'", revision);
        else
            snprintf(out, GAM_COMMIT_TEXT, "%.*s", (int)n, gam_strbuf_get(&said));
    }
    gam_strbuf_release(&said);
    gam_strbuf_release(&name);
    return rc;
}

int gam_git_is_dirty(const struct gam_git *git, struct gam_err *err)
{
    static const char *const words[] = { "status", "--porcelain", "--untracked-files=no", NULL };
    struct gam_strbuf said = GAM_STRBUF_INIT(SAID_CAP);
    int code = 0, rc = git_run(git, words, &code, &said, err);

    if (!rc && code)
        rc = git_refused(git, "status", code, err);
    if (!rc)
        rc = said.length > 0;
    gam_strbuf_release(&said);
    return rc;
}

int gam_worktree_add(const struct gam_git *git, const char *path, const char *commit, struct gam_err *err)
{
    const char *words[] = { "worktree", "add", "--detach", "--force", path, commit, NULL };
    struct gam_strbuf said = GAM_STRBUF_INIT(SAID_CAP);
    int code = 0, rc = git_run(git, words, &code, &said, err);

    if (!rc && code)
        rc = git_refused(git, "worktree add", code, err);
    gam_strbuf_release(&said);
    return rc;
}

void gam_worktree_remove(const struct gam_git *git, const char *path)
{
    const char *words[] = { "worktree", "remove", "--force", "--force", path, NULL };
    struct gam_git calm = { git->environment, git->scratch, git->errors, NULL }; /* also after a stop */
    struct gam_strbuf said = GAM_STRBUF_INIT(SAID_CAP);
    int code;

    git_run(&calm, words, &code, &said, NULL);
    gam_strbuf_release(&said);
}
