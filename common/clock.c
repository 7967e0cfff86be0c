/* SPDX-License-Identifier: MIT */
#include "common/clock.h"

#include <stdio.h>
#include <time.h>

enum { NS_PER_MS = 1000000 };

uint64_t gam_clock_monotonic_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t monotonic_now(void *ctx)
{
    (void)ctx;
    return gam_clock_monotonic_now();
}

const struct gam_clock gam_clock_monotonic = { .now_ns = monotonic_now, .ctx = NULL };

void gam_clock_wall_text(char *out, size_t size)
{
    struct timespec t;
    struct tm utc;

    clock_gettime(CLOCK_REALTIME, &t);
    gmtime_r(&t.tv_sec, &utc);
    snprintf(out, size, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour,
             utc.tm_min, utc.tm_sec, (int)(t.tv_nsec / NS_PER_MS));
}
