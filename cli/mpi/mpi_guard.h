/* SPDX-License-Identifier: MIT */
/* A thread that looks after a job whose main thread may stand in MPI for ever: saves what there is when the launcher ends the job
 * (a rank died), when the user does, or when the main thread has not got on for the timeout; says which rank it was as far as
 * this host knows.
 */
#ifndef GAM_CLI_MPI_MPI_GUARD_H
#define GAM_CLI_MPI_MPI_GUARD_H

#include "cli/mpi/mpi_session.h"
#include "common/err.h"

void gam_mpi_guard_block(void); /* before MPI starts its threads */
int gam_mpi_guard_start(struct gam_mpi_session *s, struct gam_err *err);
void gam_mpi_guard_stop(struct gam_mpi_session *s); /* nothing when it does not run */

/* Saves, says why on stderr and ends this process. */
void gam_mpi_guard_give_up(struct gam_mpi_session *s, const char *why, int code) __attribute__((noreturn));

#endif
