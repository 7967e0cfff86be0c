/* SPDX-License-Identifier: MIT */
/* Which process writes a run: boot id, pid and start time together name it, so that a pid used again is not mistaken for it. */
#include "common/file.h"
#include "store/store_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { STAT_LINE = 1024, START_FIELD = 22 /* starttime, proc(5) */ };

void gam_owner_boot_id(char *out, size_t size)
{
    if (gam_file_line("", "/proc/sys/kernel/random/boot_id", out, size))
        out[0] = '\0';
}

/* GAM_NULL_INT: no such process. */
static int64_t start_ticks_of(int64_t pid)
{
    char path[40], line[STAT_LINE];
    const char *at;

    snprintf(path, sizeof path, "/proc/%lld/stat", (long long)pid);
    if (gam_file_line("", path, line, sizeof line))
        return GAM_NULL_INT;
    at = strrchr(line, ')'); /* the name before it may hold blanks and brackets; it is field 2 */
    for (int field = 2; at && field < START_FIELD; field++) {
        at = strchr(at, ' ');
        at = at ? at + 1 : NULL;
    }
    return at ? strtoll(at, NULL, 10) : GAM_NULL_INT;
}

void gam_store_owner(struct gam_owner *out)
{
    gam_owner_boot_id(out->boot_id, sizeof out->boot_id);
    out->pid = getpid();
    out->start_ticks = start_ticks_of(out->pid);
}

int gam_store_uuid(char out[37], struct gam_err *err)
{
    unsigned char b[16];

    if (getrandom(b, sizeof b, 0) != sizeof b)
        return gam_err_set(err, -GAM_EIO, "cannot make a run id: the system gives no random bytes");
    b[6] = (b[6] & 0x0f) | 0x40; /* version 4, variant 1 (RFC 9562) */
    b[8] = (b[8] & 0x3f) | 0x80;
    snprintf(out, 37, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
             b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
    return 0;
}

int gam_owner_gone(const struct gam_store *s, const char *here, const char *boot_id, int64_t pid, int64_t start_ticks)
{
    if (!boot_id || !*here || pid == GAM_NULL_INT)
        return 1; /* nobody is named who could still be at it */
    if (strcmp(boot_id, here))
        return !s->on_network; /* an earlier boot, or another host that shares the file */
    return start_ticks_of(pid) != start_ticks;
}
