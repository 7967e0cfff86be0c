/* SPDX-License-Identifier: MIT */
#include "cli/mpi_found.h"

#include "common/err.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int gam_mpi_tasks(void)
{
    static const char *const names[] = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        long n = value ? strtol(value, NULL, 10) : 0;

        if (n > 1 && n < INT_MAX)
            return (int)n;
    }
    return 1;
}

int gam_mpi_program(char *out, size_t size, struct gam_err *err)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    char *slash;

    self[n > 0 ? n : 0] = '\0';
    slash = strrchr(self, '/');
    if (slash)
        *slash = '\0';
    if (slash && snprintf(out, size, "%s/gambrel-mpi", self) < (int)size && !access(out, X_OK))
        return 0;
    return gam_err_set(
        err, -GAM_EUNSUPPORTED,
        "gambrel-mpi is not beside this program: it was built without Open MPI; apt-get install libopenmpi-dev openmpi-bin, then "
        "build again");
}

int gam_mpi_launcher(char *out, size_t size, struct gam_err *err)
{
    const char *path = getenv("PATH");

    while (path && *path) {
        size_t n = strcspn(path, ":");

        if (n && snprintf(out, size, "%.*s/mpirun", (int)n, path) < (int)size && !access(out, X_OK))
            return 0;
        path += n + (path[n] == ':');
    }
    return gam_err_set(err, -GAM_EUNSUPPORTED, "mpirun is not on the PATH; apt-get install openmpi-bin");
}
