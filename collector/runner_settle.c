/* SPDX-License-Identifier: MIT */
/* Teams of host threads go on spinning for some milliseconds after their last work (the oracle's, the cpu device's). Their cores
 * are missing to a driver that computes on the same ones, and to one that waits there for its device.
 */
#include "collector/runner_priv.h"

#include <time.h>

enum { SETTLE_LOOK_NS = 200000, SETTLE_BUSY_PART = 4, SETTLE_LOOKS = 150 };

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec t = { 0 };

    (void)clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

/* Processor time of all threads but this one. */
static uint64_t others_ns(void)
{
    uint64_t own = clock_ns(CLOCK_THREAD_CPUTIME_ID), all = clock_ns(CLOCK_PROCESS_CPUTIME_ID);

    return all > own ? all - own : 0;
}

void gam_slot_settle(const struct slot *s)
{
    const struct timespec look = { .tv_nsec = SETTLE_LOOK_NS };

    if (gam_slot_is_host(s))
        return; /* its own team is warm, and shall stay so */
    for (int i = 0; i < SETTLE_LOOKS; i++) {
        uint64_t before = others_ns();

        (void)nanosleep(&look, NULL);
        if (others_ns() - before < SETTLE_LOOK_NS / SETTLE_BUSY_PART)
            return;
    }
}
