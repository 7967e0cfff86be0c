/* SPDX-License-Identifier: MIT */
#include "common/file.h"

#include "common/clock.h"
#include "common/err.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_STEP = 64 * 1024, TEMPORARY_TRIES = 100 };

static int errno_code(int number)
{
    switch (number) {
    case ENOENT:
    case ENOTDIR:
        return -GAM_ENOENT;
    case EACCES:
    case EPERM:
    case EROFS:
        return -GAM_EPERM;
    case EISDIR:
        return -GAM_EINVAL;
    case ENOMEM:
        return -GAM_ENOMEM;
    default:
        return -GAM_EIO;
    }
}

static int fail(struct gam_err *err, const char *what, const char *path, int number)
{
    return gam_err_set(err, errno_code(number), "cannot %s '%s': %s", what, path, strerror(number));
}

static int descriptor_read(int fd, const char *path, struct gam_strbuf *out, struct gam_err *err)
{
    char *step = malloc(READ_STEP);
    int rc = 0;

    if (!step)
        return gam_err_nomem(err);
    for (;;) {
        ssize_t n = read(fd, step, READ_STEP);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            rc = fail(err, "read", path, errno);
        if (n <= 0)
            break;
        rc = gam_strbuf_bytes(out, step, (size_t)n);
        if (rc == -GAM_EINVAL)
            gam_err_set(err, rc, "cannot read '%s': larger than the limit of %zu bytes", path, out->cap);
        else if (rc)
            gam_err_nomem(err);
        if (rc)
            break;
    }
    free(step);
    return rc;
}

int gam_file_read(const char *path, struct gam_strbuf *out, struct gam_err *err)
{
    int fd, rc;

    if (!strcmp(path, "-"))
        return descriptor_read(STDIN_FILENO, "standard input", out, err);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(err, "open", path, errno);
    rc = descriptor_read(fd, path, out, err);
    close(fd);
    return rc;
}

static int descriptor_write(int fd, const char *path, const char *bytes, size_t n, struct gam_err *err)
{
    while (n) {
        ssize_t done = write(fd, bytes, n);

        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return fail(err, "write", path, errno);
        bytes += done;
        n -= (size_t)done;
    }
    return 0;
}

/* Devices, pipes and the like: there is nothing to rename over. */
static int stream_write(const char *path, const void *bytes, size_t n, struct gam_err *err)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC), rc;

    if (fd < 0)
        return fail(err, "open", path, errno);
    rc = descriptor_write(fd, path, bytes, n, err);
    if (close(fd) && !rc)
        rc = fail(err, "write", path, errno);
    return rc;
}

/* Creates a new file beside `path`; its name goes to `name`. */
static int temporary_open(const char *path, char *name, size_t size, struct gam_err *err)
{
    for (int i = 0; i < TEMPORARY_TRIES; i++) {
        unsigned long long salt = gam_clock_monotonic_now() & 0xffffff;
        int n = snprintf(name, size, "%s.%d-%06llx.tmp", path, (int)getpid(), salt), fd;

        if (n < 0 || (size_t)n >= size)
            return fail(err, "write", path, ENAMETOOLONG);
        fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0)
            return fd;
        if (errno != EEXIST)
            return fail(err, "write", path, errno);
    }
    return fail(err, "write", path, EEXIST);
}

/* `mode` of the file that is replaced; 0: none was there. */
static int whole_write(const char *path, mode_t mode, const void *bytes, size_t n, struct gam_err *err)
{
    char name[PATH_MAX];
    int fd = temporary_open(path, name, sizeof name, err), rc;

    if (fd < 0)
        return fd;
    rc = descriptor_write(fd, path, bytes, n, err);
    if (!rc && mode && fchmod(fd, mode & 07777))
        rc = fail(err, "write", path, errno);
    if (!rc && fsync(fd) && errno != EINVAL && errno != EROFS)
        rc = fail(err, "write", path, errno);
    if (close(fd) && !rc)
        rc = fail(err, "write", path, errno);
    if (!rc && rename(name, path))
        rc = fail(err, "write", path, errno);
    if (rc)
        unlink(name);
    return rc;
}

int gam_file_write(const char *path, const void *bytes, size_t n, struct gam_err *err)
{
    char target[PATH_MAX]; /* what a symbolic link leads to, so that the link stays */
    struct stat old;

    if (!strcmp(path, "-"))
        return descriptor_write(STDOUT_FILENO, "standard output", bytes, n, err);
    if (stat(path, &old))
        return whole_write(path, 0, bytes, n, err);
    if (S_ISDIR(old.st_mode))
        return fail(err, "write", path, EISDIR);
    if (!S_ISREG(old.st_mode))
        return stream_write(path, bytes, n, err);
    if (!realpath(path, target))
        return fail(err, "write", path, errno);
    return whole_write(target, old.st_mode, bytes, n, err);
}

/* Of `path` up to its last slash, which the file is renamed into. */
static void folder_of(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');

    snprintf(out, size, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
}

int gam_file_check_write(const char *path, struct gam_err *err)
{
    char target[PATH_MAX], folder[PATH_MAX];
    struct stat old;
    int is_there;

    if (!strcmp(path, "-"))
        return 0;
    if (strlen(path) >= sizeof folder)
        return fail(err, "write", path, ENAMETOOLONG);
    is_there = !stat(path, &old);
    if (is_there && S_ISDIR(old.st_mode))
        return fail(err, "write", path, EISDIR);
    if (is_there && !S_ISREG(old.st_mode))
        return access(path, W_OK) ? fail(err, "write", path, errno) : 0;
    folder_of(is_there && realpath(path, target) ? target : path, folder, sizeof folder);
    return access(folder, W_OK | X_OK) ? fail(err, "write", path, errno) : 0;
}

int gam_file_make_folders(const char *path_of_file, struct gam_err *err)
{
    char folder[PATH_MAX];
    size_t length = strlen(path_of_file);

    if (length >= sizeof folder)
        return fail(err, "create folders of", path_of_file, ENAMETOOLONG);
    for (size_t i = 1; i < length; i++) {
        struct stat there;
        int number;

        if (path_of_file[i] != '/')
            continue;
        memcpy(folder, path_of_file, i);
        folder[i] = '\0';
        if (!mkdir(folder, 0700))
            continue;
        number = errno;
        if (!stat(folder, &there) && S_ISDIR(there.st_mode)) /* whatever mkdir said: read-only systems do not say EEXIST */
            continue;
        return fail(err, "create folder", folder, number == EEXIST ? ENOTDIR : number);
    }
    return 0;
}

int gam_file_line(const char *root, const char *path, char *out, size_t size)
{
    char name[PATH_MAX];
    size_t length = 0;
    int n = snprintf(name, sizeof name, "%s%s", root, path), fd;

    out[0] = '\0';
    if (n < 0 || (size_t)n >= sizeof name)
        return -GAM_ENOENT;
    fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno_code(errno);
    while (length < size - 1) {
        ssize_t got = read(fd, out + length, size - 1 - length);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            int code = errno_code(errno);

            close(fd);
            out[0] = '\0';
            return code;
        }
        if (!got)
            break;
        length += (size_t)got;
    }
    close(fd);
    out[length] = '\0';
    out[strcspn(out, "\n")] = '\0';
    return 0;
}
