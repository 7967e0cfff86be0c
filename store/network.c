/* SPDX-License-Identifier: MIT */
/* WAL needs memory shared by all who have the file open, which hosts of a network file system do not have. */
#include "common/file.h"
#include "store/store_priv.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

enum { MOUNTINFO_CAP = 4 << 20, LINE_MOST = 4096 };

/* File system types as mountinfo names them. */
static const char *const network_types[] = {
    "nfs",        "nfs4",           "cifs",      "smb3",      "smbfs",       "9p",           "afs",         "ceph",
    "lustre",     "gpfs",           "gfs2",      "ocfs2",     "glusterfs",   "beegfs",       "pvfs2",       "coda",
    "fuse.sshfs", "fuse.glusterfs", "fuse.ceph", "fuse.s3fs", "fuse.rclone", "fuse.gcsfuse", "fuse.davfs2", "fuse.juicefs",
};

/* One line: id parent major:minor root point options [optional...] - type source options (proc(5)). */
static int line_type(const char *line, unsigned major, unsigned minor, char *type, size_t size)
{
    unsigned at_major, at_minor;
    const char *dash = strstr(line, " - ");
    size_t n;

    if (!dash || sscanf(line, "%*d %*d %u:%u", &at_major, &at_minor) != 2 || at_major != major || at_minor != minor)
        return 0;
    n = strcspn(dash + 3, " ");
    if (n >= size)
        return 0;
    memcpy(type, dash + 3, n);
    type[n] = '\0';
    return 1;
}

const char *gam_mountinfo_network(const char *mountinfo, unsigned major, unsigned minor, char *type, size_t size)
{
    while (*mountinfo) {
        size_t n = strcspn(mountinfo, "\n");
        char line[LINE_MOST];

        if (n < sizeof line) {
            memcpy(line, mountinfo, n);
            line[n] = '\0';
            if (line_type(line, major, minor, type, size))
                for (size_t i = 0; i < sizeof network_types / sizeof *network_types; i++)
                    if (!strcmp(type, network_types[i]))
                        return type;
        }
        mountinfo += n + (mountinfo[n] == '\n');
    }
    return NULL;
}

int gam_store_network(const char *path, char *type, size_t size, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(MOUNTINFO_CAP);
    struct stat info;
    int rc = 0;

    *type = '\0';
    if (!stat(path, &info))
        rc = gam_file_read("/proc/self/mountinfo", &text, err);
    if (!rc && !gam_mountinfo_network(gam_strbuf_get(&text), major(info.st_dev), minor(info.st_dev), type, size))
        *type = '\0';
    gam_strbuf_release(&text);
    return rc == -GAM_ENOMEM ? rc : 0; /* without the list it counts as local */
}
