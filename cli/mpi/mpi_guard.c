/* SPDX-License-Identifier: MIT */
#include "cli/mpi/mpi_guard.h"

#include "cli/cli_support.h"
#include "common/clock.h"
#include "common/file.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FOLLOWER_WAIT_MS = 400, PATIENCE = 10 };

static sigset_t watched(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGUSR1); /* ends the guard */
    return set;
}

void gam_mpi_guard_block(void)
{
    sigset_t set = watched();

    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

/* 'R', 'S', 'T', ... of a process on this machine; 0: it is gone. */
static char process_state(int64_t pid)
{
    char path[64], line[512];
    const char *end;

    snprintf(path, sizeof path, "/proc/%lld/stat", (long long)pid);
    if (gam_file_line("", path, line, sizeof line))
        return 0;
    end = strrchr(line, ')');
    return end && end[1] == ' ' ? end[2] : '?';
}

/* Ranks of this machine that are gone or stopped; the empty text: none. */
static void lost_text(const struct gam_world *w, char *out, size_t size)
{
    size_t used = 0;

    *out = '\0';
    for (int k = 0; k < w->size && used < size; k++) {
        char state = process_state(w->peer[k].pid);
        const char *what = !state || state == 'Z' || state == 'X' ? "died" : state == 'T' ? "is stopped" : NULL;

        if (k != w->rank && what && !strcmp(w->peer[k].boot_id, w->peer[w->rank].boot_id))
            used += (size_t)snprintf(out + used, size - used, "%srank %d on %s (process %lld) %s", used ? ", " : "", k,
                                     w->peer[k].host, (long long)w->peer[k].pid, what);
    }
}

static void leader_saves(struct gam_mpi_session *s, enum gam_run_status status, const char *why)
{
    struct gam_err err = { 0 };

    if (s->run_id)
        fprintf(stderr, "gambrel-mpi: %s; all rounds are stored: gambrel report %lld\n", why, (long long)s->run_id);
    else if (!gam_mpi_session_store(s, status, why, &err))
        fprintf(stderr, "gambrel-mpi: %s; %d round%s of all ranks are stored as run %lld\n", why, s->rounds_done,
                s->rounds_done == 1 ? "" : "s", (long long)s->run_id);
    else
        fprintf(stderr, "gambrel-mpi: %s; %s\n", why, err.text);
}

/* Rank 0 keeps the records of all; only without it do the others leave theirs. */
static void follower_saves(struct gam_mpi_session *s, const char *why)
{
    const struct gam_peer *leader = &s->world.peer[0], *self = &s->world.peer[s->world.rank];
    int here = !strcmp(leader->boot_id, self->boot_id);
    char state = here ? process_state(leader->pid) : 0, path[120] = "";
    struct timespec pause = { 0, FOLLOWER_WAIT_MS * 1000000 };
    struct gam_err err = { 0 };

    if (here && state && state != 'Z' && state != 'T') {
        nanosleep(&pause, NULL); /* rank 0 looks now who is gone: not this one */
        return;
    }
    if (!gam_mpi_session_leave(s, path, sizeof path, &err))
        fprintf(stderr, "gambrel-mpi: %s; rank %d left its records in '%s': read it with gambrel db import\n", why, s->world.rank,
                path);
    else
        fprintf(stderr, "gambrel-mpi: rank %d: %s; %s\n", s->world.rank, why, err.text);
}

void gam_mpi_guard_give_up(struct gam_mpi_session *s, const char *why, int code)
{
    pthread_mutex_lock(&s->lock);
    if (!s->met)
        fprintf(stderr, "gambrel-mpi: %s\n", why);
    else if (s->world.rank == 0)
        leader_saves(s, code == GAM_EXIT_CANCELLED ? GAM_RUN_STOPPED : GAM_RUN_FAILED, why);
    else
        follower_saves(s, why);
    fflush(NULL);
    _exit(code);
}

static void ended_from_outside(struct gam_mpi_session *s)
{
    char lost[600];

    if (!s->met)
        gam_mpi_guard_give_up(s, "stopped by the launcher before the ranks had met", GAM_EXIT_CANCELLED);
    lost_text(&s->world, lost, sizeof lost);
    if (*lost)
        gam_mpi_guard_give_up(s, lost, GAM_EXIT_FAILED);
    gam_mpi_guard_give_up(s, "stopped by the launcher: the user asked for it, or a rank of another host ended",
                          GAM_EXIT_CANCELLED);
}

static void look_for_progress(struct gam_mpi_session *s)
{
    uint64_t alive_ns = s->alive_ns; /* read first: the main thread goes on meanwhile */
    uint64_t quiet = gam_clock_monotonic_now() - alive_ns, limit = s->options->timeout_ns * (s->world.rank ? 4 : 2);
    char lost[600], why[900];

    if (quiet < limit || (!s->met && quiet < 2 * limit))
        return;
    if (!s->met) {
        snprintf(why, sizeof why,
                 "MPI did not bring the ranks together within %.0f s: one of them hangs, or no network joins them",
                 (double)quiet / 1e9);
        gam_mpi_guard_give_up(s, why, GAM_EXIT_FAILED);
    }
    lost_text(&s->world, lost, sizeof lost);
    if (!*lost && quiet < PATIENCE * limit) /* a long preparation looks the same */
        return;
    snprintf(why, sizeof why, "nothing got on for %.0f s: %s", (double)quiet / 1e9,
             *lost ? lost : "a rank of another host hangs");
    gam_mpi_guard_give_up(s, why, GAM_EXIT_FAILED);
}

static void *guard_run(void *ctx)
{
    struct gam_mpi_session *s = ctx;
    const struct timespec second = { 1, 0 };
    sigset_t set = watched();

    for (;;) {
        int number = sigtimedwait(&set, NULL, &second);

        if (number == SIGUSR1)
            return NULL;
        if (number == SIGTERM || number == SIGINT)
            ended_from_outside(s);
        look_for_progress(s);
    }
}

int gam_mpi_guard_start(struct gam_mpi_session *s, struct gam_err *err)
{
    s->alive_ns = gam_clock_monotonic_now();
    s->guarded = !pthread_create(&s->guard, NULL, guard_run, s);
    return s->guarded ? 0 : gam_err_set(err, -GAM_EIO, "the system gives no thread");
}

void gam_mpi_guard_stop(struct gam_mpi_session *s)
{
    if (!s->guarded)
        return;
    s->guarded = 0;
    pthread_kill(s->guard, SIGUSR1);
    pthread_join(s->guard, NULL);
}
