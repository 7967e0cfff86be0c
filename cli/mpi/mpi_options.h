/* SPDX-License-Identifier: MIT */
#ifndef GAM_CLI_MPI_MPI_OPTIONS_H
#define GAM_CLI_MPI_MPI_OPTIONS_H

#include "common/opt.h"

struct gam_mpi_options {
    const char *db, *out_folder, *delay, *events;
    struct gam_opt_texts ops, tags;
    int64_t rounds, seed, max_bytes; /* seed GAM_NULL_INT: random */
    uint64_t budget_ns, timeout_ns, delay_ns;
    int delay_rank; /* -1: none */
    int steps, json, quiet, no_gpu;
};

/* argv[0]: "run" or "comm". Prints help or the error; -1 to go on, else the exit code. */
int gam_mpi_options_parse(int argc, char **argv, struct gam_mpi_options *out);

#endif
