/* SPDX-License-Identifier: MIT */
/* SQLite often says only that a file could not be opened or written. This looks why. */
#include "store/store_priv.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { NEAR_LIMIT = 128 * 1024 }; /* more than one write of SQLite */

static int refused(const char *path, int how)
{
    return faccessat(AT_FDCWD, path, how, AT_EACCESS) ? errno : 0;
}

static int folder_of(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    int n = slash ? snprintf(out, size, "%.*s", slash == path ? 1 : (int)(slash - path), path) : snprintf(out, size, ".");

    return n > 0 && (size_t)n < size;
}

static int open_errno(const char *path)
{
    char folder[PATH_MAX];
    int number = refused(path, F_OK);

    if (number && number != ENOENT)
        return number;
    if (!number && (number = refused(path, R_OK)))
        return number;
    return folder_of(path, folder, sizeof folder) ? refused(folder, W_OK | X_OK) : ENAMETOOLONG;
}

static int near_size_limit(const char *path)
{
    struct rlimit limit;
    struct stat info;

    return !getrlimit(RLIMIT_FSIZE, &limit) && limit.rlim_cur != RLIM_INFINITY && !stat(path, &info) &&
           (rlim_t)info.st_size + NEAR_LIMIT >= limit.rlim_cur;
}

static int write_errno(const char *path)
{
    char wal[PATH_MAX];
    struct statvfs space;
    int n = snprintf(wal, sizeof wal, "%s-wal", path);

    if (!statvfs(path, &space) && !space.f_bavail)
        return ENOSPC;
    return near_size_limit(path) || (n > 0 && (size_t)n < sizeof wal && near_size_limit(wal)) ? EFBIG : 0;
}

int gam_sql_cause(const char *path, int primary, int reported)
{
    int number = 0;

    if (primary == SQLITE_CANTOPEN)
        number = open_errno(path);
    else if (primary == SQLITE_IOERR)
        number = write_errno(path);
    return number ? number : reported;
}
