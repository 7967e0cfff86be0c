/* SPDX-License-Identifier: MIT */
/* One job from its start to what rank 0 stores. Every rank keeps what it measured; rank 0 gets the records of all after each
 * round. */
#ifndef GAM_CLI_MPI_MPI_SESSION_H
#define GAM_CLI_MPI_MPI_SESSION_H

#include "cli/mpi/mpi_options.h"
#include "cli/run/identity.h"
#include "collector/topology.h"
#include "comm/bench.h"
#include "store/store.h"

#include <pthread.h>

struct gam_mpi_session {
    const struct gam_mpi_options *options;
    struct gam_run_identity identity; /* of rank 0, the same everywhere */
    struct gam_world world;
    struct gam_topology topology;
    struct gam_open_device device;
    struct gam_comm_bench bench;
    struct gam_runset all; /* rank 0: of every rank; else its own */
    char started[40], command[512];
    int rounds_done;
    int64_t run_id;          /* rank 0, once stored */
    struct gam_store *store; /* rank 0: open from the start: what cannot be written is known before anything runs */
    uint64_t seed;
    /* Held while `all` changes or is stored; the guard takes it before it saves. */
    pthread_mutex_t lock;
    pthread_t guard;
    int guarded;
    _Atomic int met;           /* the ranks know each other: `world` stays as it is */
    _Atomic uint64_t alive_ns; /* when the main thread last got on */
};

int gam_mpi_session_open(struct gam_mpi_session *s, const struct gam_mpi_options *o, struct gam_err *err);
int gam_mpi_session_measure(struct gam_mpi_session *s, struct gam_err *err);

/* Rank 0 stores what there is with that status, `why` as an event (NULL: none); the lock is held. -GAM_ENOENT: there is nothing
 * yet. What the database does not take is left in a file, which the error then names. */
int gam_mpi_session_store(struct gam_mpi_session *s, enum gam_run_status status, const char *why, struct gam_err *err);
/* Another rank leaves its records in a file, whose name it returns. */
int gam_mpi_session_leave(struct gam_mpi_session *s, char *path, size_t size, struct gam_err *err);

void gam_mpi_session_close(struct gam_mpi_session *s); /* ends MPI */

#endif
