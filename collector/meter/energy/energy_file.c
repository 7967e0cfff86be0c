/* SPDX-License-Identifier: MIT */
#include "collector/meter/energy/energy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int gam_energy_file_read(const char *path, uint64_t *out)
{
    char text[32], *end;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n;
    int error;

    if (fd < 0)
        return errno;
    n = read(fd, text, sizeof text - 1);
    error = n < 0 ? errno : 0;
    close(fd);
    if (error)
        return error;
    text[n] = '\0';
    *out = strtoull(text, &end, 10);
    return end == text ? EIO : 0;
}
