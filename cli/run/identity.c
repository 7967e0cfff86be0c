/* SPDX-License-Identifier: MIT */
#include "cli/run/identity.h"

#include "common/err.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* RFC 9562 version 4. */
static void uuid_text(unsigned char bytes[16], char *out, size_t size)
{
    bytes[6] = (unsigned char)((bytes[6] & 0x0f) | 0x40);
    bytes[8] = (unsigned char)((bytes[8] & 0x3f) | 0x80);
    snprintf(out, size, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", bytes[0], bytes[1], bytes[2],
             bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13],
             bytes[14], bytes[15]);
}

int gam_run_identity_make(struct gam_run_identity *out, struct gam_err *err)
{
    unsigned char bytes[16 + sizeof out->random];

    *out = (struct gam_run_identity){ .pid = getpid(), .start_ticks = gam_owner_start_ticks(getpid()) };
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return gam_err_set(err, -GAM_EIO, "the system gives no random numbers");
    uuid_text(bytes, out->uuid, sizeof out->uuid);
    memcpy(&out->random, bytes + 16, sizeof out->random);
    gam_owner_boot_id(out->boot_id, sizeof out->boot_id);
    return 0;
}
