/* SPDX-License-Identifier: MIT */
#include "cli/cli_trial.h"

#include "common/err.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_MS = 1000, STILL_LOOKS = 120 };

void *gam_cli_trial_new(size_t bytes, struct gam_err *err)
{
    void *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (shared != MAP_FAILED)
        return shared;
    gam_err_nomem(err);
    return NULL;
}

void gam_cli_trial_free(void *shared, size_t bytes)
{
    if (shared)
        munmap(shared, bytes);
}

_Noreturn static void child_run(const struct gam_cli_trial *trial, pid_t parent, int say)
{
    int nowhere = trial->silent ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;

    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* whoever kills the parent is rid of this one too, though it hangs */
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
    if (nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    trial->work(trial->shared);
    if (write(say, "", 1) != 1)
        _exit(EXIT_FAILURE);
    exit(EXIT_SUCCESS); /* what libraries do at the end is tried too */
}

/* Until the child is gone, or stood still for too long. Returns whether it said that its work was done. */
static int child_watch(const struct gam_cli_trial *trial, pid_t child, int hear, int *still)
{
    struct pollfd wait = { .fd = hear, .events = POLLIN };
    size_t seen = trial->step ? *trial->step : 0;
    int done = 0, looks = 0;

    for (*still = 0; looks < STILL_LOOKS; looks++) {
        char byte;
        ssize_t n;

        if (poll(&wait, 1, LOOK_MS) > 0) {
            n = read(hear, &byte, 1);
            if (!n || (n < 0 && errno != EINTR))
                return done;
            done |= n > 0;
        }
        if (trial->step && *trial->step != seen) {
            seen = *trial->step;
            looks = 0;
        }
    }
    *still = 1;
    kill(child, SIGKILL);
    return done;
}

static int ending_say(int status, int done, int still, struct gam_err *err)
{
    if (still)
        return gam_err_set(err, -GAM_EDEVICE, "did not come to an end");
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM))
        return gam_err_set(err, -GAM_ECANCELLED, "cancelled while plug-ins were tried");
    if (WIFSIGNALED(status))
        return gam_err_set(err, -GAM_EDEVICE, "crashed (%s)", strsignal(WTERMSIG(status)));
    if (!done || WEXITSTATUS(status))
        return gam_err_set(err, -GAM_EDEVICE, "ended the program (exit code %d)", WEXITSTATUS(status));
    return 0;
}

int gam_cli_trial_run(const struct gam_cli_trial *trial, struct gam_err *err)
{
    int pipe_end[2], status = 0, done, still;
    pid_t parent = getpid(), child;

    fflush(NULL); /* else the child would write it once more */
    if (pipe2(pipe_end, O_CLOEXEC))
        return gam_err_set(err, -GAM_EIO, "cannot make a pipe: %s", strerror(errno));
    child = fork();
    if (child < 0) {
        close(pipe_end[0]);
        close(pipe_end[1]);
        return gam_err_set(err, -GAM_EIO, "cannot start a process: %s", strerror(errno));
    }
    if (!child) {
        close(pipe_end[0]);
        child_run(trial, parent, pipe_end[1]);
    }
    close(pipe_end[1]);
    done = child_watch(trial, child, pipe_end[0], &still);
    close(pipe_end[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return ending_say(status, done, still, err);
}
