/* SPDX-License-Identifier: MIT */
#include "cli/run_identity.h"

#include "common/err.h"
#include "common/file.h"
#include "common/record/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* RFC 9562 version 4. */
static void uuid_text(unsigned char bytes[16], char *out, size_t size)
{
    bytes[6] = (unsigned char)((bytes[6] & 0x0f) | 0x40);
    bytes[8] = (unsigned char)((bytes[8] & 0x3f) | 0x80);
    snprintf(out, size, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", bytes[0], bytes[1], bytes[2], bytes[3],
             bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]);
}

/* Field 22 of /proc/self/stat; the command name before it may hold spaces and parentheses. */
static int64_t start_ticks(void)
{
    char line[1024];
    const char *p;
    int64_t ticks = GAM_NULL_INT;

    if (gam_file_line("", "/proc/self/stat", line, sizeof line) || !(p = strrchr(line, ')')))
        return GAM_NULL_INT;
    for (int field = 2; field < 22 && p; field++) {
        p = strchr(p, ' ');
        p = p ? p + 1 : NULL;
    }
    if (!p || sscanf(p, "%" SCNd64, &ticks) != 1)
        return GAM_NULL_INT;
    return ticks;
}

int gam_run_identity_make(struct gam_run_identity *out, struct gam_err *err)
{
    unsigned char bytes[16 + sizeof out->random];

    *out = (struct gam_run_identity){ .pid = getpid(), .start_ticks = start_ticks() };
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return gam_err_set(err, -GAM_EIO, "the system gives no random numbers");
    uuid_text(bytes, out->uuid, sizeof out->uuid);
    memcpy(&out->random, bytes + 16, sizeof out->random);
    if (gam_file_line("", "/proc/sys/kernel/random/boot_id", out->boot_id, sizeof out->boot_id))
        out->boot_id[0] = '\0';
    return 0;
}
