/* SPDX-License-Identifier: MIT */
#ifndef GAM_CLI_MPI_MPI_OUTPUT_H
#define GAM_CLI_MPI_MPI_OUTPUT_H

#include "cli/mpi/mpi_session.h"

/* Rank 0: the report of the stored run to stdout, as a page, and as JSON with -o. */
int gam_mpi_output(const struct gam_mpi_session *s, struct gam_err *err);

#endif
