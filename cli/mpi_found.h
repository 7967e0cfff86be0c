/* SPDX-License-Identifier: MIT */
/* Launchers of several ranks, as far as the program of one process has to know them. */
#ifndef GAM_CLI_MPI_FOUND_H
#define GAM_CLI_MPI_FOUND_H

#include <stddef.h>

struct gam_err;

/* Tasks of the job step that this process is one of (mpirun, srun); 1 when it is alone. */
int gam_mpi_tasks(void);

/* Path of gambrel-mpi beside this program; -GAM_EUNSUPPORTED with the remedy when it was not built. */
int gam_mpi_program(char *out, size_t size, struct gam_err *err);

/* Path of mpirun; -GAM_EUNSUPPORTED with the remedy. */
int gam_mpi_launcher(char *out, size_t size, struct gam_err *err);

#endif
