/* SPDX-License-Identifier: MIT */
#include "collector/meter/energy/energy.h"

#include <ctype.h>
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
    errno = 0;
    *out = strtoull(text, &end, 10);
    /* a count and nothing else: no sign, no rest but the end of the line, no more than 64 bits */
    return !isdigit((unsigned char)*text) || errno || (*end && *end != '\n') ? EIO : 0;
}
