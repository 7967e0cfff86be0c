/* SPDX-License-Identifier: MIT */
#include "cli/cli_aside.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int gam_cli_stdout_aside(void)
{
    int kept;

    fflush(stdout);
    kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (kept >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        close(kept);
        return -1;
    }
    return kept;
}

void gam_cli_stdout_back(int kept)
{
    if (kept < 0)
        return;
    fflush(stdout); /* what others left in the buffer */
    dup2(kept, STDOUT_FILENO);
    close(kept);
}
