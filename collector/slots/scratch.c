/* SPDX-License-Identifier: MIT */
#include "collector/slots/scratch.h"

#include "common/err.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPEN_FILES = 16, PATH_SIZE = 512 };

static const char prefix[] = "gambrel-gate-";

static int one_remove(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s;
    (void)type;
    (void)at;
    remove(path); /* what cannot go stays, and its folders with it */
    return 0;
}

static void tree_remove(const char *folder)
{
    nftw(folder, one_remove, OPEN_FILES, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

/* Locked under another name first: a lock by its name is always held or left by the dead. */
static int lock_make(const char *folder)
{
    char fresh[PATH_SIZE], final[PATH_SIZE];
    int fd;

    snprintf(fresh, sizeof fresh, "%s/lock.new", folder);
    snprintf(final, sizeof final, "%s/lock", folder);
    fd = open(fresh, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0 && (flock(fd, LOCK_EX | LOCK_NB) || rename(fresh, final))) {
        close(fd);
        fd = -1;
    }
    return fd;
}

int gam_scratch_open(struct gam_scratch *s, const char *parent, struct gam_err *err)
{
    char folder[sizeof s->folder];
    int n = snprintf(folder, sizeof folder, "%s/%sXXXXXX", parent, prefix);

    *s = (struct gam_scratch){ .lock = -1 };
    if (n < 0 || (size_t)n >= sizeof folder)
        return gam_err_set(err, -GAM_EINVAL, "the folder for temporary files has too long a name: '%s'", parent);
    if (!mkdtemp(folder))
        return gam_err_set(err, -GAM_EIO, "cannot make a folder in '%s': %s; set TMPDIR to one that can be written", parent,
                           strerror(errno));
    memcpy(s->folder, folder, sizeof folder);
    s->lock = lock_make(folder);
    if (s->lock >= 0)
        return 0;
    gam_err_set(err, -GAM_EIO, "cannot make a lock in '%s': %s; set TMPDIR to another folder", parent, strerror(errno));
    gam_scratch_close(s);
    return -GAM_EIO;
}

void gam_scratch_close(struct gam_scratch *s)
{
    if (s->folder[0]) {
        tree_remove(s->folder);
        if (s->lock >= 0)
            close(s->lock);
    }
    *s = (struct gam_scratch){ .lock = -1 };
}

/* A descriptor that holds the lock of a folder whose maker is gone; -1: it lives, or is none of ours. */
static int orphan_take(const char *folder)
{
    char path[PATH_SIZE];
    struct stat s;
    int fd;

    if (lstat(folder, &s) || !S_ISDIR(s.st_mode) || s.st_uid != geteuid())
        return -1;
    snprintf(path, sizeof path, "%s/lock", folder);
    fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

size_t gam_scratch_sweep(const char *parent, void (*leaving)(void *ctx, const char *folder), void *ctx)
{
    DIR *d = opendir(parent);
    const struct dirent *e;
    size_t n = 0;

    while (d && (e = readdir(d))) {
        char folder[PATH_SIZE - 8];
        int length = snprintf(folder, sizeof folder, "%s/%s", parent, e->d_name), lock;

        if (strncmp(e->d_name, prefix, sizeof prefix - 1) != 0 || length < 0 || (size_t)length >= sizeof folder)
            continue;
        lock = orphan_take(folder);
        if (lock < 0)
            continue;
        if (leaving)
            leaving(ctx, folder);
        tree_remove(folder);
        close(lock);
        n++;
    }
    if (d)
        closedir(d);
    return n;
}
