/* SPDX-License-Identifier: MIT */
#include "collector/slots/slot.h"

#include "common/clock.h"
#include "common/err.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { POLL_MS = 200, GRACE_MS = 2000 };
#define ASK 0xffffffffUL /* personality() then only says what is */

static int actions_fill(const struct gam_slot *s, posix_spawn_file_actions_t *a)
{
    int rc = posix_spawn_file_actions_addopen(a, 0, "/dev/null", O_RDONLY, 0);

    /* files are opened before the folder changes, so that relative names mean the caller's folder */
    if (!rc)
        rc = posix_spawn_file_actions_addopen(a, 1, s->output ? s->output : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!rc)
        rc = posix_spawn_file_actions_addopen(a, 2, s->errors ? s->errors : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!rc && s->folder)
        rc = posix_spawn_file_actions_addchdir_np(a, s->folder);
    return rc;
}

/* Signals that the caller handles or ignores are the default again in the child. */
static int attributes_fill(posix_spawnattr_t *attributes)
{
    sigset_t none, all;

    sigemptyset(&none);
    sigemptyset(&all);
    sigaddset(&all, SIGINT);
    sigaddset(&all, SIGTERM);
    sigaddset(&all, SIGHUP);
    sigaddset(&all, SIGPIPE);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setpgroup(attributes, 0);
    return posix_spawnattr_setflags(attributes, (short)(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
}

/* The child inherits it; a sandbox may forbid it, and then addresses stay random. */
static int spawn_fixed(const struct gam_slot *s, pid_t *child, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes, char *const *environment)
{
    int old = s->fixed_addresses ? personality(ASK) : -1, rc;

    if (old != -1)
        personality((unsigned long)old | ADDR_NO_RANDOMIZE);
    rc = posix_spawnp(child, s->argv[0], actions, attributes, s->argv, environment);
    if (old != -1)
        personality((unsigned long)old);
    return rc;
}

static int spawn(const struct gam_slot *s, pid_t *child)
{
    static char *const nothing[] = { NULL };
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int rc = posix_spawn_file_actions_init(&actions);

    if (rc)
        return rc;
    rc = posix_spawnattr_init(&attributes);
    if (rc) {
        posix_spawn_file_actions_destroy(&actions);
        return rc;
    }
    rc = actions_fill(s, &actions);
    if (!rc)
        rc = attributes_fill(&attributes);
    if (!rc)
        rc = spawn_fixed(s, child, &actions, &attributes, s->environment ? s->environment : nothing);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return rc;
}

static int cancelled(const struct gam_slot *s)
{
    return s->cancel && *s->cancel;
}

/* Waits until the process has ended or must be; 1: it must. Without pidfd (an old kernel, a sandbox) there is no limit. */
static int wait_watched(const struct gam_slot *s, pid_t child, uint64_t start)
{
    struct pollfd watch = { .fd = pidfd_open(child, 0), .events = POLLIN };
    int over = 0;

    if (watch.fd < 0)
        return 0;
    for (;;) {
        int wait_ms = POLL_MS, n;
        uint64_t spent = gam_clock_monotonic_now() - start;

        over = cancelled(s) || (s->timeout_ns && spent >= s->timeout_ns);
        if (over)
            break;
        if (s->timeout_ns && s->timeout_ns - spent < POLL_MS * UINT64_C(1000000))
            wait_ms = (int)((s->timeout_ns - spent) / 1000000) + 1;
        n = poll(&watch, 1, wait_ms);
        if (n > 0 || (n < 0 && errno != EINTR))
            break;
    }
    close(watch.fd);
    return over;
}

/* Ends the group politely, then surely. */
static void group_end(pid_t child)
{
    struct pollfd watch = { .fd = pidfd_open(child, 0), .events = POLLIN };

    kill(-child, SIGTERM);
    if (watch.fd >= 0) {
        poll(&watch, 1, GRACE_MS);
        close(watch.fd);
    }
    kill(-child, SIGKILL);
}

static void usage_read(const struct rusage *u, struct gam_slot_result *out)
{
    out->cpu_ns = (uint64_t)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) * 1000000000u +
                  (uint64_t)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) * 1000u;
    out->peak_bytes = (uint64_t)u->ru_maxrss * 1024u;
}

/* Whether the message of posix_spawn is about the program, as a shell would number it. */
static int missing_code(int rc)
{
    return rc == ENOENT || rc == ENOTDIR ? GAM_SLOT_NOT_FOUND : rc == EACCES || rc == ENOEXEC ? GAM_SLOT_NOT_EXECUTABLE : 0;
}

/* The time is taken when the process is gone but still holds its number, which is also that of its group: what it left running
 * would disturb the next slot and is ended, and nobody else's group can be meant. Returns 0 or an errno. */
static int reap(pid_t child, uint64_t start, int *status, struct rusage *usage, struct gam_slot_result *out)
{
    siginfo_t info;
    int rc;

    do
        rc = waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT);
    while (rc < 0 && errno == EINTR);
    out->wall_ns = gam_clock_monotonic_now() - start;
    kill(-child, SIGKILL);
    do
        rc = wait4(child, status, 0, usage);
    while (rc < 0 && errno == EINTR);
    return rc < 0 ? errno : 0;
}

int gam_slot_run(const struct gam_slot *slot, struct gam_slot_result *out, struct gam_err *err)
{
    struct rusage usage;
    uint64_t start = gam_clock_monotonic_now();
    int status, rc;
    pid_t child;

    *out = (struct gam_slot_result){ .exit_code = GAM_SLOT_OURS };
    if (slot->folder && access(slot->folder, X_OK))
        return gam_err_set(err, -GAM_EIO, "cannot run in '%s': %s", slot->folder, strerror(errno));
    rc = spawn(slot, &child);
    if (rc) {
        out->exit_code = missing_code(rc);
        return out->exit_code ? 0 : gam_err_set(err, -GAM_EIO, "cannot start '%s': %s", slot->argv[0], strerror(rc));
    }
    if (wait_watched(slot, child, start)) {
        out->timed_out = !cancelled(slot);
        group_end(child);
    }
    rc = reap(child, start, &status, &usage, out);
    if (cancelled(slot))
        return gam_err_set(err, -GAM_ECANCELLED, "stopped");
    if (rc)
        return gam_err_set(err, -GAM_EIO, "cannot wait for '%s': %s", slot->argv[0], strerror(rc));
    usage_read(&usage, out);
    out->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : GAM_SLOT_SIGNAL + WTERMSIG(status);
    return 0;
}

void gam_slot_fate(const struct gam_slot_result *r, char *out, size_t size)
{
    if (r->timed_out)
        snprintf(out, size, "timed out");
    else if (r->exit_code == GAM_SLOT_NOT_FOUND)
        snprintf(out, size, "exit 127 (not found)");
    else if (r->exit_code == GAM_SLOT_NOT_EXECUTABLE)
        snprintf(out, size, "exit 126 (not executable)");
    else if (r->exit_code > GAM_SLOT_SIGNAL)
        snprintf(out, size, "killed by signal %d (%s)", r->exit_code - GAM_SLOT_SIGNAL,
                 strsignal(r->exit_code - GAM_SLOT_SIGNAL));
    else
        snprintf(out, size, "exit %d", r->exit_code);
}
