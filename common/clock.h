/* SPDX-License-Identifier: MIT */
/* Time. Durations are integer nanoseconds of a monotonic clock. Code that loops on time takes a struct gam_clock, so that
 * a test can run it on a scripted one.
 */
#ifndef GAM_COMMON_CLOCK_H
#define GAM_COMMON_CLOCK_H

#include <stddef.h>
#include <stdint.h>

struct gam_clock {
    uint64_t (*now_ns)(void *ctx); /* monotonic */
    void *ctx;
};

extern const struct gam_clock gam_clock_monotonic; /* CLOCK_MONOTONIC */

static inline uint64_t gam_clock_now(const struct gam_clock *c)
{
    return c->now_ns(c->ctx);
}

uint64_t gam_clock_monotonic_now(void);

/* Wall time as RFC 3339 with milliseconds and Z, "2026-11-30T10:43:51.123Z". `out` holds at least 32 bytes. */
void gam_clock_wall_text(char *out, size_t size);

#endif
