/* SPDX-License-Identifier: MIT */
/* The first 100 bytes of the file say what it is (sqlite.org/fileformat2.html, section 1.3), so that a foreign or newer file is
 * refused before SQLite could touch it.
 */
#include "store/store_priv.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER_BYTES = 100, VERSION_AT = 60, APPLICATION_AT = 68 };

static int64_t big_endian(const unsigned char *b)
{
    return (int64_t)b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3];
}

int gam_store_identity_check(const char *path, int64_t application, int64_t version, struct gam_err *err)
{
    if (application != GAM_STORE_APPLICATION)
        return gam_err_set(err, -GAM_EPARSE,
                           "cannot open '%s': it is a database of another program; name another file with --db FILE", path);
    if (version > GAM_STORE_VERSION)
        return gam_err_set(
            err, -GAM_EVERSION,
            "cannot open '%s': it was made by a newer gambrel (schema %lld, this one knows %d); update gambrel, or name "
            "another file with --db FILE",
            path, (long long)version, GAM_STORE_VERSION);
    return 0;
}

static int refuse(const char *path, int code, const char *why, struct gam_err *err)
{
    return gam_err_set(err, code, "cannot open '%s': %s; name another file with --db FILE", path, why);
}

static int header_check(const char *path, const unsigned char *header, ssize_t n, enum gam_db_file *out, struct gam_err *err)
{
    int64_t application, version;

    *out = GAM_DB_EMPTY;
    if (n == 0)
        return 0;
    if (n < HEADER_BYTES || memcmp(header, "SQLite format 3", 16))
        return refuse(path, -GAM_EPARSE, "it is not a database", err);
    application = big_endian(header + APPLICATION_AT);
    version = big_endian(header + VERSION_AT);
    /* Both are 0 in a file whose first transaction lies in the WAL or was never made; SQLite will say more. */
    if (!application && !version)
        return 0;
    *out = GAM_DB_OURS;
    return gam_store_identity_check(path, application, version, err);
}

int gam_store_header(const char *path, enum gam_db_file *out, struct gam_err *err)
{
    unsigned char header[HEADER_BYTES];
    struct stat info;
    ssize_t n;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), number;

    *out = GAM_DB_ABSENT;
    if (fd < 0 && errno == ENOENT)
        return 0;
    if (fd < 0)
        return refuse(path, errno == EACCES ? -GAM_EPERM : -GAM_EIO, strerror(errno), err);
    if (fstat(fd, &info) || !S_ISREG(info.st_mode)) {
        close(fd);
        return refuse(path, -GAM_EINVAL, S_ISDIR(info.st_mode) ? "it is a folder" : "it is not a plain file", err);
    }
    n = read(fd, header, sizeof header);
    number = errno;
    close(fd);
    if (n < 0)
        return refuse(path, -GAM_EIO, strerror(number), err);
    return header_check(path, header, n, out, err);
}
