/* SPDX-License-Identifier: MIT */
/* Which process writes a run: boot id, pid and start time together name it, so that a pid used again is not mistaken for it. */
#include "common/file.h"
#include "store/store_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAT_LINE = 1024, START_FIELD = 22 /* starttime, proc(5) */ };

void gam_owner_boot_id(char *out, size_t size)
{
    if (gam_file_line("", "/proc/sys/kernel/random/boot_id", out, size))
        out[0] = '\0';
}

int64_t gam_owner_start_ticks(int64_t pid)
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

int gam_owner_gone(const struct gam_store *s, const char *here, const char *boot_id, int64_t pid, int64_t start_ticks)
{
    if (!boot_id || !*here || pid == GAM_NULL_INT)
        return 1; /* nobody is named who could still be at it */
    if (strcmp(boot_id, here))
        return !s->on_network; /* an earlier boot, or another host that shares the file */
    return gam_owner_start_ticks(pid) != start_ticks;
}

int gam_store_interrupted(const struct gam_store *s, const struct gam_run *run)
{
    char boot_id[64];

    gam_owner_boot_id(boot_id, sizeof boot_id);
    return run->status == GAM_RUN_RUNNING &&
           gam_owner_gone(s, boot_id, run->owner_boot_id, run->owner_pid, run->owner_start_ticks);
}
