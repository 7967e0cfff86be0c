/* SPDX-License-Identifier: MIT */
/* gambrel-mpi: what several ranks measure together. mpirun, srun or 'gambrel comm' starts it. */
#include "cli/cli_support.h"
#include "cli/mpi/mpi_guard.h"
#include "cli/mpi/mpi_output.h"
#include "common/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LEADER_FIRST_MS = 400 };

static void help_print(FILE *out)
{
    fprintf(out, "gambrel-mpi: links, collectives and distributed steps over several ranks\n\n"
                 "usage: mpirun -n N gambrel-mpi COMMAND [OPTION]...\n\n"
                 "  comm   links between the ranks, and collectives over all of them\n"
                 "  run    the same, and every node, and reference steps of distributed training\n\n"
                 "'gambrel-mpi COMMAND --help' shows options and an example. Without mpirun at hand: gambrel comm --help\n");
}

/* The launchers say which rank this is before MPI does. */
static int is_first(void)
{
    static const char *const names[] = { "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "SLURM_PROCID" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i]))
            return !strcmp(getenv(names[i]), "0");
    return 1;
}

/* What every rank would say alike, only the first says. */
static int options_parse(int argc, char **argv, struct gam_mpi_options *o)
{
    int saved[2] = { dup(STDOUT_FILENO), dup(STDERR_FILENO) }, code;

    if (!is_first() && (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
        return GAM_EXIT_FAILED;
    code = gam_mpi_options_parse(argc, argv, o);
    fflush(NULL);
    if (!is_first()) {
        dup2(saved[0], STDOUT_FILENO);
        dup2(saved[1], STDERR_FILENO);
    }
    close(saved[0]);
    close(saved[1]);
    return code;
}

static int session_run(struct gam_mpi_session *s, struct gam_err *err)
{
    int rc = gam_mpi_session_measure(s, err);

    if (rc == -GAM_EBUSY || rc == -GAM_EDEVICE) /* a rank is lost: nothing of MPI can be relied on any more */
        gam_mpi_guard_give_up(s, err->text, GAM_EXIT_FAILED);
    if (rc)
        return rc;
    s->alive_ns = gam_clock_monotonic_now();
    pthread_mutex_lock(&s->lock);
    if (s->world.rank == 0)
        rc = gam_mpi_session_store(s, GAM_RUN_COMPLETE, NULL, err);
    pthread_mutex_unlock(&s->lock);
    if (!rc && s->world.rank == 0)
        rc = gam_mpi_output(s, err);
    /* Nobody ends MPI before rank 0 is through: a rank that is stopped meanwhile holds it up there, and is named. */
    return rc ? rc : gam_mpi_check(MPI_Barrier(s->world.control), "end", err);
}

/* Every rank knows why the job ends. Rank 0 has said it, the others let it speak first: the first to leave ends them all. */
static void job_abort(struct gam_mpi_session *s, int first, int code)
{
    const struct timespec pause = { 0, LEADER_FIRST_MS * 1000000 };

    fflush(NULL);
    gam_mpi_guard_stop(s);
    if (!first)
        nanosleep(&pause, NULL);
    if (s->world.ready && s->world.size > 1)
        MPI_Abort(MPI_COMM_WORLD, code);
}

static int job_run(const struct gam_mpi_options *o)
{
    struct gam_mpi_session s = { .options = o, .lock = PTHREAD_MUTEX_INITIALIZER };
    struct gam_err err = { 0 };
    int code = GAM_EXIT_OK, first, rc;

    gam_runset_init(&s.all);
    gam_mpi_guard_block();
    rc = gam_mpi_guard_start(&s, &err);
    if (!rc)
        rc = gam_mpi_session_open(&s, o, &err);
    if (!rc)
        rc = session_run(&s, &err);
    first = s.world.ready ? s.world.rank == 0 : is_first(); /* once MPI says it, no variable does */
    if (rc) {
        code = first ? gam_cli_fail(&err) : GAM_EXIT_FAILED;
        job_abort(&s, first, code);
    }
    gam_mpi_session_close(&s);
    return first ? gam_cli_finish(code) : code;
}

int main(int argc, char **argv)
{
    struct gam_mpi_options o;
    int code;

    if (argc < 2 || (strcmp(argv[1], "run") != 0 && strcmp(argv[1], "comm") != 0)) {
        int asked = argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"));

        if (is_first())
            help_print(asked ? stdout : stderr);
        return asked ? GAM_EXIT_OK : GAM_EXIT_USAGE;
    }
    code = options_parse(argc - 1, argv + 1, &o);
    return code >= 0 ? code : job_run(&o);
}
